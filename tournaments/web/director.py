"""Being written."""

from django.http import Http404, HttpRequest, HttpResponse


def desk(request: HttpRequest, **where: object) -> HttpResponse:
    raise Http404


def room(request: HttpRequest, **where: object) -> HttpResponse:
    raise Http404


def deal(request: HttpRequest, **where: object) -> HttpResponse:
    raise Http404


def start(request: HttpRequest, **where: object) -> HttpResponse:
    raise Http404


def end_round(request: HttpRequest, **where: object) -> HttpResponse:
    raise Http404


def finish(request: HttpRequest, **where: object) -> HttpResponse:
    raise Http404


def publish(request: HttpRequest, **where: object) -> HttpResponse:
    raise Http404


def play(request: HttpRequest, **where: object) -> HttpResponse:
    raise Http404


def revoke(request: HttpRequest, **where: object) -> HttpResponse:
    raise Http404
