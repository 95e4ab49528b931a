"""Victory points: twenty of them, divided by the margin of a match; see
docs/scoring/victory_points.md.

The continuous scale of the World Bridge Federation (*The new WBF IMP to VP scales*, technical
report of its scoring panel, 2013), with the game's own measure of a board in place of that for
bridge.
"""

from collections.abc import Mapping, Sequence
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from math import floor

from games.explained.explanation import Explanation
from games.explained.formula import Formula
from games.explained.numbers import Rounded, Signed
from games.options import DecimalOption, Option, OptionProblem
from games.text import counted_words, ngettext_noop
from games.text import gettext_noop as _
from games.x import X
from scoring.adjusted.kinds import WeightedAward
from scoring.teams.team_method import TeamMethod, mean_difference

MATCH_POINTS = 20
"""What the two teams of a match have together."""

DEVIATION = DecimalOption(
    "deviation",
    label=_("Standard deviation of a board’s difference (empty: what was measured for the game)"),
)

_AHEAD = ngettext_noop(
    "%(margin)s over both tables, on %(due)s board: %(points)s of 20 points.",
    "%(margin)s over both tables, on %(due)s boards: %(points)s of 20 points.",
)
_WINNERS = (
    "min(20, 10 + 10 × (1 − τ^(3 × %(margin)s / (5 / 2 × %(deviation)s × √(%(boards)s)))) / (1 − "
    "τ^3))"
)

_ENOUGH = Fraction(5, 2)
"""So many deviations of a match's margin win all the points: in bridge 15 IMPs times √N, at 6 a
board."""


class VictoryPoints(TeamMethod):
    """A small margin is worth more than as much on top of a large one, and from 5/2 σ √N on nothing
    is added.

    Raises `OptionProblem` without a deviation: `scoring.catalogue.method_for_game` knows that of
    each game.
    """

    key = "victory_points"
    name = _("Victory points")
    rule = _(
        "The two teams of a match divide 20 points: 10 each where they made the same, else more "
        "for the "
        "winner, up to all of them; the first points ahead count most."
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
            raise OptionProblem(
                f"option {DEVIATION.key!r} is {DEVIATION.allowed}: nobody has said it"
            )
        self.deviation = Fraction(self.options[DEVIATION.key])

    def sit_out_award_for(self, boards: int) -> Fraction | None:
        said = self.options["sit_out"]
        return None if said == "none" else Fraction(said)

    def _shared_out(self, count: Fraction, compared: int, due: int) -> tuple[Fraction, Fraction]:
        winner = winner_points(abs(count), due, self.deviation)
        return (winner, MATCH_POINTS - winner) if count >= 0 else (MATCH_POINTS - winner, winner)

    def _explained(self, made: Sequence[X | WeightedAward], due: int) -> Explanation:
        margin = sum(map(mean_difference, made), Fraction(0))
        numbers: dict[str, X] = {"margin": abs(margin), "deviation": self.deviation, "boards": due}
        formula = Formula(_WINNERS if margin >= 0 else f"20 − {_WINNERS}", numbers, decimals=2)
        params = {"margin": Signed(margin), "due": due, "points": Rounded(formula.value)}
        return Explanation("victory_points", counted_words(_AHEAD, due, params), formula)


@lru_cache(maxsize=4096)
def winner_points(margin: Fraction, boards: int, deviation: Fraction) -> Fraction:
    """What the winner of a match of `boards` boards has, 10 to 20, in exact hundredths, rounded
    half up."""
    squared = (3 * margin / (_ENOUGH * deviation)) ** 2 / boards
    return Fraction(MATCH_POINTS) if squared >= 9 else Fraction(_hundredths(squared), 100)


def _hundredths(squared: Fraction, digits: int = 30) -> int:
    """The points in hundredths, from the square of the exponent e = 3M/B of τ, which is rational.

    With more digits it is always certain on which side of a half the value lies, because it never
    lies on one. Where e is irrational, τ^e is transcendental (Gelfond and Schneider). Where e is
    rational, τ^e would have to be in the field of √5, whose fundamental unit is 1/τ: only for a
    whole e it is, and then the value is 10, 15, or irrational. `decimal` rounds each step
    correctly, so alike on every machine.
    """
    value, slack = _on_the_scale(squared, digits), Fraction(1, 10 ** (digits - 4))
    least, most = (floor(100 * (value + each) + Fraction(1, 2)) for each in (-slack, slack))
    return least if least == most else _hundredths(squared, 2 * digits)


def _on_the_scale(squared: Fraction, digits: int) -> Fraction:
    """10 + 10 (1 − τ^e) / (1 − τ³), with an error below 10^(4 − digits).

    Each step is out by one unit in the last of `digits` places at most, and no number exceeds 20.
    """
    with localcontext(Context(prec=digits)):
        exponent = (Decimal(squared.numerator) / Decimal(squared.denominator)).sqrt()
        tau = (Decimal(5).sqrt() - 1) / 2
        return Fraction(10 + 10 * (1 - (exponent * tau.ln()).exp()) / (1 - tau**3))
