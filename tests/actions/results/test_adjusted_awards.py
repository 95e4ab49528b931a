"""Awards given instead of a result: who may, what is refused, and what everybody reads of them."""

import json
from fractions import Fraction

import pytest

from games.problems import ValidationFailed
from tests.scenes.evening import enter, play_out, started
from tests.scenes.event_files import empty_the_database
from tests.scenes.latest_standings import latest_standings
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
from tournaments.queries.boards.travellers import traveller
from tournaments.queries.events.event_file import event_file
from tournaments.queries.scorecards.scorecards import scorecard_rounds
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

PLUS_MINUS = {"ns": "average_plus", "ew": "average_minus"}


@pytest.fixture
def evening():
    return started(8, movement="howell", rounds=7, boards_per_round=2)


@pytest.fixture
def play(evening) -> Play:
    return Play.objects.filter(seating__round__number=1).select_related("seating__table").first()


def give(play: Play, given, director, **what):
    play.refresh_from_db()
    how = {
        "replaces": play.revision,
        "reason": "their phone rang",
        "key": f"awards {play.pk} {play.revision}",
    } | what
    return give_awards(play.pk, given, actor=director, **how)


def codes(refused) -> list[str]:
    return [problem.code for problem in refused.value.problems]


def under(method: str) -> None:
    Event.objects.update(method_key=method, method_options={})


def test_awards_settle_a_play_and_have_no_result(evening, play):
    enter(play, {"trump": "oros", "contro": "none", "ns_points": "45"})
    answer = give(play, PLUS_MINUS, evening[1])
    play.refresh_from_db()
    assert (answer["state"], play.state, play.line_points, play.flagged) == (
        "ruled",
        "ruled",
        "~+ ~-",
        False,
    )
    assert play.entry.given == PLUS_MINUS
    assert AuditEntry.objects.filter(verb=AuditAction.POST_AWARDS).count() == 1


def test_the_same_again_is_harmless_and_what_was_said_since_is_looked_at_first(evening, play):
    first = give(play, PLUS_MINUS, evening[1])
    how = {"replaces": 0, "reason": "their phone rang"}
    assert (
        give_awards(play.pk, PLUS_MINUS, actor=evening[1], key=f"awards {play.pk} 0", **how)
        == first
    )
    with pytest.raises(Conflict):
        give_awards(play.pk, PLUS_MINUS, actor=evening[1], key="another", **how)


def test_awards_are_no_result_that_was_another_sides_or_boards(evening, play):
    give(play, PLUS_MINUS, evening[1])
    other = Play.objects.filter(board__session=play.board.session).exclude(pk=play.pk).first()
    for elsewhere in (
        lambda how: swap_result_sides(play.pk, how),
        lambda how: exchange_results(play.pk, other.pk, how),
        lambda how: move_result(play.pk, other.pk, how),
    ):
        with pytest.raises(ValidationFailed) as refused:
            elsewhere(CorrectionRequest(evening[1], "elsewhere"))
        assert "no_result" in codes(refused)
    play.refresh_from_db()
    assert play.entry.given == PLUS_MINUS


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"ns": "average"}, "not_every_line"),
        ({"ns": "average", "ew": "average", "xx": "average"}, "not_every_line"),
        ({"ns": "avarage", "ew": "3/2"}, "unreadable_award"),
        ({"ns": "1/2:30", "ew": "3/2"}, "unreadable_award"),
        ({"ns": "5/2", "ew": "3/2"}, "award_beyond"),
        ({"ns": "not_played", "ew": "not_played"}, "nobody_played"),
    ],
)
def test_what_is_refused(evening, play, given, code):
    with pytest.raises(ValidationFailed) as refused:
        give(play, given, evening[1])
    assert codes(refused) == [code]
    assert not Entry.objects.filter(kind=Entry.Kind.AWARDS).exists()


def test_every_problem_at_once(evening, play):
    with pytest.raises(ValidationFailed) as refused:
        give(play, {"ns": "?", "ew": "7"}, evening[1], reason=" ")
    assert codes(refused) == ["unreadable_award", "award_beyond", "reason_missing"]
    assert [each.field for each in refused.value.problems] == ["ns", "ew", "reason"]


