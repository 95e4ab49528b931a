"""Matchpoints: points for each result of the line that was beaten or tied.

See docs/scoring/matchpoints.md.
"""

from collections.abc import Iterator
from fractions import Fraction

from games.explanations.explanation import Explanation
from games.explanations.formatted_numbers import SignedNumber
from games.explanations.formula import Formula
from games.options import Option
from games.text import Text, ngettext_noop, plural_text
from games.text import gettext_noop as _
from games.x import X
from scoring.flagged_results import FLAGGED, compared_results, flagged_are_left_out
from scoring.frequencies import FieldResults, Frequencies
from scoring.method import UNPLAYED, AwardScale
from scoring.percent_method import PercentMethod
from scoring.small_groups import SMALL_GROUPS

WIN = Option(
    "win",
    default="2",
    choices=("2", "1"),
    label=_("Matchpoints for each result beaten"),
    labels={"2": _("2, and 1 for a tie"), "1": _("1, and a half for a tie")},
)

_BEATEN = ngettext_noop(
    "%(x)s beat %(beaten)s of %(others)s other result and tied with %(ties)s.",
    "%(x)s beat %(beaten)s of %(others)s other results and tied with %(ties)s.",
)
_RAISED = ngettext_noop(
    "%(x)s beat %(beaten)s of %(others)s other result and tied with %(ties)s; raised to %(due)s "
    "tables.",
    "%(x)s beat %(beaten)s of %(others)s other results and tied with %(ties)s; raised to %(due)s "
    "tables.",
)
_ALONE = _("%(x)s, the only result: nothing to compare, so it has half of the top.")
_NOBODY = _("%(x)s, but only one table was to play this board: there is no award.")
_FORMULA = "%(win)s × (%(beaten)s + %(ties)s / 2)"
_NEUBERG_FORMULA = "%(win)s × ((%(beaten)s + %(ties)s / 2 + 1 / 2) × %(due)s / %(results)s − 1 / 2)"


class Matchpoints(PercentMethod):
    """Points for each result of the line that was beaten, and half of them for each tie."""

    key = "matchpoints"
    name = _("Matchpoints")
    short_name = _("MP")
    rule = _(
        "Each result of the board on the same line that was beaten brings points, a tie half as "
        "many; where fewer were compared than were due they are raised in proportion."
    )
    own_options = (WIN, FLAGGED, SMALL_GROUPS, UNPLAYED)

    def top(self, due_count: int) -> int:
        return int(self.options["win"]) * (due_count - 1)

    def percent_award(self, percent: Fraction, due_count: int) -> Fraction | None:
        """Return a percentage of the top, or None if the board was to have one play only."""
        return percent / 100 * self.top(due_count) if due_count > 1 else None

    def percent_formula(self, percent: Fraction, due_count: int) -> Formula | None:
        numbers: dict[str, X] = {
            "percent": percent,
            "win": int(self.options["win"]),
            "due": due_count,
        }
        return (
            Formula("%(percent)s / 100 × %(win)s × (%(due)s − 1)", numbers)
            if due_count > 1
            else None
        )

    def scale(self, ordinary: Frequencies, flagged: Frequencies, due_count: int) -> AwardScale:
        rule = self.options["flagged"]
        compared = compared_results(ordinary, flagged, rule)
        results = sum(compared.values())
        twice_ranks = dict(_twice_ranks(compared, {*ordinary, *flagged}))
        # A flagged result that is left out of the comparison is scored as one more result.
        extra = 1 if flagged_are_left_out(ordinary, rule) else 0
        return AwardScale.of(
            {x: self._points(twice_ranks[x], results, due_count) for x in ordinary},
            {x: self._points(twice_ranks[x] + extra, results + extra, due_count) for x in flagged},
            compared,
        )

    def _points(self, twice_rank: int, result_count: int, due_count: int) -> Fraction | None:
        """Apply Neuberg's formula: scale `result_count` results up to `due_count` plays.

        `twice_rank` is 2 for each result beaten and 1 for each equal one, the result itself
        included: one more than the points with 2 for a win. Neuberg's formula multiplies that sum
        by due / results and subtracts 1. Return None if only one play was due, since there is no
        result to compare it with.
        """
        if due_count == 1:
            return None
        return (Fraction(due_count * twice_rank, result_count) - 1) * int(self.options["win"]) / 2

    def explain_comparison(self, x: X, is_flagged: bool, field: FieldResults) -> Explanation:
        rule, due_count = self.options["flagged"], field.due
        if due_count == 1:
            return Explanation("nobody", Text(_NOBODY, {"x": SignedNumber(x)}))
        compared = compared_results(field.ordinary, field.flagged, rule)
        self_count = 0 if is_flagged and flagged_are_left_out(field.ordinary, rule) else 1
        others = sum(compared.values()) - self_count
        beaten = sum(count for other, count in compared.items() if other < x)
        ties = compared.get(x, 0) - self_count
        numbers = {"win": int(self.options["win"]), "beaten": beaten, "ties": ties}
        params = {
            "x": SignedNumber(x),
            "others": others,
            "beaten": beaten,
            "ties": ties,
            "due": due_count,
        }
        if others + 1 == due_count:
            return Explanation(
                "beaten", plural_text(_BEATEN, others, params), Formula(_FORMULA, numbers)
            )
        formula = Formula(_NEUBERG_FORMULA, {**numbers, "due": due_count, "results": others + 1})
        sentence = plural_text(_RAISED, others, params) if others else Text(_ALONE, params)
        return Explanation("raised", sentence, formula)


def _twice_ranks(compared: Frequencies, xs: set[X]) -> Iterator[tuple[X, int]]:
    """Yield each X with 2 for each compared result below it and 1 for each equal one.

    A result that is among the compared ones also counts as equal to itself.
    """
    below = 0
    for x in sorted(xs):
        equal = compared.get(x, 0)
        yield x, 2 * below + equal
        below += equal
