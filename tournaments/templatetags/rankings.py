"""Rankings as pages name them: of whom they are, what decides them, who has won."""

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
    """The section or the group that a ranking is of; blank where it is of the whole field."""
    if ranking.section or not ranking.group:
        return ranking.section
    return _("Group %(number)s") % {"number": ranking.group}


@register.filter
def tiebreak_words(ranking: ShownRanking, row: RankedContestant) -> Text | None:
    """What a row says of the tie-break: its value where the ranking names it once."""
    if ranking.common_tiebreak:
        return ranking.tiebreak_values.get(row.number)
    return row.ahead.words if row.ahead else None


@register.filter
def substitutes_of(
    row: RankedContestant, substitutes: Mapping[int, Sequence[Substitute]]
) -> list[Text]:
    """Who has played for whom of a row's contestant, in words; `substitutes` are by number."""
    return [each.words for each in (substitutes or {}).get(row.number, ())]


def ranking_name(event: Event, ranking: ShownRanking) -> str:
    """The part of the field and the line that a ranking is of; blank where it is of everybody."""
    line = "" if ranking.line == "all" else line_name(ranking.line, event.game.seats)
    return " · ".join(filter(None, (ranking_part(ranking), line)))


def figure_name(ranking: ShownRanking) -> str:
    """What the figure is that decides the place."""
    if ranking.by_percent:
        return _("Percent")
    return _("Mean") if ranking.by_mean else _("Total")


@register.simple_tag
def winners_title(event: Event, ranking: ShownRanking, name: str) -> str:
    """The title of the card of those who share the first place: "Winners · N-S"."""
    word = winners_word(event.players_each, len(ranking.leaders))
    return " · ".join(filter(None, (word, name)))


@register.filter
def winners_word(players_each: int, contestants: int) -> str:
    """What those who share the first place are called: "Winner" if it is one person alone."""
    persons = contestants * (1 if players_each == 1 else 2)
    return ngettext("Winner", "Winners", persons)
