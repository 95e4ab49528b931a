"""Entries by the API that state how long ago the table agreed on the result."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.api.clients import Api, member
from tests.scenes.evening import started
from tests.web.phone.table_pages import RESULT, current_plays, get_table
from tournaments.models import Play, Round, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.phone.table_codes import code_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def session_and_director() -> tuple[Session, Actor]:
    """Start a round an hour ago."""
    scene = started(pair_count=8, round_count=4, boards_per_round=3)
    Round.objects.update(started_at=timezone.now() - timedelta(hours=1))
    return scene


@pytest.fixture
def play(session_and_director: tuple[Session, Actor]) -> Play:
    session, _director = session_and_director
    return current_plays(get_table(session))[0]


def entry_body(**age: object) -> dict[str, object]:
    return {"side": "ns", "outcome": RESULT, **age}


def test_age_of_an_entry_is_stored_for_staff_and_no_part_of_the_digest(
    session_and_director: tuple[Session, Actor], play: Play
) -> None:
    _session, director = session_and_director
    phone = Api(f"Table {code_of(play.seating.table)}")
    path = f"plays/{play.pk}/"
    first_response = phone.send(f"{path}entries/", entry_body(age=600), key="requestkey")
    repeated = phone.send(f"{path}entries/", entry_body(age=660), key="requestkey")
    assert (first_response.status_code, repeated.status_code) == (201, 201)
    assert first_response.json() == repeated.json()
    confirmed = phone.send(f"{path}confirmation/", {"side": "ew", "revision": 1, "age": 5}, key="c")
    assert confirmed.status_code == 201
    waited = [round((entry.at - entry.entered_at).total_seconds()) for entry in play.entries.all()]
    assert waited == [600, 5]
    assert phone.read(path)["told"] is None
    entries = member(director).read(path)["told"]["entries"]
    assert all(entry["said_at"] < entry["at"] for entry in entries)


@pytest.mark.parametrize("age", [{}, {"age": None}, {"age": 2**31}, {"age": -1}])
def test_missing_age_or_age_before_the_round_is_not_stored(
    play: Play, age: dict[str, object]
) -> None:
    phone = Api(f"Table {code_of(play.seating.table)}")
    assert (
        phone.send(f"plays/{play.pk}/entries/", entry_body(**age), key="requestkey").status_code
        == 201
    )
    assert play.entries.get().entered_at is None


@pytest.mark.parametrize("age", ["soon", 1.5, []])
def test_age_that_is_no_number_is_rejected_with_422(play: Play, age: object) -> None:
    phone = Api(f"Table {code_of(play.seating.table)}")
    response = phone.send(f"plays/{play.pk}/entries/", entry_body(age=age), key="requestkey")
    assert response.status_code == 422
    assert not play.entries.exists()
