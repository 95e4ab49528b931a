"""Every URL of the site, filled with what the adversary knows or can count up to."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from django.urls import Resolver404, URLPattern, resolve

from tests.adversary.evening import Evening
from tournaments.api.urls import urlpatterns as api_urlpatterns
from tournaments.models import (
    AuditEntry,
    Call,
    Objection,
    Play,
    Player,
    Round,
    Section,
    Table,
    UndoStep,
)
from tournaments.web.urls import urlpatterns

# URL names that reveal nothing about an event, or that would log the adversary out.
NOT_ASKED = {
    *(
        "sign_out",
        "second_factor",
        "trial",
        "trial_new",
        "guide",
        "guide_page",
        "rules",
        "api_docs",
    ),
    *("api_schema", "service_worker", "favicon", "robots", "progress", "api_nowhere", "rehearse"),
}

_PLACE = re.compile(r"<(?:(\w+):)?(\w+)>")


def name_of(address: str) -> str:
    """Return the name of a URL; blank if the site has none such."""
    try:
        return resolve(address.partition("?")[0]).url_name or ""
    except Resolver404:
        return ""


def all_addresses(evening: Evening, codes: Iterable[str]) -> Mapping[str, list[str]]:
    """Return the URLs of each page and API view, for tables whose code is known."""
    values, addresses = _values(evening, list(codes)), defaultdict[str, list[str]](list)
    for prefix, patterns in (("/", urlpatterns), ("/api/v1/", api_urlpatterns)):
        for pattern in patterns:
            if isinstance(pattern, URLPattern) and pattern.name not in NOT_ASKED:
                addresses[str(pattern.name)] += [
                    prefix + path for path in _filled(str(pattern.pattern), values)
                ]
    return addresses


def _values(evening: Evening, codes: list[str]) -> Mapping[str, list[object]]:
    session, event = evening.session, evening.event
    tables = Table.objects.filter(section__session=session)
    rounds = Round.objects.filter(section__session=session)
    numbers = list(session.boards.values_list("number", flat=True))
    return {
        "club_slug": [event.club.slug],
        "club_id": [event.club_id],
        "event_slug": [event.slug],
        "event_id": [event.pk],
        "event": [event.pk],
        "session": [session.pk],
        "session_number": [session.number],
        "number": numbers or [1],
        "section": _rows(Section.objects.filter(session=session)),
        "section_id": _rows(Section.objects.filter(session=session)),
        "play": _rows(Play.objects.filter(board__session=session)),
        "play_id": _rows(Play.objects.filter(board__session=session)),
        "contestant": _rows(event.contestants.all()),
        "contestant_id": _rows(event.contestants.all()),
        "player_id": _rows(Player.objects.filter(club=event.club)),
        "round": _rows(rounds),
        "round_id": _rows(rounds),
        "table_id": _rows(tables),
        "table": _rows(tables),
        "board": _rows(session.boards.all()),
        "board_id": _rows(session.boards.all()),
        "objection_id": _rows(Objection.objects.all()) or [1],
        "call_id": _rows(Call.objects.all()) or [1],
        "step_id": _rows(UndoStep.objects.all())[:3] or [1],
        "entry_id": _rows(AuditEntry.objects.all())[:3] or [1],
        "sheet": ["standings", "seats", "travellers", "scorecards"],
        "ending": ["csv", "xlsx", "json"],
        "language": ["en"],
        "version": ["any"],
        "match_round": [1],
        "code": codes,
    }


def _rows(query: "Iterable[object]") -> list[object]:
    return [row.pk for row in query]


def _filled(route: str, values: Mapping[str, list[object]]) -> Iterator[str]:
    """Yield a route with every combination of values, numbers where it takes numbers."""
    place = _PLACE.search(route)
    if not place:
        yield route
        return
    for value in values.get(place[2], ()):
        if (place[1] == "number") == isinstance(value, int):
            yield from _filled(route.replace(place[0], str(value), 1), values)
