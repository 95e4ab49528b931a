"""The boards on which a contestant has a result, without those with an adjusted award."""

from fractions import Fraction
from typing import NamedTuple


class OwnBoards(NamedTuple):
    """The sum of a contestant's awards by results, the number of boards, the sum of tops.

    The sum of tops is 0 if the method has none. After `repeated`, `boards` may be boards that were
    not played.
    """

    total: Fraction = Fraction(0)
    boards: Fraction = Fraction(0)
    top: Fraction = Fraction(0)

    @property
    def number(self) -> int:
        """The number of whole boards."""
        return int(self.boards)

    def mean(self, top: int | None) -> Fraction | None:
        """Return the mean award, scaled to a board with this top; None without any result.

        `top` is None if the method has no tops.
        """
        if not self.boards or (top is not None and not self.top):
            return None
        return self.total / self.boards if top is None else self.total / self.top * top

    def plus(self, other: "OwnBoards") -> "OwnBoards":
        """Return the sum of these boards and others of the same contestant."""
        return OwnBoards(self.total + other.total, self.boards + other.boards, self.top + other.top)

    def repeated(self, boards: int) -> "OwnBoards":
        """Return `boards` boards with the same mean; no boards without any result."""
        if not self.boards:
            return self
        factor = boards / self.boards
        return OwnBoards(self.total * factor, self.boards * factor, self.top * factor)


NO_BOARDS = OwnBoards()