@pytest.mark.parametrize(
    ("method", "given"),
    [
        ("total", "average"),
        ("wins", "average_plus"),
        ("total", "60%"),
        ("butler", "60%"),
        ("wins", "1%"),
    ],
)
def test_what_the_method_does_not_have_is_not_offered(evening, play, method, given):
    under(method)
    with pytest.raises(ValidationFailed) as refused:
        give(play, {"ns": given, "ew": "1"}, evening[1])
    assert codes(refused) == ["award_not_offered"]


def test_undone_it_is_as_it_was(evening, play):
    enter(play, {"trump": "oros", "contro": "none", "ns_points": "45"})
    give(play, PLUS_MINUS, evening[1])
    act = UndoStep.objects.get(kind=AuditAction.POST_AWARDS)
    undo_step(act.pk, evening[1])
    play.refresh_from_db()
    assert (play.state, play.line_points) == ("confirmed", "9 -9")
    catch_up()
    assert scoring_pipeline.recount(evening[0].stage.event) == []


@pytest.mark.thorough
@pytest.mark.parametrize("method", ["min_max", "matchpoints", "butler", "total", "wins"])
def test_a_scorecard_ends_at_the_total_and_no_cell_is_empty(evening, method):
    session, director = evening
    under(method)
    session = type(session).objects.get(pk=session.pk)
    play_out(session, director)
    averages = method not in ("total", "wins")
    for number, each in enumerate(
        Play.objects.filter(board__number__in=(1, 2, 5)).order_by("pk")[:5]
    ):
        plain = {"ns": ("1:30", "1/2:4,1/2:-6")[number % 2], "ew": "not_played"}
        give(each, PLUS_MINUS if averages and number != 2 else plain, director)
    catch_up()
    stage = Stage.objects.get(pk=session.stage_id)
    assert scoring_pipeline.recount(stage.event) == []
    rows = {row.number: row.total for row in latest_standings(stage).rows}
    for contestant in stage.event.contestants.all():
        shown = [board for round_ in scorecard_rounds(contestant) for board in round_.boards]
        assert [each.total for each in shown if each.total is not None][-1] == rows[
            contestant.number
        ]
        given = [each for each in shown if each.given]
        assert all(str(each.result) and each.award is None for each in given)


@pytest.mark.thorough
def test_one_reads_what_it_is_of(evening):
    session, director = evening
    play_out(session, director)
    play = Play.objects.filter(board__number=1).order_by("pk").first()
    give(play, {"ns": "average", "ew": "60%"}, director)
    catch_up()
    board = play.board
    ns, ew = next(each for each in traveller(board) if each.play.pk == play.pk).lines
    assert (ns.award, ew.award) == (Fraction(3, 2), Fraction(8, 5))
    contestant = ns.contestants[0]
    shown = next(
        each
        for round_ in scorecard_rounds(contestant)
        for each in round_.boards
        if each.play.pk == play.pk
    )
    assert (str(shown.result), str(shown.basis)) == ("average", "50 % of the way from 1 to 2")


@pytest.mark.thorough
def test_the_event_file_keeps_it(evening):
    session, director = evening
    play_out(session, director)
    play = Play.objects.filter(board__number=1).order_by("pk").first()
    give(play, {"ns": "1/2:30,1/2:-6", "ew": "average_minus"}, director)
    catch_up()
    before = totals(Stage.objects.get(pk=session.stage_id))
    text = json.dumps(event_file(Event.objects.get(pk=session.stage.event_id)))
    empty_the_database()
    brought = import_event(json.loads(text), SYSTEM)
    catch_up()
    new = Play.objects.get(board__session__stage__event=brought, state="ruled")
    assert new.line_points == "~1/2:30,1/2:-6 ~-"
    assert new.entry.given == {"ns": "1/2:30,1/2:-6", "ew": "average_minus"}
    assert totals(brought.stages.get()) == before
    assert scoring_pipeline.recount(brought) == []


def totals(stage: Stage) -> list[tuple[int, Fraction]]:
    return [(row.number, row.total) for row in latest_standings(stage).rows]
