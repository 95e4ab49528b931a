"""A preview shows what the action then does, and stores nothing."""

import random
import time
from functools import partial
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction

from games.problems import Problem, ValidationFailed
from tests.actions.history.test_undo import current_play, facts, latest_step
from tests.scenes.evening import enter_round, started
from tests.scenes.field import create_field
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

# Models of which an action creates rows besides those that it changes.
SIDE_EFFECT_MODELS = (UndoStep, AuditEntry, Entry, IdempotencyRecord, Snapshot)

NS_45 = {"trump": "oros", "contro": "none", "ns_points": "45"}


@pytest.fixture
def evening() -> tuple[Session, Actor]:
    session, director = started(8, movement="howell", rounds=7, boards_per_round=2)
    enter_round(playing_round(session), random.Random(3))
    return session, director


def ruled(session: Session, director: Actor) -> dict[str, Any]:
    play = current_play(session)
    play.refresh_from_db()
    parameters = {"replaces": play.revision, "reason": "so", "actor": director, "key": "k"}
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
@pytest.mark.parametrize("case", ["rule", "penalty", "undo"])
def test_preview_equals_the_standings_after_the_action(evening, case: str) -> None:
    session, director = evening
    end_round(playing_round(session).pk, director)
    one = session.stage.event.contestants.first()
    if case == "undo":
        give_penalty(one, session.stage, "3", "late", director, "before")
    penalty = latest_step().pk
    actions = {
        "rule": lambda: ruled(session, director),
        "penalty": lambda: give_penalty(one, session.stage, "3", "late", director, "p"),
        "undo": lambda: undo_step(penalty, director),
    }
    before, was = all_rows(session), ranks_and_totals(session)
    preview = preview_action(session.stage, actions[case])
    assert all_rows(session) == before
    actions[case]()
    now = ranks_and_totals(session)
    assert preview.ranking_changes
    changes = {
        change.number: (
            (change.rank_before, change.total_before),
            (change.rank_after, change.total_after),
        )
        for change in preview.ranking_changes
    }
    assert changes == {
        number: (was[number], now[number]) for number in now if was[number] != now[number]
    }


def test_preview_shows_the_mean_where_it_decides(evening) -> None:
    session, director = evening
    one = session.stage.event.contestants.first()
    give = partial(give_penalty, one, session.stage, "1", "late", director)
    even_changes = preview_action(session.stage, partial(give, "p1")).ranking_changes
    assert {change.is_by_mean for change in even_changes} == {False}
    one_board_less(session, director)
    uneven = preview_action(session.stage, partial(give, "p2")).ranking_changes
    moved = next(change for change in uneven if change.number == one.number)
    play = Play.objects.filter(
        seating__places__contestant=one, state=Play.State.CONFIRMED
    ).distinct()
    boards = play.count()
    assert (moved.mean_before, moved.mean_after) == (
        moved.total_before / boards,
        moved.total_after / boards,
    )


def one_board_less(session: Session, director: Actor) -> None:
    """Declare a board void, so that contestants have played unequal numbers of boards."""
    play = (
        Play.objects.filter(seating__round=playing_round(session))
        .order_by("-seating", "pk")
        .first()
    )
    parameters = {"replaces": play.revision, "reason": "so", "actor": director, "key": "less"}
    decide_play(play.pk, Entry.Kind.VOID, {}, **parameters)


def test_preview_returns_the_problems_of_a_failing_action(evening) -> None:
    session, _director = evening

    def refused() -> None:
        raise ValidationFailed([Problem("no", "No.")])

    preview = preview_action(session.stage, refused)
    assert preview == ActionPreview((), (Problem("no", "No."),))


def test_preview_stores_and_queues_nothing(evening) -> None:
    session, director = evening
    cache.set("here", "before")
    before = [
        list(model.objects.order_by("pk").values())
        for model in (*SIDE_EFFECT_MODELS, Stage, Play, ResultScale)
    ]
    preview_action(session.stage, lambda: ruled(session, director))
    assert connection.run_on_commit == []
    assert cache.get("here") == "before"
    assert [
        list(model.objects.order_by("pk").values())
        for model in (*SIDE_EFFECT_MODELS, Stage, Play, ResultScale)
    ] == before


@pytest.mark.thorough
def test_preview_at_sixty_tables_is_fast() -> None:
    session = create_field(60, rounds=8, boards_per_round=3, played=8)
    one = session.stage.event.contestants.first()
    seconds = []
    for number in range(5):
        started = time.thread_time()
        preview_action(
            session.stage,
            partial(give_penalty, one, session.stage, "3", "late", SYSTEM, f"p{number}"),
        )
        seconds.append(time.thread_time() - started)
    print(connection.vendor, seconds)
    assert min(seconds) < 0.2
