"""Base class of the methods with a worst and a best award, which allow percentages."""

from abc import abstractmethod
from fractions import Fraction

from games.explanations.explanation import Explanation
from games.explanations.formatted_numbers import SignedNumber, rounded_if_fraction
from games.explanations.formula import Formula
from games.text import ngettext_noop, plural_text
from games.x import X
from scoring.adjusted.averages import PERCENTS, Average
from scoring.flagged_results import compared_results
from scoring.frequencies import FieldResults, Frequencies
from scoring.method import AwardScale, Method
from scoring.small_groups import MIN_PLAYS_OF_FULL_GROUP, SMALL_GROUPS, fixed_percents

_SMALL = ngettext_noop(
    "%(x)s; only %(results)s table had these cards, so the rules give a fixed %(percent)s %%.",
    "%(x)s; only %(results)s tables had these cards, so the rules give a fixed %(percent)s %%.",
)


class PercentMethod(Method):
    """A method whose averages and small groups are percentages of what a board can give.

    `percent_award` of the subclass converts a percentage to an award. Subclasses have the options
    `FLAGGED` and `SMALL_GROUPS`.
    """

    supports_averages = True
    supports_percent = True

    @abstractmethod
    def percent_award(self, percent: Fraction, due_count: int) -> Fraction | None:
        """Return the award worth `percent`, 0 to 100, on a board with `due_count` plays.

        None if the board gives no awards.
        """

    def average(self, average_kind: Average, due_count: int) -> Fraction | None:
        return self.percent_award(PERCENTS[average_kind], due_count)

    @abstractmethod
    def percent_formula(self, percent: Fraction, due_count: int) -> Formula | None:
        """Return the formula of `percent_award`, or None if the board gives no awards."""

    def average_formula(self, average_kind: Average, due_count: int) -> Formula | None:
        return self.percent_formula(PERCENTS[average_kind], due_count)

    def scale_of_group(
        self, ordinary: Frequencies, flagged: Frequencies, group_due_count: int, due_count: int
    ) -> AwardScale:
        if not self._has_fixed_percents(group_due_count, due_count):
            return super().scale_of_group(ordinary, flagged, group_due_count, due_count)
        rule = self.options[SMALL_GROUPS.key]
        compared = compared_results(ordinary, flagged, self.options["flagged"])
        percents = fixed_percents(rule, compared, {*ordinary, *flagged}) if compared else {}
        awards = {x: self.percent_award(percent, due_count) for x, percent in percents.items()}
        return AwardScale.of(
            {x: awards[x] for x in ordinary}, {x: awards[x] for x in flagged}, compared
        )

    def _has_fixed_percents(self, group_due_count: int, due_count: int) -> bool:
        """Return whether the group is so small that its results get fixed percentages."""
        return self.options[SMALL_GROUPS.key] != "neuberg" and group_due_count < min(
            MIN_PLAYS_OF_FULL_GROUP, due_count
        )

    def explain_x_award(self, x: X, is_flagged: bool, field: FieldResults) -> Explanation:
        if self._has_fixed_percents(field.plays_due_in_group, field.due):
            return self._explain_fixed_percent(x, field)
        return self.explain_comparison(x, is_flagged, field)

    @abstractmethod
    def explain_comparison(self, x: X, is_flagged: bool, field: FieldResults) -> Explanation:
        """Explain the award of an X in a group that is large enough to compare results."""

    def _explain_fixed_percent(self, x: X, field: FieldResults) -> Explanation:
        compared = compared_results(field.ordinary, field.flagged, self.options["flagged"])
        percent = fixed_percents(self.options[SMALL_GROUPS.key], compared, {x})[x]
        results = sum(compared.values())
        params = {"x": SignedNumber(x), "results": results, "percent": rounded_if_fraction(percent)}
        return Explanation(
            "small_group",
            plural_text(_SMALL, results, params),
            self.percent_formula(percent, field.due),
        )
