"""Being written."""

from django.http import Http404, HttpRequest, HttpResponse


def find(request: HttpRequest, **where: object) -> HttpResponse:
    raise Http404


def room(request: HttpRequest, **where: object) -> HttpResponse:
    raise Http404


def now(request: HttpRequest, **where: object) -> HttpResponse:
    raise Http404


def side(request: HttpRequest, **where: object) -> HttpResponse:
    raise Http404


def board(request: HttpRequest, **where: object) -> HttpResponse:
    raise Http404


def board_state(request: HttpRequest, **where: object) -> HttpResponse:
    raise Http404
