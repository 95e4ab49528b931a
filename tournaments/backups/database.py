"""The interface of the database backends, and what is known of a dump."""

from abc import ABC, abstractmethod
from pathlib import Path
from typing import NamedTuple

# Counts of events and results. It is run on a dump, so it must suit every version of the tables.
COUNTS_QUERY = (
    "SELECT (SELECT count(*) FROM tournaments_event), "
    "(SELECT count(*) FROM tournaments_play WHERE entry_id IS NOT NULL)"
)

# Applied migrations, as `app.name`.
MIGRATIONS_QUERY = "SELECT app || '.' || name FROM django_migrations ORDER BY app, name"


class DumpSummary(NamedTuple):
    """How many events and results a dump has, and which migrations were applied."""

    events: int
    results: int
    migrations: tuple[str, ...]


class DatabaseBackend(ABC):
    """How to dump, check and replace one kind of database."""

    @abstractmethod
    def dump(self, target: Path) -> DumpSummary:
        """Dump the database, as it is at one moment, into an empty file.

        Raises `OSError` if the disk is full or there is nothing to dump, and `ValidationFailed`
        with what is missing on this computer.
        """

    @abstractmethod
    def replace(self, dump: Path) -> None:
        """Replace the database by a dump, in one transaction: an interrupted one changes nothing.

        Raises `OSError` or `ValidationFailed` on failure.
        """

    @abstractmethod
    def check(self, dump: Path) -> str:
        """Return what is wrong with a dump, "" if the database's own tools find nothing."""

    @abstractmethod
    def move_aside(self) -> Path | None:
        """Rename the file of the database if it is not a valid database.

        Returns the new path, or None if there was nothing to rename. Raises `OSError`.
        """
