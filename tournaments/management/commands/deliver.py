"""`deliver`: write the results of an offline section into a file, or send them."""

import json
import secrets
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.actions.offline.result_upload import build_result_upload
from tournaments.management.api_client import post_json
from tournaments.management.base import JsonCommand, UsageError, find_event
from tournaments.management.command_files import write_file
from tournaments.models import Event


class Command(JsonCommand):
    help = (
        "Write the results of an offline section into a file, or send them to its organiser's site."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the event, and the file or site to which the results are written or sent."""
        parser.add_argument("event", help="its number here, or its address: club/event")
        parser.add_argument("--file", type=Path, help="write them into this file")
        parser.add_argument("--to", help="send them to this site, as https://manilla.example")
        parser.add_argument(
            "--token-file", type=Path, help="with --to: a file with a director's token there"
        )

    def run(self, **arguments: Any) -> tuple[object, str]:
        """Write the results into a file, or send them to a site.

        They can be sent more than once, because the site skips entries that it already has.
        """
        event, file, site = find_event(arguments["event"]), arguments["file"], arguments["to"]
        if bool(file) == bool(site) or bool(site) != bool(arguments["token_file"]):
            raise UsageError("give --file, or --to with --token-file")
        upload = build_result_upload(event)
        if file:
            write_file(file, json.dumps(upload, indent=1) + "\n")
            return {"file": str(file)}, f"the results are in {file}"
        token, idempotency_key = _read_token(arguments["token_file"]), secrets.token_hex(16)
        answer = post_json(_deliveries_url(site, event), upload, token, idempotency_key)
        return (
            answer,
            f"delivered: {answer.get('plays')} boards, {answer.get('entries')} new entries",
        )


def _deliveries_url(site: str, event: Event) -> str:
    return f"{site.rstrip('/')}/api/v1/events/{event.imported_section.home_event}/deliveries/"


def _read_token(file: Path) -> str:
    try:
        return file.read_text().strip()
    except (OSError, ValueError):
        raise ValidationFailed(
            [Problem("no_token", _("%(path)s cannot be read."), {"path": str(file)})]
        ) from None
