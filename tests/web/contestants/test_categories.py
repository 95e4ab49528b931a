"""The page of categories, and pages and API that show one category."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.scenes import evening
from tests.web.signed_in import desk_url, signed_in
from tournaments.actions.events.edit import edit_event
from tournaments.models import Session
from tournaments.permissions.actor import Actor
from tournaments.queries.standings.partial_rankings import members_by_category
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db
EVENT_URL = "/club-manilla/campionat/"
_NUMBERS = re.compile(r"/contestants/(\d+)/")


@pytest.fixture
def played(client: Client) -> tuple[Session, Actor]:
    session, director = evening.started(8, movement="howell", round_count=2, boards_per_round=1)
    evening.play_round(session, director)
    catch_up()
    signed_in(client, director)
    return session, director


@pytest.fixture
def session(played: tuple[Session, Actor]) -> Session:
    return played[0]


def submit_categories(client: Client, session: Session, **submitted: object) -> int:
    """Submit categories and return the status code."""
    fields = {key.replace("_", "-"): value for key, value in submitted.items()}
    return client.post(desk_url(session, "event_categories"), fields).status_code


@pytest.mark.thorough
def test_category_is_stored_shown_and_printed(client: Client, session: Session) -> None:
    assert submit_categories(client, session, name_1="<Novices>", in_1=[3, 5]) == 302
    assert members_by_category(session.stage.event) == {"<Novices>": [3, 5]}
    page = client.get(desk_url(session, "event_categories")).content.decode()
    assert page.count(" checked") == 2
    public = Client().get(EVENT_URL).content.decode()
    assert "?category=%3CNovices%3E" in public
    category_page = Client().get(EVENT_URL, {"category": "<Novices>"}).content.decode()
    assert set(_NUMBERS.findall(category_page)) == {"3", "5"}
    match = re.search(r'hx-get="([^"]*)"', category_page)
    assert match
    poll_url = match[1].replace("&amp;", "&")
    assert Client().get(poll_url).status_code == 204
    assert submit_categories(client, session, was_1="yes", name_1="<Novices>", in_1=[3]) == 302
    assert Client().get(poll_url).status_code == 200
    assert "&lt;Novices&gt;" in client.get(desk_url(session, "printed_results")).content.decode()
    assert submit_categories(client, session, was_1="yes", name_1="", in_1=[3]) == 302
    assert not members_by_category(session.stage.event)
    assert "?category=" not in Client().get(EVENT_URL).content.decode()


def test_invalid_categories_are_refused(client: Client, session: Session) -> None:
    assert submit_categories(client, session, name_1=" ", in_1=[3]) == 422
    assert submit_categories(client, session, name_1="A", name_2="A") == 422
    assert not members_by_category(session.stage.event)


def test_api_returns_standings_of_a_category(client: Client, session: Session) -> None:
    submit_categories(client, session, name_1="Novices", in_1=[3, 5])
    event_url = f"/api/v1/events/{session.stage.event_id}/"
    (ranking,) = Client().get(f"{event_url}standings/?category=Novices").json()["rankings"]
    assert ranking["category"] == "Novices"
    assert {row["number"] for row in ranking["rows"]} == {3, 5}
    assert Client().get(f"{event_url}standings/?category=Nobody").status_code == 404
    contestants = Client().get(f"{event_url}contestants/").json()["results"]
    assert {contestant["number"]: contestant["categories"] for contestant in contestants}[3] == [
        "Novices"
    ]


def test_embargo_applies_to_categories(client: Client, played: tuple[Session, Actor]) -> None:
    session, director = played
    submit_categories(client, session, name_1="Novices", in_1=[3, 5])
    tomorrow = timezone.now() + timedelta(days=1)
    edit_event(session.stage.event_id, {"standings_from": tomorrow}, director)
    catch_up()
    page = Client().get(EVENT_URL, {"category": "Novices"}).content.decode()
    assert not _NUMBERS.findall(page)
    standings = (
        Client().get(f"/api/v1/events/{session.stage.event_id}/standings/?category=Novices").json()
    )
    assert standings["rankings"] == []
