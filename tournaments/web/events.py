"""Being written."""

from django.http import Http404, HttpRequest, HttpResponse


def mine(request: HttpRequest, **where: object) -> HttpResponse:
    raise Http404


def new(request: HttpRequest, **where: object) -> HttpResponse:
    raise Http404


def proposals(request: HttpRequest, **where: object) -> HttpResponse:
    raise Http404
