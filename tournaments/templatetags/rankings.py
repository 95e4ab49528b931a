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
    """Return the section or the group of a ranking, or "" for all contestants."""
    if ranking.section or not ranking.group:
        return ranking.section
    return _("Group %(number)s") % {"number": ranking.group}


@register.filter
def tiebreak_text(ranking: ShownRanking, row: RankedContestant) -> Text | None:
    """Return a row's tie-break value if all rows use the same tie-break.

    Otherwise return what put the row ahead of the next one, with the values of both rows: a
    tie-break, or decimals of the ranking number that the column does not show.
    """
    if ranking.common_tiebreak:
        return ranking.tiebreak_values.get(row.number)
    if row.tiebreak_lead:
        return row.tiebreak_lead.text
    return ranking.leads_in_unshown_decimals.get(row.number)


@register.filter
def substitutes_of(
    row: RankedContestant, substitutes: Mapping[int, Sequence[Substitute]]
) -> list[Text]:
    """Return texts that say who has played for the contestant of a row.

    `substitutes` has the contestants' numbers as keys.
    """
    return [substitute.text for substitute in (substitutes or {}).get(row.number, ())]


def ranking_name(event: Event, ranking: ShownRanking) -> str:
    """Return the section or group and the line of a ranking, such as "Group 2 · N-S".

    Returns "" for a ranking of all contestants.
    """
    line = "" if ranking.line == "all" else line_name(ranking.line, event.game.seats)
    return " · ".join(filter(None, (ranking_part(ranking), line)))


@register.filter
def ranking_column_label(ranking: ShownRanking) -> str:
    """Return the label of the column by which contestants are ranked."""
    if ranking.by_percent:
        return _("Percent")
    return _("Mean") if ranking.by_mean else _("Total")


@register.simple_tag
def winners_title(event: Event, ranking: ShownRanking, name: str) -> str:
    """Return the title of the box that shows the first place: "Winners · N-S"."""
    word = winners_word(event.players_each, len(ranking.leaders))
    return " · ".join(filter(None, (word, name)))


@register.filter
def winners_word(players_each: int, contestant_count: int) -> str:
    """Return the word for the first place: "Winner" for a single person, otherwise "Winners".

    A contestant of several players counts as two persons: only one or more than one matters.
    """
    persons = contestant_count * (1 if players_each == 1 else 2)
    return ngettext("Winner", "Winners", persons)
