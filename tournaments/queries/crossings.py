"""Contestants against contestants, as a picture: a row and a column for each, a square where two
cross."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

CELL = 27
"""The side of a square in the picture's units, 18 to 1 rem: a letter of 16 px fits twice."""


class Square(NamedTuple):
    """What is to be said of two contestants, with the upper left corner of its square.

    `tone` is how strong it is, from 1 to 5; 0 where all squares are alike.
    """

    value: int
    x: int
    y: int
    tone: int = 0

    @property
    def text(self) -> str:
        """The value with a true minus sign."""
        return str(self.value).replace("-", "−")


@dataclass(frozen=True)
class Crossings:
    """What is said of `rows` (contestants' numbers) with `columns`: often the same contestants."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    squares: tuple[Square, ...]
    cell: int = CELL

    @property
    def is_of_all(self) -> bool:
        """Whether rows and columns are the same contestants, so that nothing is said on the
        diagonal."""
        return self.rows == self.columns

    @property
    def across(self) -> list[tuple[int, int]]:
        """The number of each column with its left edge."""
        return [(number, self.cell * at) for at, number in enumerate(self.columns, 1)]

    @property
    def down(self) -> list[tuple[int, int]]:
        """The number of each row with its upper edge."""
        return [(number, self.cell * at) for at, number in enumerate(self.rows, 1)]

    @property
    def width(self) -> int:
        """The width of the picture in its units; its first column holds the numbers of the rows."""
        return self.cell * (len(self.columns) + 1)

    @property
    def height(self) -> int:
        """The height of the picture in its units."""
        return self.cell * (len(self.rows) + 1)

    @property
    def rem(self) -> float:
        """The width of the picture on the page, so that it grows with the letters around it."""
        return self.width / 18

    def numbered(self, numbers: Sequence[int]) -> "Crossings":
        """The same picture where the contestants have other numbers: `numbers` from the first
        one on."""
        return replace(
            self,
            rows=tuple(numbers[each - 1] for each in self.rows),
            columns=tuple(numbers[each - 1] for each in self.columns),
        )


def crossings(
    values: Mapping[tuple[int, int], int],
    rows: Sequence[int],
    columns: Sequence[int],
    cell: int = CELL,
    tones: Mapping[tuple[int, int], int] | None = None,
) -> Crossings:
    """The picture of `values` by row and column, `tones` likewise."""
    squares = _squares(values, rows, columns, cell, tones or {})
    return Crossings(tuple(rows), tuple(columns), tuple(squares), cell)


def _squares(
    values: Mapping[tuple[int, int], int],
    rows: Sequence[int],
    columns: Sequence[int],
    cell: int,
    tones: Mapping[tuple[int, int], int],
) -> Iterator[Square]:
    for (y, row), (x, column) in product(enumerate(rows, 1), enumerate(columns, 1)):
        if (row, column) in values:
            yield Square(values[row, column], cell * x, cell * y, tones.get((row, column), 0))
