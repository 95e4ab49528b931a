"""The director says on the contestants' page who takes no place, and everybody reads why."""

import pytest
from django.test import Client

from tests.scenes import evening
from tests.web.signed_in import desk, signed_in
from tournaments.models import Contestant, Session
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db
EVENT = "/club-manilla/campionat/"


@pytest.fixture
def session(client: Client) -> Session:
    session, director = evening.started(8, movement="howell", rounds=2, boards_per_round=1)
    evening.play_round(session, director)
    catch_up()
    signed_in(client, director)
    return session


def say(client: Client, session: Session, **said: str) -> int:
    """What the page answers to it."""
    pk = session.stage.event.contestants.get(number=3).pk
    return client.post(f"{desk(session, 'event_contestants')}{pk}/place/", said).status_code


def test_a_house_pair_is_listed_with_its_reason(client: Client, session: Session) -> None:
    assert say(client, session, why="house pair") == 302
    catch_up()
    page = client.get(desk(session, "event_contestants")).content.decode()
    assert "unranked: house pair" in page
    standings = Client().get(EVENT).content.decode()
    assert "unranked: house pair" in standings
    assert "who has no result yet" not in standings
    assert "unranked: house pair" in client.get(desk(session, "printed_results")).content.decode()
    assert say(client, session, why="place") == 302
    catch_up()
    assert "takes no place" not in Client().get(EVENT).content.decode()
    assert Contestant.objects.get(number=3).unranked_reason == ""


def test_words_of_the_director_are_read_by_everybody(client: Client, session: Session) -> None:
    assert say(client, session, why="words", reason="<from> Vic") == 302
    catch_up()
    assert "unranked: &lt;from&gt; Vic" in Client().get(EVENT).content.decode()


@pytest.mark.parametrize(
    "said", [{"why": "words", "reason": " "}, {}, {"why": "words", "reason": "x" * 61}]
)
def test_without_a_reason_it_is_refused_and_what_was_typed_stays(
    client: Client, session: Session, said: dict[str, str]
) -> None:
    assert say(client, session, **said) == 422
    assert Contestant.objects.get(number=3).unranked_reason == ""


def test_the_api_tells_why(client: Client, session: Session) -> None:
    say(client, session, why="guest")
    catch_up()
    event = f"/api/v1/events/{session.stage.event_id}/"
    (ranking,) = Client().get(f"{event}standings/").json()["rankings"]
    told = {row["number"]: (row["place"], row["no_place"]) for row in ranking["rows"]}
    assert told[3] == (None, "guest")
    assert told[4][1] == ""
    entered = Client().get(f"{event}contestants/").json()["results"]
    assert {each["number"]: each["no_place"] for each in entered}[3] == "guest"
