"""Victory points: two teams split twenty points by the margin of their match.

This is the continuous scale of the World Bridge Federation (*The new WBF IMP to VP scales*,
technical report of its scoring panel, 2013), with the standard deviation of the game instead of
that of bridge. See docs/scoring/victory_points.md.
"""

from collections.abc import Mapping, Sequence
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from math import floor

from games.explanations.explanation import Explanation
from games.explanations.formatted_numbers import RoundedNumber, SignedNumber
from games.explanations.formula import Formula
from games.options import DecimalOption, InvalidOption, Option
from games.text import gettext_noop as _
from games.text import ngettext_noop, plural_text
from games.x import X
from scoring.adjusted.kinds import WeightedAward
from scoring.teams.team_method import TeamMethod, mean_difference

# The sum of the awards of both teams.
MATCH_POINTS = 20

DEVIATION = DecimalOption(
    "deviation",
    label=_("Standard deviation of a board’s difference (empty: what was measured for the game)"),
)

_AHEAD = ngettext_noop(
    "%(margin)s over both tables, on %(due)s board: %(points)s of 20 points.",
    "%(margin)s over both tables, on %(due)s boards: %(points)s of 20 points.",
)
_WINNER_FORMULA = (
    "min(20, 10 + 10 × (1 − τ^(3 × %(margin)s / (5 / 2 × %(deviation)s × √(%(boards)s)))) / (1 − "
    "τ^3))"
)

# The margin that wins all points, in standard deviations of the margin of a match: in bridge
# 15 IMPs times √N, at 6 IMPs per board.
_BLITZ_DEVIATIONS = Fraction(5, 2)


class VictoryPoints(TeamMethod):
    """Awards that split twenty points by a concave function of the margin, up to 5/2 σ √N.

    Each further point of the margin counts less than the one before. Raises `InvalidOption` without
    a deviation; `scoring.catalogue.method_for_game` adds the deviation of the game.
    """

    key = "victory_points"
    name = _("Victory points")
    rule = _(
        "The two teams of a match divide 20 points: 10 each where they made the same, else more "
        "for the winner, up to all of them; the first points ahead count most."
    )
    reveals_x = True
    own_options = (
        Option(
            "sit_out",
            "12",
            ("12", "10", "none"),
            _("A round without opponents counts as"),
            {"12": _("12 points"), "10": _("10 points"), "none": _("nothing")},
        ),
        DEVIATION,
    )

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        if not self.options[DEVIATION.key]:
            raise InvalidOption(
                f"option {DEVIATION.key!r} is {DEVIATION.allowed_values}: nobody has said it"
            )
        self.deviation = Fraction(self.options[DEVIATION.key])

    def sit_out_award_for(self, board_count: int) -> Fraction | None:
        points = self.options["sit_out"]
        return None if points == "none" else Fraction(points)

    def _split_points(
        self, points: Fraction, compared_count: int, due_count: int
    ) -> tuple[Fraction, Fraction]:
        winner = winner_points(abs(points), due_count, self.deviation)
        return (winner, MATCH_POINTS - winner) if points >= 0 else (MATCH_POINTS - winner, winner)

    def _explain_compared(
        self, compared: Sequence[X | WeightedAward], due_count: int
    ) -> Explanation:
        margin = sum(map(mean_difference, compared), Fraction(0))
        template = _WINNER_FORMULA if margin >= 0 else f"20 − {_WINNER_FORMULA}"
        numbers: dict[str, X] = {
            "margin": abs(margin),
            "deviation": self.deviation,
            "boards": due_count,
        }
        formula = Formula(template, numbers, decimals=2)
        params = {
            "margin": SignedNumber(margin),
            "due": due_count,
            "points": RoundedNumber(formula.value),
        }
        return Explanation("victory_points", plural_text(_AHEAD, due_count, params), formula)


@lru_cache(maxsize=4096)
def winner_points(margin: Fraction, board_count: int, deviation: Fraction) -> Fraction:
    """Return the points of the winner, 10 to 20, in exact hundredths, rounded half up.

    `margin` is not negative; `board_count` is the number of boards of the match.
    """
    squared_exponent = (3 * margin / (_BLITZ_DEVIATIONS * deviation)) ** 2 / board_count
    if squared_exponent >= 9:
        return Fraction(MATCH_POINTS)
    return Fraction(_hundredths(squared_exponent), 100)


def _hundredths(squared_exponent: Fraction, digit_count: int = 30) -> int:
    """Return the points in hundredths, with as many digits as it takes to round correctly.

    The exponent e = 3M/B of τ is given by its square, which is rational: M is the margin and B the
    margin that wins all points. The value in hundredths is never exactly halfway between two
    integers, so enough digits always show in which direction to round. If e is irrational, τ^e is
    transcendental (Gelfond and Schneider). If e is rational, a value halfway between two integers
    would need a τ^e in the field of √5, whose fundamental unit is 1/τ. That is possible only for an
    integer e, and then the value is 10, 15 or irrational. `decimal` rounds each step correctly, so
    that the result is the same on every machine.
    """
    points = _approximate_points(squared_exponent, digit_count)
    error = Fraction(1, 10 ** (digit_count - 4))
    low, high = (floor(100 * (points + offset) + Fraction(1, 2)) for offset in (-error, error))
    return low if low == high else _hundredths(squared_exponent, 2 * digit_count)


def _approximate_points(squared_exponent: Fraction, digit_count: int) -> Fraction:
    """Return 10 + 10 (1 − τ^e) / (1 − τ³) with an error below 10^(4 − digit_count).

    The error of each step is at most one unit in the last of `digit_count` digits, and no number
    exceeds 20.
    """
    with localcontext(Context(prec=digit_count)):
        exponent = (
            Decimal(squared_exponent.numerator) / Decimal(squared_exponent.denominator)
        ).sqrt()
        tau = (Decimal(5).sqrt() - 1) / 2
        return Fraction(10 + 10 * (1 - (exponent * tau.ln()).exp()) / (1 - tau**3))
