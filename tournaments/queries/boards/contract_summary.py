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
class ContractSummary:
    """How a board went with one trump or contract.

    `result_count` results have it; `mean` is the mean X that they gave the game's first line. See
    docs/glossary.md for X.
    """

    call_key: str
    label: Text
    result_count: int
    mean: Fraction


def call_summaries(game: Game, results: Iterable[TableResult]) -> list[ContractSummary]:
    """Return the contracts of a board, the best for the game's first line first.

    Empty if all tables have the same contract.
    """
    xs_by_call = defaultdict[str, list[Fraction]](list)
    for result in results:
        if result.call_key and (x := result.lines[0].x) is not None:
            xs_by_call[result.call_key].append(x)
    summaries = [
        ContractSummary(call_key, call_text(game, call_key), len(xs), Fraction(sum(xs)) / len(xs))
        for call_key, xs in xs_by_call.items()
    ]
    return (
        sorted(summaries, key=lambda summary: (-summary.mean, summary.call_key))
        if len(summaries) > 1
        else []
    )
