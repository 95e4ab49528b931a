"""`playout`: play boards out with random legal actions, as records that `replay` reads."""

from argparse import ArgumentParser
from typing import Any

from games.playout import playout, playout_random
from games.text import gettext_noop as _
from tournaments.management.base import JsonCommand
from tournaments.management.deal_arguments import add_deal_arguments, parse_deal_arguments


class Command(JsonCommand):
    help = _("Play boards out with random legal actions.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments of all commands that deal."""
        add_deal_arguments(parser)

    def run(self, **arguments: Any) -> tuple[object, str]:
        """Return the play records of the boards, and the result of each as text."""
        game, seed = parse_deal_arguments(arguments)
        boards = [game.deal(seed, "", number) for number in range(1, arguments["boards"] + 1)]
        records = [
            playout(game, board, playout_random(seed, game, board.number)) for board in boards
        ]
        lines = [
            f"board {board.number}: {game.notation(record['outcome'], board)}"
            for board, record in zip(boards, records, strict=True)
        ]
        return records, "\n".join(lines)
