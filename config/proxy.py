"""Who is believed about who asks: the proxy before the site, by its address, and nobody else."""

from collections.abc import Callable, Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from waitress.proxy_headers import proxy_headers_middleware

Network = IPv4Network | IPv6Network
Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]

_SAYS = {"x-forwarded-for", "x-forwarded-proto"}


def networks(text: str) -> list[Network]:
    """Addresses and networks with commas between them; raises `ImproperlyConfigured` for
    anything else."""
    try:
        return [ip_network(each.strip()) for each in text.split(",") if each.strip()]
    except ValueError as wrong:
        raise ImproperlyConfigured(
            f"MANILLA_PROXY: {wrong}. Write the address of the proxy, as in 192.168.1.5, or its "
            f"network, as "
            "in 172.16.0.0/12; with commas between several."
        ) from None


def behind_proxies(application: Wsgi, proxies: Iterable[Network]) -> Wsgi:
    """The application as it is told by its proxies where a request came from; what others say is
    removed."""
    proxies = list(proxies)
    told = proxy_headers_middleware(application, trusted_proxy="*", trusted_proxy_headers=_SAYS)
    untold = proxy_headers_middleware(application, clear_untrusted=True)

    def answered(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        believed = _is_among(environ.get("REMOTE_ADDR", ""), proxies)
        answer: Iterable[bytes] = (told if believed else untold)(environ, start_response)
        return answer

    return answered


def _is_among(asker: str, proxies: Iterable[Network]) -> bool:
    try:
        return any(ip_address(asker) in each for each in proxies)
    except ValueError:  # no address, as at a socket of Unix
        return False
