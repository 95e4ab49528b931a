"""Placement: awards by the order of the lines at a table; see docs/scoring/placement.md."""

from collections.abc import Mapping
from fractions import Fraction
from math import lcm

from games.explanations.explanation import Explanation
from games.explanations.formatted_numbers import SignedNumber, rounded_if_fraction
from games.explanations.formula import Formula
from games.seats import MAX_SEATS
from games.text import Text
from games.text import gettext_noop as _
from games.x import X
from scoring.frequencies import FieldResults, Frequencies
from scoring.method import AwardScale, Comparison, Method

_ALONE = _("%(x)s: place %(place)s of %(players)s at this table, which counts %(points)s.")
_SHARED = _(
    "%(x)s: places %(place)s to %(last)s of %(players)s at this table are shared, which counts "
    "%(points)s to each."
)
_BY_THE_TABLE = Text(_("It counts by what everybody at its table made."))


class Placement(Method):
    """One point for each line of the table that is behind, and one more for the first place.

    At a table of four: 4, 2, 1, 0. Equal lines share the points of their places.
    """

    key = "placement"
    name = _("Places at the table")
    rule = _(
        "At one’s own table everybody left behind counts 1, and to be first 1 more: 4, 2, 1 and 0 "
        "at a table of four. Who share places share their points."
    )
    comparison = Comparison.TABLE
    for_single_seats = True
    supports_weighted_awards = False

    def scale(self, ordinary: Frequencies, flagged: Frequencies, due_count: int) -> AwardScale:
        """Return a scale without awards, since an award depends on the whole table.

        The denominator of the scale is a common one of all awards that any table can give.
        """
        xs = (*ordinary, *flagged)
        denominator = lcm(2, *range(1, MAX_SEATS + 1))
        return AwardScale(
            denominator, dict.fromkeys(ordinary), dict.fromkeys(flagged), min(xs), max(xs)
        )

    def award(
        self, line: str, xs: Mapping[str, X], scale: AwardScale, is_flagged: bool
    ) -> Fraction | None:
        """Return 1 for each line beaten, 1/2 for each tie, and a share of the bonus for first."""
        beaten, ties = _beaten_and_ties(line, xs)
        # The lines that share the first place share its extra point.
        first_place_bonus = Fraction(beaten + ties + 1 == len(xs), ties + 1)
        return beaten + Fraction(ties, 2) + first_place_bonus

    def explain_x_award(self, x: X, is_flagged: bool, field: FieldResults) -> Explanation:
        return Explanation("by_the_table", _BY_THE_TABLE)

    def explain_award(
        self, line: str, xs: Mapping[str, X], is_flagged: bool, field: FieldResults
    ) -> Explanation:
        beaten, ties = _beaten_and_ties(line, xs)
        place = len(xs) - beaten - ties
        formula = _formula(beaten, ties, is_first=place == 1)
        params = {
            "x": SignedNumber(xs[line]),
            "place": place,
            "last": place + ties,
            "players": len(xs),
            "points": rounded_if_fraction(formula.value or 0),
        }
        return Explanation("place", Text(_SHARED if ties else _ALONE, params), formula)


def _beaten_and_ties(line: str, xs: Mapping[str, X]) -> tuple[int, int]:
    """Return how many lines of the table have a lower X, and how many others the same X."""
    return sum(x < xs[line] for x in xs.values()), sum(x == xs[line] for x in xs.values()) - 1


def _formula(beaten: int, tie_count: int, is_first: bool) -> Formula:
    if not tie_count:
        return Formula("%(beaten)s + %(first)s", {"beaten": beaten, "first": int(is_first)})
    template = "%(beaten)s + %(ties)s / 2"
    if is_first:
        template += " + 1 / (%(ties)s + 1)"
    return Formula(template, {"beaten": beaten, "ties": tie_count})
