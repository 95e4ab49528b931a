"""`import`: store the event of a file that `export` wrote."""

from argparse import ArgumentParser
from typing import Any

from tournaments.actions.event_file.importing import import_event
from tournaments.management.base import JsonCommand
from tournaments.management.command_files import read_json
from tournaments.permissions.actor import SYSTEM


class Command(JsonCommand):
    help = (
        "Store the event of a file that export wrote, whole or not at all: "
        "docs/integrators/event-file.md."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the argument `file`."""
        parser.add_argument("file")

    def run(self, **arguments: Any) -> tuple[object, str]:
        """Store the event, and return its address."""
        event = import_event(read_json(arguments["file"]), SYSTEM)
        address = f"{event.club.slug}/{event.slug}"
        text = f"{address} is imported" + (", to be looked at only" if event.read_only else "")
        return {"event": address, "read_only": event.read_only}, text
