"""What a copy of a database is known to have."""

from typing import NamedTuple

COUNTS = (
    "SELECT (SELECT count(*) FROM tournaments_event), "
    "(SELECT count(*) FROM tournaments_play WHERE entry_id IS NOT NULL)"
)
"""Asked of the copy itself, in words that every version of the tables understands."""

MIGRATIONS = "SELECT app || '.' || name FROM django_migrations ORDER BY app, name"


class Copied(NamedTuple):
    """How many events and results are in a copy, and up to where its tables are migrated."""

    events: int
    results: int
    migrations: tuple[str, ...]
