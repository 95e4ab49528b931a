"""Whoever is ranked, in the word of the event: pairs, players or teams."""

from django import template
from django.utils.translation import gettext, gettext_noop, ngettext

from games.game import TEAM

register = template.Library()

_TITLES = {1: gettext_noop("Players"), 2: gettext_noop("Pairs"), TEAM: gettext_noop("Teams")}


@register.filter
def contestants_counted(players_each: int, number: int) -> str:
    """So many of them: "1 pair", "16 players"."""
    if players_each == TEAM:
        return ngettext("%(number)s team", "%(number)s teams", number) % {"number": number}
    if players_each == 1:
        return ngettext("%(number)s player", "%(number)s players", number) % {"number": number}
    return ngettext("%(number)s pair", "%(number)s pairs", number) % {"number": number}


@register.filter
def contestants_title(players_each: int) -> str:
    """All of them, as a heading: "Pairs", "Players"."""
    return gettext(_TITLES[players_each])
