"""How a database is copied and replaced, whatever kind it is, and what a copy of it is known to have."""

from abc import ABC, abstractmethod
from pathlib import Path
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


class Copying(ABC):
    """A kind of database, by its own means."""

    @abstractmethod
    def copy(self, to: Path) -> Copied:
        """Copy the database, as it is at one moment, into an empty file.

        Raises `OSError` where there is no room, or nothing to copy; `Refused` with what is missing for it.
        """

    @abstractmethod
    def replace(self, by: Path) -> None:
        """Put a copy in place of the database, in one transaction: who dies half way leaves what was there.

        Raises `OSError` or `Refused` where that cannot be.
        """

    @abstractmethod
    def check(self, copied: Path) -> str:
        """What is wrong with a copy, as far as it can be seen; blank where nothing is."""
