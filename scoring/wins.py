"""Wins: awards for matches won, drawn or lost at one table; see docs/scoring/wins.md."""

from fractions import Fraction

from games.explanations.explanation import Explanation
from games.explanations.formatted_numbers import SignedNumber, rounded_if_fraction
from games.explanations.formula import Formula
from games.options import Option
from games.text import Text
from games.text import gettext_noop as _
from games.x import X
from scoring.frequencies import FieldResults, Frequencies
from scoring.method import AwardScale, Comparison, Method

_WON = _("%(x)s: the match is won, and counts %(points)s.")
_DRAWN = _("The match is drawn, and counts %(points)s to each side.")
_LOST = _("%(x)s: the match is lost, and counts nothing.")


class Wins(Method):
    """Awards that depend only on the sign of X at the contestant's table.

    Contestants are ranked by their total, so that those who arrive late or leave early have fewer
    wins. A round without opponents is not the contestant's fault, and counts as the option
    `sit_out` says.
    """

    key = "wins"
    name = _("Matches won")
    rule = _(
        "A match won is 1, a drawn one a half, a lost one 0, whatever happens at other tables."
    )
    ranks_by_total = True
    comparison = Comparison.TABLE
    own_options = (
        Option(
            "win",
            "1",
            ("1", "3"),
            _("For a match"),
            {"1": _("won 1, drawn 1/2"), "3": _("won 3, drawn 1")},
        ),
        Option(
            "sit_out",
            "win",
            ("win", "draw", "none"),
            _("A round without opponents counts as"),
            {"win": _("a match won"), "draw": _("a drawn match"), "none": _("nothing")},
        ),
    )

    @property
    def sit_out_award(self) -> Fraction | None:
        """The award for a round without opponents, by the option `sit_out`; None for nothing."""
        return {"win": self._award(1), "draw": self._award(0), "none": None}[
            self.options["sit_out"]
        ]

    def scale(self, ordinary: Frequencies, flagged: Frequencies, due_count: int) -> AwardScale:
        return AwardScale.of(
            {x: self._award(x) for x in ordinary},
            {x: self._award(x) for x in flagged},
            (*ordinary, *flagged),
        )

    def explain_x_award(self, x: X, is_flagged: bool, field: FieldResults) -> Explanation:
        win = int(self.options["win"])
        draw = Fraction(1, 2) if win == 1 else Fraction(1)
        if x == 0:
            return _explanation("drawn", _DRAWN, x, draw)
        return _explanation("won", _WON, x, win) if x > 0 else _explanation("lost", _LOST, x, 0)

    def _award(self, x: X) -> Fraction:
        win = int(self.options["win"])
        if x == 0:
            return Fraction(1, 2) if win == 1 else Fraction(1)
        return Fraction(win if x > 0 else 0)


def _explanation(kind: str, sentence: str, x: X, points: X) -> Explanation:
    words = Text(sentence, {"x": SignedNumber(x), "points": rounded_if_fraction(points)})
    return Explanation(kind, words, Formula("%(points)s", {"points": points}))
