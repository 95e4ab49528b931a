"""The awards that rulings give; see docs/scoring/rulings.md."""

from fractions import Fraction

from games.x import X
from scoring.adjusted.averages import Average
from scoring.adjusted.kinds import AdjustedAward, FixedAward, NotPlayed, PercentAward, WeightedAward
from scoring.adjusted.own_boards import OwnBoards
from scoring.flagged_results import FLAGGED, compared_results
from scoring.frequencies import FieldResults
from scoring.method import Method


def adjusted_award_value(
    method: Method, given: AdjustedAward, others: FieldResults, own: OwnBoards
) -> Fraction | None:
    """The award of a ruling; None where it gives none. `own` is what the contestant made on other
    boards.

    No award of anybody else is looked at for an average, and none changes by anything that is
    given. Raises `UnsupportedAward` for an average, or for percent, where the method has none.
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


def is_supported(method: Method, given: AdjustedAward) -> bool:
    """Whether such an award means something in a method."""
    if isinstance(given, Average):
        return method.supports_averages
    if isinstance(given, WeightedAward):
        return method.supports_weighted_awards
    return method.supports_percent or not isinstance(given, PercentAward)


def _average(method: Method, which: Average, due: int, own: OwnBoards) -> Fraction | None:
    award, own_mean = method.average(which, due), own.mean(method.top(due))
    if award is None or own_mean is None:
        return award
    return which.with_own_mean(award, own_mean)


def _weighted(method: Method, given: WeightedAward, others: FieldResults) -> Fraction | None:
    """None where one of its X would have had no award."""
    held = {each.x: hypothetical_award(method, each.x, others) for each in given.parts}
    awards = {x: award for x, award in held.items() if award is not None}
    return given.mean(awards.__getitem__) if len(awards) == len(held) else None


def hypothetical_award(method: Method, x: X, others: FieldResults) -> Fraction | None:
    """The award that an X nobody made would have had beside the other results; none of these moves.

    It is held as a flagged result is: against the ordinary results, as one more; against the
    flagged ones too where the method compares everybody with them. With nobody to be held against
    it is as a single result.
    """
    holding, among = hypothetical_comparison(method, x, others)
    scale = holding.scale_of_group(
        among.ordinary, among.flagged, among.plays_due_in_group, among.due
    )
    return scale.award(x, flagged=True)


def hypothetical_comparison(
    method: Method, x: X, others: FieldResults
) -> tuple[Method, FieldResults]:
    """The method that holds such an X, and the results with it as a flagged one."""
    rule = method.options.get(FLAGGED.key, "in")
    apart = {FLAGGED.key: "out"} if FLAGGED.key in method.options else {}
    among = compared_results(others.ordinary, others.flagged, rule)
    holding = type(method)({**method.options, **apart})
    return holding, others._replace(ordinary=among, flagged={x: 1})
