"""Adjusted awards: which are accepted, and how scorecards, undo and event files show them."""

import json
from fractions import Fraction

import pytest

from games.problems import ValidationFailed
from tests.scenes.evening import enter, play_out
from tests.scenes.event_files import empty_database
from tests.scenes.latest_standings import latest_standings
from tests.scenes.problems import problem_codes
from tournaments import scoring_pipeline
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.corrections.misplaced_results import (
    exchange_results,
    move_result,
    swap_result_sides,
)
from tournaments.actions.event_file.importing import import_event
from tournaments.actions.history.undo import undo_step
from tournaments.actions.idempotency import Conflict
from tournaments.actions.results.adjusted_awards import give_awards
from tournaments.models import AuditAction, AuditEntry, Entry, Event, Play, Stage, UndoStep
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.boards.travellers import traveller_rows
from tournaments.queries.events.event_file import event_file
from tournaments.queries.scorecards.scorecards import scorecard_rounds
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

PLUS_AND_MINUS = {"ns": "average_plus", "ew": "average_minus"}


@pytest.fixture
def play(session_and_director) -> Play:
    return Play.objects.filter(seating__round__number=1).select_related("seating__table").first()


def give_awards_to(play: Play, awards, director, **overrides):
    play.refresh_from_db()
    parameters = {
        "replaces": play.revision,
        "reason": "their phone rang",
        "key": f"awards {play.pk} {play.revision}",
    } | overrides
    return give_awards(play.pk, awards, actor=director, **parameters)


def set_method(method_key: str) -> None:
    Event.objects.update(method_key=method_key, method_options={})


def test_adjusted_awards_replace_the_result_of_a_play(session_and_director, play):
    _session, director = session_and_director
    enter(play, {"trump": "oros", "contro": "none", "ns_points": "45"})
    answer = give_awards_to(play, PLUS_AND_MINUS, director)
    play.refresh_from_db()
    assert (answer["state"], play.state, play.line_points, play.flagged) == (
        "ruled",
        "ruled",
        "~+ ~-",
        False,
    )
    assert play.entry.given == PLUS_AND_MINUS
    assert AuditEntry.objects.filter(verb=AuditAction.POST_AWARDS).count() == 1


def test_repeated_request_gets_the_first_answer_and_an_outdated_one_is_a_conflict(
    session_and_director, play
):
    _session, director = session_and_director
    first_answer = give_awards_to(play, PLUS_AND_MINUS, director)
    parameters = {"replaces": 0, "reason": "their phone rang"}
    assert (
        give_awards(
            play.pk,
            PLUS_AND_MINUS,
            actor=director,
            key=f"awards {play.pk} 0",
            **parameters,
        )
        == first_answer
    )
    with pytest.raises(Conflict):
        give_awards(play.pk, PLUS_AND_MINUS, actor=director, key="another", **parameters)


def test_adjusted_awards_cannot_be_swapped_exchanged_or_moved(session_and_director, play):
    _session, director = session_and_director
    give_awards_to(play, PLUS_AND_MINUS, director)
    other_play = Play.objects.filter(board__session=play.board.session).exclude(pk=play.pk).first()
    for correction_action in (
        lambda correction: swap_result_sides(play.pk, correction),
        lambda correction: exchange_results(play.pk, other_play.pk, correction),
        lambda correction: move_result(play.pk, other_play.pk, correction),
    ):
        with pytest.raises(ValidationFailed) as refused:
            correction_action(CorrectionRequest(director, "elsewhere"))
        assert "no_result" in problem_codes(refused)
    play.refresh_from_db()
    assert play.entry.given == PLUS_AND_MINUS


@pytest.mark.parametrize(
    ("awards", "code"),
    [
        ({"ns": "average"}, "not_every_line"),
        ({"ns": "average", "ew": "average", "xx": "average"}, "not_every_line"),
        ({"ns": "avarage", "ew": "3/2"}, "unreadable_award"),
        ({"ns": "1/2:30", "ew": "3/2"}, "unreadable_award"),
        ({"ns": "5/2", "ew": "3/2"}, "award_beyond"),
        ({"ns": "not_played", "ew": "not_played"}, "nobody_played"),
    ],
)
def test_wrong_award_is_refused(session_and_director, play, awards, code):
    _session, director = session_and_director
    with pytest.raises(ValidationFailed) as refused:
        give_awards_to(play, awards, director)
    assert problem_codes(refused) == [code]
    assert not Entry.objects.filter(kind=Entry.Kind.AWARDS).exists()


