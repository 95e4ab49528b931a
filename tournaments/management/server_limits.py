"""How many connections and open files the server may use."""

from ipaddress import ip_address
from typing import Any

from django.conf import settings
from waitress.channel import HTTPChannel

# Part of all connections that one address may hold: a machine that opens as many as it can leaves
# the others to phones, and a hall behind one address still has enough.
ADDRESS_SHARE_DIVISOR = 2


class LimitedChannel(HTTPChannel):  # type: ignore[misc]
    """A connection that closes the longest idle one of its address where there are too many."""

    def __init__(self, server: Any, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        super().__init__(server, sock, addr, adj, map=map)
        if _is_proxy(addr[0]):
            return
        others = [each for each in server.active_channels.values() if each.addr[0] == addr[0]]
        if len(others) > adj.connection_limit // ADDRESS_SHARE_DIVISOR:
            idle = [each for each in others if not each.requests and not each.will_close]
            if idle:
                min(idle, key=lambda each: each.last_activity).will_close = True


def _is_proxy(address: str) -> bool:
    """Return whether an address is that of a proxy, through which everybody comes."""
    return any(ip_address(address) in network for network in settings.TRUSTED_PROXIES)


try:
    import resource
except ModuleNotFoundError:  # Windows
    resource = None  # type: ignore[assignment]

MAX_CONNECTIONS = 2000
RESERVED_DESCRIPTORS = 200
"""Descriptors for what is no connection: the database, files, bodies too large for memory."""

MAX_CONNECTIONS_WITHOUT_POLL = 400
"""On Windows a process watches 512 sockets at most."""


def max_connections() -> int:
    """The number, after the limit of descriptors was raised as far as is of use and the system
    allows."""
    if resource is None:
        return MAX_CONNECTIONS_WITHOUT_POLL
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_CONNECTIONS + RESERVED_DESCRIPTORS
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return (
        MAX_CONNECTIONS
        if soft == resource.RLIM_INFINITY
        else max(1, min(MAX_CONNECTIONS, soft - RESERVED_DESCRIPTORS))
    )
