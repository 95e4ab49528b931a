"""The value of adjusted awards; see docs/scoring/rulings.md."""

from fractions import Fraction

from games.x import X
from scoring.adjusted.averages import Average
from scoring.adjusted.award_sums import AwardSums
from scoring.adjusted.kinds import AdjustedAward, FixedAward, NotPlayed, PercentAward, WeightedAward
from scoring.flagged_results import FLAGGED, compared_results
from scoring.frequencies import FieldResults
from scoring.method import Method


def adjusted_award_value(
    method: Method, adjusted: AdjustedAward, field: FieldResults, own_boards: AwardSums
) -> Fraction | None:
    """Return the award that a ruling gives in numbers, or None if the board gives none.

    `field` holds the results of the line at the other tables, and `own_boards` the contestant's
    other boards. An average does not depend on the awards of others, and no adjusted award changes
    the award of another contestant. Raises `UnsupportedAward` for an average or a percentage if the
    method has none.
    """
    match adjusted:
        case Average():
            return _average_award(method, adjusted, field.due, own_boards)
        case FixedAward(award):
            return award
        case PercentAward(percent):
            return method.percent_award(percent, field.due)
        case WeightedAward():
            return _weighted_award(method, adjusted, field)
        case NotPlayed():
            return None


def is_supported(method: Method, adjusted: AdjustedAward) -> bool:
    """Return whether a method has adjusted awards of this kind."""
    if isinstance(adjusted, Average):
        return method.supports_averages
    if isinstance(adjusted, WeightedAward):
        return method.supports_weighted_awards
    return method.supports_percent or not isinstance(adjusted, PercentAward)


def _average_award(
    method: Method, average_kind: Average, due_count: int, own_boards: AwardSums
) -> Fraction | None:
    award, own_mean = (
        method.average(average_kind, due_count),
        own_boards.mean(method.top(due_count)),
    )
    if award is None or own_mean is None:
        return award
    return average_kind.with_own_mean(award, own_mean)


def _weighted_award(
    method: Method, adjusted: WeightedAward, field: FieldResults
) -> Fraction | None:
    """Return the weighted mean of the awards, or None if one of the X would have had none."""
    by_x = {part.x: hypothetical_award(method, part.x, field) for part in adjusted.parts}
    awards = {x: award for x, award in by_x.items() if award is not None}
    return adjusted.mean(awards.__getitem__) if len(awards) == len(by_x) else None


def hypothetical_award(method: Method, x: X, field: FieldResults) -> Fraction | None:
    """Return the award that an X which no table made would have had.

    The X is added to the ordinary results as one more result, and to the flagged results as well
    if the method compares these. If there is no other result, it is scored as the only one.
    """
    comparing_method, compared = hypothetical_comparison(method, x, field)
    scale = comparing_method.scale_of_group(
        compared.ordinary, compared.flagged, compared.plays_due_in_group, compared.due
    )
    return scale.award(x, is_flagged=True)


def hypothetical_comparison(
    method: Method, x: X, field: FieldResults
) -> tuple[Method, FieldResults]:
    """Return the method and the results by which a hypothetical X is scored.

    In these results the X is the only flagged one, and all results that it is compared with are
    ordinary ones. The method is set to leave flagged results out of the comparison, so that the X
    does not change the scale by which it is scored.
    """
    rule = method.options.get(FLAGGED.key, "in")
    leave_out = {FLAGGED.key: "out"} if FLAGGED.key in method.options else {}
    compared = compared_results(field.ordinary, field.flagged, rule)
    comparing_method = type(method)({**method.options, **leave_out})
    return comparing_method, field._replace(ordinary=compared, flagged={x: 1})
