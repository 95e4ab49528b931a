"""A preview shows what the action then does, and stores nothing."""

import random
import time
from functools import partial
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction

from games.problems import Problem, ValidationFailed
from tests.scenes.evening import enter_round, started
from tests.scenes.field import create_field
from tests.scenes.undo import current_play, facts, latest_step
from tournaments import scoring_pipeline
from tournaments.actions.history.preview import ActionPreview, preview_action
from tournaments.actions.history.undo import undo_step
from tournaments.actions.penalties.penalties import give_penalty
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import (
    AuditEntry,
    Entry,
    IdempotencyRecord,
    Play,
    ResultScale,
    Session,
    Snapshot,
    Stage,
    UndoStep,
)
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.queries.rounds.seating import playing_round

pytestmark = pytest.mark.django_db(transaction=True)

# Models of which any action may create rows.
SIDE_EFFECT_MODELS = (UndoStep, AuditEntry, Entry, IdempotencyRecord, Snapshot)

NS_45 = {"trump": "oros", "contro": "none", "ns_points": "45"}


@pytest.fixture
def session_and_director() -> tuple[Session, Actor]:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    enter_round(playing_round(session), random.Random(3))
    return session, director


def give_ruling(session: Session, director: Actor) -> dict[str, Any]:
    play = current_play(session)
    play.refresh_from_db()
    parameters = {"replaces": play.revision, "reason": "revoke", "actor": director, "key": "k"}
    return decide_play(play.pk, Entry.Kind.RULING, NS_45, **parameters)


def all_rows(session: Session) -> list[Any]:
    """Return all rows that an action may change or create."""
    return [
        facts(session),
        *(list(model.objects.order_by("pk").values()) for model in SIDE_EFFECT_MODELS),
    ]


def ranks_and_totals(session: Session) -> dict[int, tuple[Any, Any]]:
    with transaction.atomic():
        rows = scoring_pipeline.lock_and_compute_standings(session.stage).rows
    return {row.number: (row.rank, row.total) for row in rows}


@pytest.mark.daily(1)
@pytest.mark.parametrize("action_name", ["ruling", "penalty", "undo"])
def test_preview_equals_the_standings_after_the_action(
    session_and_director, action_name: str
) -> None:
    session, director = session_and_director
    end_round(playing_round(session).pk, director)
    contestant = session.stage.event.contestants.first()
    if action_name == "undo":
        give_penalty(contestant, session.stage, "3", "late", director, "before")
    latest_step_id = latest_step().pk
    actions = {
        "ruling": lambda: give_ruling(session, director),
        "penalty": lambda: give_penalty(contestant, session.stage, "3", "late", director, "p"),
        "undo": lambda: undo_step(latest_step_id, director),
    }
    rows_before, ranks_before = all_rows(session), ranks_and_totals(session)
    preview = preview_action(session.stage, actions[action_name])
    assert all_rows(session) == rows_before
    actions[action_name]()
    ranks_after = ranks_and_totals(session)
    assert preview.ranking_changes
    changes = {
        change.number: (
            (change.rank_before, change.total_before),
            (change.rank_after, change.total_after),
        )
        for change in preview.ranking_changes
    }
    assert changes == {
        number: (ranks_before[number], ranks_after[number])
        for number in ranks_after
        if ranks_before[number] != ranks_after[number]
    }


def test_preview_shows_means_when_numbers_of_boards_differ(session_and_director) -> None:
    session, director = session_and_director
    contestant = session.stage.event.contestants.first()
    preview_penalty = partial(give_penalty, contestant, session.stage, "1", "late", director)
    even_changes = preview_action(session.stage, partial(preview_penalty, "p1")).ranking_changes
    assert {change.is_by_mean for change in even_changes} == {False}
    make_numbers_of_boards_unequal(session, director)
    uneven_changes = preview_action(session.stage, partial(preview_penalty, "p2")).ranking_changes
    contestant_change = next(
        change for change in uneven_changes if change.number == contestant.number
    )
    plays = Play.objects.filter(
        seating__places__contestant=contestant, state=Play.State.CONFIRMED
    ).distinct()
    board_count = plays.count()
    assert (contestant_change.mean_before, contestant_change.mean_after) == (
        contestant_change.total_before / board_count,
        contestant_change.total_after / board_count,
    )


def make_numbers_of_boards_unequal(session: Session, director: Actor) -> None:
    """Declare a board void, so that contestants have played unequal numbers of boards."""
    play = (
        Play.objects.filter(seating__round=playing_round(session))
        .order_by("-seating", "pk")
        .first()
    )
    parameters = {"replaces": play.revision, "reason": "revoke", "actor": director, "key": "less"}
    decide_play(play.pk, Entry.Kind.VOID, {}, **parameters)


def test_preview_returns_the_problems_of_a_failing_action(session_and_director) -> None:
    session, _director = session_and_director

    def failing_action() -> None:
        raise ValidationFailed([Problem("no", "No.")])

    preview = preview_action(session.stage, failing_action)
    assert preview == ActionPreview((), (Problem("no", "No."),))


def test_preview_stores_and_queues_nothing(session_and_director) -> None:
    session, director = session_and_director
    cache.set("here", "before")
    state_before = [
        list(model.objects.order_by("pk").values())
        for model in (*SIDE_EFFECT_MODELS, Stage, Play, ResultScale)
    ]
    preview_action(session.stage, lambda: give_ruling(session, director))
    assert connection.run_on_commit == []
    assert cache.get("here") == "before"
    assert [
        list(model.objects.order_by("pk").values())
        for model in (*SIDE_EFFECT_MODELS, Stage, Play, ResultScale)
    ] == state_before


@pytest.mark.thorough
def test_preview_at_sixty_tables_is_fast() -> None:
    session = create_field(60, round_count=8, boards_per_round=3, played_round_count=8)
    contestant = session.stage.event.contestants.first()
    seconds = []
    for number in range(5):
        start_time = time.thread_time()
        preview_action(
            session.stage,
            partial(give_penalty, contestant, session.stage, "3", "late", SYSTEM, f"p{number}"),
        )
        seconds.append(time.thread_time() - start_time)
    print(connection.vendor, seconds)
    assert min(seconds) < 0.2
