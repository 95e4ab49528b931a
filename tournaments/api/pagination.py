"""Lists come in pages, each with the links to the next and the one before."""

from rest_framework.pagination import PageNumberPagination


class Pages(PageNumberPagination):
    """`?page=2&page_size=20`: fifty to a page unless said otherwise, at most two hundred."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200
