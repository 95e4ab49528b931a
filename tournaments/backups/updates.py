"""An update of a laptop's database: a backup before, one update at a time, and a check after."""

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

UPDATES_FOLDER = "updates"
MAX_UPDATE_BACKUPS = 5
"""Backups made before updates, in a folder of their own, where those of evenings do not push
them out."""

_NOT_KEPT = _(
    "The update did not start because its backup cannot be made: %(why)s Free some disk "
    "space and start again."
)
_IN_USE = _(
    "Manilla is already running or being updated in this folder: stop it, or wait until it "
    "is done. Nothing was changed."
)
_STOPPED = _(
    "The update stopped: %(why)s. No result is lost. Fix that and start again to continue, "
    "or go back to the previous version with the backup %(file)s (docs/clubs/updating.md)."
)
_MISSING = _(
    "After the update there are %(events)s events and %(results)s results; before it there "
    "were %(events_before)s and %(results_before)s. Go back with the backup %(file)s "
    "(docs/clubs/updating.md)."
)


@dataclass(frozen=True)
class UpdateCheck:
    """What an update left: how much there is, and the events whose standings differ from their
    entries."""

    events: int
    results: int
    backup: Path
    differ: tuple[str, ...]


@contextmanager
def exclusive_database_lock() -> Iterator[None]:
    """Keep other updates and the site itself away from the database; raise `ValidationFailed` if it
    is in use."""
    with _locked("BEGIN EXCLUSIVE"):
        yield


@contextmanager
def shared_database_lock() -> Iterator[None]:
    """Keep updates away from the database while it is used; raise `ValidationFailed` during an
    update."""
    with _locked("BEGIN"):
        yield


@contextmanager
def _locked(begin: str) -> Iterator[None]:
    """Hold a lock of SQLite on a file beside the database: a process that is killed lets it go."""
    name = str(connection.settings_dict["NAME"])
    # In memory: no other user.
    if connection.vendor != "sqlite" or name.startswith(("file:", ":memory:")):
        yield
        return
    path = _beside(".lock")
    if not path.exists():
        path.touch(mode=0o600)  # as the database: SQLite would let everybody read it
    lock = sqlite3.connect(path, timeout=0, isolation_level=None)
    try:
        try:
            lock.execute(begin)
            lock.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.OperationalError as locked:
            raise ValidationFailed([Problem("in_use", _IN_USE)]) from locked
        yield
    finally:
        lock.close()


def is_update_interrupted() -> bool:
    """Return whether an update began and was not checked: its process was killed, or it failed."""
    return bool(settings.MAX_BACKUPS) and _unfinished() is not None


@contextmanager
def back_up_before_update() -> Iterator[None]:
    """Make a backup before the migrations of the block, and a note that is there until
    `check_update`.

    Raises `ValidationFailed` where the backup cannot be made, and then nothing was changed; and
    where the block fails, with the backup to go back with.
    """
    file = _kept_before()
    try:
        yield
    except (DatabaseError, OSError) as wrong:
        raise ValidationFailed(
            [Problem("update_stopped", _STOPPED, {"why": str(wrong), "file": file})]
        ) from wrong


def check_update() -> UpdateCheck:
    """Compare what there is with the backup before the update, and every standing with its entries.

    Raises `ValidationFailed` where events or results are missing.
    """
    file = _unfinished() or Path()
    with archive.open_backup(file) as backup:
        before = backup.manifest
    with connection.cursor() as cursor:
        cursor.execute(COUNTS_QUERY)
        events, results = cursor.fetchone()
    if events < before.events or results < before.results:
        _note().unlink(missing_ok=True)  # said once: the next start goes on with what there is
        params = {"events": events, "results": results, "file": file}
        counts = {"events_before": before.events, "results_before": before.results}
        raise ValidationFailed([Problem("missing_after_update", _MISSING, params | counts)])
    found = Event.objects.select_related("club").order_by("club__slug", "slug")
    differ = [
        event
        for event in with_progress(list(found), _("Recomputing standings"))
        if scoring_pipeline.store_recount(event)
    ]
    _note().unlink(missing_ok=True)
    return UpdateCheck(
        events, results, file, tuple(f"{each.club.slug}/{each.slug}" for each in differ)
    )


def _kept_before() -> Path:
    """Make the backup before an update, and read it back; of an update that goes on the first
    one stays."""
    unfinished = _unfinished()
    if unfinished and _has_changed_since(unfinished):
        return unfinished
    causes: list[str] = []
    for folder in backup_folders():
        try:
            (folder / UPDATES_FOLDER).mkdir(
                mode=0o700, parents=folder == backup_folders()[-1], exist_ok=True
            )
            file = folder / UPDATES_FOLDER / dated_name("before-update")
            archive.write_backup(file)
            with archive.open_backup(file):
                _note().write_text(json.dumps(str(file)))
            _forget_old(file)
            return file
        except OSError as wrong:
            causes.append(f"{wrong}.")
        except ValidationFailed as refused:
            causes += [each.message for each in refused.problems]
    raise ValidationFailed([Problem("no_backup", _NOT_KEPT, {"why": " ".join(causes)})])


def _has_changed_since(file: Path) -> bool:
    """Return whether some of an update was done: the database has migrations that the backup
    lacks."""
    with connection.cursor() as cursor, archive.open_backup(file) as backup:
        cursor.execute("SELECT app || '.' || name FROM django_migrations")
        return {name for (name,) in cursor.fetchall()} > set(backup.manifest.migrations)


def _forget_old(newest: Path) -> None:
    others = sorted(
        (each for each in newest.parent.glob(f"*{BACKUP_SUFFIX}") if each != newest), reverse=True
    )
    for old in others[MAX_UPDATE_BACKUPS - 1 :]:
        with suppress(OSError):
            old.unlink(missing_ok=True)


def _unfinished() -> Path | None:
    """Return the backup of an update that was not finished, if it can still be read."""
    try:
        file = Path(json.loads(_note().read_text()))
        with archive.open_backup(file):
            return file
    except (OSError, ValueError, TypeError, ValidationFailed):
        return None


def _note() -> Path:
    """Return the file that names the backup of an update that is not finished."""
    return _beside(".updating")


def _beside(ending: str) -> Path:
    """Return a file beside that of the database."""
    database = Path(connection.settings_dict["NAME"])
    return database.with_name(database.name + ending)
