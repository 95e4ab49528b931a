"""Undoing and redoing restores rows and standings, and is refused once play has gone on."""

import random
from typing import Any

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from games.problems import ValidationFailed
from tests.scenes.evening import at, club_with_director, enter, enter_round, outcome, started
from tests.scenes.matches import begin_next_round, play_matches, started_matches
from tournaments import scoring_pipeline
from tournaments.actions.history.changed_rows import row_values
from tournaments.actions.history.undo import undo_step
from tournaments.actions.penalties.penalties import give_penalty
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.results.entries import submit_entry
from tournaments.actions.rounds.end_round import end_round, end_round_everywhere
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import (
    AuditAction,
    AuditEntry,
    Contestant,
    Entry,
    Penalty,
    Play,
    Round,
    SeatHolder,
    Session,
    UndoStep,
)
from tournaments.permissions.actor import SYSTEM, Actor, NotPermitted
from tournaments.queries.rounds.seating import playing_round
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

NS_45 = {"trump": "oros", "contro": "none", "ns_points": "45"}
NS_27 = NS_45 | {"ns_points": "27"}


@pytest.fixture
def evening() -> tuple[Session, Actor]:
    return started(8, movement="howell", rounds=7, boards_per_round=2)


def facts(session: Session) -> list[Any]:
    """Return everything that an action may change: rows, states of plays, and standings."""
    catch_up()
    event = session.stage.event_id
    watched = (
        Round.objects.filter(section__session=session),
        SeatHolder.objects.filter(seating__round__section__session=session),
        Contestant.objects.filter(event=event),
        Penalty.objects.filter(stage=session.stage_id),
    )
    states = (
        Play.objects.filter(board__session=session)
        .order_by("pk")
        .values_list("pk", "state", "line_points")
    )
    with transaction.atomic():
        standings = scoring_pipeline.lock_and_compute_standings(session.stage).to_json()
    return [*(row_values(rows) for rows in watched), list(states), standings]


def latest_step() -> UndoStep:
    step = UndoStep.objects.order_by("pk").last()
    assert step
    return step


def decide(
    play: Play, fields: dict[str, object], director: Actor, kind: str = "correction"
) -> UndoStep:
    revision = Play.objects.get(pk=play.pk).revision
    parameters = {
        "replaces": revision,
        "reason": "heard both",
        "actor": director,
        "key": f"{play.pk} {revision}",
    }
    decide_play(play.pk, Entry.Kind(kind), {} if kind == "void" else fields, **parameters)
    return latest_step()


def codes(refused) -> list[str]:
    return [problem.code for problem in refused.value.problems]


def current_play(session: Session, number: int = 0) -> Play:
    plays = Play.objects.filter(seating__round=playing_round(session)).select_related(
        "seating__table"
    )
    return plays.order_by("pk")[number]


def test_undo_and_redo_of_a_round_end_restore_all_rows(evening) -> None:
    session, director = evening
    first = playing_round(session)
    enter_round(first, random.Random(1))
    before = facts(session)
    end_round(first.pk, director)
    after = facts(session)
    answer = undo_step(latest_step().pk, director)
    assert facts(session) == before
    assert playing_round(session) == first
    undo_step(answer["act"], director)
    assert facts(session) == after
    undo_step(latest_step().pk, director)
    assert facts(session) == before


def test_same_actor_gets_the_same_answer_again(evening) -> None:
    session, director = evening
    end_round(playing_round(session).pk, director)
    step = latest_step()
    assert undo_step(step.pk, director) == undo_step(step.pk, director)
    assert UndoStep.objects.filter(undoes=step).count() == 1


def test_second_director_sees_who_undid_the_step(evening) -> None:
    session, director = evening
    end_round(playing_round(session).pk, director)
    step = latest_step()
    undo_step(step.pk, director)
    with pytest.raises(ValidationFailed) as refused:
        undo_step(step.pk, SYSTEM)
    assert codes(refused) == ["undone"]


