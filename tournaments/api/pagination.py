"""Lists come in pages, each with the links to the next and the one before."""

from typing import Any

from rest_framework.exceptions import NotFound
from rest_framework.pagination import PageNumberPagination

from tournaments.forms import number_in


class Pages(PageNumberPagination):
    """`?page=2&page_size=20`: fifty to a page unless said otherwise, at most two hundred."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200

    def get_page_size(self, request: Any) -> int:
        """How many to a page; raises `NotFound` for what is no such number, as for a page that is none."""
        asked_size = number_in(request.query_params.get(self.page_size_query_param, str(self.page_size)))
        if not asked_size:
            raise NotFound
        return min(asked_size, self.max_page_size)
