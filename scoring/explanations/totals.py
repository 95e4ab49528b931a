"""Explanations of totals, and of the mean and the percentage computed from them."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from games.explanations.explanation import Explanation
from games.explanations.formatted_numbers import RoundedNumber, rounded_if_fraction
from games.explanations.formula import Formula
from games.text import Text, join_with_commas, ngettext_noop, plural_text
from games.text import gettext_noop as _
from games.x import X

_AWARDS = {
    "board": ngettext_noop("%(awards)s on %(boards)s board", "%(awards)s on %(boards)s boards"),
    "round": ngettext_noop("%(awards)s in %(boards)s round", "%(awards)s in %(boards)s rounds"),
    "match": ngettext_noop("%(awards)s in %(boards)s match", "%(awards)s in %(boards)s matches"),
}
_TAKEN = _("%(amount)s taken as a penalty")
_ADDED = _("%(amount)s added as a bonus")
_CARRIED = _("%(amount)s carried over")
_RESTED = _("%(amount)s for boards not played")
_TOTAL = _("%(parts)s.")
_SUM = _("%(before)s so far, and %(added)s here.")
# The decimals of numbers with more than two, so that readers can check the sum.
_SUM_DECIMALS = 4
_MEAN = ngettext_noop("%(total)s on %(boards)s board.", "%(total)s on %(boards)s boards.")
_NOTHING = Text(_("Nothing of the points that were possible."))
_PERCENT = _("%(total)s of the %(tops)s points that were possible.")


class TotalParts(NamedTuple):
    """The parts of a total: awards, penalty, carry-over, and boards that were not played.

    `awards` is the sum of the awards on `boards` boards, or in as many rounds or matches: `unit` is
    `board`, `round` or `match`. A negative penalty is a bonus. `rested` is the sum of the own mean
    for each board that was not played. The total and its parts are shown with `decimals` decimals.
    """

    awards: Fraction
    boards: int
    penalty: Fraction = Fraction(0)
    carried: Fraction = Fraction(0)
    rested: Fraction = Fraction(0)
    unit: str = "board"
    decimals: int = 2


def explain_total(parts: TotalParts) -> Explanation:
    """Explain a total as the sum of its parts, leaving out parts that are 0."""
    awards = plural_text(
        _AWARDS[parts.unit],
        parts.boards,
        {"awards": RoundedNumber(parts.awards, parts.decimals), "boards": parts.boards},
    )
    words: list[Text] = [awards]
    template, numbers = "%(awards)s", {"awards": parts.awards}
    for phrase, key, sign, amount in _other_parts(parts):
        words.append(Text(phrase, {"amount": RoundedNumber(amount, parts.decimals)}))
        template += f" {sign} %({key})s"
        numbers[key] = amount
    return Explanation(
        "total", Text(_TOTAL, {"parts": join_with_commas(words)}), Formula(template, numbers)
    )


def _other_parts(parts: TotalParts) -> Iterator[tuple[str, str, str, Fraction]]:
    """Yield each part besides the awards: its phrase, its key, its sign and its amount."""
    if parts.penalty > 0:
        yield _TAKEN, "penalty", "−", parts.penalty
    if parts.penalty < 0:
        yield _ADDED, "bonus", "+", -parts.penalty
    if parts.carried:
        yield _CARRIED, "carried", "+", parts.carried
    if parts.rested:
        yield _RESTED, "rested", "+", parts.rested


def explain_running_sum(total_before: Fraction, added: Fraction) -> Explanation:
    """Explain a running sum on a scorecard: the sum before, and the amount added."""
    has_two_decimals = all((100 * amount).denominator == 1 for amount in (total_before, added))
    decimals = 2 if has_two_decimals else _SUM_DECIMALS
    words = Text(
        _SUM,
        {"before": RoundedNumber(total_before, decimals), "added": RoundedNumber(added, decimals)},
    )
    return Explanation(
        "sum", words, Formula("%(before)s + %(added)s", {"before": total_before, "added": added})
    )


def explain_mean(total: Fraction, boards: X) -> Explanation:
    """Explain a mean: the total divided by the number of boards.

    `boards` includes boards carried over and boards not played that count as the own mean.
    """
    words = plural_text(
        _MEAN,
        1 if boards == 1 else 2,
        {"total": RoundedNumber(total), "boards": rounded_if_fraction(boards)},
    )
    return Explanation(
        "mean", words, Formula("%(total)s / %(boards)s", {"total": total, "boards": boards})
    )


def explain_percent(total: Fraction, tops: X) -> Explanation:
    """Explain a percentage: the total divided by the sum of tops."""
    if not total:
        return Explanation("percent", _NOTHING, Formula("0"))
    words = Text(_PERCENT, {"total": RoundedNumber(total), "tops": rounded_if_fraction(tops)})
    return Explanation(
        "percent", words, Formula("100 × %(total)s / %(tops)s", {"total": total, "tops": tops})
    )
