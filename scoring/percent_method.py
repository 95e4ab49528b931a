"""Methods whose awards lie between a worst and a best one of the board, so that a percent says
how far up."""

from abc import abstractmethod
from fractions import Fraction

from games.explained.explanation import Explanation
from games.explained.formula import Formula
from games.explained.numbers import Signed, shortest
from games.text import counted_words, ngettext_noop
from games.x import X
from scoring.adjusted.averages import PERCENTS, Average
from scoring.flagged_results import compared_results
from scoring.frequencies import FieldResults, Frequencies
from scoring.method import AwardScale, Method
from scoring.small_groups import SMALL_BELOW, SMALL_GROUPS, fixed_percents

_SMALL = ngettext_noop(
    "%(x)s; only %(results)s table had these cards, so the rules give a fixed %(percent)s %%.",
    "%(x)s; only %(results)s tables had these cards, so the rules give a fixed %(percent)s %%.",
)
"""Where so few had the same cards that comparing them says little."""


class PercentMethod(Method):
    """Averages and small groups are said in percent: subclasses say of what.

    They have the options of flagged results and of small groups.
    """

    supports_averages = True
    supports_percent = True

    @abstractmethod
    def percent_award(self, percent: Fraction, due: int) -> Fraction | None:
        """The award of `percent`, 0 to 100, on a board with `due` plays; None where it gives no
        awards."""

    def average(self, which: Average, due: int) -> Fraction | None:
        return self.percent_award(PERCENTS[which], due)

    @abstractmethod
    def percent_formula(self, percent: Fraction, due: int) -> Formula | None:
        """How `percent_award` comes about."""

    def average_formula(self, which: Average, due: int) -> Formula | None:
        return self.percent_formula(PERCENTS[which], due)

    def scale_of_group(
        self, ordinary: Frequencies, flagged: Frequencies, group: int, due: int
    ) -> AwardScale:
        if not self._is_small(group, due):
            return super().scale_of_group(ordinary, flagged, group, due)
        rule = self.options[SMALL_GROUPS.key]
        among = compared_results(ordinary, flagged, self.options["flagged"])
        percents = fixed_percents(rule, among, {*ordinary, *flagged}) if among else {}
        awards = {x: self.percent_award(percent, due) for x, percent in percents.items()}
        return AwardScale.of(
            {x: awards[x] for x in ordinary}, {x: awards[x] for x in flagged}, among
        )

    def _is_small(self, group: int, due: int) -> bool:
        """Whether a group of a board gets fixed percents."""
        return self.options[SMALL_GROUPS.key] != "neuberg" and group < min(SMALL_BELOW, due)

    def explain_x(self, x: X, flagged: bool, among: FieldResults) -> Explanation:
        if self._is_small(among.plays_due_in_group, among.due):
            return self._explained_by_rule(x, among)
        return self.explain_comparison(x, flagged, among)

    @abstractmethod
    def explain_comparison(self, x: X, flagged: bool, among: FieldResults) -> Explanation:
        """The same where the results are compared as usual."""

    def _explained_by_rule(self, x: X, among: FieldResults) -> Explanation:
        made = compared_results(among.ordinary, among.flagged, self.options["flagged"])
        percent = fixed_percents(self.options[SMALL_GROUPS.key], made, {x})[x]
        results = sum(made.values())
        params = {"x": Signed(x), "results": results, "percent": shortest(percent)}
        return Explanation(
            "small_group",
            counted_words(_SMALL, results, params),
            self.percent_formula(percent, among.due),
        )
