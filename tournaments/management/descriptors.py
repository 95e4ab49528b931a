"""How many phones may be connected at once: as many as the system lets one process hold open."""

try:
    import resource
except ModuleNotFoundError:  # Windows
    resource = None  # type: ignore[assignment]

MOST = 2000
SPARED = 200
"""Descriptors for what is no connection: the database, files, bodies too large for memory."""

WITHOUT_POLL = 400
"""On Windows a process watches 512 sockets at most."""


def connections_at_once() -> int:
    """The number, after the limit of descriptors was raised as far as is of use and the system
    allows."""
    if resource is None:
        return WITHOUT_POLL
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + SPARED
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return MOST if soft == resource.RLIM_INFINITY else max(1, min(MOST, soft - SPARED))
