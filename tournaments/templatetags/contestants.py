"""Whoever is ranked, in the word of the event: pairs, players or teams."""

from collections.abc import Iterable

from django import template
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, gettext_noop, ngettext

from games.game import MIN_TEAM_SIZE
from tournaments.forms import translate_text
from tournaments.models import Contestant
from tournaments.queries.contestants.unranked_reasons import STANDARD_REASONS, unranked_reason_text
from tournaments.queries.people.names import (
    PAIR_SEPARATOR,
    format_contestant,
    unbreakable_name_parts,
)
from tournaments.templatetags.sentences import listed

register = template.Library()

_SAID = {
    "latecomers": {
        1: gettext_noop("Players, one on each line"),
        2: gettext_noop("Pairs, one on each line"),
        MIN_TEAM_SIZE: gettext_noop("Teams, one on each line"),
    },
    "same_again": {
        1: gettext_noop("With the same players"),
        2: gettext_noop("With the same pairs"),
        MIN_TEAM_SIZE: gettext_noop("With the same teams"),
    },
    "substituted": {
        1: gettext_noop(
            "Number and results stay where they are. When the player comes back, enter that here "
            "in the same way."
        ),
        2: gettext_noop(
            "Number, name and results stay with the pair. When the player comes back, enter that "
            "here in the same way."
        ),
        MIN_TEAM_SIZE: gettext_noop(
            "Number, name and results stay with the team. When the player comes back, enter that "
            "here in the same way."
        ),
    },
    "exchange": {
        1: gettext_noop("Exchange two players"),
        2: gettext_noop("Exchange two pairs"),
        MIN_TEAM_SIZE: gettext_noop("Exchange two teams"),
    },
    "goes_home": {
        1: gettext_noop("A player goes home"),
        2: gettext_noop("A pair goes home"),
        MIN_TEAM_SIZE: gettext_noop("A team goes home"),
    },
    "cards_to_cut": {
        1: gettext_noop("A card for each player, then one for each table: cut along the lines."),
        2: gettext_noop("A card for each pair, then one for each table: cut along the lines."),
        MIN_TEAM_SIZE: gettext_noop(
            "A card for each team, then one for each table: cut along the lines."
        ),
    },
    "scorecards": {
        1: gettext_noop("The standings on the first page, then a scorecard for each player."),
        2: gettext_noop("The standings on the first page, then a scorecard for each pair."),
        MIN_TEAM_SIZE: gettext_noop(
            "The standings on the first page, then a scorecard for each team."
        ),
    },
    "fee": {
        1: gettext_noop("Fee of a player"),
        2: gettext_noop("Fee of a pair"),
        MIN_TEAM_SIZE: gettext_noop("Fee of a team"),
    },
    "store": {
        1: gettext_noop("Save this name"),
        2: gettext_noop("Save these names"),
        MIN_TEAM_SIZE: gettext_noop("Save this name"),
    },
    "taken_out": {
        1: gettext_noop(
            "%(name)s is taken out, the last player gets the free number, and the rounds are "
            "planned again."
        ),
        2: gettext_noop(
            "%(name)s are taken out, the last pair gets the free number, and the rounds are "
            "planned again."
        ),
        MIN_TEAM_SIZE: gettext_noop(
            "%(name)s is taken out, the last team gets the free number, and the rounds are "
            "planned again."
        ),
    },
    "take_out": {
        1: gettext_noop("Yes, take this player out"),
        2: gettext_noop("Yes, take this pair out"),
        MIN_TEAM_SIZE: gettext_noop("Yes, take this team out"),
    },
    "comes_late": {
        1: gettext_noop("A player who comes late"),
        2: gettext_noop("A pair that comes late"),
        MIN_TEAM_SIZE: gettext_noop("A team that comes late"),
    },
}
"""What is said of one contestant or of all, by how many players each is."""

_TITLES = {
    1: gettext_noop("Players"),
    2: gettext_noop("Pairs"),
    MIN_TEAM_SIZE: gettext_noop("Teams"),
}


@register.filter
def contestants_counted(players_each: int, number: int) -> str:
    """So many of them: "1 pair", "16 players"."""
    if players_each == MIN_TEAM_SIZE:
        return ngettext("%(number)s team", "%(number)s teams", number) % {"number": number}
    if players_each == 1:
        return ngettext("%(number)s player", "%(number)s players", number) % {"number": number}
    return ngettext("%(number)s pair", "%(number)s pairs", number) % {"number": number}


@register.filter
def nameless_counted(players_each: int, number: int) -> str:
    """How many are known by their number alone: "1 pair has no names yet"."""
    if players_each == 1:
        told = ngettext(
            "%(number)s player has no name yet", "%(number)s players have no names yet", number
        )
    else:
        told = ngettext(
            "%(number)s pair has no names yet", "%(number)s pairs have no names yet", number
        )
    return told % {"number": number}


@register.filter
def contestants_title(players_each: int) -> str:
    """All of them, as a heading: "Pairs", "Players"."""
    return gettext(_TITLES[players_each])


@register.filter
def person_by_person(contestant: Contestant | str) -> SafeString:
    """A contestant's name on the page: a line breaks between two persons before it breaks within
    one."""
    first, *others = unbreakable_name_parts(str(contestant))
    if not others:
        return escape(first)
    each = format_html_join(
        " ", '<span class="person">{}</span>', ([name] for name in (first, *others))
    )
    return format_html('<span class="persons">{}</span>', each)


@register.filter
def persons_of_all(names: Iterable[str]) -> SafeString:
    """Several contestants one after another, each person by person."""
    return listed(person_by_person(name) for name in names)


@register.filter
def person_by_line(contestant: str) -> SafeString:
    """A contestant's name on a card: each person on a line, without the dash between."""
    return format_html_join(
        mark_safe("<br>"), "{}", ([name] for name in contestant.split(PAIR_SEPARATOR))
    )


@register.filter
def contestant_said(players_each: int, what: str) -> str:
    """A label of the list of contestants, in the event's own word."""
    return gettext(_SAID[what][players_each])


@register.filter
def no_place_said(reason: str) -> str:
    """Why somebody takes no place, in words."""
    return translate_text(unranked_reason_text(reason))


@register.filter
def is_own_reason(reason: str) -> bool:
    """Whether a director wrote it himself."""
    return bool(reason) and reason not in STANDARD_REASONS


@register.filter
def line_of_list(contestant: Contestant) -> str:
    """The line of a list that stands for a contestant as he is now: a team's with its players."""
    if contestant.event.players_each != MIN_TEAM_SIZE:
        return contestant.name
    players = (partner.player.name for partner in contestant.partners.all())
    return format_contestant([contestant.name, *players], MIN_TEAM_SIZE)


@register.simple_tag
def said_of_contestant(contestant: Contestant, what: str) -> str:
    """The same, of one contestant by name and number."""
    sentence = contestant_said(contestant.event.players_each, what)
    return sentence % {"name": contestant.name, "number": contestant.number}