def test_round_end_cannot_be_undone_once_tables_entered_the_next_round(evening) -> None:
    session, director = evening
    end_round(playing_round(session).pk, director)
    step, play = latest_step(), current_play(session)
    enter(play, NS_45, ("ns",))
    with pytest.raises(ValidationFailed) as refused:
        undo_step(step.pk, director)
    (problem,) = refused.value.problems
    assert (problem.code, problem.params["tables"]) == ("round_spoken_of", play.seating.table.label)
    assert playing_round(session).number == 2


def test_undo_names_the_later_step_that_changed_the_same_rows(evening) -> None:
    session, director = evening
    end_round(playing_round(session).pk, director)
    step = latest_step()
    end_round(playing_round(session).pk, director)
    with pytest.raises(ValidationFailed) as refused:
        undo_step(step.pk, director)
    (problem,) = refused.value.problems
    assert problem.code == "done_since"
    assert problem.params["what"].template == "Round %(round)s ended"
    undo_step(latest_step().pk, director)
    undo_step(step.pk, director)
    assert playing_round(session).number == 1


def test_round_end_cannot_be_undone_after_the_session(evening) -> None:
    session, director = evening
    end_round(playing_round(session).pk, director)
    step = latest_step()
    finish_session(session.pk, director)
    with pytest.raises(ValidationFailed) as refused:
        undo_step(step.pk, director)
    assert "session_over" in codes(refused) or "changed_since" in codes(refused)


@pytest.mark.daily(2)
@pytest.mark.parametrize("kind", ["correction", "ruling", "void"])
@pytest.mark.parametrize("entries", [(), ("ns",), ("ns", "ew")])
def test_decision_is_undone_and_redone(evening, kind: str, entries: tuple[str, ...]) -> None:
    session, director = evening
    play = current_play(session)
    enter(play, NS_45, entries)
    before = facts(session)
    step = decide(play, NS_27, director, kind)
    after = facts(session)
    assert before != after
    undo_step(step.pk, director)
    assert facts(session) == before
    assert list(play.entries.values_list("kind", flat=True))[-2:] == [kind, "withdrawal"]
    undo_step(latest_step().pk, director)
    assert facts(session) == after
    assert scoring_pipeline.recount(session.stage.event) == []


def test_entry_after_a_decision_counts_once_the_decision_is_undone(evening) -> None:
    session, director = evening
    play = current_play(session)
    step = decide(play, NS_45, director)
    enter(play, NS_27)
    assert Play.objects.get(pk=play.pk).entry.outcome["ns_points"] == 45
    undo_step(step.pk, director)
    settled = Play.objects.get(pk=play.pk)
    assert (settled.state, settled.entry.outcome["ns_points"]) == ("confirmed", 27)


def test_later_decision_blocks_undoing_the_earlier_one(evening) -> None:
    session, director = evening
    play = current_play(session)
    first = decide(play, NS_45, director)
    decide(play, NS_27, director, "ruling")
    with pytest.raises(ValidationFailed) as refused:
        undo_step(first.pk, director)
    (problem,) = refused.value.problems
    assert (problem.code, problem.params["what"].template) == ("done_since", "Ruled on a result")


def test_penalty_is_undone_and_redone(evening) -> None:
    session, director = evening
    enter_round(playing_round(session), random.Random(2))
    before = facts(session)
    one = session.stage.event.contestants.first()
    give_penalty(one, session.stage, "1/2", "late", director, "p")
    after = facts(session)
    undo_step(latest_step().pk, director)
    assert facts(session) == before
    undo_step(latest_step().pk, director)
    assert facts(session) == after


def test_start_of_a_drawn_round_is_undone_and_redone() -> None:
    session, director = started_matches(8, "swiss", 3)
    play_matches(session, director)
    begin_next_round(session, director)
    step = UndoStep.objects.filter(kind=AuditAction.BEGIN_ROUND).last()
    assert step
    undo_step(step.pk, director)
    assert playing_round(session) is None
    ended = UndoStep.objects.filter(kind=AuditAction.END_ROUND).last()
    with pytest.raises(ValidationFailed) as refused:
        undo_step(ended.pk, director)
    assert codes(refused) == ["out_of_order"]
    undo_step(latest_step().pk, director)
    assert playing_round(session).number == 2


