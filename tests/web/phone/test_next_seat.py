"""Where a phone's contestant goes next, and their place once the evening is over."""

import re

import pytest
from django.utils.html import strip_tags

from tests.scenes.evening import enter, started
from tests.web.phone.test_table import a_table, numbers, phone, plays_now, text, url
from tests.web.signed_in import RESULT
from tournaments.actions.events.publish import publish_event
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import Place, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.phone.table_room import MAX_TABLES_DRAWN
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> tuple[Session, Actor]:
    """Eight pairs at four tables in their first of four rounds."""
    return started(number=8, rounds=4, boards_per_round=3)


def felt(page: str) -> str:
    return page.split("<header")[1].split("</header>")[0]


def test_phone_shows_its_next_table_in_the_felt_once_all_boards_are_settled(
    evening: tuple[Session, Actor],
) -> None:
    table = a_table(evening[0])
    ew = numbers(table)["ew"]
    client = phone(table, ew)
    assert "go to table" not in felt(text(client.get(url(table))))
    for play in plays_now(table):
        enter(play, RESULT)
    there = Place.objects.filter(seating__round__number=2, contestant__number=ew)[0].seating.table
    shown = felt(text(client.get(url(table))))
    assert re.search(rf'Round 2: go to table <span class="big">{there.label}</span>', shown)
    others = Place.objects.filter(seating__round__number=2, seating__table=there)
    against = others.exclude(contestant__number=ew)[0].contestant.name
    assert f"against {against}" in strip_tags(shown)
    assert "starts after" in shown
    assert shown.index('<p class="ends">') < shown.index("go to table")
    assert re.findall(r'<li class="(to|here)">(\d+)</li>', shown) == sorted(
        [("here", "1"), ("to", there.label)], key=lambda each: int(each[1])
    )


def test_phone_of_a_whole_table_is_sent_nowhere(evening: tuple[Session, Actor]) -> None:
    table = a_table(evening[0])
    client = phone(table)
    for play in plays_now(table):
        enter(play, RESULT)
    assert "go to table" not in felt(text(client.get(url(table))))


def test_room_of_many_tables_is_not_drawn(
    evening: tuple[Session, Actor], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MAX_TABLES_DRAWN >= 4
    monkeypatch.setattr("tournaments.queries.phone.table_room.MAX_TABLES_DRAWN", 3)
    table = a_table(evening[0])
    client = phone(table, numbers(table)["ew"])
    for play in plays_now(table):
        enter(play, RESULT)
    shown = felt(text(client.get(url(table))))
    assert "go to table" in shown
    assert "seat-map" not in shown


def test_phone_shows_the_place_of_its_contestant_once_the_standings_are_published() -> None:
    session, director = started(
        number=8,
        movement="barometer",
        rounds=1,
        boards_per_round=1,
        movement_options={"rotation": "mitchell"},
    )
    tables = [a_table(session, number) for number in (1, 2, 3, 4)]
    ns = numbers(tables[0])["ns"]
    for table in tables:
        for play in plays_now(table):
            enter(play, RESULT)
    client = phone(tables[0], ns)
    finish_session(session.pk, director)
    catch_up()
    assert "<dt>Place</dt>" not in text(client.get(url(tables[0])))
    publish_event(session.stage.event_id, director)
    assert "<dt>Place</dt>" in felt(text(client.get(url(tables[0]))))
