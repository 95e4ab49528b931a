"""Import of results that were played elsewhere; a wrong sheet stores nothing."""

from pathlib import Path

import pytest

from games.problems import ValidationFailed
from tests.scenes.evening import club_with_director
from tournaments.actions.events.create import EventPlan
from tournaments.actions.events.create_from_sheet import import_results
from tournaments.models import Board, Entry, Event, Play, SeatHolder, Session
from tournaments.permissions.visibility.hands import PUBLIC, public_seed, visible_hands
from tournaments.permissions.visibility.sealed_boards import is_sealed
from tournaments.queries.standings.event_report import event_report
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db
PLAN = EventPlan("Taula")
PUBLISHED = Path(__file__).parents[2] / "golden" / "butinet.csv"
HEAD = "board,dealer,ns,ew,trump,contro,ns_points,renunci\n"


def import_sheet(text: str, plan: EventPlan = PLAN):
    club, director = club_with_director()
    stage = import_results(club, plan, text.encode(), director)
    catch_up()
    return stage


def test_imported_board_has_its_published_awards():
    stage = import_sheet(PUBLISHED.read_text())
    (results,) = event_report(stage).boards.values()
    percent = [
        {line: int(100 * (award - 1)) for line, award in result.awards.items()}
        for result in results
    ]
    assert percent == [
        {"ns": 45, "ew": 72},
        {"ns": 68, "ew": 42},
        {"ns": 63, "ew": 48},
        {"ns": 0, "ew": 100},
        {"ns": 100, "ew": 0},
    ]


def test_imported_event_is_finished_without_hands_and_its_entries_say_imported():
    stage = import_sheet(PUBLISHED.read_text())
    session, board = Session.objects.get(), Board.objects.get()
    assert session.is_over
    assert session.commitment == ""
    assert public_seed(session) is None
    assert not is_sealed(board)
    assert visible_hands(PUBLIC, board) is None
    assert set(Entry.objects.values_list("kind", "reason")) == {("correction", "imported")}
    assert [ranking.line for ranking in event_report(stage).rankings] == ["ns", "ew"]


def test_row_without_an_outcome_is_a_void_play():
    stage = import_sheet(HEAD + "1,N,a,b,oros,none,40,\n1,N,c,d,,,,\n2,,a,d,copes,none,36,\n")
    assert sorted(Play.objects.values_list("state", flat=True)) == [
        "confirmed",
        "confirmed",
        "void",
    ]
    assert len(event_report(stage).boards) == 2


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (HEAD + "1,N,a,b,oros,none,73,\n1,N,c,d,coins,none,,\n", ["out_of_range", "not_a_choice"]),
        (HEAD + "1,E,a,b,oros,none,40,\n", ["other_dealer"]),
        ("", ["empty"]),
    ],
)
def test_wrong_sheet_reports_every_problem_and_stores_nothing(text, codes):
    with pytest.raises(ValidationFailed) as refused:
        import_sheet(text)
    assert [problem.code for problem in refused.value.problems] == codes
    assert not Event.objects.exists()


THREE = EventPlan("Tres", "score_sheet", {"players": "3"})
FOUR = EventPlan("Quatre", "score_sheet", {"players": "4"})


def test_columns_name_the_seats_of_a_game_where_every_seat_is_a_line():
    stage = import_sheet(
        "board,a,b,c,a_score,b_score,c_score\n1,Anna,Berta,Carles,41,37,52\n1,Dídac,Emma,Fina,40,40,40\n",
        THREE,
    )
    assert stage.event.players_each == 1
    assert list(stage.event.contestants.values_list("name", flat=True)) == [
        "Anna", "Dídac", "Berta", "Emma", "Carles", "Fina",
    ]  # fmt: skip
    seats = {
        seat_holder.seat: seat_holder.contestant.name
        for seat_holder in SeatHolder.objects.filter(seating__table__number=1)
    }
    assert seats == {"A": "Anna", "B": "Berta", "C": "Carles"}
    assert [ranking.line for ranking in event_report(stage).rankings] == ["a", "b", "c"]


def test_columns_of_four_seats_are_named_by_their_winds():
    stage = import_sheet(
        "board,n,e,s,w,n_score,e_score,s_score,w_score\n1,Anna,Berta,Carles,Dídac,1,2,3,4\n", FOUR
    )
    assert [contestant.name for contestant in stage.event.contestants.all()] == [
        "Anna",
        "Berta",
        "Carles",
        "Dídac",
    ]
    assert set(SeatHolder.objects.values_list("seat", "contestant__name")) == {
        ("N", "Anna"), ("E", "Berta"), ("S", "Carles"), ("W", "Dídac"),
    }  # fmt: skip


def test_contestant_twice_on_a_board_is_refused():
    with pytest.raises(ValidationFailed) as refused:
        import_sheet("board,a,b,c,a_score,b_score,c_score\n1,Anna,Berta,Anna,1,2,3\n", THREE)
    assert [problem.code for problem in refused.value.problems] == ["twice_on_board"]
