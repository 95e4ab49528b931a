"""Exact numbers as pages show them: rounded once, at the very end."""

from collections.abc import Mapping
from fractions import Fraction

from django import template
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from scoring.penalty_steps import WARNING, parse_step
from tournaments.queries.standings.ranking import RankedContestant, ShownRanking

register = template.Library()


@register.filter
def rounded(value: Fraction | int | None, decimals: int = 2) -> str:
    """An exact number to so many decimals, with the reader's decimal mark; None is a dash.

    Halves go away from zero.
    """
    if value is None:
        return "–"
    scale = 10**decimals
    units = (abs(value) * scale * 2 + 1) // 2
    whole, part = divmod(units, scale)
    sign = "−" if value < 0 and units else ""
    return sign + str(number_format(f"{whole}.{part:0{decimals}}" if decimals else f"{whole}"))


@register.filter
def close_to(value: Fraction, decimals: int = 2) -> str:
    """The sign between an exact number and the same to so many decimals: they are equal, or
    nearly."""
    return "=" if (value * 10**decimals).denominator == 1 else "≈"


@register.filter
def ranking_figure(row: RankedContestant, ranking: ShownRanking) -> str:
    """The number of a row that ranks, as its ranking writes it: a total, a mean, or a percent."""
    if ranking.by_percent:
        return _("%(percent)s %%") % {"percent": rounded(row.percent, ranking.figure_decimals)}
    if ranking.by_mean:
        return rounded(row.mean, ranking.mean_decimals_of(row))
    return rounded(row.total, ranking.decimals)


MAX_SCREEN_DECIMALS = 4


@register.filter
def screen_figure(row: RankedContestant, ranking: ShownRanking) -> str:
    """The number of a row that ranks, as a television shows it: means have four decimals at
    most."""
    if ranking.by_mean:
        return rounded(row.mean, min(ranking.mean_decimals_of(row), MAX_SCREEN_DECIMALS))
    return ranking_figure(row, ranking)


@register.filter
def along_bar(award: Fraction | int) -> int:
    """Where an award lies on its bar from 1 to 2: 0 at MIN to 100 at MAX."""
    return round(max(Fraction(0), min(Fraction(1), Fraction(award) - 1)) * 100)


@register.filter
def signed(x: Fraction | int | None) -> str:
    """X with its sign, as on a score sheet: +5, −5, 0, +2½; None is a dash."""
    if x is None:
        return "–"
    sign = "−" if x < 0 else "+" if x else ""
    whole, rest = divmod(abs(Fraction(x)), 1)
    return sign + (str(whole) if whole or not rest else "") + ("½" if rest else "")


@register.filter
def signed_mean(mean: Fraction) -> str:
    """A mean of X with its sign, to one decimal: +4.5, −12.0, 0.0."""
    sign = "+" if mean > 0 else ""
    return (sign + rounded(mean, 1)).replace("-", "−")


@register.filter
def exactly(value: Fraction | int) -> str:
    """An exact number as it is, a fraction too: 2, −3/2, 16/11."""
    return str(value).replace("-", "−")


@register.filter
def step_said(text: str) -> str:
    """A step of a penalty as it is stored, in the reader's words."""
    if text == WARNING:
        return _("warning")
    step = parse_step(text)
    return f"{text.rstrip('%')} %" if step.in_percent else rounded(step.number)


@register.simple_tag
def climbed(row: RankedContestant, previous_ranks: Mapping[int, int | None]) -> int:
    """How many places a row stands higher than it did; negative for lower, 0 where either had
    none."""
    before = previous_ranks.get(row.number)
    return before - row.rank if before and row.rank else 0


@register.filter
def penalty_said(row: RankedContestant, decimals: int = 2) -> str:
    """What was taken from a total of so many decimals or given to it, and why; nothing where
    nothing was."""
    if not row.reasons:
        return ""
    said = (
        _("penalty %(amount)s: %(reasons)s")
        if row.penalty > 0
        else _("bonus %(amount)s: %(reasons)s")
    )
    return said % {"amount": rounded(abs(row.penalty), decimals), "reasons": "; ".join(row.reasons)}
