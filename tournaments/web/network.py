"""The address at which phones reach this computer."""

import socket

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port

_LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "[::1]")


def local_network_address() -> str | None:
    """Return this computer's address in its network, or None.

    Connecting a UDP socket sends nothing; the system only chooses the address for the route.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address


def url_for_phones(request: HttpRequest, path: str) -> str:
    """Return the absolute URL of `path` as a phone or the television opens it.

    It has the host of the request. If that is `localhost`, which a phone cannot open, the current
    network address of the computer replaces it, unless the installation has configured host names.
    """
    host, port = split_domain_port(request.get_host())
    address = (
        local_network_address() if host in _LOOPBACK_HOSTS and not settings.SITE_HOSTS else None
    )
    if address is None:
        return request.build_absolute_uri(path)
    return f"{request.scheme}://{address}:{port or request.get_port()}{path}"
