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


# The results by board number, one for each table that was to play the board.
ResultsByBoard = Mapping[int, Sequence[Result]]


class LineResults(NamedTuple):
    """The results of one line of a board: what makes the scale, what is flagged, not played, or
    given."""

    ordinary: list[Result]
    flagged: list[Result]
    unplayed: list[Result]
    adjusted: list[Result]

    def due(self, line: str) -> int:
        """How many plays there were to be: all that no ruling calls not played."""
        void = sum(isinstance(result.adjusted[line], NotPlayed) for result in self.adjusted)
        return sum(map(len, self)) - void


# The split results by board number and line.
LineResultsByBoard = Mapping[int, Mapping[str, LineResults]]


def split_by_line(results: Sequence[Result], lines: Sequence[str]) -> dict[str, LineResults]:
    """The same for all lines, unless a ruling gives some of them something."""
    shared = _split(results, lines)
    return (
        {line: _split(results, (line,)) for line in lines}
        if shared.adjusted
        else dict.fromkeys(lines, shared)
    )


def _split(results: Sequence[Result], lines: Sequence[str]) -> LineResults:
    """The results, as given where any of these lines was given something."""
    split = LineResults([], [], [], [])
    ordinary, flagged, unplayed, adjusted = split
    for result in results:
        if result.adjusted and not result.adjusted.keys().isdisjoint(lines):
            adjusted.append(result)
        elif not result.x:
            unplayed.append(result)
        elif result.flagged:
            flagged.append(result)
        else:
            ordinary.append(result)
    return split


def x_frequencies(results: list[Result], line: str) -> Frequencies:
    """How many results of a line came to each X."""
    return Counter([result.x[line] for result in results]) if results else {}
