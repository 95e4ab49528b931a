"""Sums over the boards on which a contestant has a result, without adjusted awards."""

from fractions import Fraction
from typing import NamedTuple


class AwardSums(NamedTuple):
    """Sum, number and sum of tops of the awards that a contestant's results gave.

    `total` is the sum of the awards, `boards` the number of boards, and `top` the sum of the
    highest possible awards, which is 0 if the method has no tops. After `scaled_to`, `boards` may
    exceed the number of boards that were played.
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

    def plus(self, other: "AwardSums") -> "AwardSums":
        """Return the sum of these boards and others of the same contestant."""
        return AwardSums(self.total + other.total, self.boards + other.boards, self.top + other.top)

    def scaled_to(self, board_count: int) -> "AwardSums":
        """Return the sums that `board_count` boards with the same mean would have.

        Without any board there is no mean, and the sums stay 0.
        """
        if not self.boards:
            return self
        factor = board_count / self.boards
        return AwardSums(self.total * factor, self.boards * factor, self.top * factor)


NO_BOARDS = AwardSums()
