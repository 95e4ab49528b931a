"""Being written."""

from django.http import Http404, HttpRequest, HttpResponse


def table_sheets(request: HttpRequest, **where: object) -> HttpResponse:
    raise Http404


def slips(request: HttpRequest, **where: object) -> HttpResponse:
    raise Http404
