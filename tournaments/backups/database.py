"""How a database is dumped and replaced, whatever kind it is, and what a dump is known to have."""

from abc import ABC, abstractmethod
from pathlib import Path
from typing import NamedTuple

COUNTS_QUERY = (
    "SELECT (SELECT count(*) FROM tournaments_event), "
    "(SELECT count(*) FROM tournaments_play WHERE entry_id IS NOT NULL)"
)
"""Asked of the dump itself, in words that every version of the tables understands."""

MIGRATIONS_QUERY = "SELECT app || '.' || name FROM django_migrations ORDER BY app, name"


class DumpSummary(NamedTuple):
    """How many events and results are in a dump, and up to where its tables are migrated."""

    events: int
    results: int
    migrations: tuple[str, ...]


class DatabaseBackend(ABC):
    """A kind of database, by its own means."""

    @abstractmethod
    def dump(self, to: Path) -> DumpSummary:
        """Put the database, as it is at one moment, into an empty file.

        Raises `OSError` where there is no room, or nothing to dump; `ValidationFailed` with what is
        missing for it.
        """

    @abstractmethod
    def replace(self, by: Path) -> None:
        """Put a dump in place of the database, in one transaction: who dies half way leaves what
        was there.

        Raises `OSError` or `ValidationFailed` where that cannot be.
        """

    @abstractmethod
    def check(self, dumped: Path) -> str:
        """What is wrong with a dump, as far as it can be seen; blank where nothing is."""

    @abstractmethod
    def move_aside(self) -> Path | None:
        """Rename what lies in the database's place and is none; where to, None where nothing had to
        be.

        Raises `OSError`.
        """
