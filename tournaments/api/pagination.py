"""Lists come in pages, each with the links to the next and the one before."""

from typing import Any

from rest_framework.exceptions import NotFound
from rest_framework.pagination import PageNumberPagination

from tournaments.forms import parse_number


class ApiPagination(PageNumberPagination):
    """`?page=2&page_size=20`: fifty to a page unless said otherwise, at most two hundred."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200

    def get_page_size(self, request: Any) -> int:
        """How many to a page; raises `NotFound` for what is no such number, as for a page that
        is none."""
        return min(
            positive_query_parameter(request, "page_size", self.page_size), self.max_page_size
        )

    def get_page_number(self, request: Any, paginator: Any) -> int:
        """Which page, from 1; raises `NotFound` for what is no number."""
        return positive_query_parameter(request, "page", 1)


def positive_query_parameter(request: Any, name: str, otherwise: int) -> int:
    """A number from 1 that the address gives; raises `NotFound` for what is none."""
    asked = request.query_params.get(name, str(otherwise))
    number = parse_number(asked) if asked.isascii() else 0
    if not number:
        raise NotFound
    return number
