"""Methods whose awards lie between a worst and a best one of the board, so that a percent says how far up."""

from abc import abstractmethod
from fractions import Fraction

from scoring.frequencies import Frequencies
from scoring.given.averages import PERCENTS, Average
from scoring.method import AwardScale, Method
from scoring.rulings import compared
from scoring.small_groups import SMALL_BELOW, SMALL_GROUPS, fixed_percents


class PercentMethod(Method):
    """Averages and small groups are said in percent: subclasses say of what.

    They have the options of flagged results and of small groups.
    """

    offers_averages = True
    offers_percent = True

    @abstractmethod
    def percent_award(self, percent: Fraction, due: int) -> Fraction | None:
        """The award of `percent`, 0 to 100, on a board with `due` plays; None where it gives no awards."""

    def average(self, which: Average, due: int) -> Fraction | None:
        return self.percent_award(PERCENTS[which], due)

    def scale_of_group(self, ordinary: Frequencies, flagged: Frequencies, group: int, due: int) -> AwardScale:
        rule = self.options[SMALL_GROUPS.key]
        if rule == "neuberg" or group >= min(SMALL_BELOW, due):
            return super().scale_of_group(ordinary, flagged, group, due)
        among = compared(ordinary, flagged, self.options["flagged"])
        percents = fixed_percents(rule, among, {*ordinary, *flagged}) if among else {}
        awards = {x: self.percent_award(percent, due) for x, percent in percents.items()}
        return AwardScale.of({x: awards[x] for x in ordinary}, {x: awards[x] for x in flagged}, among)
