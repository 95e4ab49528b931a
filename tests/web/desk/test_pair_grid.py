"""The grid of pairs that meet, on the pages that show it."""

import pytest
from django.test import Client

from tests.scenes.divided_session import started_in_sections
from tests.scenes.evening import club_with_director, created, pairs, play_round, started
from tests.web.signed_in import desk_url, signed_in
from tournaments.movements.advice.proposals import propose_movements
from tournaments.movements.advice.time_budget import TimeBudget
from tournaments.queries.rounds.meetings import meetings_of_plan

pytestmark = [pytest.mark.django_db, pytest.mark.once]

MET = '<svg class="met'
CURRENT_ROUND_MARK = '<svg class="met now"'


def test_meetings_page_shows_every_meeting_and_marks_those_of_the_current_round(
    client: Client,
) -> None:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=1)
    play_round(session, director)
    page = client.get("/club-manilla/campionat/pictures/").content.decode()
    assert page.count(MET) == 8 * 7
    assert page.count(CURRENT_ROUND_MARK) == 8


def test_movement_report_shows_the_meetings_and_marks_those_of_the_round_being_played(
    client: Client,
) -> None:
    session, director = started(8, movement="mitchell", round_count=3, boards_per_round=1)
    report = desk_url(session, "event_movement_report")
    page = signed_in(client, director).get(report).content.decode()
    assert page.count(MET) == 4 * 3
    assert page.count(CURRENT_ROUND_MARK) == 4


def test_movement_report_of_a_divided_session_shows_each_section_and_all_together(
    client: Client,
) -> None:
    session, director = started_in_sections()
    page = (
        signed_in(client, director).get(desk_url(session, "event_movement_report")).content.decode()
    )
    assert [
        f"<h3>{name}</h3>" in page for name in ("A", "B", "Vic", "In all sections and sessions")
    ] == [True] * 4


def test_pair_grid_is_empty_before_the_deal(client: Client) -> None:
    session, director = created(8, movement="mitchell", round_count=3, boards_per_round=1)
    assert MET not in signed_in(client, director).get(desk_url(session)).content.decode()
    assert MET not in client.get("/club-manilla/campionat/rounds/").content.decode()


def test_each_proposal_shows_its_meetings(client: Client) -> None:
    _club, director = club_with_director()
    typed = {"contestants": "\n".join(pairs(8)), "boards_per_round": "2", "rounds": "3"}
    page = signed_in(client, director).post("/desk/new/_proposals", typed).content.decode()
    plans = [
        round_.plan for round_ in propose_movements(TimeBudget(8, boards_per_round=2, rounds=3))
    ]
    assert len(plans) >= 3
    assert page.count(MET) == sum(len(meetings_of_plan(plan).cells) for plan in plans)
