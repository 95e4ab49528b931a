"""Results played elsewhere become an event; a sheet with anything wrong stores nothing."""

from fractions import Fraction

import pytest

from games.problems import Refused
from tests.evening import club_with_director
from tournaments.actions.events import EventPlan
from tournaments.actions.imports import import_results
from tournaments.management.demo import PUBLISHED
from tournaments.models import Board, Entry, Event, Play, Session
from tournaments.queries.hands import ANYBODY, is_sealed, public_seed, visible_hands
from tournaments.queries.report import report
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db
HEAD = "board,dealer,ns,ew,trump,contro,ns_points,renunci\n"


def imported(text: str):
    club, director = club_with_director()
    stage = import_results(club, EventPlan("Taula"), text.encode(), director)
    catch_up()
    return stage


def test_the_published_board_has_its_published_awards():
    stage = imported(PUBLISHED.read_text())
    (board,) = report(stage)["boards"]
    awards = [each["award"] for each in board["results"]]
    percent = [{line: int(100 * (Fraction(text) - 1)) for line, text in each.items()} for each in awards]
    assert percent == [
        {"ns": 45, "ew": 72},
        {"ns": 68, "ew": 42},
        {"ns": 63, "ew": 48},
        {"ns": 0, "ew": 100},
        {"ns": 100, "ew": 0},
    ]


def test_it_is_over_has_no_hands_and_says_where_it_came_from():
    stage = imported(PUBLISHED.read_text())
    session, board = Session.objects.get(), Board.objects.get()
    assert session.is_over
    assert session.commitment == ""
    assert public_seed(session) is None
    assert not is_sealed(board)
    assert visible_hands(ANYBODY, board) is None
    assert set(Entry.objects.values_list("kind", "reason")) == {("correction", "imported")}
    assert [standing["line"] for standing in report(stage)["standings"]] == ["ns", "ew"]


def test_a_line_without_an_outcome_was_not_played():
    stage = imported(HEAD + "1,N,a,b,oros,none,40,\n1,N,c,d,,,,\n2,,a,d,copes,none,36,\n")
    assert sorted(Play.objects.values_list("state", flat=True)) == ["confirmed", "confirmed", "void"]
    assert len(report(stage)["boards"]) == 2


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (HEAD + "1,N,a,b,oros,none,73,\n1,N,c,d,coins,none,,\n", ["out_of_range", "not_a_choice"]),
        (HEAD + "1,E,a,b,oros,none,40,\n", ["other_dealer"]),
        ("", ["empty"]),
    ],
)
def test_a_wrong_sheet_is_told_whole_and_stores_nothing(text, codes):
    with pytest.raises(Refused) as refused:
        imported(text)
    assert [problem.code for problem in refused.value.problems] == codes
    assert not Event.objects.exists()
