"""`restore`: the whole installation brought back from a backup."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.backups import archive
from tournaments.backups.automatic_backups import make_automatic_backup
from tournaments.management.base import JsonCommand
from tournaments.models import Entry, Event, Play

_RESTART = "Start the site again: what runs still has the secret of before."
_SHEETS = (
    "MANILLA_SECRET is another: sheets printed then open nothing until it is the one in the backup."
)
_ASIDE = _("The incomplete database that was here before is now %(file)s.")
_NOT_KEPT = _(
    "The present database cannot be copied first, so nothing was changed; --sure "
    "replaces it anyway."
)


class Command(JsonCommand):
    help = "Put a backup in place of everything there is; says first what goes and what comes."
    is_interactive = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """From where, and whether to look only."""
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--preview", action="store_true", help="only say what is in it, and what would go"
        )
        parser.add_argument("--sure", action="store_true", help="do not ask")

    def run(self, **arguments: Any) -> tuple[object, str]:
        """Look it through, say what happens, and do it: whole, or not at all."""
        with archive.open_backup(arguments["file"]) as backup:
            manifest, present = backup.manifest, _present()
            told = {"events": manifest.events, "results": manifest.results, "sha256": backup.sha256}
            preview = (
                f"The backup of {_on_the_clock(manifest.made_at)} (Manilla {manifest.version}) has "
                f"{manifest.events} "
                f"events and {manifest.results} results. {present or 'There is nothing here yet.'}"
            )
            if arguments["preview"]:
                return told, f"{preview}\nNothing was changed."
            if not (arguments["sure"] or self._is_wanted(preview)):
                return told, "Nothing was changed."
            aside = archive.move_aside()
            present = "" if aside else present
            kept = make_automatic_backup("before-restore", arguments["file"]) if present else None
            if present and settings.MAX_BACKUPS and not (kept or arguments["sure"]):
                raise ValidationFailed([Problem("not_kept", _NOT_KEPT)])
            _restore(backup, aside)
        return told, "\n".join(
            [preview, "It is restored.", *_what_is_left(backup.secret, kept, aside)]
        )

    def _is_wanted(self, preview: str) -> bool:
        """Asks whoever sits there; a script says what it wants by calling the command."""
        if not sys.stdin.isatty():
            return True
        self.stderr.write(preview)
        try:
            return input("Put it in their place? (yes/no) ").strip().lower() in ("y", "yes")
        except EOFError:
            return False


def _restore(backup: archive.Backup, aside: Path | None) -> None:
    """Raises `ValidationFailed`, and says what became of a broken file that was put aside."""
    try:
        archive.restore_backup(backup)
    except ValidationFailed as refused:
        told = [Problem("put_aside", _ASIDE, {"file": aside})] if aside else []
        raise ValidationFailed([*refused.problems, *told]) from refused


def _the_last() -> Iterator[str]:
    found = Entry.objects.select_related(
        "play__board__session__stage__event", "play__seating__table"
    )
    if last := found.order_by("at", "pk").last():
        where = f"board {last.play.board.number}, table {last.play.seating.table.label}"
        yield (
            f"Its last result was stored at {timezone.localtime(last.at):%Y-%m-%d %H:%M} "
            f"({last.play.board.session.stage.event}, {where}): what came later is not in it."
        )


def _on_the_clock(moment: str) -> str:
    """As the clock on the wall showed it; what is no moment stays as it was written."""
    try:
        return f"{timezone.localtime(datetime.fromisoformat(moment)):%Y-%m-%d %H:%M}"
    except ValueError:
        return moment


def _present() -> str:
    """What is here; blank where the tables are still to be made."""
    try:
        events, results = Event.objects.count(), Play.objects.exclude(entry=None).count()
    except DatabaseError:
        return ""
    return f"It takes the place of {events} events and {results} results that are here."


def _what_is_left(secret: str, kept: Path | None, aside: Path | None) -> Iterator[str]:
    """From when on results are missing, what whoever has restored is to do, and where what was
    here is."""
    yield from _the_last()
    if secret != settings.SECRET:
        yield _RESTART if settings.SECRET_FILE else _SHEETS
    if kept:
        yield f"What was here before is in {kept}."
    if aside:
        yield f"What was here before was no whole database: it is {aside} now."
