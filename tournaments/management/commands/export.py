"""`export`: one file holds a whole event."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from games.problems import Problem, Refused
from games.text import gettext_noop as _
from tournaments.files import write_whole
from tournaments.management.base import JsonCommand, find_event
from tournaments.queries.event_file import event_file


class Command(JsonCommand):
    help = "Write a whole event into one file, which import reads again: docs/file.md."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which event, and where to."""
        parser.add_argument("event", help="its number, or its address: club/event")
        parser.add_argument("file", type=Path)

    def run(self, **arguments: Any) -> tuple[object, str]:
        """Write it; a file that is there already is replaced."""
        event, file = find_event(arguments["event"]), arguments["file"]
        _write(file, json.dumps(event_file(event), ensure_ascii=False, indent=1) + "\n")
        address = f"{event.club.slug}/{event.slug}"
        return {"event": address, "file": str(file)}, f"{address} is in {file}"


def _write(file: Path, text: str) -> None:
    try:
        write_whole(file, text)
    except OSError as error:
        params = {"file": file, "why": error.strerror}
        raise Refused(
            [Problem("unwritable_file", _("%(file)s cannot be written: %(why)s."), params)]
        ) from error
