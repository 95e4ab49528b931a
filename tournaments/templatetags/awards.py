"""Filters that format exact numbers; numbers are rounded nowhere else."""

from collections.abc import Mapping
from fractions import Fraction

from django import template
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.explanations.formatted_numbers import round_half_up
from scoring.penalty_steps import WARNING, parse_step
from tournaments.queries.standings.ranking import MIDDLE_AWARD, RankedContestant, ShownRanking
from tournaments.scoring_pipeline.method_comparison import MethodRank

register = template.Library()


@register.filter
def rounded(value: Fraction | int | None, decimals: int = 2) -> str:
    """Format an exact number with a number of decimals, in the locale of the reader.

    Halves are rounded away from zero. None is a dash.
    """
    if value is None:
        return "–"
    scale = 10**decimals
    shown = round_half_up(Fraction(value), decimals)
    whole, part = divmod(int(abs(shown) * scale), scale)
    sign = "−" if shown < 0 else ""
    return sign + str(number_format(f"{whole}.{part:0{decimals}}" if decimals else f"{whole}"))


@register.filter
def equality_sign(value: Fraction, decimals: int = 2) -> str:
    """Return "=" if `decimals` decimals show the value exactly, otherwise "≈"."""
    return "=" if (value * 10**decimals).denominator == 1 else "≈"


@register.filter
def ranking_figure(row: RankedContestant, ranking: ShownRanking) -> str:
    """Format the number by which contestants are ranked: a total, a mean or a percentage."""
    if ranking.by_percent:
        return _percent(row.percent, ranking.figure_decimals)
    if ranking.by_mean:
        return rounded(row.mean, ranking.mean_decimals)
    return rounded(row.total, ranking.decimals)


@register.filter
def method_figure(by_method: MethodRank) -> str:
    """Format the number by which a method ranks a contestant."""
    format_figure = _percent if by_method.is_percent else rounded
    return format_figure(by_method.figure, by_method.decimals)


def _percent(value: Fraction | None, decimals: int) -> str:
    return _("%(percent)s %%") % {"percent": rounded(value, decimals)}


@register.filter
def bar_position(award: Fraction | int) -> int:
    """Return the position of an award on a bar, from 0 (award 1, MIN) to 100 (award 2, MAX)."""
    return round(max(Fraction(0), min(Fraction(1), Fraction(award) - 1)) * 100)


@register.filter
def rail_position(mean: Fraction, ranking: ShownRanking) -> int:
    """Return where a mean is on the rail of its ranking, from 0 (lowest) to 100 (highest)."""
    low, high = ranking.rail_ends
    return round((mean - low) / (high - low) * 100) if high > low else 50


@register.filter
def rail_notch(ranking: ShownRanking) -> int:
    """Return the position of the middle award on the rail of a ranking, from 0 to 100."""
    return rail_position(MIDDLE_AWARD, ranking)


@register.filter
def signed(x: Fraction | int | None) -> str:
    """Format X with its sign, as on a score sheet: +5, −5, 0, +2½; None is a dash."""
    if x is None:
        return "–"
    sign = "−" if x < 0 else "+" if x else ""
    whole, rest = divmod(abs(Fraction(x)), 1)
    return sign + (str(whole) if whole or not rest else "") + ("½" if rest else "")


@register.filter
def signed_mean(mean: Fraction) -> str:
    """Format a mean of X with its sign and one decimal: +4.5, −12.0, 0.0."""
    sign = "+" if mean > 0 else ""
    return (sign + rounded(mean, 1)).replace("-", "−")


@register.filter
def exact_number(value: Fraction | int) -> str:
    """Format an exact number, as a fraction if necessary: 2, −3/2, 16/11."""
    return str(value).replace("-", "−")


@register.filter
def penalty_step(text: str) -> str:
    """Format a stored penalty step: a percentage, a number, or a warning."""
    if text == WARNING:
        return _("warning")
    step = parse_step(text)
    return f"{text.rstrip('%')} %" if step.in_percent else rounded(step.number)


@register.simple_tag
def places_gained(row: RankedContestant, previous_ranks: Mapping[int, int | None]) -> int:
    """Return how many places a contestant has gained since the previous round.

    Negative if places were lost; 0 if one of the ranks is unknown.
    """
    previous_rank = previous_ranks.get(row.number)
    return previous_rank - row.rank if previous_rank and row.rank else 0


@register.filter
def penalty_text(row: RankedContestant, decimals: int = 2) -> str:
    """Return the penalty or bonus of a row with its reasons, or "" without one."""
    if not row.penalty_reasons:
        return ""
    template = (
        _("penalty %(amount)s: %(reasons)s")
        if row.penalty > 0
        else _("bonus %(amount)s: %(reasons)s")
    )
    return template % {
        "amount": rounded(abs(row.penalty), decimals),
        "reasons": "; ".join(row.penalty_reasons),
    }
