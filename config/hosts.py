"""The names the site answers to: those it was told, or in a club's own network what nobody else
can own."""

from collections.abc import Callable
from ipaddress import ip_address

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port, validate_host
from django.utils import translation

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.forms import sentence

HERE = ["localhost"]
"""A health check asks from inside the machine."""

_IN_THE_NETWORK = [".local"]
_NOT_OURS = _(
    "This site is not called %(host)s. Open it by the number of its computer, or let the "
    "installation "
    "say in MANILLA_HOSTS that this is its name."
)


def known_names(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: 400 for who asks under a name that is not the site's.

    Otherwise any page of the internet whose name leads to this computer could read what its visitor
    may.
    """

    def named(request: HttpRequest) -> HttpResponse:
        host = _host(request)
        return get_response(request) if is_known(host) else _refused(request, host)

    return named


def is_known(host: str) -> bool:
    """Whether the site answers to `host`, a name without its port."""
    if settings.SITE_NAMES:
        return validate_host(host, [*settings.SITE_NAMES, *HERE])
    return validate_host(host, [*HERE, *_IN_THE_NETWORK]) or _is_literal(host)


def _host(request: HttpRequest) -> str:
    """Under which name he asks; one that cannot be any is told as it was sent."""
    try:
        return str(split_domain_port(request.get_host())[0])
    except DisallowedHost:
        return str(request.META.get("HTTP_HOST", ""))


def _is_literal(host: str) -> bool:
    """Whether it is an address, which leads nowhere but to itself."""
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def _refused(request: HttpRequest, host: str) -> HttpResponse:
    with translation.override(translation.get_language_from_request(request)):
        text = sentence(Problem("unknown_host", _NOT_OURS, {"host": host[:80]}))
    return HttpResponse(f"{text}\n", status=400, content_type="text/plain; charset=utf-8")
