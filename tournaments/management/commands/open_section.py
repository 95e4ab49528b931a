"""Import an offline section from a file as an event of a club."""

from argparse import ArgumentParser
from getpass import getpass
from typing import Any

from tournaments.actions.offline import section_import as arriving
from tournaments.management.base import JsonCommand, UsageError
from tournaments.management.command_files import read_json
from tournaments.models import Club
from tournaments.permissions.actor import SYSTEM


class Command(JsonCommand):
    help = (
        "Store a section that came as a file as an event of a club: docs/integrators/event-file.md."
    )
    is_interactive = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which file, for whom, and what opens it."""
        parser.add_argument("file")
        parser.add_argument("--club", required=True, help="the word in its address")
        parser.add_argument(
            "--phrase", help="the pass phrase; it is asked for where it is not given"
        )

    def run(self, **arguments: Any) -> tuple[object, str]:
        """Store it, and say where it is."""
        club = Club.objects.filter(slug=arguments["club"]).first()
        if club is None:
            raise UsageError(
                f"there is no club {arguments['club']!r}: give the word in its address"
            )
        phrase = arguments["phrase"] or getpass("Pass phrase: ")
        event = arriving.import_section(club, read_json(arguments["file"]), phrase, SYSTEM)
        address = f"{club.slug}/{event.slug}"
        return {"event": address}, f"{address} is here, dealt and ready to start"
