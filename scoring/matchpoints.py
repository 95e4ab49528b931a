"""Matchpoints: a result against each other one, and how many it beat; see docs/scoring/matchpoints.md."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection
from fractions import Fraction

from games.game import X
from games.options import Option
from games.text import gettext_noop as _
from scoring.method import Method, Scale
from scoring.rulings import FLAGGED, are_apart, compared

WIN = Option(
    "win",
    default="2",
    choices=("2", "1"),
    label=_("Matchpoints for each result beaten"),
    labels={"2": _("2, and 1 for a tie"), "1": _("1, and a half for a tie")},
)


class Matchpoints(Method):
    """So much for each result of the line that was beaten, half of it for each tie."""

    key = "matchpoints"
    name = _("Matchpoints")
    rule = _(
        "The award counts the results of the board on the same line that were beaten, a tie as half of one; "
        "where fewer were compared than were due it is raised in proportion."
    )
    own_options = (WIN, FLAGGED)

    def top(self, due: int) -> int:
        return int(self.options["win"]) * (due - 1)

    def scale(self, xs: Collection[X], flagged: Collection[X], due: int) -> Scale:
        rule = self.options["flagged"]
        among = sorted(compared(xs, flagged, rule))
        joined = 1 if are_apart(xs, rule) else 0  # a result from outside is compared as one more
        return Scale.of(
            {x: self._points(_twice_rank(x, among), len(among), due) for x in xs},
            {x: self._points(_twice_rank(x, among) + joined, len(among) + joined, due) for x in flagged},
            among,
        )

    def _points(self, twice_rank: int, results: int, due: int) -> Fraction | None:
        """Neuberg's formula: `results` stand for the `due` plays there should have been.

        With 2 for a win and 1 for a tie, points + 1 grow by due / results. None where one play was
        due: it is compared with nobody.
        """
        if due == 1:
            return None
        return (Fraction(due * twice_rank, results) - 1) * int(self.options["win"]) / 2


def _twice_rank(x: X, among: list[X]) -> int:
    """2 for each result below `x` and 1 for each equal one, itself included where it is one of them."""
    return bisect_left(among, x) + bisect_right(among, x)
