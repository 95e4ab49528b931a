"""The URLs of an event: each pattern of the site filled with rows of the event."""

import random
import re
from collections.abc import Callable, Sequence
from typing import Any

from django.urls import URLPattern

from games.catalogue import GAMES
from tournaments.api.urls import urlpatterns as api_urlpatterns
from tournaments.models import (
    Announcement,
    Board,
    Call,
    ClubPenalty,
    Event,
    Membership,
    Objection,
    Play,
    Player,
    Round,
    Section,
    Session,
    Table,
    UndoStep,
    Venue,
)
from tournaments.queries.phone.table_codes import code_of
from tournaments.web.urls import urlpatterns

# Every URL pattern of the site by its name.
PATTERNS: dict[str, str] = {
    str(pattern.name): prefix + str(pattern.pattern)
    for prefix, patterns in (("/", urlpatterns), ("/api/v1/", api_urlpatterns))
    for pattern in patterns
    if isinstance(pattern, URLPattern)
}

_PLACE = re.compile(r"<(\w+):(\w+)>")


def address_of(name: str, event: Event, rng: random.Random) -> str | None:
    """Return a URL by name, filled with random rows of the event, or None."""
    route = PATTERNS[name]
    while place := _PLACE.search(route):
        candidates = _VALUES.get(place[2], _nothing)(event, place[1] == "number")
        values = [value for value in candidates if (place[1] == "number") == isinstance(value, int)]
        if not values:
            return None
        route = route.replace(place[0], str(rng.choice(values)), 1)
    return route


def _nothing(event: Event, number: bool) -> Sequence[object]:
    return ()


def _sections(event: Event, number: bool) -> Sequence[object]:
    rows = Section.objects.filter(session__stage__event=event).order_by("pk")
    return [value for row in rows for value in (row.pk, row.number, row.name)]


def _session_ids(event: Event, number: bool) -> Sequence[object]:
    return list(
        Session.objects.filter(stage__event=event).order_by("pk").values_list("pk", flat=True)
    )


def _session_numbers(event: Event, number: bool) -> Sequence[object]:
    rows = Session.objects.filter(stage__event=event).order_by("pk")
    return list(rows.values_list("number", flat=True))


def _keys(
    rows: Callable[[Event], Any], column: str = "pk"
) -> Callable[[Event, bool], Sequence[object]]:
    return lambda event, number: list(rows(event).order_by("pk").values_list(column, flat=True))


def _codes(event: Event, number: bool) -> Sequence[object]:
    tables = Table.objects.filter(section__session__stage__event=event).select_related("section")
    return [code_of(table) for table in tables.order_by("pk")]


def _always(*values: object) -> Callable[[Event, bool], Sequence[object]]:
    return lambda event, number: values


_VALUES: dict[str, Callable[[Event, bool], Sequence[object]]] = {
    "club_slug": lambda event, number: [event.club.slug],
    "club_id": lambda event, number: [event.club_id],
    "event_slug": lambda event, number: [event.slug],
    "event_id": lambda event, number: [event.pk],
    "event": lambda event, number: [event.pk],
    "session": _session_ids,
    "session_number": _session_numbers,
    "number": lambda event, number: sorted(
        {
            *Board.objects.filter(session__stage__event=event).values_list("number", flat=True),
            *event.contestants.values_list("number", flat=True),
        }
    ),
    "section": _sections,
    "section_id": _sections,
    "play": _keys(lambda event: Play.objects.filter(board__session__stage__event=event)),
    "play_id": _keys(lambda event: Play.objects.filter(board__session__stage__event=event)),
    "contestant": _keys(lambda event: event.contestants.all()),
    "contestant_id": _keys(lambda event: event.contestants.all()),
    "player_id": _keys(lambda event: Player.objects.filter(club=event.club)),
    "round": _keys(lambda event: Round.objects.filter(section__session__stage__event=event)),
    "round_id": _keys(lambda event: Round.objects.filter(section__session__stage__event=event)),
    "venue": _keys(lambda event: Venue.objects.filter(club=event.club)),
    "venue_id": _keys(lambda event: Venue.objects.filter(club=event.club)),
    "penalty_id": _keys(lambda event: ClubPenalty.objects.filter(club=event.club)),
    "sheet": _always("standings", "seats", "travellers", "scorecards"),
    "ending": _always("json", "csv", "xlsx"),
    "language": _always("ca", "en"),
    "version": _always("any"),
    "rest": _always("nowhere"),
    "key": _always("0" * 32),
    "identifier": _always("0" * 16),
    "call_id": _keys(
        lambda event: Call.objects.filter(table__section__session__stage__event=event)
    ),
    "objection_id": _keys(
        lambda event: Objection.objects.filter(play__board__session__stage__event=event)
    ),
    "announcement_id": _keys(
        lambda event: Announcement.objects.filter(session__stage__event=event)
    ),
    "match_round": _always(1, 2),
    "guide": _always("before"),
    "game": lambda event, number: [event.game_key, GAMES[0].key],
    "deal": _always("any"),
    "step_id": _keys(lambda event: UndoStep.objects.filter(event=event)),
    "table": _keys(lambda event: Table.objects.filter(section__session__stage__event=event)),
    "board": _keys(lambda event: Board.objects.filter(session__stage__event=event)),
    "board_id": _keys(lambda event: Board.objects.filter(session__stage__event=event)),
    "table_id": _keys(lambda event: Table.objects.filter(section__session__stage__event=event)),
    "member": _keys(lambda event: Membership.objects.filter(club=event.club)),
    "member_id": _keys(lambda event: Membership.objects.filter(club=event.club)),
    "code": _codes,
    "entry_id": _always(1),
}
