"""Explanations of scorecard rows other than results: sit-outs, penalties, carry-over."""

from fractions import Fraction

from games.explanations.explanation import Explanation
from games.explanations.formatted_numbers import RoundedNumber, rounded_if_fraction
from games.explanations.formula import Formula
from games.text import Text, ngettext_noop, plural_text
from games.text import gettext_noop as _

_REST = _("A round without opponents counts %(award)s in this event.")
_NO_REST = Text(_("A round without opponents counts nothing in this event."))
_BY_MEAN = ngettext_noop(
    "%(boards)s board that was not played counts as the mean of the own boards, %(mean)s.",
    "%(boards)s boards that were not played count as the mean of the own boards, %(mean)s each.",
)
_TAKEN = _("%(amount)s is subtracted from the total.")
_ADDED = _("%(amount)s is added to the total.")
_WARNED = Text(_("A warning changes nothing in the total."))
_CARRIED_ALL = _("%(before)s came from the stage before, all of it.")
_CARRIED_PART = _("%(percent)s %% of the %(before)s that came from the stage before.")


def explain_sit_out(award: Fraction | None) -> Explanation:
    """Explain the award for a round without opponents; `award` is None if it counts nothing."""
    if award is None:
        return Explanation("rest", _NO_REST)
    words = Text(_REST, {"award": rounded_if_fraction(award)})
    return Explanation("rest", words, Formula("%(award)s", {"award": award}))


def explain_unplayed_boards(board_count: int, mean: Fraction) -> Explanation:
    """Explain boards that were not played and count as the mean of the contestant's boards."""
    words = plural_text(_BY_MEAN, board_count, {"boards": board_count, "mean": RoundedNumber(mean)})
    return Explanation(
        "by_mean", words, Formula("%(boards)s × %(mean)s", {"boards": board_count, "mean": mean})
    )


def explain_penalty(amount: Fraction) -> Explanation:
    """Explain a penalty; a negative amount is a bonus, 0 a warning."""
    if not amount:
        return Explanation("warning", _WARNED, Formula("0"))
    params = {"amount": RoundedNumber(abs(amount))}
    if amount < 0:
        return Explanation("bonus", Text(_ADDED, params), Formula("%(bonus)s", {"bonus": -amount}))
    formula = Formula("−%(penalty)s", {"penalty": amount})
    return Explanation("penalty", Text(_TAKEN, params), formula)


def explain_carry_over(total_before: Fraction, part: Fraction) -> Explanation:
    """Explain the carry-over: a part, 0 to 1, of the total of the previous stage."""
    formula = Formula("%(part)s × %(before)s", {"part": part, "before": total_before})
    params = {"before": RoundedNumber(total_before), "percent": rounded_if_fraction(100 * part)}
    sentence = Text(_CARRIED_ALL if part == 1 else _CARRIED_PART, params)
    return Explanation("carried", sentence, formula)