def test_ending_a_round_in_all_sections_is_one_step(evening) -> None:
    session, director = evening
    end_round_everywhere(session, 1, director)
    assert UndoStep.objects.filter(kind=AuditAction.END_ROUND).count() == 1
    undo_step(latest_step().pk, director)
    assert playing_round(session).number == 1


def test_only_a_director_of_the_event_can_undo(evening) -> None:
    session, director = evening
    end_round(playing_round(session).pk, director)
    _other, stranger = club_with_director("Another club")
    for unauthorized in (stranger, at(current_play(session), "ns")):
        with pytest.raises(NotPermitted):
            undo_step(latest_step().pk, unauthorized)


def test_undo_and_redo_are_recorded_in_the_audit(evening) -> None:
    session, director = evening
    end_round(playing_round(session).pk, director)
    undo_step(latest_step().pk, director)
    undo_step(latest_step().pk, director)
    lines = AuditEntry.objects.order_by("-pk").values_list("verb", "data__round")
    assert list(lines[:2]) == [(AuditAction.REDO_ACT, 1), (AuditAction.UNDO_ACT, 1)]


def test_failed_action_stores_no_step(evening) -> None:
    session, director = evening
    before = latest_step()
    with pytest.raises(ValidationFailed):
        decide(current_play(session), NS_45 | {"ns_points": "73"}, director)
    assert latest_step() == before


def test_undo_does_not_make_a_visible_board_due_again(evening) -> None:
    """A table told not to play a board could see from then on how others played it."""
    session, director = evening
    first = playing_round(session)
    enter_round(first, random.Random(5))
    end_round(first.pk, director)
    known_boards = Play.objects.filter(seating__round=first).values("board")
    play = (
        Play.objects.filter(seating__round__number=2, board__in=known_boards)
        .select_related("seating__table")
        .first()
    )
    assert play
    step = decide(play, NS_45, director, "void")
    with pytest.raises(ValidationFailed) as refused:
        undo_step(step.pk, director)
    assert codes(refused) == ["board_was_open"]
    assert Play.objects.get(pk=play.pk).state == "void"


def perform_random_action(session: Session, director: Actor, rng: random.Random) -> None:
    """Do a random action of a director, or enter a result of a table."""
    playing = playing_round(session)
    play = current_play(session, rng.randrange(3)) if playing else None
    action = rng.choice(["end", "decide", "decide", "penalty", "say", "say"])
    if action == "penalty" or play is None:
        one = rng.choice(list(session.stage.event.contestants.all()))
        give_penalty(one, session.stage, "1/3", "tard", director, f"{rng.random()}")
    elif action == "end":
        end_round(playing.pk, director)
    elif action == "decide":
        known_boards = Play.objects.filter(board=play.board_id, entries__isnull=False).exclude(
            pk=play.pk
        )
        if (
            not known_boards.exists()
        ):  # else its table could see what others made, and it is due no more
            decide(play, outcome(rng), director, rng.choice(["correction", "ruling", "void"]))
    else:
        submit_entry(play.pk, outcome(rng), at(play, rng.choice(["ns", "ew"])), f"{rng.random()}")


@pytest.mark.thorough
@given(st.integers(0, 10**6))
@settings(max_examples=5)
def test_random_steps_can_be_undone_newest_first(seed: int) -> None:
    rng = random.Random(seed)
    session, director = started(6, movement="howell", rounds=3, boards_per_round=1)
    undone: list[tuple[UndoStep, list[Any]]] = []
    for _time in range(rng.randint(1, 6)):
        before, step_count = facts(session), UndoStep.objects.count()
        perform_random_action(session, director, rng)
        if UndoStep.objects.count() > step_count:
            undone.append((latest_step(), before))
        elif Entry.objects.filter(kind="table").exists():
            undone = []  # what a table said stays: only what came after is as it was
    for step, before in reversed(undone):
        undo_step(step.pk, director)
        assert facts(session) == before
    assert scoring_pipeline.recount(session.stage.event) == []
