"""The address by which phones reach this computer."""

import socket

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port

_LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "[::1]")


def local_network_address() -> str | None:
    """This computer's address in its network, or None. Nothing is sent: the route is only asked
    for."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address


def url_for_phones(request: HttpRequest, path: str) -> str:
    """`path` as a phone opens it: where this page was asked for.

    Who asks from the club's computer itself says localhost, which leads a phone nowhere: then it is
    the computer's present address in its network. An installation that was told its names keeps to
    them.
    """
    host, port = split_domain_port(request.get_host())
    address = (
        local_network_address() if host in _LOOPBACK_HOSTS and not settings.SITE_HOSTS else None
    )
    if address is None:
        return request.build_absolute_uri(path)
    return f"{request.scheme}://{address}:{port or request.get_port()}{path}"
