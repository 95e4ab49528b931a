"""Restoring an event to an earlier step undoes all later steps, or none."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.problems import ValidationFailed
from tests.actions.history.test_undo import perform_random_action
from tests.scenes.evening import enter, started
from tests.scenes.problems import problem_codes
from tests.scenes.undo import current_play, decide, facts, latest_step
from tournaments import scoring_pipeline
from tournaments.actions.history.undo import restore_before, restore_to, undo_step
from tournaments.actions.idempotency import Conflict
from tournaments.actions.penalties.penalties import give_penalty
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import AuditAction, Session, UndoStep
from tournaments.permissions.actor import Actor
from tournaments.queries.history.undo_steps import effective_steps_since
from tournaments.queries.rounds.seating import playing_round

pytestmark = pytest.mark.django_db

NS_45 = {"trump": "oros", "contro": "none", "ns_points": "45"}


def give_first_penalty(session: Session, director: Actor) -> UndoStep:
    """Return a first step that the event can be restored to."""
    give_penalty(
        session.stage.event.contestants.first(), session.stage, "1/2", "late", director, "first"
    )
    return latest_step()


def test_restore_undoes_every_later_step(session_and_director) -> None:
    session, director = session_and_director
    first_step = give_first_penalty(session, director)
    facts_before = facts(session)
    decide(current_play(session), NS_45, director)
    end_round(playing_round(session).pk, director)
    give_penalty(session.stage.event.contestants.last(), session.stage, "1", "late", director, "p")
    assert restore_to(first_step.pk, director) == {"undone": 3}
    assert facts(session) == facts_before
    with pytest.raises(ValidationFailed) as refused:
        restore_to(first_step.pk, director)
    assert problem_codes(refused) == ["nothing_since"]


def test_restore_undoes_nothing_if_one_step_cannot_be_undone(session_and_director) -> None:
    session, director = session_and_director
    first_step = give_first_penalty(session, director)
    end_round(playing_round(session).pk, director)
    enter(current_play(session), NS_45, ("ns",))
    give_penalty(session.stage.event.contestants.last(), session.stage, "1", "late", director, "p")
    facts_before, step_count = facts(session), UndoStep.objects.count()
    with pytest.raises(ValidationFailed) as refused:
        restore_to(first_step.pk, director)
    assert problem_codes(refused) == ["round_spoken_of"]
    assert (facts(session), UndoStep.objects.count()) == (facts_before, step_count)


@pytest.mark.thorough
@given(st.integers(0, 10**6))
@settings(max_examples=5)
def test_restore_works_after_random_undo_and_redo(seed: int) -> None:
    rng = random.Random(seed)
    session, director = started(6, movement="howell", round_count=3, boards_per_round=1)
    first_step = give_first_penalty(session, director)
    steps_with_facts: list[tuple[UndoStep, list[object]]] = [(first_step, facts(session))]
    for _attempt in range(rng.randint(1, 7)):
        try:
            if rng.random() < 0.5:
                undo_step(
                    rng.choice(effective_steps_since(first_step) or [first_step]).pk, director
                )
            else:
                perform_random_action(session, director, rng)
        except ValidationFailed:
            continue
        if latest_step() != steps_with_facts[-1][0]:
            steps_with_facts.append((latest_step(), facts(session)))
        else:
            steps_with_facts = [
                (latest_step(), facts(session))
            ]  # an entry of a table is not undone
    step, facts_then = rng.choice(steps_with_facts)
    if effective_steps_since(step):
        restore_to(step.pk, director)
    assert facts(session) == facts_then
    assert scoring_pipeline.recount(session.stage.event) == []


def test_restore_before_a_step_can_be_redone_step_by_step(session_and_director) -> None:
    session, director = session_and_director
    give_first_penalty(session, director)
    facts_before = facts(session)
    end_round(playing_round(session).pk, director)
    first_step, after_end = latest_step(), facts(session)
    give_penalty(session.stage.event.contestants.last(), session.stage, "1", "late", director, "p")
    facts_after = facts(session)
    assert restore_before(first_step.pk, director) == {"undone": 2}
    assert facts(session) == facts_before
    undo_step(latest_step().pk, director)
    assert facts(session) == after_end
    undo_step(first_step.event.undo_steps.get(undoes__kind=AuditAction.GIVE_PENALTY).pk, director)
    assert facts(session) == facts_after


@pytest.mark.parametrize("revert", [restore_to, restore_before])
def test_step_after_the_preview_conflicts_with_restore(session_and_director, revert) -> None:
    session, director = session_and_director
    first_step = give_first_penalty(session, director)
    decide(current_play(session), NS_45, director)
    seen_id = latest_step().pk
    give_penalty(session.stage.event.contestants.last(), session.stage, "1", "late", director, "p")
    facts_before, step_count = facts(session), UndoStep.objects.count()
    with pytest.raises(Conflict) as refused:
        revert(first_step.pk, director, seen_id)
    assert "Somebody was quicker" in refused.value.problems[0].template
    assert (facts(session), UndoStep.objects.count()) == (facts_before, step_count)
    assert revert(first_step.pk, director, latest_step().pk)["undone"] >= 2


def test_undo_after_the_preview_conflicts_with_restore(session_and_director) -> None:
    session, director = session_and_director
    first_step = give_first_penalty(session, director)
    decide(current_play(session), NS_45, director)
    end_round(playing_round(session).pk, director)
    seen_step = latest_step()
    undo_step(seen_step.pk, director)
    with pytest.raises(Conflict):
        restore_to(first_step.pk, director, seen_step.pk)


def test_restore_sent_twice_runs_once(session_and_director) -> None:
    session, director = session_and_director
    first_step = give_first_penalty(session, director)
    decide(current_play(session), NS_45, director)
    seen_id = latest_step().pk
    assert [restore_to(first_step.pk, director, seen_id) for _attempt in range(2)] == [
        {"undone": 1}
    ] * 2
