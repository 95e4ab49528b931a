"""`restore`: restore the whole installation from a backup."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.backups import archive
from tournaments.backups.automatic_backups import make_automatic_backup
from tournaments.management.base import JsonCommand, has_database_file
from tournaments.models import Entry, Event, Play

_RESTART_NEEDED = "Restart the site: its running processes still have the old secret."
_OTHER_KEY_NOTE = (
    "MANILLA_SECRET differs from the secret in the backup: table codes and tokens made with that "
    "one are valid only if MANILLA_SECRET or MANILLA_SECRET_FORMER is set to it."
)
_MOVED_ASIDE = _("The incomplete database that was here before is now %(file)s.")
_NO_SAFETY_BACKUP = _(
    "The present database cannot be copied first, so nothing was changed; --sure "
    "replaces it anyway."
)


class Command(JsonCommand):
    help = "Put a backup in place of everything there is; says first what goes and what comes."
    is_interactive = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments `file`, `--preview` and `--sure`."""
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--preview", action="store_true", help="only say what is in it, and what would go"
        )
        parser.add_argument("--sure", action="store_true", help="do not ask")

    def run(self, **arguments: Any) -> tuple[object, str]:
        """Check the backup, and after confirmation replace the data of the installation by it."""
        with archive.open_backup(arguments["file"]) as backup:
            manifest, replaced = backup.manifest, _replaced_data()
            value = {
                "events": manifest.events,
                "results": manifest.results,
                "sha256": backup.sha256,
            }
            preview = (
                f"The backup of {_local_time(manifest.made_at)} (Manilla {manifest.version}) has "
                f"{manifest.events} "
                f"events and {manifest.results} results. {replaced or 'There is nothing here yet.'}"
            )
            if _needs_another_secret(backup.secret):
                preview += f"\n{_OTHER_KEY_NOTE}"
            if arguments["preview"]:
                return value, f"{preview}\nNothing was changed."
            if not (arguments["sure"] or self._is_confirmed(preview)):
                return value, "Nothing was changed."
            broken_database = archive.move_aside()
            has_data = bool(replaced) and not broken_database
            safety_backup = (
                make_automatic_backup("before-restore", arguments["file"]) if has_data else None
            )
            if has_data and settings.MAX_BACKUPS and not (safety_backup or arguments["sure"]):
                raise ValidationFailed([Problem("not_kept", _NO_SAFETY_BACKUP)])
            _restore(backup, broken_database)
        notes = _notes(backup.secret, safety_backup, broken_database)
        return value, "\n".join([preview, "It is restored.", *notes])

    def _is_confirmed(self, preview: str) -> bool:
        """Ask for confirmation on a terminal; a script need not confirm."""
        if not sys.stdin.isatty():
            return True
        self.stderr.write(preview)
        try:
            return input("Put it in their place? (yes/no) ").strip().lower() in ("y", "yes")
        except EOFError:
            return False


def _restore(backup: archive.Backup, broken_database: Path | None) -> None:
    """Restore the backup; if that fails, add to the problems where a broken database is now."""
    try:
        archive.restore_backup(backup)
    except ValidationFailed as error:
        problems = list(error.problems)
        if broken_database:
            problems.append(Problem("put_aside", _MOVED_ASIDE, {"file": broken_database}))
        raise ValidationFailed(problems) from error


def _last_result_text() -> Iterator[str]:
    entries = Entry.objects.select_related(
        "play__board__session__stage__event", "play__seating__table"
    )
    if last := entries.order_by("at", "pk").last():
        location = f"board {last.play.board.number}, table {last.play.seating.table.label}"
        yield (
            f"Its last result was stored at {timezone.localtime(last.at):%Y-%m-%d %H:%M} "
            f"({last.play.board.session.stage.event}, {location}): what came later is not in it."
        )


def _local_time(timestamp: str) -> str:
    """Return a time of the manifest in local time, or unchanged if it cannot be parsed."""
    try:
        return f"{timezone.localtime(datetime.fromisoformat(timestamp)):%Y-%m-%d %H:%M}"
    except ValueError:
        return timestamp


def _needs_another_secret(backup_secret: str) -> bool:
    """Return whether codes of the backup are invalid with the secrets of the environment."""
    return not settings.SECRET_FILE and backup_secret not in settings.CODE_KEYS


def _replaced_data() -> str:
    """Return a sentence about the data that will be replaced, or "" if there are no tables.

    Raises `OperationalError` if a database on a server cannot be reached.
    """
    if not has_database_file():
        return ""
    if connection.vendor != "sqlite":  # a file that is no database is moved aside later
        connection.ensure_connection()
    try:
        events, results = Event.objects.count(), Play.objects.exclude(entry=None).count()
    except DatabaseError:
        return ""
    return f"It takes the place of {events} events and {results} results that are here."


def _notes(secret: str, safety_backup: Path | None, broken_database: Path | None) -> Iterator[str]:
    """Yield sentences about results newer than the backup, next steps, and the old data."""
    yield from _last_result_text()
    if settings.SECRET_FILE and secret != settings.SECRET:
        yield _RESTART_NEEDED
    if safety_backup:
        yield f"What was here before is in {safety_backup}."
    if broken_database:
        yield f"What was here before was no whole database: it is {broken_database} now."
