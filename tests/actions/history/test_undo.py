"""Undoing and redoing restores rows and standings, and is refused once play has continued."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.problems import ValidationFailed
from tests.scenes.evening import at, club_with_director, enter, enter_round, outcome, started
from tests.scenes.matches import begin_next_round, play_matches, started_matches
from tests.scenes.problems import problem_codes
from tests.scenes.undo import NS_27, NS_45, current_play, decide, facts, latest_step
from tournaments import scoring_pipeline
from tournaments.actions.history.undo import undo_step
from tournaments.actions.penalties.penalties import give_penalty
from tournaments.actions.results.entries import submit_entry
from tournaments.actions.rounds.end_round import end_round, end_round_in_all_sections
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import (
    AuditAction,
    AuditEntry,
    Entry,
    Play,
    Session,
    UndoStep,
)
from tournaments.permissions.actor import SYSTEM, Actor, NotPermitted
from tournaments.queries.rounds.seating import playing_round

pytestmark = pytest.mark.django_db


def test_undo_and_redo_of_a_round_end_restore_all_rows(session_and_director) -> None:
    session, director = session_and_director
    first_round = playing_round(session)
    enter_round(first_round, random.Random(1))
    facts_before = facts(session)
    end_round(first_round.pk, director)
    facts_after = facts(session)
    answer = undo_step(latest_step().pk, director)
    assert facts(session) == facts_before
    assert playing_round(session) == first_round
    undo_step(answer["act"], director)
    assert facts(session) == facts_after
    undo_step(latest_step().pk, director)
    assert facts(session) == facts_before


def test_same_actor_gets_the_same_answer_again(session_and_director) -> None:
    session, director = session_and_director
    end_round(playing_round(session).pk, director)
    step = latest_step()
    assert undo_step(step.pk, director) == undo_step(step.pk, director)
    assert UndoStep.objects.filter(undoes=step).count() == 1


def test_second_director_sees_who_undid_the_step(session_and_director) -> None:
    session, director = session_and_director
    end_round(playing_round(session).pk, director)
    step = latest_step()
    undo_step(step.pk, director)
    with pytest.raises(ValidationFailed) as refused:
        undo_step(step.pk, SYSTEM)
    assert problem_codes(refused) == ["undone"]


def test_round_end_cannot_be_undone_once_tables_entered_the_next_round(
    session_and_director,
) -> None:
    session, director = session_and_director
    end_round(playing_round(session).pk, director)
    step, play = latest_step(), current_play(session)
    enter(play, NS_45, ("ns",))
    with pytest.raises(ValidationFailed) as refused:
        undo_step(step.pk, director)
    (problem,) = refused.value.problems
    assert (problem.code, problem.params["tables"]) == ("round_spoken_of", play.seating.table.label)
    assert playing_round(session).number == 2


def test_undo_names_the_later_step_that_changed_the_same_rows(session_and_director) -> None:
    session, director = session_and_director
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


def test_round_end_cannot_be_undone_after_the_session(session_and_director) -> None:
    session, director = session_and_director
    end_round(playing_round(session).pk, director)
    step = latest_step()
    finish_session(session.pk, director)
    with pytest.raises(ValidationFailed) as refused:
        undo_step(step.pk, director)
    assert "session_over" in problem_codes(refused) or "changed_since" in problem_codes(refused)


@pytest.mark.daily(2)
@pytest.mark.parametrize("kind", ["correction", "ruling", "void"])
@pytest.mark.parametrize("entries", [(), ("ns",), ("ns", "ew")])
def test_decision_is_undone_and_redone(
    session_and_director, kind: str, entries: tuple[str, ...]
) -> None:
    session, director = session_and_director
    play = current_play(session)
    enter(play, NS_45, entries)
    facts_before = facts(session)
    step = decide(play, NS_27, director, kind)
    facts_after = facts(session)
    assert facts_before != facts_after
    undo_step(step.pk, director)
    assert facts(session) == facts_before
    assert list(play.entries.values_list("kind", flat=True))[-2:] == [kind, "withdrawal"]
    undo_step(latest_step().pk, director)
    assert facts(session) == facts_after
    assert scoring_pipeline.recount(session.stage.event) == []


def test_entry_after_a_decision_counts_once_the_decision_is_undone(session_and_director) -> None:
    session, director = session_and_director
    play = current_play(session)
    step = decide(play, NS_45, director)
    enter(play, NS_27)
    assert Play.objects.get(pk=play.pk).entry.outcome["ns_points"] == 45
    undo_step(step.pk, director)
    settled = Play.objects.get(pk=play.pk)
    assert (settled.state, settled.entry.outcome["ns_points"]) == ("confirmed", 27)


def test_later_decision_blocks_undoing_the_earlier_one(session_and_director) -> None:
    session, director = session_and_director
    play = current_play(session)
    first_decision = decide(play, NS_45, director)
    decide(play, NS_27, director, "ruling")
    with pytest.raises(ValidationFailed) as refused:
        undo_step(first_decision.pk, director)
    (problem,) = refused.value.problems
    assert (problem.code, problem.params["what"].template) == ("done_since", "Ruled on a result")


def test_penalty_is_undone_and_redone(session_and_director) -> None:
    session, director = session_and_director
    enter_round(playing_round(session), random.Random(2))
    facts_before = facts(session)
    contestant = session.stage.event.contestants.first()
    give_penalty(contestant, session.stage, "1/2", "late", director, "p")
    facts_after = facts(session)
    undo_step(latest_step().pk, director)
    assert facts(session) == facts_before
    undo_step(latest_step().pk, director)
    assert facts(session) == facts_after


def test_start_of_a_drawn_round_is_undone_and_redone() -> None:
    session, director = started_matches(8, "swiss", round_count=3)
    play_matches(session, director)
    begin_next_round(session, director)
    step = UndoStep.objects.filter(kind=AuditAction.BEGIN_ROUND).last()
    assert step
    undo_step(step.pk, director)
    assert playing_round(session) is None
    ended = UndoStep.objects.filter(kind=AuditAction.END_ROUND).last()
    with pytest.raises(ValidationFailed) as refused:
        undo_step(ended.pk, director)
    assert problem_codes(refused) == ["out_of_order"]
    undo_step(latest_step().pk, director)
    assert playing_round(session).number == 2


def test_ending_a_round_in_all_sections_is_one_step(session_and_director) -> None:
    session, director = session_and_director
    end_round_in_all_sections(session, 1, director)
    assert UndoStep.objects.filter(kind=AuditAction.END_ROUND).count() == 1
    undo_step(latest_step().pk, director)
    assert playing_round(session).number == 1


def test_only_a_director_of_the_event_can_undo(session_and_director) -> None:
    session, director = session_and_director
    end_round(playing_round(session).pk, director)
    _other, stranger = club_with_director("Another club")
    for unauthorized in (stranger, at(current_play(session), "ns")):
        with pytest.raises(NotPermitted):
            undo_step(latest_step().pk, unauthorized)


def test_undo_and_redo_are_recorded_in_the_audit(session_and_director) -> None:
    session, director = session_and_director
    end_round(playing_round(session).pk, director)
    undo_step(latest_step().pk, director)
    undo_step(latest_step().pk, director)
    lines = AuditEntry.objects.order_by("-pk").values_list("verb", "data__round")
    assert list(lines[:2]) == [(AuditAction.REDO_STEP, 1), (AuditAction.UNDO_STEP, 1)]


def test_failed_action_stores_no_step(session_and_director) -> None:
    session, director = session_and_director
    step_before = latest_step()
    with pytest.raises(ValidationFailed):
        decide(current_play(session), NS_45 | {"ns_points": "73"}, director)
    assert latest_step() == step_before


def test_undo_does_not_make_a_visible_board_due_again(session_and_director) -> None:
    """A table whose play is void may see the results of others on the board."""
    session, director = session_and_director
    first_round = playing_round(session)
    enter_round(first_round, random.Random(5))
    end_round(first_round.pk, director)
    known_boards = Play.objects.filter(seating__round=first_round).values("board")
    play = (
        Play.objects.filter(seating__round__number=2, board__in=known_boards)
        .select_related("seating__table")
        .first()
    )
    assert play
    step = decide(play, NS_45, director, "void")
    with pytest.raises(ValidationFailed) as refused:
        undo_step(step.pk, director)
    assert problem_codes(refused) == ["board_was_open"]
    assert Play.objects.get(pk=play.pk).state == "void"


def perform_random_action(session: Session, director: Actor, rng: random.Random) -> None:
    """Perform a random action of a director, or enter a result of a table."""
    playing = playing_round(session)
    play = current_play(session, rng.randrange(3)) if playing else None
    action = rng.choice(["end", "decide", "decide", "penalty", "say", "say"])
    if action == "penalty" or play is None:
        contestant = rng.choice(list(session.stage.event.contestants.all()))
        give_penalty(contestant, session.stage, "1/3", "tard", director, f"{rng.random()}")
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
    session, director = started(6, movement="howell", round_count=3, boards_per_round=1)
    undone_steps: list[tuple[UndoStep, list[Any]]] = []
    for _attempt in range(rng.randint(1, 6)):
        facts_before, step_count = facts(session), UndoStep.objects.count()
        perform_random_action(session, director, rng)
        if UndoStep.objects.count() > step_count:
            undone_steps.append((latest_step(), facts_before))
        elif Entry.objects.filter(kind="table").exists():
            undone_steps = []  # an entry of a table is not undone, so only later steps are compared
    for step, facts_before in reversed(undone_steps):
        undo_step(step.pk, director)
        assert facts(session) == facts_before
    assert scoring_pipeline.recount(session.stage.event) == []
