"""`advise`: print the movements that fit a number of contestants and a length of time."""

from argparse import ArgumentParser
from fractions import Fraction
from typing import Any

from games.catalogue import get_game
from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.management.base import JsonCommand, add_options
from tournaments.movements.advice.proposals import Proposal, propose_movements
from tournaments.movements.advice.time_budget import TimeBudget

_INVALID_PACE = _("Write the minutes of a board as a number: 7 or 7.5.")
_NO_MOVEMENT = _(
    "There is no movement for %(contestants)s contestants: divide them over two events, or "
    "find more."
)


class Command(JsonCommand):
    """Proposes movements for a number of contestants and a length of time."""

    help = "Print the movements that fit so many contestants in so many minutes, best first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the number of contestants and the time; everything else has defaults."""
        parser.add_argument("--contestants", type=int, required=True)
        parser.add_argument("--minutes", type=int, required=True, help="length of the session")
        parser.add_argument("--game", default="botifarra")
        add_options(parser)
        parser.add_argument("--individuals", action="store_true", help="single players, not pairs")
        parser.add_argument("--minutes-per-board", help="by default what the game usually takes")
        parser.add_argument("--boards-per-round", type=int)
        parser.add_argument("--rounds", type=int)

    def run(self, **arguments: Any) -> tuple[object, str]:
        """Return the proposals."""
        budget = _time_budget(arguments)
        if not (proposals := propose_movements(budget)):
            params = {"contestants": budget.contestants}
            raise ValidationFailed([Problem("no_movement", _NO_MOVEMENT, params, "contestants")])
        return [proposal_json(proposal) for proposal in proposals], proposals_table(proposals)


def _time_budget(arguments: dict[str, Any]) -> TimeBudget:
    game = get_game(arguments["game"], dict(arguments["option"]))
    limits = {name: arguments[name] for name in ("minutes", "boards_per_round", "rounds")}
    limits |= _minutes_per_board(arguments)
    players_each = 1 if arguments["individuals"] else game.contestant_sizes[0]
    return TimeBudget.for_game(game, arguments["contestants"], players_each, **limits)


def _minutes_per_board(arguments: dict[str, Any]) -> dict[str, Fraction]:
    if arguments["minutes_per_board"] is None:
        return {}
    try:
        return {"minutes_per_board": Fraction(arguments["minutes_per_board"])}
    except (ValueError, ZeroDivisionError):
        raise ValidationFailed(
            [Problem("not_a_number", _INVALID_PACE, field="minutes_per_board")]
        ) from None


def proposal_json(proposal: Proposal) -> dict[str, Any]:
    """Return a proposal as JSON; `boards` is how many a contestant plays who never sits out."""
    return {
        "movement": proposal.movement,
        "options": dict(proposal.options),
        "rounds": proposal.rounds,
        "boards": proposal.rounds * proposal.boards_per_round,
        "boards_per_round": proposal.boards_per_round,
        "sit_outs": proposal.sit_outs_per_round,
        "minutes": proposal.minutes,
        "winners": proposal.winner_count,
        "quality": None if proposal.quality is None else float(round(proposal.quality, 1)),
        "why": str(proposal.reason),
    }


def proposals_table(proposals: list[Proposal]) -> str:
    """Return a table of the proposals, with the reason below each."""
    rows = [f"{'movement':<32}  rounds  boards  minutes  rest  winners     Qf"]
    for proposal in proposals:
        rows += [_row(proposal), f"    {proposal.reason}"]
    return "\n".join(rows)


def _row(proposal: Proposal) -> str:
    options = " ".join(f"{key}={value}" for key, value in proposal.options.items())
    quality = "–" if proposal.quality is None else f"{float(round(proposal.quality, 1))}"
    rounds, boards = proposal.rounds, proposal.boards_per_round
    return (
        f"{f'{proposal.movement} {options}':<32}  {f'{rounds}×{boards}':>6}  {rounds * boards:>6}  "
        f"{proposal.minutes:>7}  {proposal.sit_outs_per_round:>4}  "
        f"{proposal.winner_count:>7}  {quality:>5}"
    )
