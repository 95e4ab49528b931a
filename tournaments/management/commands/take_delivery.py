"""`take_delivery`: import a result file of an offline section, of any size."""

import secrets
from argparse import ArgumentParser
from typing import Any

from tournaments.actions.offline.result_upload import receive_result_upload
from tournaments.management.base import JsonCommand, find_event
from tournaments.management.command_files import read_json
from tournaments.permissions.actor import SYSTEM


class Command(JsonCommand):
    help = (
        "Import a result file of an offline section; pages accept files of up to 2 MB: "
        "docs/integrators/offline-files.md."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments `event` and `file`."""
        parser.add_argument("event", help="its number here, or its address: club/event")
        parser.add_argument("file")

    def run(self, **arguments: Any) -> tuple[object, str]:
        """Store the entries of the file that are not stored yet."""
        event, upload = find_event(arguments["event"]), read_json(arguments["file"])
        answer = receive_result_upload(event, upload, SYSTEM, secrets.token_hex(16))
        text = (
            f"{answer['section']}: {answer['plays']} boards in the file, {answer['entries']} new "
            f"entries"
        )
        return answer, text
