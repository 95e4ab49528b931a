"""Whoever is ranked, in the word of the event: pairs, or players."""

from django import template
from django.utils.translation import gettext, ngettext

register = template.Library()


@register.filter
def contestants_counted(players_each: int, number: int) -> str:
    """So many of them: "1 pair", "16 players"."""
    if players_each == 1:
        return ngettext("%(number)s player", "%(number)s players", number) % {"number": number}
    return ngettext("%(number)s pair", "%(number)s pairs", number) % {"number": number}


@register.filter
def contestants_title(players_each: int) -> str:
    """All of them, as a heading: "Pairs", "Players"."""
    return gettext("Players") if players_each == 1 else gettext("Pairs")
