"""Compare the contracts of a board: how many tables chose each, and their average."""

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
    """A trump or contract, the number of its results, and the mean X of the first line."""

    call_key: str
    words: Text
    results: int
    mean: Fraction


def call_summaries(game: Game, results: Iterable[TableResult]) -> list[CallSummary]:
    """Return the contracts of a board, best for the first line first; empty if only one."""
    xs_by_call = defaultdict[str, list[Fraction]](list)
    for result in results:
        if result.call_key and (x := result.lines[0].x) is not None:
            xs_by_call[result.call_key].append(x)
    summaries = [
        CallSummary(called, call_text(game, called), len(xs), Fraction(sum(xs)) / len(xs))
        for called, xs in xs_by_call.items()
    ]
    return (
        sorted(summaries, key=lambda summary: (-summary.mean, summary.call_key))
        if len(summaries) > 1
        else []
    )
