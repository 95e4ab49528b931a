"""Seat lists: all upcoming rounds of a plan, one round of a draw."""

import html
import re

import pytest
from django.test import Client

from tests.scenes.arrivals_and_departures import withdraw_during_session
from tests.scenes.divided_session import dealt_at_venues
from tests.scenes.evening import play_out, play_round, started
from tests.scenes.matches import begin_next_round, play_matches, started_matches
from tests.scenes.teams import started_teams
from tests.web.signed_in import desk_url, signed_in
from tournaments.models import Session
from tournaments.queries.paper import seat_lists
from tournaments.queries.paper.seat_lists import SeatLists, read_seat_lists
from tournaments.queries.rounds.seating import playing_round

pytestmark = pytest.mark.django_db


def seat_lists_of(session: Session) -> SeatLists:
    return read_seat_lists(session, session.sections.all())


def test_seat_list_has_each_player_of_a_pair_by_name(client: Client) -> None:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    session.stage.event.contestants.filter(number=5).update(name="Zoe Roig – Àngel Pla")
    play_round(session, director)
    lists = seat_lists_of(session)
    names = [line.name for line in lists.lines]
    assert len(names) == 16
    assert (names[0], names[-1]) == ("Àngel Pla", "Zoe Roig")
    assert lists.round == 2
    seating = playing_round(session).seatings.filter(places__contestant__number=5).distinct().get()
    assert {turn.table for line in (lists.lines[0], lists.lines[-1]) for turn in line.rounds} == {
        seating.table.label
    }
    page = html.unescape(
        signed_in(client, director).get(desk_url(session, "seat_lists")).content.decode()
    )
    assert page.count('<span class="names">') == 16
    assert "Round 2: where everybody sits" in page


def test_seat_tables_show_all_upcoming_rounds_of_a_plan(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session, director = started(7, movement="howell", round_count=7, boards_per_round=1)
    play_round(session, director)
    monkeypatch.setattr(seat_lists, "MAX_ROUNDS_ACROSS", 4)
    tables = seat_lists_of(session).tables
    assert [list(table.rounds) for table in tables] == [[2, 3, 4, 5], [6, 7]]
    assert all(len(table.rows) == 7 for table in tables)
    turns_of_rounds = [
        turns for table in tables for _contestant, rounds in table.rows for turns in rounds
    ]
    assert all(len(turns) == 1 for turns in turns_of_rounds)
    assert sum(turns[0].table is None for turns in turns_of_rounds) == 6, (
        "somebody rests in each round"
    )


def test_seat_list_of_a_drawn_event_has_one_round() -> None:
    session, director = started_matches(8)
    play_matches(session, director)
    assert (seat_lists_of(session).lines, seat_lists_of(session).tables) == ([], [])
    begin_next_round(session, director)
    lists = seat_lists_of(session)
    assert (lists.round, len(lists.lines), lists.tables) == (2, 16, [])


def test_seat_list_has_a_team_with_both_its_tables() -> None:
    session, _director = started_teams()
    lists = seat_lists_of(session)
    assert [line.name for line in lists.lines] == [f"Equip {number}" for number in range(1, 5)]
    assert all(len(line.rounds) == 2 for line in lists.lines)


def test_withdrawn_pair_is_on_no_seat_list() -> None:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    withdrawn = session.stage.event.contestants.get(number=3)
    withdraw_during_session(session.stage.event, withdrawn.pk, director)
    lists = seat_lists_of(session)
    assert not {"Anna 3", "Berta 3"} & {line.name for line in lists.lines}
    assert withdrawn not in {
        contestant for table in lists.tables for contestant, _rounds in table.rows
    }


def test_venue_director_prints_only_their_sections_seats(client: Client) -> None:
    session, _director, staff = dealt_at_venues()
    vic = session.sections.get(name="Vic")
    page = (
        signed_in(client, staff["Biblioteca de Vic"])
        .get(desk_url(session, "seat_lists"))
        .content.decode()
    )
    pair_count = vic.rounds.get(number=1).seatings.values("places__contestant").distinct().count()
    assert page.count('<span class="names">') == 2 * pair_count


def test_seat_list_is_empty_after_the_session(client: Client) -> None:
    session, director = started(6, movement="mitchell", round_count=3, boards_per_round=1)
    play_out(session, director)
    page = signed_in(client, director).get(desk_url(session, "seat_lists")).content.decode()
    assert re.search(r'class="empty"', page)
