"""No URL shows anybody a hand of a sealed board, a seed or a foreign code."""

import re
from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth import get_user_model
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, reverse

from tests.scenes.evening import SEED, club_with_director, play_round, started
from tests.scenes.objections import create_objection
from tests.web.signed_in import RESULT
from tournaments.actions.calls.announcements import announce
from tournaments.actions.calls.calls import call_director
from tournaments.actions.clubs.club import add_member
from tournaments.actions.clubs.invitations import invite
from tournaments.actions.people.merging import merge_players
from tournaments.actions.rounds.table_codes import revoke_table_code
from tournaments.api.urls import urlpatterns as api_urlpatterns
from tournaments.models import (
    Announcement,
    AuditAction,
    AuditEntry,
    Call,
    ClubPenalty,
    Contestant,
    Entry,
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

pytestmark = [pytest.mark.django_db, pytest.mark.once]

DAILY = ("anybody", "other venue", "scorer", "director")
# Roles of thorough runs: test_roles.py checks every day that a stranger may do what anybody may,
# and an owner what a director may. A venue director may do less than a director and more than a
# scorer.
NIGHTLY = [
    pytest.param(role, marks=pytest.mark.thorough)
    for role in ("stranger", "owner", "venue director")
]
# Roles at the venue of the requested rows, and at another venue of the same event.
AT_VENUES = {
    "other venue": Membership.Role.VENUE_DIRECTOR,
    "venue director": Membership.Role.VENUE_DIRECTOR,
    "venue scorer": Membership.Role.VENUE_SCORER,
}

HAS_CODES = ("anybody", "stranger")
FILLED: dict[str, object] = {
    "side": "ns",
    "holder": "table",
    "way": "runs",
    "check": "yes",
    "boards": "1-8",
} | {
    "sure": "yes",
    "kind": "void",
    "replaces": "1",
    "reason": "so",
    "words": "?",
}
AUDITED = ("hand_slips", "POST")
# Actions that change what is sealed, which codes exist, or who has a role; a test below checks that
# others are refused.
CHANGE_WHO_MAY = {
    "session_finish",
    "round_end",
    "round_end_everywhere",
    "table_code_revoke",
    "member_role",
    "member_remove",
}


ACTS_OF_A_DIRECTOR = (
    *(
        "session_deal",
        "session_start",
        "round_end",
        "session_finish",
        "event_publish",
        "table_code_revoke",
    ),
    *("hand_slips", "event_contestants", "event_fee", "contestant_withdraw", "contestant_replace"),
    *("contestant_paid", "contestant_unpaid", "desk_reveal", "penalties", "announce"),
)


@pytest.fixture
def session() -> Session:
    """Play three rounds of a share-and-relay Mitchell: some boards are open, most sealed."""
    session, director = started(8, movement="mitchell", rounds=4, boards_per_round=2)
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
    enter_somebody_twice(session, director)
    catch_up()
    return session


def share_among_venues(session: Session) -> None:
    """Move the session to a venue; another section at another venue is not planned yet."""
    club = session.stage.event.club
    own_venue, other_venue = (
        Venue.objects.create(club=club, name=name) for name in ("Bar Nou", "Vic")
    )
    session.sections.update(venue=own_venue)
    Section.objects.create(session=session, number=2, name="Vic", venue=other_venue)


def enter_somebody_twice(session: Session, director: Actor) -> None:
    """Merge the first player with another one of a different name."""
    other = Player.objects.create(club=session.stage.event.club, name="Anna P.")
    merge_players(Player.objects.earliest("pk"), other, director)


def visitor(role: str, session: Session) -> Client:
    client, club = Client(), session.stage.event.club
    if role == "stranger":
        other, _director = club_with_director("Another club")
        client.force_login(get_user_model().objects.get(memberships__club=other))
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


NO_BOARD = 9


def a_few(session: Session) -> list[int]:
    """Return the last open board, the first sealed one, and a number that does not exist."""
    sealed = sealed_board_numbers(session)
    opened = set(session.boards.values_list("number", flat=True)) - sealed
    return [max(opened), min(sealed), NO_BOARD]


def all_there_are(session: Session) -> list[int]:
    """Return the numbers of all boards, and one that does not exist."""
    return [*session.boards.values_list("number", flat=True), NO_BOARD]


def addresses(session: Session, numbers: list[int]) -> Iterator[tuple[str, str]]:
    """Yield every URL of the site by name, filled with rows of this session."""
    plays = Play.objects.filter(board__session=session, board__number__in=numbers)
    values = {
        "club_slug": [session.stage.event.club.slug],
        "club_id": [session.stage.event.club_id],
        "event_slug": [session.stage.event.slug],
        "event_id": [session.stage.event_id],
        "event": [session.stage.event_id],
        "session": [session.number, session.pk],
        "number": numbers,
        "section": session.sections.values_list("pk", flat=True),
        "section_id": session.sections.values_list("pk", flat=True),
        "play": plays.order_by("pk").values_list("pk", flat=True),
        "play_id": plays.order_by("pk").values_list("pk", flat=True),
        "contestant": Contestant.objects.order_by("pk").values_list("pk", flat=True)[:2],
        "contestant_id": Contestant.objects.order_by("pk").values_list("pk", flat=True)[:2],
        "player_id": Player.objects.order_by("pk").values_list("pk", flat=True)[:2],
        "round": [playing_round(session).pk],
        "round_id": [playing_round(session).pk],
        "venue": Venue.objects.order_by("pk").values_list("pk", flat=True),
        "venue_id": Venue.objects.order_by("pk").values_list("pk", flat=True),
        "kind": ClubPenalty.objects.order_by("pk").values_list("pk", flat=True),
        "sheet": ["standings", "seats", "travellers", "scorecards"],
        "ending": ["json"],
        "language": ["en"],
        "version": ["any"],
        "rest": [],
        "key": ["0" * 32],
        "copy": ["0" * 16],
        "device_id": LinkedDevice.objects.order_by("pk").values_list("pk", flat=True)[:1],
        "call": Call.objects.order_by("pk").values_list("pk", flat=True),
        "objection": Objection.objects.values_list("pk", flat=True),
        "announcement": Announcement.objects.order_by("pk").values_list("pk", flat=True),
        "turn": [1],
        "guide": ["before", "nothing"],
        "game": ["botifarra", "nothing"],
        "deal": ["any"],
        "token": ["1.none"],
        "step": UndoStep.objects.order_by("-pk").values_list("pk", flat=True)[:1],
        "step_id": UndoStep.objects.order_by("-pk").values_list("pk", flat=True)[:1],
        "table": Table.objects.order_by("pk").values_list("pk", flat=True)[:2],
        "board": session.boards.filter(number__in=numbers[:2]).values_list("pk", flat=True),
        "board_id": session.boards.filter(number__in=numbers[:2]).values_list("pk", flat=True),
        "table_id": Table.objects.order_by("pk").values_list("pk", flat=True),
        "invitation": Invitation.objects.order_by("pk").values_list("pk", flat=True),
        "merge": PlayerMerge.objects.order_by("pk").values_list("pk", flat=True),
        "line": AuditEntry.objects.filter(verb=AuditAction.ANNOUNCE).values_list("pk", flat=True),
        "member": Membership.objects.order_by("-pk").values_list("pk", flat=True),
        "member_id": Membership.objects.order_by("-pk").values_list("pk", flat=True),
        "code": [
            code_of(table) for table in Table.objects.select_related("section").order_by("pk")
        ],
    }
    for prefix, patterns in (("/", urlpatterns), ("/api/v1/", api_urlpatterns)):
        for pattern in patterns:
            assert isinstance(pattern, URLPattern)
            for filled in _filled(str(pattern.pattern), values):
                yield str(pattern.name), f"{prefix}{filled}"


def one_of_each(session: Session) -> dict[str, str]:
    """Return the first URL of every page and API view, by name."""
    return dict(reversed([*addresses(session, [1])]))


def _filled(route: str, values: dict[str, object]) -> Iterator[str]:
    place = re.search(r"<(\w+):(\w+)>", route)
    if not place:
        yield route
        return
    for value in values[place[2]]:
        if (place[1] == "number") == isinstance(value, int):
            yield from _filled(route.replace(place[0], str(value), 1), values)


@pytest.mark.long
@pytest.mark.daily(1)
@pytest.mark.parametrize("boards", [a_few, pytest.param(all_there_are, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("role", [*DAILY, *NIGHTLY])
def test_sealed_hands_and_seeds_are_in_no_response(
    session: Session, derived: list[int], role: str, boards: Callable[[Session], list[int]]
) -> None:
    assert len(sealed_board_numbers(session)) < session.boards.count()
    codes = [
        code_of(table).encode() for table in Table.objects.select_related("section").order_by("pk")
    ]
    for method, address, content in answers_without_a_secret(
        session, derived, role, boards(session)
    ):
        if role in {"anybody", "stranger", "other venue"} and not address.startswith("/t/"):
            assert not any(code in content for code in codes), (method, address)


def answers_without_a_secret(
    session: Session, derived: list[int], role: str, numbers: list[int]
) -> Iterator[tuple[str, str, bytes]]:
    """Yield the response of every URL, which must not derive a sealed board or have the seed."""
    client, sealed = visitor(role, session), sealed_board_numbers(session)
    assert sealed
    for name, address in addresses(session, numbers):
        for method in ("GET", "POST"):
            if (name, method) == AUDITED and role in {"director", "owner", "venue director"}:
                continue
            if method == "POST" and name.removeprefix("api_") in CHANGE_WHO_MAY:
                continue
            answer = client.get(address) if method == "GET" else send(client, address, role)
            content = answer.content if not answer.streaming else b"".join(answer)
            assert answer.status_code < 500, (method, address)
            assert not sealed & set(derived), (method, address)
            assert SEED.encode() not in content, (method, address)
            yield method, address, content


def send(client: Client, address: str, role: str) -> HttpResponse:
    """Send what any form or program could, with a body only for roles that have table codes."""
    form = RESULT | FILLED | {"key": address} if role in HAS_CODES else {}
    if not address.startswith("/api/"):
        return client.post(address, form)
    body = {**form, "outcome": RESULT, "sure": True, "revision": 1}
    return client.post(
        address, body, content_type="application/json", headers={"Idempotency-Key": address}
    )


def test_revoked_table_code_opens_no_page(session: Session) -> None:
    table = Table.objects.select_related("section__session__stage__event__club").earliest("pk")
    old, sides = code_of(table), {"holder": "table"}
    phone, program = Client(), Client(headers={"Authorization": f"Table {old}"})
    assert phone.post(reverse("table_side", args=[old]), sides).status_code == 302
    director = Actor.of_user(get_user_model().objects.get(username__startswith="director").pk)
    revoke_table_code(table, director)
    before = Entry.objects.count()
    for _name, address in addresses(session, a_few(session)):
        if address.startswith("/t/") and code_of(table) in address:
            address = address.replace(code_of(table), old)
            for answer in (phone.get(address), send(phone, address, "anybody")):
                assert answer.status_code in {404, 405, 422, 429}, address
                assert "N-S" not in answer.content.decode(), address
        elif address.startswith("/api/"):
            assert program.get(address).status_code in {401, 404, 405, 429}, address
            assert send(program, address, "anybody").status_code in {401, 404, 405, 415, 429}, (
                address
            )
    assert Entry.objects.count() == before


def test_hand_slips_show_hands_and_are_audited(session: Session, derived: list[int]) -> None:
    client = visitor("director", session)
    address = reverse("hand_slips", kwargs={"event_id": session.stage.event_id})
    assert client.post(address).status_code == 200
    assert sealed_board_numbers(session) <= set(derived)
    assert AuditEntry.objects.filter(verb=AuditAction.PRINT_SLIPS).count() == 1


@pytest.mark.parametrize("role", ["anybody", "stranger", "other venue", "scorer"])
def test_actions_of_directors_are_forbidden_to_others(session: Session, role: str) -> None:
    url_kwargs = {
        "round_end": {"round_id": playing_round(session).pk},
        "table_code_revoke": {"table_id": Table.objects.first().pk},
        "desk_reveal": {"play": Play.objects.first().pk},
    } | {
        name: {"contestant": Contestant.objects.first().pk}
        for name in (
            "contestant_withdraw",
            "contestant_replace",
            "contestant_paid",
            "contestant_unpaid",
        )
    }
    client = visitor(role, session)
    before = AuditEntry.objects.count()
    for name in ACTS_OF_A_DIRECTOR:
        answer = client.post(
            reverse(name, kwargs={"event_id": session.stage.event_id} | url_kwargs.get(name, {}))
        )
        prints_his_own = role == "other venue" and name == "hand_slips"  # which has no boards yet
        assert answer.status_code in ({422} if prints_his_own else {302, 404}), name
        if answer.status_code == 302:
            assert answer.headers["Location"].startswith(reverse("sign_in")), name
        assert AuditEntry.objects.count() == before, name
