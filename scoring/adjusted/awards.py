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
    method: Method, adjusted: AdjustedAward, field: FieldResults, own_boards: OwnBoards
) -> Fraction | None:
    """The award of a ruling; None where it gives none. `own` is what the contestant made on other
    boards.

    No award of anybody else is looked at for an average, and none changes by anything that is
    given. Raises `UnsupportedAward` for an average, or for percent, where the method has none.
    """
    match adjusted:
        case Average():
            return _average(method, adjusted, field.due, own_boards)
        case FixedAward(award):
            return award
        case PercentAward(percent):
            return method.percent_award(percent, field.due)
        case WeightedAward():
            return _weighted(method, adjusted, field)
        case NotPlayed():
            return None


def is_supported(method: Method, adjusted: AdjustedAward) -> bool:
    """Whether such an award means something in a method."""
    if isinstance(adjusted, Average):
        return method.supports_averages
    if isinstance(adjusted, WeightedAward):
        return method.supports_weighted_awards
    return method.supports_percent or not isinstance(adjusted, PercentAward)


def _average(method: Method, which: Average, due: int, own_boards: OwnBoards) -> Fraction | None:
    award, own_mean = method.average(which, due), own_boards.mean(method.top(due))
    if award is None or own_mean is None:
        return award
    return which.with_own_mean(award, own_mean)


def _weighted(method: Method, adjusted: WeightedAward, field: FieldResults) -> Fraction | None:
    """None where one of its X would have had no award."""
    by_x = {part.x: hypothetical_award(method, part.x, field) for part in adjusted.parts}
    awards = {x: award for x, award in by_x.items() if award is not None}
    return adjusted.mean(awards.__getitem__) if len(awards) == len(by_x) else None


def hypothetical_award(method: Method, x: X, field: FieldResults) -> Fraction | None:
    """The award that an X nobody made would have had beside the other results; none of these moves.

    It is held as a flagged result is: against the ordinary results, as one more; against the
    flagged ones too where the method compares everybody with them. With nobody to be held against
    it is as a single result.
    """
    comparing_method, compared = hypothetical_comparison(method, x, field)
    scale = comparing_method.scale_of_group(
        compared.ordinary, compared.flagged, compared.plays_due_in_group, compared.due
    )
    return scale.award(x, flagged=True)


def hypothetical_comparison(
    method: Method, x: X, field: FieldResults
) -> tuple[Method, FieldResults]:
    """The method that holds such an X, and the results with it as a flagged one."""
    rule = method.options.get(FLAGGED.key, "in")
    leave_out = {FLAGGED.key: "out"} if FLAGGED.key in method.options else {}
    compared = compared_results(field.ordinary, field.flagged, rule)
    comparing_method = type(method)({**method.options, **leave_out})
    return comparing_method, field._replace(ordinary=compared, flagged={x: 1})
