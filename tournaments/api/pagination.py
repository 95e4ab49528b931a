"""Pagination of lists, with links to the next and the previous page."""

from typing import Any

from rest_framework.exceptions import NotFound
from rest_framework.pagination import PageNumberPagination

from tournaments.forms import parse_number


class ApiPagination(PageNumberPagination):
    """Divides lists into pages, as in `?page=2&page_size=20`: 50 rows by default, at most 200."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200

    def get_page_size(self, request: Any) -> int:
        """Return how many rows a page has; raise `NotFound` unless it is a positive integer.

        Django REST framework itself would ignore a wrong number.
        """
        page_size = parse_positive_parameter(request, "page_size", self.page_size)
        return min(page_size, self.max_page_size)

    def get_page_number(self, request: Any, paginator: Any) -> int:
        """Return the requested page; raise `NotFound` unless it is a positive integer."""
        return parse_positive_parameter(request, "page", 1)


def parse_positive_parameter(request: Any, name: str, default: int) -> int:
    """Return a query parameter that is a positive integer; raise `NotFound` otherwise."""
    text = request.query_params.get(name, str(default))
    number = parse_number(text) if text.isascii() else 0
    if not number:
        raise NotFound
    return number
