"""`restore`: the whole installation brought back from a backup."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError

from games.problems import Problem, Refused
from games.text import gettext_noop as _
from tournaments.backups import archive
from tournaments.backups.rotation import keep_backup
from tournaments.management.base import JsonCommand
from tournaments.models import Event, Play

_RESTART = "Start the site again: what runs still has the secret of before."
_SHEETS = "MANILLA_SECRET is another: sheets printed then open nothing until it is the one in the backup."
_NOT_KEPT = _("What is here cannot be copied first, so it stays; with --sure it goes all the same.")


class Command(JsonCommand):
    help = "Put a backup in place of everything there is; says first what goes and what comes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """From where, and whether to look only."""
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--preview", action="store_true", help="only say what is in it, and what would go"
        )
        parser.add_argument("--sure", action="store_true", help="do not ask")

    def run(self, **arguments: Any) -> tuple[object, str]:
        """Look it through, say what happens, and do it: whole, or not at all."""
        with archive.opened(arguments["file"]) as backup:
            about, present = backup.about, _present()
            told = {"events": about.events, "results": about.results, "sha256": backup.sha256}
            preview = (
                f"The backup of {about.made_at} (Manilla {about.version}) has {about.events} events and "
                f"{about.results} results. {present or 'There is nothing here yet.'}"
            )
            if arguments["preview"] or not (arguments["sure"] or self._is_wanted(preview)):
                return told, f"{preview}\nNothing was changed."
            kept = keep_backup("before-restore") if present else None
            if present and settings.BACKUPS_KEPT and not (kept or arguments["sure"]):
                raise Refused([Problem("not_kept", _NOT_KEPT)])
            archive.restore(backup)
        return told, "\n".join([preview, "It is restored.", *_what_is_left(backup.secret, kept)])

    def _is_wanted(self, preview: str) -> bool:
        """Asks whoever sits there; a script says what it wants by calling the command."""
        if not sys.stdin.isatty():
            return True
        self.stderr.write(preview)
        return input("Put it in their place? (yes/no) ").strip().lower() in ("y", "yes")


def _present() -> str:
    """What is here; blank where the tables are still to be made."""
    try:
        events, results = Event.objects.count(), Play.objects.exclude(entry=None).count()
    except DatabaseError:
        return ""
    return f"It takes the place of {events} events and {results} results that are here."


def _what_is_left(secret: str, kept: Path | None) -> Iterator[str]:
    """What whoever has restored is to do, and where he finds what was here."""
    if secret != settings.SECRET:
        yield _RESTART if settings.SECRET_FILE else _SHEETS
    if kept:
        yield f"What was here before is in {kept}."
