"""Filters for events and rounds."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tournaments.models import Event, Round
from tournaments.movements.base.team_matches import half_number, match_round_number
from tournaments.queries.clubs.demo import LEGACY_DEMO_NOTE
from tournaments.queries.clubs.programme import get_event_state, get_start_time
from tournaments.templatetags.sentences import listed

register = template.Library()


@register.filter
def round_name(number: int, halves: int) -> str:
    """Return the name of a round: if matches have two halves, the match and the half."""
    if halves == 1:
        return gettext("Round %(number)s") % {"number": number}
    names = {"match": match_round_number(number, halves), "round": number}
    if half_number(number, halves) == 1:
        return gettext("Match %(match)s, first half (round %(round)s)") % names
    return gettext("Match %(match)s, second half (round %(round)s)") % names


@register.filter
def half_name(number: int, halves: int) -> str:
    """Return the name of a round where the match is known: "First half (round 3)"."""
    if halves == 1:
        return gettext("Round %(number)s") % {"number": number}
    if half_number(number, halves) == 1:
        return gettext("First half (round %(round)s)") % {"round": number}
    return gettext("Second half (round %(round)s)") % {"round": number}


@register.filter
def line_up_deadline(round_: Round | None, halves: int) -> str:
    """Return until when teams may submit their line-ups for a round.

    `round_` is the round at whose end that round begins, or None if the director begins it.
    """
    if round_ is None:
        return gettext("You have time until the director starts the round.")
    if halves == 1:
        return gettext("You have time until round %(number)s ends.") % {"number": round_.number}
    if half_number(round_.number, halves) == 1:
        return gettext("You have time until the first half ends.")
    return gettext("You have time until match %(number)s ends.") % {
        "number": match_round_number(round_.number, halves)
    }


@register.simple_tag
def board_links(boards: Sequence[int], addresses: Mapping[int, str]) -> SafeString:
    """Return a list of board numbers as HTML; those with an address are links."""
    links = (
        format_html('<a href="{}">{}</a>', addresses[number], number)
        if number in addresses
        else str(number)
        for number in boards
    )
    return listed(links)


@register.filter
def open_board_addresses(
    sittings: Mapping[int, Mapping[int, str]], sitting: int
) -> Mapping[int, str]:
    """Look up the addresses of a session's open boards by the session's number in the event."""
    return sittings.get(sitting, {}) if sittings else {}


@register.filter
def start_time(event: Event) -> datetime | None:
    """Return when the event began or will begin."""
    return get_start_time(event)


@register.filter
def event_state(event: Event) -> str:
    """Return the state of an event: coming, running, finished or published."""
    return get_event_state(event)


@register.filter
def with_game(event: Event) -> str:
    """Return the name of an event, with the club's own name for its game if it has one.

    Accepts a text instead of an event, which is returned unchanged.
    """
    game_title = event.game.club_title if isinstance(event, Event) else ""
    return f"{event} · {game_title}" if game_title else str(event)


@register.filter
def event_note(event: Event) -> str:
    """Return an event's note; that of the demo is translated."""
    return gettext(LEGACY_DEMO_NOTE) if event.note == LEGACY_DEMO_NOTE else event.note
