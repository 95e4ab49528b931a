"""Events as pages show them."""

from collections.abc import Mapping, Sequence

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tournaments.models import Event, Round
from tournaments.movements.base.team_matches import half_number, match_round_number
from tournaments.queries.clubs.demo import LEGACY_DEMO_NOTE
from tournaments.queries.clubs.programme import get_event_state
from tournaments.templatetags.sentences import listed

register = template.Library()


@register.filter
def round_name(number: int, halves: int) -> str:
    """A round as players call it: where a match has two halves, which half of which match."""
    if halves == 1:
        return gettext("Round %(number)s") % {"number": number}
    names = {"match": match_round_number(number, halves), "round": number}
    if half_number(number, halves) == 1:
        return gettext("Match %(match)s, first half (round %(round)s)") % names
    return gettext("Match %(match)s, second half (round %(round)s)") % names


@register.filter
def half_name(number: int, halves: int) -> str:
    """The same where the match is known."""
    if halves == 1:
        return gettext("Round %(number)s") % {"number": number}
    if half_number(number, halves) == 1:
        return gettext("First half (round %(round)s)") % {"round": number}
    return gettext("Second half (round %(round)s)") % {"round": number}


@register.filter
def time_left(after: Round | None, halves: int) -> str:
    """Until when teams may declare for a round that begins with the end of another, or by the
    director."""
    if after is None:
        return gettext("You have time until the director starts the round.")
    if halves == 1:
        return gettext("You have time until round %(number)s ends.") % {"number": after.number}
    if half_number(after.number, halves) == 1:
        return gettext("You have time until the first half ends.")
    return gettext("You have time until match %(number)s ends.") % {
        "number": match_round_number(after.number, halves)
    }


@register.simple_tag
def boards_linked(boards: Sequence[int], addresses: Mapping[int, str]) -> SafeString:
    """The numbers of boards; of those that have one, each leads to its address."""
    shown = (
        format_html('<a href="{}">{}</a>', addresses[number], number)
        if number in addresses
        else str(number)
        for number in boards
    )
    return listed(shown)


@register.filter
def opened_in(sittings: Mapping[int, Mapping[int, str]], sitting: int) -> Mapping[int, str]:
    """Where the boards of a session stand that are open; none where a page does not lead to
    them."""
    return sittings.get(sitting, {}) if sittings else {}


@register.filter
def event_state(event: Event) -> str:
    """How far an event is, as its chip wants it."""
    return get_event_state(event)


@register.filter
def with_game(event: Event) -> str:
    """Its name, and what is played where a club has said that itself; the name alone of what is
    a text."""
    named = event.game.club_title if isinstance(event, Event) else ""
    return f"{event} · {named}" if named else str(event)


@register.filter
def note_in_words(event: Event) -> str:
    """Where its results come from, as somebody wrote it; the demo's own note in the reader's
    language."""
    return gettext(LEGACY_DEMO_NOTE) if event.note == LEGACY_DEMO_NOTE else event.note
