"""How the rows of a card beside its results came about: rests, penalties, what was carried over."""

from fractions import Fraction

from games.explanations.explanation import Explanation
from games.explanations.formula import Formula
from games.explanations.numbers import Rounded, rounded_if_fraction
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


def rest_explained(award: Fraction | None) -> Explanation:
    """What a round without opponents gives; None for nothing."""
    if award is None:
        return Explanation("rest", _NO_REST)
    words = Text(_REST, {"award": rounded_if_fraction(award)})
    return Explanation("rest", words, Formula("%(award)s", {"award": award}))


def by_mean_explained(boards: int, mean: Fraction) -> Explanation:
    """What boards that were not played count as, by the mean of the own ones."""
    words = plural_text(_BY_MEAN, boards, {"boards": boards, "mean": Rounded(mean)})
    return Explanation(
        "by_mean", words, Formula("%(boards)s × %(mean)s", {"boards": boards, "mean": mean})
    )


def penalty_explained(amount: Fraction) -> Explanation:
    """What a director took; negative, a bonus; 0, a warning."""
    if not amount:
        return Explanation("warning", _WARNED, Formula("0"))
    said = {"amount": Rounded(abs(amount))}
    if amount < 0:
        return Explanation("bonus", Text(_ADDED, said), Formula("%(bonus)s", {"bonus": -amount}))
    return Explanation("penalty", Text(_TAKEN, said), Formula("−%(penalty)s", {"penalty": amount}))


def carried_explained(before: Fraction, part: Fraction) -> Explanation:
    """What was carried over: so much of all that the stage before came to."""
    formula = Formula("%(part)s × %(before)s", {"part": part, "before": before})
    said = {"before": Rounded(before), "percent": rounded_if_fraction(100 * part)}
    return Explanation("carried", Text(_CARRIED_ALL if part == 1 else _CARRIED_PART, said), formula)
