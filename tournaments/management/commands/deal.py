"""`deal`: deal boards from a seed and a salt; the same ones always give the same hands."""

from argparse import ArgumentParser
from typing import Any

from games.deals import normalize_salt
from games.published_deals import deal_sheet
from games.text import gettext_noop as _
from tournaments.management.base import JsonCommand
from tournaments.management.deal_arguments import add_deal_arguments, parse_deal_arguments


class Command(JsonCommand):
    help = _("Deal boards from a seed and print the commitment to it.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add `--salt` to the arguments of all commands that deal."""
        add_deal_arguments(parser)
        parser.add_argument(
            "--salt", default="", type=normalize_salt, help="public text fixed after the commitment"
        )

    def run(self, **arguments: Any) -> tuple[object, str]:
        """Return the deal sheet: the commitment to the seed, and the hands of every board."""
        game, seed = parse_deal_arguments(arguments)
        sheet = deal_sheet(game, seed, arguments["salt"], arguments["boards"])
        return sheet, deal_sheet_text(sheet)


def deal_sheet_text(sheet: dict[str, Any]) -> str:
    """Return a deal sheet as text: game, salt and commitment, then the hands of each board."""
    heading = [f"{sheet['game']}, salt “{sheet['salt']}”", f"commitment {sheet['commitment']}"]
    return "\n".join(
        heading + [line for board in sheet["boards"] for line in _board_text_lines(board)]
    )


def _board_text_lines(board: dict[str, Any]) -> list[str]:
    hands = [f"  {seat}: {' '.join(hand)}" for seat, hand in board["hands"].items()]
    talon = [f"  talon: {' '.join(board['talon'])}"] if board["talon"] else []
    return [f"board {board['number']}, dealer {board['dealer']}", *hands, *talon]
