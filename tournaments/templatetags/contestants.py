"""Filters for contestants, which are called pairs, players or teams in the event."""

from collections.abc import Iterable

from django import template
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, gettext_noop, ngettext

from games.game import MIN_TEAM_SIZE
from tournaments.forms import translate_text
from tournaments.models import Contestant
from tournaments.queries.contestants import unranked_reasons
from tournaments.queries.people.names import (
    PAIR_SEPARATOR,
    format_contestant,
)
from tournaments.templatetags.sentences import listed

register = template.Library()

# Texts about one or all contestants, by key and by the number of players of each contestant.
_TEXTS = {
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
_TITLES = {
    1: gettext_noop("Players"),
    2: gettext_noop("Pairs"),
    MIN_TEAM_SIZE: gettext_noop("Teams"),
}


@register.filter
def contestant_count(players_each: int, number: int) -> str:
    """Return the number of contestants: "1 pair", "16 players"."""
    if players_each == MIN_TEAM_SIZE:
        return ngettext("%(number)s team", "%(number)s teams", number) % {"number": number}
    if players_each == 1:
        return ngettext("%(number)s player", "%(number)s players", number) % {"number": number}
    return ngettext("%(number)s pair", "%(number)s pairs", number) % {"number": number}


@register.filter
def nameless_count(players_each: int, number: int) -> str:
    """Return how many contestants are known only by number: "1 pair has no names yet"."""
    if players_each == 1:
        text = ngettext(
            "%(number)s player has no name yet", "%(number)s players have no names yet", number
        )
    else:
        text = ngettext(
            "%(number)s pair has no names yet", "%(number)s pairs have no names yet", number
        )
    return text % {"number": number}


@register.filter
def contestants_title(players_each: int) -> str:
    """Return the heading for contestants: "Pairs", "Players"."""
    return gettext(_TITLES[players_each])


@register.filter
def person_by_person(contestant: Contestant | str) -> SafeString:
    """Return a contestant's name as HTML whose lines break between persons if possible.

    The style sheet draws the dash in the blank between two persons: browsers remove a blank at the
    end of a line, so no dash is left there. Its text has no width and is for readers of the text.
    """
    *others, last = str(contestant).split(PAIR_SEPARATOR)
    if not others:
        return escape(last)
    spans = format_html_join(
        "",
        '<span class="person">{}<span> –</span></span><span class="dash"> </span>',
        ([name] for name in others),
    )
    return format_html('<span class="persons">{}<span class="person">{}</span></span>', spans, last)


@register.filter
def contestant_list(names: Iterable[str]) -> SafeString:
    """Return a list of contestants as HTML, each formatted by `person_by_person`."""
    return listed(person_by_person(name) for name in names)


@register.filter
def person_by_line(contestant: str) -> SafeString:
    """Return a contestant's name for a card: one person per line, without the dash."""
    return format_html_join(
        mark_safe("<br>"), "{}", ([name] for name in contestant.split(PAIR_SEPARATOR))
    )


@register.filter
def contestant_text(players_each: int, key: str) -> str:
    """Return the text with this key, with the event's word for its contestants."""
    return gettext(_TEXTS[key][players_each])


@register.filter
def unranked_reason_text(reason: str) -> str:
    """Return the stored reason why a contestant is unranked as translated text."""
    return translate_text(unranked_reasons.unranked_reason_text(reason))


@register.filter
def is_custom_reason(reason: str) -> bool:
    """Return whether the reason is none of the standard ones, so that a director wrote it."""
    return bool(reason) and reason not in unranked_reasons.STANDARD_REASONS


@register.filter
def line_of_list(contestant: Contestant) -> str:
    """Return a contestant as a line of a pasted list; a team's line has its players."""
    if contestant.event.players_each != MIN_TEAM_SIZE:
        return contestant.name
    players = (partner.player.name for partner in contestant.partners.all())
    return format_contestant([contestant.name, *players], MIN_TEAM_SIZE)


@register.simple_tag
def contestant_sentence(contestant: Contestant, key: str) -> str:
    """Return a text about one contestant, with their name and number."""
    template = contestant_text(contestant.event.players_each, key)
    return template % {"name": contestant.name, "number": contestant.number}
