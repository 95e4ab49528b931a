"""Filters for rankings: their names, their figures and their winners."""

from collections.abc import Mapping, Sequence

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.text import Text
from tournaments.models import Event
from tournaments.queries.rounds.substitutes import Substitute
from tournaments.queries.standings.ranking import RankedContestant, ShownRanking
from tournaments.templatetags.cards import line_name

register = template.Library()


@register.filter
def ranking_part(ranking: ShownRanking) -> str:
    """Return the section or the group of a ranking, or "" for the whole field."""
    if ranking.section or not ranking.group:
        return ranking.section
    return _("Group %(number)s") % {"number": ranking.group}


@register.filter
def tiebreak_text(ranking: ShownRanking, row: RankedContestant) -> Text | None:
    """Return a row's tie-break: its value if the ranking has one tie-break in common."""
    if ranking.common_tiebreak:
        return ranking.tiebreak_values.get(row.number)
    return row.tiebreak_lead.words if row.tiebreak_lead else None


@register.filter
def substitutes_of(
    row: RankedContestant, substitutes: Mapping[int, Sequence[Substitute]]
) -> list[Text]:
    """Return texts that say who has played for the contestant of a row.

    `substitutes` are by number of the contestant.
    """
    return [substitute.words for substitute in (substitutes or {}).get(row.number, ())]


def ranking_name(event: Event, ranking: ShownRanking) -> str:
    """Return the part of the field and the line of a ranking; "" for everybody."""
    line = "" if ranking.line == "all" else line_name(ranking.line, event.game.seats)
    return " · ".join(filter(None, (ranking_part(ranking), line)))


def figure_name(ranking: ShownRanking) -> str:
    """Return the name of the figure that ranks."""
    if ranking.by_percent:
        return _("Percent")
    return _("Mean") if ranking.by_mean else _("Total")


@register.simple_tag
def winners_title(event: Event, ranking: ShownRanking, name: str) -> str:
    """Return the title of the card of the first place: "Winners · N-S"."""
    word = winners_word(event.players_each, len(ranking.leaders))
    return " · ".join(filter(None, (word, name)))


@register.filter
def winners_word(players_each: int, contestants: int) -> str:
    """Return the word for the first place: "Winner" for a single person."""
    persons = contestants * (1 if players_each == 1 else 2)
    return ngettext("Winner", "Winners", persons)
