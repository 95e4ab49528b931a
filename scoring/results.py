"""The results of an event, and the results of a board split by how they are scored."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from games.x import X
from scoring.adjusted.kinds import AdjustedAward, NotPlayed
from scoring.frequencies import Frequencies


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one table on one board: the contestants and the X of each line.

    `x` is empty if the board was not played. `adjusted` has the adjusted award of each line for
    which a ruling gave one; the X of such a line does not count.
    """

    contestants: Mapping[str, tuple[str, ...]]
    x: Mapping[str, X]
    flagged: bool = False
    adjusted: Mapping[str, AdjustedAward] = field(default_factory=dict)


# The results by board number, one for each table that was to play the board.
ResultsByBoard = Mapping[int, Sequence[Result]]


class LineResults(NamedTuple):
    """The results of one line of a board, split by how they are scored."""

    ordinary: list[Result]
    flagged: list[Result]
    unplayed: list[Result]
    adjusted: list[Result]

    def due(self, line: str) -> int:
        """Return how many plays the board was to have, without those ruled not played."""
        void = sum(isinstance(result.adjusted[line], NotPlayed) for result in self.adjusted)
        return sum(map(len, self)) - void


# The split results by board number and line.
LineResultsByBoard = Mapping[int, Mapping[str, LineResults]]


def split_by_line(results: Sequence[Result], lines: Sequence[str]) -> dict[str, LineResults]:
    """Split the results of a board for each line.

    Unless a ruling adjusted an award of the board, all lines have the same `LineResults` object.
    """
    shared = _line_results(results, lines)
    return (
        {line: _line_results(results, (line,)) for line in lines}
        if shared.adjusted
        else dict.fromkeys(lines, shared)
    )


def _line_results(results: Sequence[Result], lines: Sequence[str]) -> LineResults:
    """Split results; one is adjusted if a ruling gave an award to any of `lines`."""
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
    """Count the results of a line for each X."""
    return Counter([result.x[line] for result in results]) if results else {}
