"""`verify`: recompute published deals from seed and salt, and compare them."""

from argparse import ArgumentParser
from typing import Any

from games.published_deals import verify_deal_sheet
from games.text import gettext_noop as _
from tournaments.management.base import JsonCommand
from tournaments.management.command_files import read_deals


class Command(JsonCommand):
    help = _("Recompute published deals and check that they follow from the seed.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the argument `file`."""
        parser.add_argument(
            "file", help="a file as the deal command prints it with --json, or deals as text"
        )

    def run(self, **arguments: Any) -> tuple[object, str]:
        """Recompute the deals of the file, and return what is right and what differs."""
        verification = verify_deal_sheet(read_deals(arguments["file"]))
        return verification, verification_text(verification)

    def exit_status(self, value: object) -> int:
        """Return 1 unless the commitment and all deals follow from the seed."""
        return 0 if isinstance(value, dict) and value["ok"] else 1


def verification_text(verification: dict[str, Any]) -> str:
    """Return a verification as text: the commitment, the game's rule, then each board."""
    commitment = (
        "commitment: right"
        if verification["commitment_ok"]
        else "commitment: not that of this seed"
    )
    rule = [] if verification["rule_ok"] else ["pack, seats or sizes: not those of this game"]
    return "\n".join([commitment, *rule, *(_line(board) for board in verification["boards"])])


def _line(board: dict[str, Any]) -> str:
    text = "right" if board["ok"] else f"differs in {', '.join(board['differs'])}"
    return f"board {board['number']}: {text}"
