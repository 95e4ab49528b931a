"""Import a result file of an offline section of any size."""

import secrets
from argparse import ArgumentParser
from typing import Any

from tournaments.actions.offline import result_upload as delivering
from tournaments.management.base import JsonCommand, find_event
from tournaments.management.command_files import read_json
from tournaments.permissions.actor import SYSTEM


class Command(JsonCommand):
    help = (
        "Take in the results of a section that was sent as a file; pages take files of 2 MB: "
        "docs/integrators/event-file.md."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whose section, and its file."""
        parser.add_argument("event", help="its number here, or its address: club/event")
        parser.add_argument("file")

    def run(self, **arguments: Any) -> tuple[object, str]:
        """Store what is not known yet; twice is harmless."""
        event, sent = find_event(arguments["event"]), read_json(arguments["file"])
        answer = delivering.receive_result_upload(event, sent, SYSTEM, secrets.token_hex(16))
        told = (
            f"{answer['section']}: {answer['plays']} boards in the file, {answer['entries']} new "
            f"entries"
        )
        return answer, told
