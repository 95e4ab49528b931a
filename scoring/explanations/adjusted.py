"""Explanations of adjusted awards; see docs/scoring/rulings.md."""

from collections.abc import Mapping

from games.explanations.explanation import Explanation
from games.explanations.formatted_numbers import RoundedNumber, SignedNumber, rounded_if_fraction
from games.explanations.formula import Formula
from games.text import Text, join_with_commas
from games.text import gettext_noop as _
from games.x import X
from scoring.adjusted.averages import PERCENTS, Average
from scoring.adjusted.award_sums import AwardSums
from scoring.adjusted.awards import hypothetical_comparison, is_supported
from scoring.adjusted.kinds import AdjustedAward, FixedAward, NotPlayed, PercentAward, WeightedAward
from scoring.frequencies import FieldResults
from scoring.method import Method

_AVERAGE: Mapping[Average, str] = {
    Average.AVERAGE: _("Instead of a result: average, %(basis)s."),
    Average.PLUS: _("Instead of a result: average plus, %(basis)s."),
    Average.MINUS: _("Instead of a result: average minus, %(basis)s."),
}
_OWN_MEAN: Mapping[Average, str] = {
    Average.PLUS: _(
        "Instead of a result: average plus, by the mean of the other boards played, %(mean)s, "
        "which is more than %(basis)s."
    ),
    Average.MINUS: _(
        "Instead of a result: average minus, by the mean of the other boards played, %(mean)s, "
        "which is less than %(basis)s."
    ),
}
# The function that combines the average with the own mean.
_COMBINED_BY = {Average.PLUS: "max", Average.MINUS: "min"}
_PERCENT = _("Instead of a result: %(basis)s.")
_FIXED = _("Instead of a result: an award of %(award)s.")
_WEIGHTED = _("Instead of a result: the weighted mean of %(parts)s.")
_PART = _("%(percent)s %% of what X %(x)s would have had")
_OF_WAY = _("%(percent)s %% of the way from 1 to 2")
_OF_TOP = _("%(percent)s %% of the top, %(top)s")
_POINTS = _("award of %(award)s")
_NOT_PLAYED = Text(_("The board does not count for this side."))
_NO_AWARD = Text(_("A ruling gave something instead of a result, but this board gives no award."))


def explain_adjusted_award(
    method: Method, adjusted: AdjustedAward, field: FieldResults, own_boards: AwardSums
) -> Explanation:
    """Explain the result of `adjusted_award_value` for the same arguments."""
    if not is_supported(method, adjusted):
        return Explanation("no_award", _NO_AWARD)
    match adjusted:
        case Average():
            return _explain_average(method, adjusted, field.due, own_boards)
        case FixedAward(award):
            words = Text(_FIXED, {"award": rounded_if_fraction(award)})
            return Explanation("fixed", words, Formula("%(award)s", {"award": award}))
        case PercentAward(percent):
            formula = method.percent_formula(percent, field.due)
            words = Text(_PERCENT, {"basis": _percent_basis(method, percent, field.due)})
            return (
                Explanation("percent", words, formula)
                if formula
                else Explanation("no_award", _NO_AWARD)
            )
        case WeightedAward():
            return _explain_weighted(method, adjusted, field)
        case NotPlayed():
            return Explanation("not_played", _NOT_PLAYED)


def _explain_average(
    method: Method, average_kind: Average, due_count: int, own_boards: AwardSums
) -> Explanation:
    formula = method.average_formula(average_kind, due_count)
    if formula is None:
        return Explanation("no_award", _NO_AWARD)
    plain = Explanation(
        average_kind.value,
        Text(_AVERAGE[average_kind], {"basis": _basis_text(method, average_kind, due_count)}),
        formula,
    )
    top = method.top(due_count)
    if average_kind is Average.AVERAGE or own_boards.mean(top) is None:
        return plain
    mean = _own_mean_formula(own_boards, top)
    combined = Formula(
        f"{_COMBINED_BY[average_kind]}({formula.template}, {mean.template})",
        {**mean.numbers, **formula.numbers},
    )
    if combined.value == formula.value:
        return Explanation(plain.kind, plain.sentence, combined)
    params = {
        "mean": RoundedNumber(mean.value),
        "basis": _basis_text(method, average_kind, due_count),
    }
    return Explanation("own_mean", Text(_OWN_MEAN[average_kind], params), combined)


def _own_mean_formula(own_boards: AwardSums, top: int | None) -> Formula:
    """Return the formula of `AwardSums.mean`."""
    if top is None:
        return Formula(
            "%(own_total)s / %(own_boards)s",
            {"own_total": own_boards.total, "own_boards": own_boards.boards},
        )
    numbers: dict[str, X] = {"own_total": own_boards.total, "own_tops": own_boards.top, "top": top}
    return Formula("%(own_total)s / %(own_tops)s × %(top)s", numbers)


def _basis_text(method: Method, average_kind: Average, due_count: int) -> Text:
    if method.supports_percent:
        return _percent_basis(method, PERCENTS[average_kind], due_count)
    return Text(
        _POINTS, {"award": rounded_if_fraction(method.average(average_kind, due_count) or 0)}
    )


def _percent_basis(method: Method, percent: X, due_count: int) -> Text:
    """Return what a percentage is taken of: the range from 1 to 2, or the top of the board."""
    top = method.top(due_count)
    if top is None:
        return Text(_OF_WAY, {"percent": rounded_if_fraction(percent)})
    return Text(_OF_TOP, {"percent": rounded_if_fraction(percent), "top": top})


def _explain_weighted(method: Method, adjusted: WeightedAward, field: FieldResults) -> Explanation:
    """Explain a weighted award by a formula with the weight and the award of each X."""
    awards = [_explain_hypothetical_award(method, part.x, field) for part in adjusted.parts]
    numbers: dict[str, X] = {}
    for index, (part, award) in enumerate(zip(adjusted.parts, awards, strict=True), 1):
        if award.value is None:
            return Explanation("no_award", _NO_AWARD)
        numbers |= {f"weight{index}": part.weight, f"award{index}": award.value}
    parts = (
        Text(_PART, {"percent": rounded_if_fraction(100 * part.weight), "x": SignedNumber(part.x)})
        for part in adjusted.parts
    )
    template = " + ".join(
        f"%(weight{index})s × %(award{index})s" for index in range(1, len(awards) + 1)
    )
    sentence = Text(_WEIGHTED, {"parts": join_with_commas(parts)})
    return Explanation("weighted", sentence, Formula(template, numbers))


def _explain_hypothetical_award(method: Method, x: X, field: FieldResults) -> Explanation:
    comparing_method, compared = hypothetical_comparison(method, x, field)
    return comparing_method.explain_x_award(x, True, compared)
