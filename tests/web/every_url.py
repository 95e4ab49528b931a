"""Request every URL of the site in every role, for a session with rows of every kind."""

import re
from collections.abc import Iterator

import pytest
from django.contrib.auth import get_user_model
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern

from tests.scenes.evening import SEED, club_with_director, play_round, started
from tests.scenes.objections import create_objection
from tests.web.signed_in import RESULT
from tournaments.actions.calls.announcements import announce
from tournaments.actions.calls.calls import call_director
from tournaments.actions.clubs.club import add_member
from tournaments.actions.clubs.invitations import invite
from tournaments.actions.people.merging import merge_players
from tournaments.api.urls import urlpatterns as api_urlpatterns
from tournaments.models import (
    Announcement,
    AuditAction,
    AuditEntry,
    Call,
    ClubPenalty,
    Contestant,
    Invitation,
    LinkedDevice,
    Membership,
    Objection,
    Play,
    Player,
    PlayerMerge,
    Section,
    Session,
    Table,
    UndoStep,
    Venue,
)
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.permissions.visibility.sealed_boards import sealed_board_numbers
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.rounds.seating import playing_round
from tournaments.tasks import catch_up
from tournaments.web.urls import urlpatterns

# Roles at the venue of the requested rows, and at another venue of the same event.
AT_VENUES = {
    "other venue": Membership.Role.VENUE_DIRECTOR,
    "venue director": Membership.Role.VENUE_DIRECTOR,
    "venue scorer": Membership.Role.VENUE_SCORER,
}
HAS_CODES = ("anybody", "stranger")
FORM_DATA: dict[str, object] = {
    "side": "ns",
    "holder": "table",
    "way": "runs",
    "check": "yes",
    "boards": "1-8",
} | {
    "sure": "yes",
    "kind": "void",
    "replaces": "1",
    "reason": "both sides agree",
    "words": "?",
}
AUDITED = ("hand_slips", "POST")


# Actions that change what is sealed, which codes exist, or who has a role; test_secrets.py checks
# that others are refused.
CHANGE_WHO_MAY = {
    "session_finish",
    "round_end",
    "round_end_everywhere",
    "table_code_revoke",
    "member_role",
    "member_remove",
}


@pytest.fixture
def session() -> Session:
    """Play three rounds of a share-and-relay Mitchell; few boards are open, and most sealed."""
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    for _round in range(3):
        play_round(session, director)
    table = Table.objects.earliest("pk")
    call_director(table, "card", "", Actor.of_table(table.pk, "phone", ""), "call")
    guest = get_user_model().objects.create_user("guest")
    invite(session.stage.event.club, guest, Membership.Role.SCORER, director)
    announce(session, "The bar closes at one", director, "announce")
    create_objection(session)
    share_among_venues(session)
    ClubPenalty.objects.create(
        club=session.stage.event.club, name="late", number=1, steps=["warning"]
    )
    merge_first_player(session, director)
    catch_up()
    return session


def share_among_venues(session: Session) -> None:
    """Move the session's section to a venue, and add an unplanned section at another venue."""
    club = session.stage.event.club
    own_venue, other_venue = (
        Venue.objects.create(club=club, name=name) for name in ("Bar Nou", "Vic")
    )
    session.sections.update(venue=own_venue)
    Section.objects.create(session=session, number=2, name="Vic", venue=other_venue)


def merge_first_player(session: Session, director: Actor) -> None:
    """Merge the first player with another one of a different name."""
    other_player = Player.objects.create(club=session.stage.event.club, name="Anna P.")
    merge_players(Player.objects.earliest("pk"), other_player, director)


def client_in_role(role: str, session: Session) -> Client:
    """Return a client that is signed in with a role in the club, or not at all."""
    client, club = Client(), session.stage.event.club
    if role == "stranger":
        other_club, _director = club_with_director("Another club")
        client.force_login(get_user_model().objects.get(memberships__club=other_club))
    if role in {"scorer", "owner"}:
        user = get_user_model().objects.create_user(role)
        add_member(club, user.pk, Membership.Role(role), SYSTEM)
        client.force_login(user)
    if role in AT_VENUES:
        user = get_user_model().objects.create_user(role.replace(" ", "-"))
        member = add_member(club, user.pk, AT_VENUES[role], SYSTEM)
        member.venues.add(club.venues.get(name="Vic" if role == "other venue" else "Bar Nou"))
        client.force_login(user)
    if role == "director":
        client.force_login(get_user_model().objects.get(username=f"director-{club.slug}"))
    return client


# No board has this number.
NO_BOARD = 9


def board_samples(session: Session) -> list[int]:
    """Return the last open board, the first sealed one, and a number that does not exist."""
    sealed = sealed_board_numbers(session)
    open_boards = set(session.boards.values_list("number", flat=True)) - sealed
    return [max(open_boards), min(sealed), NO_BOARD]


