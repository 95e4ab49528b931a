"""What was made of the boards of an event, as it comes, and split by what becomes of it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from games.x import X
from scoring.adjusted.kinds import AdjustedAward, NotPlayed
from scoring.frequencies import Frequencies


@dataclass(frozen=True, slots=True)
class Result:
    """One table's part in one board: for each line its contestants and its X; X empty: not played.

    A line that a ruling has `given` something has no X that counts.
    """

    contestants: Mapping[str, tuple[str, ...]]
    x: Mapping[str, X]
    flagged: bool = False
    adjusted: Mapping[str, AdjustedAward] = field(default_factory=dict)


ResultsByBoard = Mapping[int, Sequence[Result]]
"""The results on each board number, one for each table that was to play it."""


class LineResults(NamedTuple):
    """The results of one line of a board: what makes the scale, what is flagged, not played, or
    given."""

    ordinary: list[Result]
    flagged: list[Result]
    unplayed: list[Result]
    adjusted: list[Result]

    def due(self, line: str) -> int:
        """How many plays there were to be: all that no ruling calls not played."""
        void = sum(isinstance(each.adjusted[line], NotPlayed) for each in self.adjusted)
        return sum(map(len, self)) - void


LineResultsByBoard = Mapping[int, Mapping[str, LineResults]]
"""What there is of each board, by its number and by line."""


def split_by_line(results: Sequence[Result], lines: Sequence[str]) -> dict[str, LineResults]:
    """The same for all lines, unless a ruling gives some of them something."""
    board = _split(results, lines)
    return (
        {line: _split(results, (line,)) for line in lines}
        if board.adjusted
        else dict.fromkeys(lines, board)
    )


def _split(results: Sequence[Result], lines: Sequence[str]) -> LineResults:
    """The results, as given where any of these lines was given something."""
    board = LineResults([], [], [], [])
    ordinary, flagged, unplayed, given = board
    for result in results:
        if result.adjusted and not result.adjusted.keys().isdisjoint(lines):
            given.append(result)
        elif not result.x:
            unplayed.append(result)
        elif result.flagged:
            flagged.append(result)
        else:
            ordinary.append(result)
    return board


def x_frequencies(results: list[Result], line: str) -> Frequencies:
    """How many results of a line came to each X."""
    return Counter([each.x[line] for each in results]) if results else {}
