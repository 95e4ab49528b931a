"""`export`: write an event into a file."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from tournaments.management.base import JsonCommand, find_event
from tournaments.management.command_files import write_file
from tournaments.queries.events.event_file import event_file


class Command(JsonCommand):
    help = (
        "Write a whole event into one file, which import reads again: "
        "docs/integrators/event-file.md."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments `event` and `file`."""
        parser.add_argument("event", help="its number, or its address: club/event")
        parser.add_argument("file", type=Path)

    def run(self, **arguments: Any) -> tuple[object, str]:
        """Write the file, replacing an existing one."""
        event, file = find_event(arguments["event"]), arguments["file"]
        write_file(file, json.dumps(event_file(event), ensure_ascii=False, indent=1) + "\n")
        address = f"{event.club.slug}/{event.slug}"
        return {"event": address, "file": str(file)}, f"{address} is in {file}"
