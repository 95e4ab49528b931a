"""What a contestant made on his own: boards on which he has a result, and none that a ruling
gave him."""

from fractions import Fraction
from typing import NamedTuple


class OwnBoards(NamedTuple):
    """The sum of his awards there, how many boards they are of, and the sum of their tops; 0
    without tops."""

    total: Fraction = Fraction(0)
    boards: Fraction = Fraction(0)
    top: Fraction = Fraction(0)

    @property
    def number(self) -> int:
        """How many whole boards they are."""
        return int(self.boards)

    def mean(self, top: int | None) -> Fraction | None:
        """His mean, as an award of a board with such a top, or without one; None before he has
        any result."""
        if not self.boards or (top is not None and not self.top):
            return None
        return self.total / self.boards if top is None else self.total / self.top * top

    def plus(self, other: "OwnBoards") -> "OwnBoards":
        """These and others of his."""
        return OwnBoards(self.total + other.total, self.boards + other.boards, self.top + other.top)

    def repeated(self, boards: int) -> "OwnBoards":
        """So many boards more of the same mean; none before he has any result."""
        if not self.boards:
            return self
        factor = boards / self.boards
        return OwnBoards(self.total * factor, self.boards * factor, self.top * factor)


NO_BOARDS = OwnBoards()
