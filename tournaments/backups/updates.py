"""Updates of an installation: a backup before, locks meanwhile, and a check after."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments import scoring_pipeline
from tournaments.backups import archive
from tournaments.backups.automatic_backups import BACKUP_SUFFIX, backup_folders, dated_name
from tournaments.backups.database import COUNTS_QUERY
from tournaments.models import Event
from tournaments.support.progress import with_progress

# Backups before updates have their own folder, so that automatic backups do not cause their
# deletion.
UPDATES_FOLDER = "updates"
MAX_UPDATE_BACKUPS = 5

_NO_BACKUP = _(
    "The update did not start because its backup cannot be made: %(why)s Free some disk "
    "space and start again."
)
_IN_USE = _(
    "Manilla is already running or being updated in this folder: stop it, or wait until it "
    "is done. Nothing was changed."
)
_UPDATE_STOPPED = _(
    "The update stopped: %(why)s. No result is lost. Fix that and start again to continue, "
    "or go back to the previous version with the backup %(file)s (docs/clubs/updating.md)."
)
_MISSING_AFTER_UPDATE = _(
    "After the update there are %(events)s events and %(results)s results; before it there "
    "were %(events_before)s and %(results_before)s. Go back with the backup %(file)s "
    "(docs/clubs/updating.md)."
)


@dataclass(frozen=True)
class UpdateCheck:
    """Result of an update: counts, the backup, and events with different standings.

    `differing` contains `club/event` slugs of the events whose stored standings differ from those
    computed from their entries.
    """

    events: int
    results: int
    backup: Path
    differing: tuple[str, ...]


@contextmanager
def exclusive_database_lock() -> Iterator[None]:
    """Hold an exclusive lock on the installation during the block.

    Raises `ValidationFailed` if the site or another update holds a lock.
    """
    with _locked("BEGIN EXCLUSIVE"):
        yield


@contextmanager
def shared_database_lock() -> Iterator[None]:
    """Hold a shared lock on the installation during the block, so that no update starts.

    Raises `ValidationFailed` if an update is running.
    """
    with _locked("BEGIN"):
        yield


@contextmanager
def _locked(begin: str) -> Iterator[None]:
    """Hold a SQLite lock on a file beside the database; it ends with the process."""
    name = str(connection.settings_dict["NAME"])
    # No other process can use a database in memory.
    if connection.vendor != "sqlite" or name.startswith(("file:", ":memory:")):
        yield
        return
    path = _beside_database(".lock")
    if not path.exists():
        path.touch(mode=0o600)  # private, as the database; SQLite would make it readable by all
    lock = sqlite3.connect(path, timeout=0, isolation_level=None)
    try:
        try:
            lock.execute(begin)
            lock.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.OperationalError as error:
            raise ValidationFailed([Problem("in_use", _IN_USE)]) from error
        yield
    finally:
        lock.close()


def is_update_interrupted() -> bool:
    """Return whether an update was started, but failed or was killed before its check."""
    return bool(settings.MAX_BACKUPS) and _interrupted_backup() is not None


@contextmanager
def back_up_before_update() -> Iterator[None]:
    """Make a backup before the migrations in the block, and mark the update as started.

    `check_update` removes the mark. Raises `ValidationFailed` if the backup cannot be made, and
    then changes nothing; and also if the block fails, and then the problem names the backup to
    restore.
    """
    file = _make_update_backup()
    try:
        yield
    except (DatabaseError, OSError) as error:
        params = {"why": str(error), "file": file}
        raise ValidationFailed([Problem("update_stopped", _UPDATE_STOPPED, params)]) from error


def check_update() -> UpdateCheck:
    """Compare counts with those of the backup, and standings with those from the entries.

    Raises `ValidationFailed` if events or results are missing.
    """
    file = _interrupted_backup() or Path()
    with archive.open_backup(file) as backup:
        manifest = backup.manifest
    with connection.cursor() as cursor:
        cursor.execute(COUNTS_QUERY)
        events, results = cursor.fetchone()
    if events < manifest.events or results < manifest.results:
        # This is reported only once: the next start uses the database as it is.
        _marker_file().unlink(missing_ok=True)
        params = {"events": events, "results": results, "file": file}
        counts = {"events_before": manifest.events, "results_before": manifest.results}
        raise ValidationFailed(
            [Problem("missing_after_update", _MISSING_AFTER_UPDATE, params | counts)]
        )
    queryset = Event.objects.select_related("club").order_by("club__slug", "slug")
    differing = [
        event
        for event in with_progress(list(queryset), _("Recomputing standings"))
        if scoring_pipeline.recount_and_store(event)
    ]
    _marker_file().unlink(missing_ok=True)
    return UpdateCheck(
        events, results, file, tuple(f"{event.club.slug}/{event.slug}" for event in differing)
    )


def _make_update_backup() -> Path:
    """Make and check the backup before an update.

    If an interrupted update is continued, its first backup is used.
    """
    first_backup = _interrupted_backup()
    if first_backup and _is_migrated_since(first_backup):
        return first_backup
    errors: list[str] = []
    for folder in backup_folders():
        try:
            (folder / UPDATES_FOLDER).mkdir(
                mode=0o700, parents=folder == backup_folders()[-1], exist_ok=True
            )
            file = folder / UPDATES_FOLDER / dated_name("before-update")
            archive.write_backup(file)
            with archive.open_backup(file):
                _marker_file().write_text(json.dumps(str(file)))
            _delete_old(file)
            return file
        except OSError as error:
            errors.append(f"{error}.")
        except ValidationFailed as error:
            errors += [problem.message for problem in error.problems]
    raise ValidationFailed([Problem("no_backup", _NO_BACKUP, {"why": " ".join(errors)})])


def _is_migrated_since(file: Path) -> bool:
    """Return whether the database has migrations that the backup does not have."""
    with connection.cursor() as cursor, archive.open_backup(file) as backup:
        cursor.execute("SELECT app || '.' || name FROM django_migrations")
        return {name for (name,) in cursor.fetchall()} > set(backup.manifest.migrations)


def _delete_old(newest: Path) -> None:
    others = sorted(
        (file for file in newest.parent.glob(f"*{BACKUP_SUFFIX}") if file != newest), reverse=True
    )
    for old in others[MAX_UPDATE_BACKUPS - 1 :]:
        with suppress(OSError):
            old.unlink(missing_ok=True)


def _interrupted_backup() -> Path | None:
    """Return the backup of an interrupted update, or None if there is none readable."""
    try:
        file = Path(json.loads(_marker_file().read_text()))
        with archive.open_backup(file):
            return file
    except (OSError, ValueError, TypeError, ValidationFailed):
        return None


def _marker_file() -> Path:
    """Return the file that marks an update as started; it contains the backup's path."""
    return _beside_database(".updating")


def _beside_database(suffix: str) -> Path:
    """Return the path of the database file with a suffix added."""
    database = Path(connection.settings_dict["NAME"])
    return database.with_name(database.name + suffix)
