"""Every view answers every role as the table in docs/integrators/api-roles.md says."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import transaction

from tests.api.clients import Api, at_table, codes, member
from tests.scenes.evening import club_with_director, created, enter, pairs, play_round
from tests.scenes.matches import play_matches, started_matches
from tests.scenes.teams import created_teams
from tests.web.signed_in import RESULT, first_play
from tournaments.actions.clubs.club import add_member
from tournaments.actions.contestants.attendance import mark_absent
from tournaments.actions.events.next_session import create_next_session
from tournaments.actions.offline.encryption import encrypt, generate_key
from tournaments.actions.offline.schema import RESULT_UPLOAD_FILE
from tournaments.actions.rounds.clock import pause_clocks
from tournaments.actions.rounds.draws import draw_round
from tournaments.actions.rounds.sessions import deal_session, finish_session, start_session
from tournaments.api.urls import urlpatterns
from tournaments.models import Membership, Play, Round, Section, Session, Venue
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.queries.rounds.seating import playing_round

pytestmark = pytest.mark.django_db

_PAGE = Path(__file__).parents[2] / "docs" / "integrators" / "api-roles.md"
_CELLS = [
    [cell.strip() for cell in line.strip("|\n ").split("|")]
    for line in _PAGE.read_text().splitlines()
    if line.startswith("|")
]
ROLES = _CELLS[0][2:]
ROUTES = {(row[0], row[1]): dict(zip(ROLES, map(int, row[2:]), strict=True)) for row in _CELLS[2:]}

# Actions of an event whose rounds are drawn.
DRAWN = (
    "sessions/{session}/draw/",
    "rounds/{round}/begin/",
    "rounds/{round}/exchange/",
    "rounds/{round}/undo/",
    "events/{event}/leave/",
    "events/{event}/join/",
    "events/{event}/knock-out/",
)

# Actions once a session is over; the last two before the following session exists.
FINISHED = (
    "events/{event}/publish/",
    "events/{event}/next-stage/",
    "events/{event}/next-session/",
    "events/{event}/miss/",
    "events/{event}/come/",
)

# Key that signs the result uploads of a section.
KEY = generate_key()

BODIES: dict[str, Any] = {
    "events/": {
        "club": "club-manilla",
        "name": "Lliga",
        "movement": "mitchell",
        "contestants": pairs(8),
        "rounds": 4,
        "boards_per_round": 2,
    },
    "sessions/{session}/deal/": {"salt": ""},
    "sessions/{session}/finish/": {"sure": True},
    "events/{event}/publish/": {"sure": True},
    "events/{event}/edit/": {"name": "Copa", "starts_at": "2027-01-14T20:30:00Z"},
    "events/{event}/copy/": {"name": "Copa", "same_contestants": True},
    "events/{event}/delete/": {"name": "Campionat"},
    "rounds/{round}/exchange/": {"one": 1, "other": 2},
    "rounds/{round}/line-ups/": {"contestant": 1, "seats": {"N": 4, "S": 3, "E": 2, "W": 1}},
    "events/{event}/leave/": {"contestant": 1},
    "events/{event}/join/": {"name": "Zoe - Iris"},
    "events/{event}/knock-out/": {"places": 4},
    "events/{event}/next-stage/": {
        "finals": [{"name": "", "places": {"first": 1, "last": 4, "each": True}}]
    },
    "events/{event}/next-session/": {},
    "events/{event}/miss/": {"contestant": 3},
    "events/{event}/come/": {"contestant": 4},
    "sessions/{session}/divide/": {
        "sections": [
            {"name": "A", "movement": "howell", "rounds": 3, "contestants": [1, 2, 3, 4]},
            {"name": "B", "movement": "howell", "rounds": 3, "contestants": [5, 6, 7, 8]},
        ]
    },
    "events/{event}/deliveries/": {
        "format": RESULT_UPLOAD_FILE,
        "version": 1,
        "copy": "c" * 16,
        "sealed": encrypt({"laptop": "0" * 16, "rounds": []}, KEY),
    },
    "sessions/{session}/clock/": {
        "minutes_per_round": 20,
        "breaks": [{"after_round": 3, "minutes": 15}],
    },
    "sessions/{session}/clock/give/": {"minutes": 2, "section": 1},
    "sessions/{session}/clock/stop/": {"section": 1},
    "sessions/{session}/clock/resume/": {"section": 1},
    "plays/{play}/entries/": {"side": "ew", "outcome": RESULT},
    "plays/{play}/confirmation/": {"side": "ew", "revision": 1},
    "plays/{play}/decision/": {"kind": "void", "replaces": 1, "reason": "mixed cards"},
    "plays/{play}/awards/": {
        "given": {"ns": "average_plus", "ew": "average_minus"},
        "replaces": 1,
        "reason": "mixed cards",
    },
}


def evening_for(path: str) -> tuple[Session, Actor]:
    """Create a session in the state that the action of `path` needs, by default in round 2."""
    if path in DRAWN:
        return swiss_for(path)
    if path == "rounds/{round}/line-ups/":
        session, director = created_teams()
        deal_session(session.pk, "", director)
        return session, director
    session, director = created(8, round_count=4, boards_per_round=2)
    if path in ("sessions/{session}/deal/", "sessions/{session}/divide/"):
        return session, director
    deal_session(session.pk, "", director)
    if path in ("sessions/{session}/start/", "sessions/{session}/sections/{number}/start/"):
        return session, director
    start_session(session.pk, director)
    play_round(session, director)
    _prepare_section(path, session, director)
    if path in FINISHED:
        finish_session(session.pk, director)
    if path in FINISHED[-2:]:
        session = create_next_session(session.stage.event, director)
        mark_absent(session.stage.event, session.stage.event.contestants.get(number=4).pk, director)
    return session, director


def _prepare_section(path: str, session: Session, director: Actor) -> None:
    """Export the section or pause its clock if the action needs that."""
    section = session.sections.get()
    if path == "sessions/{session}/clock/resume/":
        pause_clocks([section], director)
    if path == "events/{event}/deliveries/":
        section.copies.create(identifier="c" * 16, key=KEY, holder="Bar Nou", at=session.created_at)


def swiss_for(path: str) -> tuple[Session, Actor]:
    """Create a Swiss after its first round, with the second drawn if the action needs it."""
    session, director = started_matches(7)
    play_matches(session, director)
    if path.startswith("rounds/"):
        draw_round(session.pk, director)
    if path == "events/{event}/knock-out/":
        finish_session(session.pk, director)
    return session, director


def filled(path: str, session: Session, play: Play | None) -> str:
    round_ = (
        Round.objects.filter(section__session=session, ended_at=None).order_by("number").first()
    )
    return path.format(
        event=session.stage.event_id,
        session=session.pk,
        number=1,
        round=round_.pk if round_ else 0,
        play=play.pk if play else 0,
    )


def clients(session: Session, director: Actor, play: Play | None, path: str) -> dict[str, Api]:
    """Return a client for every role; before the deal there are no tables and no codes."""
    _other, stranger = club_with_director("Another club")
    scorer = get_user_model().objects.create_user("scorer")
    add_member(session.stage.event.club, scorer.pk, Membership.Role.SCORER, SYSTEM)
    club = session.stage.event.club
    own_venue, other_venue = (
        Venue.objects.create(club=club, name=name) for name in ("Bar Nou", "Vic")
    )
    if play and path not in (*DRAWN, "events/{event}/copy/"):
        session.sections.update(name="A", venue=own_venue)
        Section.objects.create(session=session, number=2, name="Vic", venue=other_venue)
    clients = {
        "anybody": Api(),
        "stranger": member(stranger),
        "other venue": member(at_venue(other_venue)),
        "venue director": member(at_venue(own_venue)),
        "scorer": member(Actor.of_user(scorer.pk)),
        "director": member(director),
    }
    return clients | ({"table": at_table(play.seating.table)} if play else {})


def at_venue(venue: Venue) -> Actor:
    """Return a client with the token of the venue's director."""
    user = get_user_model().objects.create_user(venue.name.replace(" ", "-"))
    add_member(venue.club, user.pk, Membership.Role.VENUE_DIRECTOR, SYSTEM).venues.add(venue)
    return Actor.of_user(user.pk)


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_view_answers_each_role_as_the_table_says(method: str, path: str) -> None:
    session, director = evening_for(path)
    play = None
    if session.boards.exists():
        play = first_play(session, seating__round__number=1 if path in DRAWN else 2)
        if playing_round(session):
            enter(play, RESULT, ["ns"])
    url = filled(path, session, play)
    for role, client in clients(session, director, play, path).items():
        with transaction.atomic():
            response = client.ask(url) if method == "GET" else client.send(url, BODIES.get(path))
            transaction.set_rollback(True)
        assert response.status_code == ROUTES[method, path][role], (role, response.content)
        assert response.status_code < 400 or codes(response)


def test_table_of_roles_has_every_view() -> None:
    routes = {re.sub(r"<number:(\w+)>", r"{\1}", str(pattern.pattern)) for pattern in urlpatterns}
    assert {path for _method, path in ROUTES} == routes - {"", "<anything:rest>"}
    schema = Api().read("schema/")["paths"]
    schema_routes = {
        (method.upper(), path.removeprefix("/api/v1/"))
        for path in schema
        for method in schema[path]
    }
    assert set(ROUTES) - {("GET", "schema/"), ("GET", "docs/")} == schema_routes


def test_table_cannot_post_a_result_of_another_table() -> None:
    session, _director = evening_for("")
    play = first_play(session, seating__round__number=2, seating__table__number=1)
    other_play = first_play(session, seating__round__number=2, seating__table__number=2)
    response = at_table(other_play.seating.table).send(
        f"plays/{play.pk}/entries/", BODIES["plays/{play}/entries/"]
    )
    assert (response.status_code, codes(response)) == (403, ["not_yours"])
