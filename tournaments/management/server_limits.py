"""Limits of connections and open files of the server."""

from ipaddress import ip_address
from typing import Any

from django.conf import settings
from waitress.channel import HTTPChannel

# One address may hold this part of all connections: a half. A computer that opens as many as it can
# leaves the others to phones, and a club behind one address still has enough.
ADDRESS_SHARE_DIVISOR = 2


class LimitedChannel(HTTPChannel):  # type: ignore[misc]  # Waitress has no types
    """A connection that closes the longest idle one of its address if that has too many."""

    def __init__(self, server: Any, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        super().__init__(server, sock, addr, adj, map=map)
        if _is_proxy(addr[0]):
            return
        same_address = [
            channel for channel in server.active_channels.values() if channel.addr[0] == addr[0]
        ]
        if len(same_address) > adj.connection_limit // ADDRESS_SHARE_DIVISOR:
            idle = [
                channel
                for channel in same_address
                if not channel.requests and not channel.will_close
            ]
            if idle:
                min(idle, key=lambda channel: channel.last_activity).will_close = True


def _is_proxy(address: str) -> bool:
    """Return whether an address is that of a trusted proxy, which all clients share."""
    return any(ip_address(address) in network for network in settings.TRUSTED_PROXIES)


try:
    import resource
except ModuleNotFoundError:  # Windows
    resource = None  # type: ignore[assignment]  # a module elsewhere

MAX_CONNECTIONS = 2000

# File descriptors for everything else: the database, files, bodies too large for memory.
RESERVED_DESCRIPTORS = 200

# On Windows, select() watches at most 512 sockets.
MAX_CONNECTIONS_WITHOUT_POLL = 400


def max_connections() -> int:
    """Raise the limit of file descriptors as far as useful and allowed.

    Returns how many connections the server may accept.
    """
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
