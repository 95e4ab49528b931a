"""What each call made of a board: in how many tables, and on average."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from games.game import Game
from games.text import Text
from tournaments.queries.boards.travellers import TableResult
from tournaments.queries.results.notations import call_text


@dataclass(frozen=True)
class CallSummary:
    """A trump or contract: its key and words, how many tables called it, the mean X of the first
    line."""

    called: str
    words: Text
    results: int
    mean: Fraction


def call_summaries(game: Game, results: Iterable[TableResult]) -> list[CallSummary]:
    """The calls that were made of a board, the best for the game's first line first; none of one
    alone."""
    made = defaultdict[str, list[Fraction]](list)
    for result in results:
        if result.called and (x := result.lines[0].x) is not None:
            made[result.called].append(x)
    told = [
        CallSummary(called, call_text(game, called), len(xs), Fraction(sum(xs)) / len(xs))
        for called, xs in made.items()
    ]
    return sorted(told, key=lambda each: (-each.mean, each.called)) if len(told) > 1 else []
