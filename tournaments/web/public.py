"""Being written."""

from django.http import Http404, HttpRequest, HttpResponse


def home(request: HttpRequest, **where: object) -> HttpResponse:
    raise Http404


def club(request: HttpRequest, **where: object) -> HttpResponse:
    raise Http404


def standings(request: HttpRequest, **where: object) -> HttpResponse:
    raise Http404


def standings_fragment(request: HttpRequest, **where: object) -> HttpResponse:
    raise Http404


def rounds(request: HttpRequest, **where: object) -> HttpResponse:
    raise Http404


def scorecard(request: HttpRequest, **where: object) -> HttpResponse:
    raise Http404


def traveller(request: HttpRequest, **where: object) -> HttpResponse:
    raise Http404


def deals(request: HttpRequest, **where: object) -> HttpResponse:
    raise Http404


def deals_file(request: HttpRequest, **where: object) -> HttpResponse:
    raise Http404
