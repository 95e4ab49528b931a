"""The director ticks who is in a category, and everybody can look at it alone."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.scenes import evening
from tests.web.signed_in import desk, signed_in
from tournaments.actions.events.edit import edit_event
from tournaments.models import Session
from tournaments.permissions.actor import Actor
from tournaments.queries.standings.partial_rankings import members_by_category
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db
EVENT = "/club-manilla/campionat/"
_NUMBERS = re.compile(r"/contestants/(\d+)/")


@pytest.fixture
def played(client: Client) -> tuple[Session, Actor]:
    session, director = evening.started(8, movement="howell", rounds=2, boards_per_round=1)
    evening.play_round(session, director)
    catch_up()
    signed_in(client, director)
    return session, director


@pytest.fixture
def session(played: tuple[Session, Actor]) -> Session:
    return played[0]


def store(client: Client, session: Session, **sent: object) -> int:
    """What the page answers."""
    fields = {key.replace("_", "-"): value for key, value in sent.items()}
    return client.post(desk(session, "event_categories"), fields).status_code


@pytest.mark.thorough
def test_a_category_is_ticked_shown_and_printed(client: Client, session: Session) -> None:
    assert store(client, session, name_1="<Novices>", in_1=[3, 5]) == 302
    assert members_by_category(session.stage.event) == {"<Novices>": [3, 5]}
    page = client.get(desk(session, "event_categories")).content.decode()
    assert page.count(" checked") == 2
    public = Client().get(EVENT).content.decode()
    assert "?category=%3CNovices%3E" in public
    alone = Client().get(EVENT, {"category": "<Novices>"}).content.decode()
    assert set(_NUMBERS.findall(alone)) == {"3", "5"}
    again = re.search(r'hx-get="([^"]*)"', alone)
    assert again
    asked = again[1].replace("&amp;", "&")
    assert Client().get(asked).status_code == 204
    assert store(client, session, was_1="yes", name_1="<Novices>", in_1=[3]) == 302
    assert Client().get(asked).status_code == 200
    assert "&lt;Novices&gt;" in client.get(desk(session, "printed_results")).content.decode()
    assert store(client, session, was_1="yes", name_1="", in_1=[3]) == 302
    assert not members_by_category(session.stage.event)
    assert "?category=" not in Client().get(EVENT).content.decode()


def test_what_is_refused_stays_as_it_was_ticked(client: Client, session: Session) -> None:
    assert store(client, session, name_1=" ", in_1=[3]) == 422
    assert store(client, session, name_1="A", name_2="A") == 422
    assert not members_by_category(session.stage.event)


def test_programs_ask_for_a_category_by_its_name(client: Client, session: Session) -> None:
    store(client, session, name_1="Novices", in_1=[3, 5])
    event = f"/api/v1/events/{session.stage.event_id}/"
    (ranking,) = Client().get(f"{event}standings/?category=Novices").json()["rankings"]
    assert ranking["category"] == "Novices"
    assert {row["number"] for row in ranking["rows"]} == {3, 5}
    assert Client().get(f"{event}standings/?category=Nobody").status_code == 404
    entered = Client().get(f"{event}contestants/").json()["results"]
    assert {each["number"]: each["categories"] for each in entered}[3] == ["Novices"]


def test_what_is_held_back_is_held_back_of_a_category(
    client: Client, played: tuple[Session, Actor]
) -> None:
    session, director = played
    store(client, session, name_1="Novices", in_1=[3, 5])
    later = timezone.now() + timedelta(days=1)
    edit_event(session.stage.event_id, {"standings_from": later}, director)
    catch_up()
    page = Client().get(EVENT, {"category": "Novices"}).content.decode()
    assert not _NUMBERS.findall(page)
    told = (
        Client().get(f"/api/v1/events/{session.stage.event_id}/standings/?category=Novices").json()
    )
    assert told["rankings"] == []
