"""Prove published deals: recompute every hand from seed and salt, and compare."""

from argparse import ArgumentParser
from typing import Any

from games.published_deals import verify_deal_sheet
from games.text import gettext_noop as _
from tournaments.management.base import JsonCommand
from tournaments.management.command_files import read_deals


class Command(JsonCommand):
    help = _("Recompute published deals and check that they follow from the seed.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", help="a file as the deal command prints it with --json, or deals as text"
        )

    def run(self, **arguments: Any) -> tuple[object, str]:
        found = verify_deal_sheet(read_deals(arguments["file"]))
        return found, finding_lines(found)

    def exit_status(self, value: object) -> int:
        """1 unless everything is what the seed gives."""
        return 0 if isinstance(value, dict) and value["ok"] else 1


def finding_lines(found: dict[str, Any]) -> str:
    """The finding as people read it."""
    commitment = (
        "commitment: right" if found["commitment_ok"] else "commitment: not that of this seed"
    )
    rule = [] if found["rule_ok"] else ["pack, seats or sizes: not those of this game"]
    return "\n".join([commitment, *rule, *(_line(board) for board in found["boards"])])


def _line(board: dict[str, Any]) -> str:
    finding = "right" if board["ok"] else f"differs in {', '.join(board['differs'])}"
    return f"board {board['number']}: {finding}"
