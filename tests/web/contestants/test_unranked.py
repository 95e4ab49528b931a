"""Unranked contestants on the contestants' page, in the standings and in the API."""

import pytest
from django.test import Client

from tests.scenes import evening
from tests.web.signed_in import desk_url, signed_in
from tournaments.models import Contestant, Session
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db
EVENT_URL = "/club-manilla/campionat/"


@pytest.fixture
def session(client: Client) -> Session:
    session, director = evening.started(8, movement="howell", round_count=2, boards_per_round=1)
    evening.play_round(session, director)
    catch_up()
    signed_in(client, director)
    return session


def submit_rank_form(client: Client, session: Session, **fields: str) -> int:
    """Submit the form for contestant 3, and return the status code.

    `why` is the value "place" to rank the contestant again, a usual reason to unrank them, or
    "words" for a `reason` in free text.
    """
    pk = session.stage.event.contestants.get(number=3).pk
    return client.post(f"{desk_url(session, 'event_contestants')}{pk}/place/", fields).status_code


def test_unranked_pair_is_listed_with_its_reason(client: Client, session: Session) -> None:
    assert submit_rank_form(client, session, why="house pair") == 302
    catch_up()
    page = client.get(desk_url(session, "event_contestants")).content.decode()
    assert "unranked: house pair" in page
    standings = Client().get(EVENT_URL).content.decode()
    assert "unranked: house pair" in standings
    assert (
        "unranked: house pair" in client.get(desk_url(session, "printed_results")).content.decode()
    )
    assert submit_rank_form(client, session, why="place") == 302
    catch_up()
    assert "unranked: house pair" not in Client().get(EVENT_URL).content.decode()
    assert Contestant.objects.get(number=3).unranked_reason == ""


def test_free_text_reason_is_public_and_escaped(client: Client, session: Session) -> None:
    assert submit_rank_form(client, session, why="words", reason="<from> Vic") == 302
    catch_up()
    assert "unranked: &lt;from&gt; Vic" in Client().get(EVENT_URL).content.decode()


@pytest.mark.parametrize(
    "fields", [{"why": "words", "reason": " "}, {}, {"why": "words", "reason": "x" * 61}]
)
def test_invalid_reason_is_refused(
    client: Client, session: Session, fields: dict[str, str]
) -> None:
    assert submit_rank_form(client, session, **fields) == 422
    assert Contestant.objects.get(number=3).unranked_reason == ""


def test_api_returns_the_reason(client: Client, session: Session) -> None:
    submit_rank_form(client, session, why="guest")
    catch_up()
    api_url = f"/api/v1/events/{session.stage.event_id}/"
    (ranking,) = Client().get(f"{api_url}standings/").json()["rankings"]
    places_and_reasons = {row["number"]: (row["place"], row["no_place"]) for row in ranking["rows"]}
    assert places_and_reasons[3] == (None, "guest")
    assert places_and_reasons[4][1] == ""
    contestants = Client().get(f"{api_url}contestants/").json()["results"]
    assert {contestant["number"]: contestant["no_place"] for contestant in contestants}[
        3
    ] == "guest"
