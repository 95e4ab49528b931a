"""`open_section`: import an offline section from a file as an event of a club."""

from argparse import ArgumentParser
from getpass import getpass
from typing import Any

from tournaments.actions.offline.section_import import import_section
from tournaments.management.base import JsonCommand, UsageError
from tournaments.management.command_files import read_json
from tournaments.models import Club
from tournaments.permissions.actor import SYSTEM


class Command(JsonCommand):
    help = (
        "Import an offline section from a file as an event of a club: "
        "docs/integrators/offline-files.md."
    )
    is_interactive = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments `file`, `--club` and `--phrase`."""
        parser.add_argument("file")
        parser.add_argument("--club", required=True, help="the slug in its address")
        parser.add_argument("--phrase", help="the pass phrase; asked for if not given")

    def run(self, **arguments: Any) -> tuple[object, str]:
        """Import the section, and return the address of the event."""
        club = Club.objects.filter(slug=arguments["club"]).first()
        if club is None:
            raise UsageError(
                f"there is no club {arguments['club']!r}: give the slug in its address"
            )
        phrase = arguments["phrase"] or getpass("Pass phrase: ")
        event = import_section(club, read_json(arguments["file"]), phrase, SYSTEM)
        address = f"{club.slug}/{event.slug}"
        return {"event": address}, f"{address} is here, dealt and ready to start"
