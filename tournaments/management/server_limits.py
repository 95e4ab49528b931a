"""Limits of connections and open files of the server."""

from ipaddress import ip_address
from typing import Any

from django.conf import settings
from waitress.channel import HTTPChannel

# One network address may have at most half of all connections (the limit divided by this). A
# computer that opens as many as it can then leaves the other half to phones, and a club that shares
# one address still has enough.
ADDRESS_SHARE_DIVISOR = 2


class LimitedChannel(HTTPChannel):  # type: ignore[misc]  # Waitress has no types
    """A connection; if its address has too many, the one that was idle longest is closed."""

    def __init__(self, server: Any, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        super().__init__(server, sock, addr, adj, map=map)
        if _is_proxy(addr[0]):
            return
        channels_of_address = [
            channel for channel in server.active_channels.values() if channel.addr[0] == addr[0]
        ]
        if len(channels_of_address) > adj.connection_limit // ADDRESS_SHARE_DIVISOR:
            idle_channels = [
                channel
                for channel in channels_of_address
                if not channel.requests and not channel.will_close
            ]
            if idle_channels:
                min(idle_channels, key=lambda channel: channel.last_activity).will_close = True


def _is_proxy(address: str) -> bool:
    """Return whether an address is a trusted proxy's, through which all clients connect."""
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
    """Return how many connections the server may accept.

    First raises the process's limit of file descriptors, as far as it is useful and allowed.
    """
    if resource is None:
        return MAX_CONNECTIONS_WITHOUT_POLL
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted_descriptors = MAX_CONNECTIONS + RESERVED_DESCRIPTORS
    if soft != resource.RLIM_INFINITY and soft < wanted_descriptors:
        soft = (
            wanted_descriptors if hard == resource.RLIM_INFINITY else min(wanted_descriptors, hard)
        )
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return (
        MAX_CONNECTIONS
        if soft == resource.RLIM_INFINITY
        else max(1, min(MAX_CONNECTIONS, soft - RESERVED_DESCRIPTORS))
    )
