"""The awards that rulings give; see docs/scoring/rulings.md."""

from fractions import Fraction

from games.x import X
from scoring.adjusted.averages import Average
from scoring.adjusted.kinds import FixedAward, Given, NotPlayed, PercentAward, WeightedAward
from scoring.adjusted.own_average import OwnBoards
from scoring.flagged_results import FLAGGED, compared
from scoring.frequencies import OtherResults
from scoring.method import Method


def given_award(
    method: Method, given: Given, others: OtherResults, own: OwnBoards
) -> Fraction | None:
    """The award of a ruling; None where it gives none. `own` is what the contestant made on other
    boards.

    No award of anybody else is looked at for an average, and none changes by anything that is
    given. Raises `NotOffered` for an average, or for percent, where the method has none.
    """
    match given:
        case Average():
            return _average(method, given, others.due, own)
        case FixedAward(award):
            return award
        case PercentAward(percent):
            return method.percent_award(percent, others.due)
        case WeightedAward():
            return _weighted(method, given, others)
        case NotPlayed():
            return None


def is_offered(method: Method, given: Given) -> bool:
    """Whether such an award means something in a method."""
    if isinstance(given, Average):
        return method.offers_averages
    if isinstance(given, WeightedAward):
        return method.holds_any_x
    return method.offers_percent or not isinstance(given, PercentAward)


def _average(method: Method, which: Average, due: int, own: OwnBoards) -> Fraction | None:
    award, own_mean = method.average(which, due), own.mean(method.top(due))
    if award is None or own_mean is None:
        return award
    return which.with_own_mean(award, own_mean)


def _weighted(method: Method, given: WeightedAward, others: OtherResults) -> Fraction | None:
    """None where one of its X would have had no award."""
    held = {each.x: held_against(method, each.x, others) for each in given.parts}
    awards = {x: award for x, award in held.items() if award is not None}
    return given.mean(awards.__getitem__) if len(awards) == len(held) else None


def held_against(method: Method, x: X, others: OtherResults) -> Fraction | None:
    """The award that an X nobody made would have had beside the other results; none of these moves.

    It is held as a flagged result is: against the ordinary results, as one more; against the
    flagged ones too where the method compares everybody with them. With nobody to be held against
    it is as a single result.
    """
    holding, among = seen_against(method, x, others)
    scale = holding.scale_of_group(among.ordinary, among.flagged, among.group, among.due)
    return scale.award(x, flagged=True)


def seen_against(method: Method, x: X, others: OtherResults) -> tuple[Method, OtherResults]:
    """The method that holds such an X, and the results with it as a flagged one."""
    rule = method.options.get(FLAGGED.key, "in")
    apart = {FLAGGED.key: "out"} if FLAGGED.key in method.options else {}
    among = compared(others.ordinary, others.flagged, rule)
    holding = type(method)({**method.options, **apart})
    return holding, others._replace(ordinary=among, flagged={x: 1})