def filled_urls(session: Session, numbers: list[int]) -> Iterator[tuple[str, str]]:
    """Yield every URL of the site by name, filled with rows of this session."""
    plays = Play.objects.filter(board__session=session, board__number__in=numbers)
    values: dict[str, object] = {
        "club_slug": [session.stage.event.club.slug],
        "club": [session.stage.event.club_id],
        "event_slug": [session.stage.event.slug],
        "event": [session.stage.event_id],
        "session": [session.number, session.pk],
        "session_number": [session.number],
        "number": numbers,
        "section": session.sections.values_list("pk", flat=True),
        "play": plays.order_by("pk").values_list("pk", flat=True),
        "contestant": Contestant.objects.order_by("pk").values_list("pk", flat=True)[:2],
        "player": Player.objects.order_by("pk").values_list("pk", flat=True)[:2],
        "round": [playing_round(session).pk],
        "venue": Venue.objects.order_by("pk").values_list("pk", flat=True),
        "penalty": ClubPenalty.objects.order_by("pk").values_list("pk", flat=True),
        "sheet": ["standings", "seats", "travellers", "scorecards"],
        "ending": ["json"],
        "language": ["en"],
        "version": ["any"],
        "rest": [],
        "key": ["0" * 32],
        "identifier": ["0" * 16],
        "device": LinkedDevice.objects.order_by("pk").values_list("pk", flat=True)[:1],
        "call": Call.objects.order_by("pk").values_list("pk", flat=True),
        "objection": Objection.objects.values_list("pk", flat=True),
        "announcement": Announcement.objects.order_by("pk").values_list("pk", flat=True),
        "match_round": [1],
        "guide": ["before", "nothing"],
        "game": ["botifarra", "nothing"],
        "deal": ["any"],
        "token": ["1.none"],
        "step": UndoStep.objects.order_by("-pk").values_list("pk", flat=True)[:1],
        "table": Table.objects.order_by("pk").values_list("pk", flat=True)[:2],
        "board": session.boards.filter(number__in=numbers[:2]).values_list("pk", flat=True),
        "invitation": Invitation.objects.order_by("pk").values_list("pk", flat=True),
        "merge": PlayerMerge.objects.order_by("pk").values_list("pk", flat=True),
        "entry": AuditEntry.objects.filter(verb=AuditAction.ANNOUNCE).values_list("pk", flat=True),
        "member": Membership.objects.order_by("-pk").values_list("pk", flat=True),
        "code": [
            code_of(table) for table in Table.objects.select_related("section").order_by("pk")
        ],
    }
    for prefix, patterns in (("/", urlpatterns), ("/api/v1/", api_urlpatterns)):
        for pattern in patterns:
            assert isinstance(pattern, URLPattern)
            for path in _filled_paths(str(pattern.pattern), values):
                yield str(pattern.name), f"{prefix}{path}"


def url_by_name(session: Session) -> dict[str, str]:
    """Return the first URL of every page and API view, by name."""
    return dict(reversed([*filled_urls(session, [1])]))


def _filled_paths(route: str, values: dict[str, object]) -> Iterator[str]:
    """Yield a route with every combination of values for its parameters.

    The pages name an id `play_id`, the API names it `play`.
    """
    parameter = re.search(r"<(\w+):(\w+)>", route)
    if not parameter:
        yield route
        return
    placeholder, converter, name = parameter.group(0, 1, 2)
    for value in values[name.removesuffix("_id")]:
        if (converter == "number") == isinstance(value, int):
            yield from _filled_paths(route.replace(placeholder, str(value), 1), values)


def secret_free_responses(
    session: Session, derived_board_numbers: list[int], role: str, numbers: list[int]
) -> Iterator[tuple[str, str, bytes]]:
    """Yield the response of every URL, which must not derive a sealed board or have the seed."""
    client, sealed = client_in_role(role, session), sealed_board_numbers(session)
    assert sealed
    for name, url in filled_urls(session, numbers):
        for method in ("GET", "POST"):
            if (name, method) == AUDITED and role in {"director", "owner", "venue director"}:
                continue
            if method == "POST" and name.removeprefix("api_") in CHANGE_WHO_MAY:
                continue
            response = client.get(url) if method == "GET" else send(client, url, role)
            content = response.content if not response.streaming else b"".join(response)
            assert response.status_code < 500, (method, url)
            assert not sealed & set(derived_board_numbers), (method, url)
            assert SEED.encode() not in content, (method, url)
            yield method, url, content


def send(client: Client, url: str, role: str) -> HttpResponse:
    """Post the fields of all forms at once; roles without table codes send an empty body."""
    form = RESULT | FORM_DATA | {"key": url} if role in HAS_CODES else {}
    if not url.startswith("/api/"):
        return client.post(url, form)
    body = {**form, "outcome": RESULT, "sure": True, "revision": 1}
    return client.post(url, body, content_type="application/json", headers={"Idempotency-Key": url})
