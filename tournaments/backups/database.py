"""Interface of the database backends, and queries that summarize a dump."""

from abc import ABC, abstractmethod
from pathlib import Path
from typing import NamedTuple

# Counts events and results. It is also run on dumps, so it must work with the tables of every
# version.
COUNTS_QUERY = (
    "SELECT (SELECT count(*) FROM tournaments_event), "
    "(SELECT count(*) FROM tournaments_play WHERE entry_id IS NOT NULL)"
)

# Returns the applied migrations, as `app.name`.
MIGRATIONS_QUERY = "SELECT app || '.' || name FROM django_migrations ORDER BY app, name"


class DumpSummary(NamedTuple):
    """Numbers of events and results in a dump, and its applied migrations."""

    events: int
    results: int
    migrations: tuple[str, ...]


class DatabaseBackend(ABC):
    """Dumps, checks and replaces databases of one kind."""

    @abstractmethod
    def dump(self, target: Path) -> DumpSummary:
        """Write a consistent dump of the database to an empty file.

        Raises `OSError` if the disk is full or there is nothing to dump, and `ValidationFailed` if
        a program is missing on this computer.
        """

    @abstractmethod
    def replace(self, dump: Path) -> None:
        """Replace the database with a dump, in one transaction.

        If it is interrupted, nothing is changed. Raises `OSError` or `ValidationFailed` on failure.
        """

    @abstractmethod
    def check(self, dump: Path) -> str:
        """Return the error that the database's own checks find in a dump, or ""."""

    @abstractmethod
    def move_aside(self) -> Path | None:
        """Rename the file of the database if it is not a valid database.

        Returns the new path, or None if there was nothing to rename. Raises `OSError`.
        """
