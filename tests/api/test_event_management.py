"""Programs edit, copy and delete events."""

import pytest
from django.contrib.auth import get_user_model

from tests.api.clients import Api, codes, member
from tests.scenes.evening import created, play_round, started
from tournaments.actions.clubs.club import add_member
from tournaments.models import Event, Membership, Session
from tournaments.permissions.actor import SYSTEM, Actor

pytestmark = pytest.mark.django_db


def owner_of(session: Session) -> Api:
    user = get_user_model().objects.create_user("owner")
    add_member(session.stage.event.club, user.pk, Membership.Role.OWNER, SYSTEM)
    return member(Actor.of_user(user.pk))


def test_edit_changes_only_the_fields_of_the_body() -> None:
    session, director = created(8)
    path, api = f"events/{session.stage.event_id}/", member(director)
    event_before = Api().read(path)
    body = {"name": "Copa", "starts_at": "2027-01-14T20:30:00Z", "place": "Casal"}
    event_after = api.send(f"{path}edit/", body).json()
    assert event_after == Api().read(path)
    assert (event_after["name"], event_after["place"], event_after["slug"]) == (
        "Copa",
        "Casal",
        "campionat",
    )
    assert event_after["starts_at"].startswith("2027-01-14T")
    changed = {key for key in event_after if event_after[key] != event_before[key]}
    assert changed == {"name", "place", "starts_at"}
    assert api.send(f"{path}edit/", {"starts_at": None}).json()["starts_at"] is None


def test_edit_reports_every_problem_at_once() -> None:
    session, director = started(8, movement="howell", round_count=2, boards_per_round=1)
    play_round(session, director)
    path, api = f"events/{session.stage.event_id}/edit/", member(director)
    response = api.send(
        path, {"starts_at": "1990-01-01T00:00:00Z", "name": "Copa", "tiebreaks": ["points"]}
    )
    assert (response.status_code, codes(response)) == (422, ["fixed_already", "starts_at_far"])
    assert api.send(path, {"starts_at": "soon"}).status_code == 422
    assert Event.objects.get().name == "Campionat"


def test_copy_with_the_same_key_is_created_once() -> None:
    session, director = created(8)
    path, body = (
        f"events/{session.stage.event_id}/copy/",
        {"name": "Copa", "same_contestants": True},
    )
    first_response, second_response = (
        member(director).send(path, body, "copy-1") for _attempt in range(2)
    )
    assert first_response.status_code == 201
    assert first_response.json() == second_response.json()
    event = Event.objects.get(name="Copa")
    assert first_response.json() == {
        "event": event.pk,
        "session": Session.objects.get(stage__event=event).pk,
    }
    assert event.contestants.get(number=1).name == "Anna 1 – Berta 1"


def test_owner_can_delete_an_event() -> None:
    session, director = created(8)
    path, api = f"events/{session.stage.event_id}/", owner_of(session)
    assert codes(member(director).send(f"{path}delete/", {"name": "Campionat"})) == ["owners_only"]
    assert codes(api.send(f"{path}delete/", {"name": "Copa"})) == ["other_name"]
    assert api.send(f"{path}delete/", {"name": "Campionat"}).status_code == 204
    assert Api().ask(path).status_code == 404
    assert api.send(f"{path}delete/", {"name": "Campionat"}).status_code == 404
