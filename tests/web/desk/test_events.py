"""The list of a director's events."""

import re

import pytest
from django.test import Client

from tests.scenes import evening
from tests.scenes.divided_session import dealt_at_venues
from tests.web.signed_in import OTHER_RESULT, RESULT, desk_url, first_play, signed_in
from tournaments.actions.calls.calls import answer_call, call_director
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.rounds.sessions import create_session, deal_session, start_session
from tournaments.models import Call, Club, Session, Table
from tournaments.permissions.actor import Actor

pytestmark = pytest.mark.django_db


def call_from(session: Session, number: int, section: str = "") -> Table:
    table = Table.objects.get(section__session=session, section__name=section, number=number)
    call_director(table, "rule", "", Actor.of_table(table.pk, "phone", ""), f"call-{table.pk}")
    return table


def test_list_of_events_says_which_table_is_calling(client: Client) -> None:
    session, director = evening.started(8, round_count=3)
    signed_in(client, director)
    assert "is calling" not in client.get("/desk/").content.decode()
    call_from(session, 2)
    assert "Table 2 is calling" in client.get("/desk/").content.decode()
    call_from(session, 1)
    assert "2 tables are calling" in " ".join(client.get("/desk/").content.decode().split())
    answer_call(Call.objects.get(table__number=2), director)
    assert "Table 1 is calling" in client.get("/desk/").content.decode()


def test_list_of_events_names_no_calls_of_another_venue(client: Client) -> None:
    session, _director, staff = dealt_at_venues()
    table = call_from(session, 1, "Vic")
    own_page = signed_in(client, staff["Biblioteca de Vic"]).get("/desk/").content.decode()
    assert f"Table {table.label} is calling" in own_page
    (other_staff_name,) = (name for name in staff if name != "Biblioteca de Vic")
    assert (
        "is calling"
        not in signed_in(client, staff[other_staff_name]).get("/desk/").content.decode()
    )


def started_event(club: Club, name: str, director: Actor) -> Session:
    """Start an event of eight pairs in a club."""
    plan = EventPlan(name, "botifarra", movement_key="mitchell")
    stage = create_event(club, plan, evening.pairs(8), director)
    session = create_session(stage, 3, 2, director, seed=evening.SEED)
    deal_session(session.pk, "sort i encert", director)
    start_session(session.pk, director)
    return session


def test_running_events_that_need_the_director_come_first(client: Client) -> None:
    club, director = evening.club_with_director()
    calling, differing, _calm = (
        started_event(club, name, director) for name in ("Calling", "Differing", "Calm")
    )
    call_from(calling, 2)
    play = first_play(differing)
    evening.enter(play, RESULT, ["ns"])
    evening.enter(play, OTHER_RESULT, ["ew"])
    page = signed_in(client, director).get("/desk/").content.decode()
    assert re.findall(r'<span class="names">(\w+)</span>', page) == ["Calling", "Differing", "Calm"]
    assert "1 differs" in " ".join(page.split())


def test_help_of_a_desk_opens_in_a_new_tab(client: Client) -> None:
    session, director = evening.started(8, round_count=3)
    page = signed_in(client, director).get(desk_url(session, "event_clock")).content.decode()
    link = page[page.index('target="_blank"') :].split("</a>")[0]
    assert 'Help<span class="visually-hidden"> (opens in a new tab)</span>' in link