def test_every_problem_of_the_awards_is_reported(session_and_director, play):
    _session, director = session_and_director
    with pytest.raises(ValidationFailed) as refused:
        give_awards_to(play, {"ns": "?", "ew": "7"}, director, reason=" ")
    assert problem_codes(refused) == ["unreadable_award", "award_beyond", "reason_missing"]
    assert [problem.field for problem in refused.value.problems] == ["ns", "ew", "reason"]


@pytest.mark.parametrize(
    ("method", "award"),
    [
        ("total", "average"),
        ("wins", "average_plus"),
        ("total", "60%"),
        ("butler", "60%"),
        ("wins", "1%"),
    ],
)
def test_award_that_the_method_does_not_have_is_refused(session_and_director, play, method, award):
    _session, director = session_and_director
    set_method(method)
    with pytest.raises(ValidationFailed) as refused:
        give_awards_to(play, {"ns": award, "ew": "1"}, director)
    assert problem_codes(refused) == ["award_not_offered"]


def test_undoing_restores_the_result(session_and_director, play):
    _session, director = session_and_director
    enter(play, {"trump": "oros", "contro": "none", "ns_points": "45"})
    give_awards_to(play, PLUS_AND_MINUS, director)
    step = UndoStep.objects.get(kind=AuditAction.POST_AWARDS)
    undo_step(step.pk, director)
    play.refresh_from_db()
    assert (play.state, play.line_points) == ("confirmed", "9 -9")
    catch_up()
    assert scoring_pipeline.recount(session_and_director[0].stage.event) == []


@pytest.mark.thorough
@pytest.mark.parametrize("method", ["min_max", "matchpoints", "butler", "total", "wins"])
def test_scorecard_with_adjusted_awards_adds_up_to_the_total(session_and_director, method):
    session, director = session_and_director
    set_method(method)
    session = type(session).objects.get(pk=session.pk)
    play_out(session, director)
    has_averages = method not in ("total", "wins")
    for number, play in enumerate(
        Play.objects.filter(board__number__in=(1, 2, 5)).order_by("pk")[:5]
    ):
        without_averages = {"ns": ("1:30", "1/2:4,1/2:-6")[number % 2], "ew": "not_played"}
        give_awards_to(
            play, PLUS_AND_MINUS if has_averages and number != 2 else without_averages, director
        )
    catch_up()
    stage = Stage.objects.get(pk=session.stage_id)
    assert scoring_pipeline.recount(stage.event) == []
    total_by_number = {row.number: row.total for row in latest_standings(stage).rows}
    for contestant in stage.event.contestants.all():
        boards = [board for round_ in scorecard_rounds(contestant) for board in round_.boards]
        assert [board.total for board in boards if board.total is not None][-1] == total_by_number[
            contestant.number
        ]
        adjusted = [board for board in boards if board.applied_award]
        assert all(str(board.result) and board.award is None for board in adjusted)


@pytest.mark.thorough
def test_scorecard_shows_the_range_of_a_percentage(session_and_director):
    session, director = session_and_director
    play_out(session, director)
    play = Play.objects.filter(board__number=1).order_by("pk").first()
    give_awards_to(play, {"ns": "average", "ew": "60%"}, director)
    catch_up()
    board = play.board
    ns, ew = next(result for result in traveller_rows(board) if result.play.pk == play.pk).lines
    assert (ns.award, ew.award) == (Fraction(3, 2), Fraction(8, 5))
    contestant = ns.contestants[0]
    shown_award = next(
        board
        for round_ in scorecard_rounds(contestant)
        for board in round_.boards
        if board.play.pk == play.pk
    )
    assert (str(shown_award.result), str(shown_award.award_basis)) == (
        "average",
        "50 % of the way from 1 to 2",
    )


@pytest.mark.thorough
def test_event_file_contains_adjusted_awards(session_and_director):
    session, director = session_and_director
    play_out(session, director)
    play = Play.objects.filter(board__number=1).order_by("pk").first()
    give_awards_to(play, {"ns": "1/2:30,1/2:-6", "ew": "average_minus"}, director)
    catch_up()
    totals_before = totals_by_number(Stage.objects.get(pk=session.stage_id))
    text = json.dumps(event_file(Event.objects.get(pk=session.stage.event_id)))
    empty_database()
    imported = import_event(json.loads(text), SYSTEM)
    catch_up()
    imported_play = Play.objects.get(board__session__stage__event=imported, state="ruled")
    assert imported_play.line_points == "~1/2:30,1/2:-6 ~-"
    assert imported_play.entry.given == {"ns": "1/2:30,1/2:-6", "ew": "average_minus"}
    assert totals_by_number(imported.stages.get()) == totals_before
    assert scoring_pipeline.recount(imported) == []


def totals_by_number(stage: Stage) -> list[tuple[int, Fraction]]:
    return [(row.number, row.total) for row in latest_standings(stage).rows]
