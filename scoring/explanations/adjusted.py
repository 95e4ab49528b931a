"""How what a ruling gave instead of a result came about; see docs/scoring/rulings.md."""

from collections.abc import Mapping

from games.explained.explanation import Explanation
from games.explained.formula import Formula
from games.explained.numbers import Rounded, Signed, shortest
from games.text import Words, listed
from games.text import gettext_noop as _
from games.x import X
from scoring.adjusted.averages import PERCENTS, Average
from scoring.adjusted.awards import hypothetical_comparison, is_supported
from scoring.adjusted.kinds import AdjustedAward, FixedAward, NotPlayed, PercentAward, WeightedAward
from scoring.adjusted.own_boards import OwnBoards
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
        "which is more "
        "than %(basis)s."
    ),
    Average.MINUS: _(
        "Instead of a result: average minus, by the mean of the other boards played, %(mean)s, "
        "which is less "
        "than %(basis)s."
    ),
}
_FURTHEST = {Average.PLUS: "max", Average.MINUS: "min"}
_PERCENT = _("Instead of a result: %(basis)s.")
_FIXED = _("Instead of a result: an award of %(award)s.")
_WEIGHTED = _("Instead of a result: the weighted mean of %(parts)s.")
_PART = _("%(percent)s %% of what X %(x)s would have had")
_OF_WAY = _("%(percent)s %% of the way from 1 to 2")
_OF_TOP = _("%(percent)s %% of the top, %(top)s")
_POINTS = _("award of %(award)s")
_NOT_PLAYED = Words(_("The board does not count for this side."))
_NO_AWARD = Words(_("A ruling gave something instead of a result, but this board gives no award."))


def explain_adjusted_award(
    method: Method, given: AdjustedAward, others: FieldResults, own: OwnBoards
) -> Explanation:
    """How an award that `adjusted_award_value` makes of the same came about."""
    if not is_supported(method, given):
        return Explanation("no_award", _NO_AWARD)
    match given:
        case Average():
            return _average(method, given, others.due, own)
        case FixedAward(award):
            words = Words(_FIXED, {"award": shortest(award)})
            return Explanation("fixed", words, Formula("%(award)s", {"award": award}))
        case PercentAward(percent):
            formula = method.percent_formula(percent, others.due)
            words = Words(_PERCENT, {"basis": _of_board(method, percent, others.due)})
            return (
                Explanation("percent", words, formula)
                if formula
                else Explanation("no_award", _NO_AWARD)
            )
        case WeightedAward():
            return _weighted(method, given, others)
        case NotPlayed():
            return Explanation("not_played", _NOT_PLAYED)


def _average(method: Method, which: Average, due: int, own: OwnBoards) -> Explanation:
    formula = method.average_formula(which, due)
    if formula is None:
        return Explanation("no_award", _NO_AWARD)
    plain = Explanation(
        which.value, Words(_AVERAGE[which], {"basis": _basis(method, which, due)}), formula
    )
    top = method.top(due)
    if which is Average.AVERAGE or own.mean(top) is None:
        return plain
    mean = _own_mean(own, top)
    both = Formula(
        f"{_FURTHEST[which]}({formula.template}, {mean.template})",
        {**mean.numbers, **formula.numbers},
    )
    if both.value == formula.value:
        return Explanation(plain.kind, plain.sentence, both)
    params = {"mean": Rounded(mean.value), "basis": _basis(method, which, due)}
    return Explanation("own_mean", Words(_OWN_MEAN[which], params), both)


def _own_mean(own: OwnBoards, top: int | None) -> Formula:
    """What `OwnBoards.mean` is, by its numbers."""
    if top is None:
        return Formula(
            "%(own_total)s / %(own_boards)s", {"own_total": own.total, "own_boards": own.boards}
        )
    numbers: dict[str, X] = {"own_total": own.total, "own_tops": own.top, "top": top}
    return Formula("%(own_total)s / %(own_tops)s × %(top)s", numbers)


def _basis(method: Method, which: Average, due: int) -> Words:
    if method.supports_percent:
        return _of_board(method, PERCENTS[which], due)
    return Words(_POINTS, {"award": shortest(method.average(which, due) or 0)})


def _of_board(method: Method, percent: X, due: int) -> Words:
    """What percent are of: the way from 1 to 2, or the top of the board."""
    top = method.top(due)
    if top is None:
        return Words(_OF_WAY, {"percent": shortest(percent)})
    return Words(_OF_TOP, {"percent": shortest(percent), "top": top})


def _weighted(method: Method, given: WeightedAward, others: FieldResults) -> Explanation:
    """Each X by its own explanation; none where one of them would have had no award."""
    awards = [_held(method, part.x, others) for part in given.parts]
    numbers: dict[str, X] = {}
    for at, (part, award) in enumerate(zip(given.parts, awards, strict=True), 1):
        if award.value is None:
            return Explanation("no_award", _NO_AWARD)
        numbers |= {f"weight{at}": part.weight, f"award{at}": award.value}
    said = (
        Words(_PART, {"percent": shortest(100 * each.weight), "x": Signed(each.x)})
        for each in given.parts
    )
    template = " + ".join(f"%(weight{at})s × %(award{at})s" for at in range(1, len(awards) + 1))
    sentence = Words(_WEIGHTED, {"parts": listed(said)})
    return Explanation("weighted", sentence, Formula(template, numbers))


def _held(method: Method, x: X, others: FieldResults) -> Explanation:
    """The award that an X nobody made would have had."""
    holding, among = hypothetical_comparison(method, x, others)
    return holding.explain_x(x, True, among)
