"""Boards, travellers and scorecards in the API have the same content as their pages."""

import random
from fractions import Fraction

import pytest

from tests.api.clients import Api
from tests.scenes.evening import enter, outcome, started
from tests.web.signed_in import RESULT, first_play
from tournaments.actions.events.edit import edit_event
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import Entry, Event, Play
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    ("results_shown", "until"), [("at_once", "play"), ("round", "round"), ("session", "session")]
)
def test_sealed_board_is_listed_as_sealed_with_the_reason(results_shown: str, until: str) -> None:
    session, director = started(
        8, movement="barometer", round_count=3, boards_per_round=2, results_shown=results_shown
    )
    enter(Play.objects.filter(board__number=1)[0], RESULT)
    boards = f"sessions/{session.pk}/boards/"
    for is_over in (False, True):
        listed_boards = Api().all(boards)
        assert [set(board) for board in listed_boards] == [{"number", "dealer", "sealed"}] * 6
        for board in listed_boards:
            single_board = Api().read(f"{boards}{board['number']}/")
            traveller = Api().read(f"{boards}{board['number']}/traveller/")
            assert board.items() <= single_board.items()
            assert (single_board["hands"] is None) == board["sealed"]
            assert (
                single_board["sealed_until"]
                == traveller["sealed_until"]
                == ("" if is_over else until)
            )
        if not is_over:
            finish_session(session.pk, director)


def test_traveller_marks_min_and_max() -> None:
    session, _director = started(
        8, movement="barometer", round_count=3, boards_per_round=1, results_shown="at_once"
    )
    for play in Play.objects.filter(board__number=1):
        enter(play, outcome(random.Random(play.pk)))
    catch_up()
    results = Api().read(f"sessions/{session.pk}/boards/1/traveller/")["results"]
    lines = [line for result in results for line in result["lines"]]
    for name in ("ns", "ew"):
        by_x = sorted(
            (line for line in lines if line["line"] == name), key=lambda line: Fraction(line["x"])
        )
        assert (by_x[0]["extreme"], by_x[-1]["extreme"]) == ("MIN", "MAX")


def test_scorecard_says_not_played_once_the_board_is_open() -> None:
    session, director = started(8, round_count=4, boards_per_round=1)
    play = first_play(session)
    number = play.seating.places.order_by("pk")[0].contestant.number
    card = f"events/{session.stage.event_id}/scorecards/{number}/"
    void = {"replaces": 0, "reason": "cards were mixed", "actor": director, "key": "void"}
    decide_play(play.pk, Entry.Kind.VOID, {}, **void)
    assert Api().all(card)[0]["boards"][0]["state"] is None
    finish_session(session.pk, director)
    assert Api().all(card)[0]["boards"][0]["state"] == "void"


def test_event_has_the_details_that_its_pages_show() -> None:
    session, director = started(8, round_count=4, boards_per_round=1)
    event = session.stage.event
    edit_event(event.pk, {"results_shown": Event.ResultsShown.ROUND}, director)
    Event.objects.update(tiebreaks=["sum_x"], note="From the club's book.")
    event_data = Api().read(f"events/{event.pk}/")
    assert (event_data["tiebreaks"], event_data["results_shown"]) == (["sum_x"], "round")
    assert (event_data["note"], event_data["read_only"]) == ("From the club's book.", False)
