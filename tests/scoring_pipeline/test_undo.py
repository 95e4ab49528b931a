"""After any actions a recount finds no difference, and undoing them leaves no trace."""

import json
import random
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from django.apps import apps
from django.core import mail
from django.core.cache import cache
from django.db import connection, transaction
from hypothesis import given
from hypothesis import strategies as st

from games.problems import Problem, ValidationFailed
from tests.hypothesis_examples import one_in
from tests.scenes.any_action import (
    ACTIONS,
    NOT_UNDOABLE,
    ON_UNDO_STEPS,
    SELF_REVERSING,
    WITHOUT_IDEMPOTENCY_KEY,
    PreparedAction,
)
from tests.scenes.any_session import SESSION_KINDS, RandomChoices
from tests.scenes.event_files import empty_database
from tournaments import scoring_pipeline
from tournaments.actions.event_file.importing import import_event
from tournaments.actions.history.changed_rows import row_values
from tournaments.actions.history.preview import ActionPreview, preview_action
from tournaments.actions.history.undo import restore_to, undo_step
from tournaments.models import (
    AuditEntry,
    Board,
    CardContradiction,
    Event,
    PlausibilityQuestion,
    Play,
    Stage,
    UndoStep,
)
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.events.event_file import event_file
from tournaments.queries.history.undo_steps import effective_steps_since
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db
# Where also is written what was refused.
NOTED = (AuditEntry, CardContradiction, PlausibilityQuestion)

# Results that tables say before anything else, as many as keep it quick.
ENTRIES_BEFORE = 3

# Why the last act of all may not be undone: somebody could have seen what he would have to play.
GUARDED = {"board_was_open", "play_spoken_of", "out_of_order"}

Standings = dict[tuple[object, int], tuple[int | None, Fraction]]
Step = tuple[str, int]
STEPS = st.lists(
    st.tuples(st.sampled_from(sorted(ACTIONS)), st.integers(0, 999)), min_size=4, max_size=9
)
# Rows that acts change, besides events, boards and plays.
WATCHED = (
    "Session",
    "Section",
    "Round",
    "Table",
    "Seating",
    "SeatHolder",
    "Substitution",
    "SitOut",
    "LineUp",
    "Contestant",
    "ContestantPlayer",
    "SectionAssignment",
    "Penalty",
    "Category",
    "CategoryMember",
    "Objection",
)


def all_rows(*, but: tuple[Any, ...] = ()) -> dict[str, list[Any]]:
    """Return all rows of all tables."""
    models = [
        model for model in apps.get_app_config("tournaments").get_models() if model not in but
    ]
    return {model.__name__: list(model._base_manager.order_by("pk").values()) for model in models}


def traces() -> list[Any]:
    """Return everything that an action might leave besides rows."""
    return [len(connection.run_on_commit), len(mail.outbox), dict(getattr(cache, "_cache", {}))]


def standings(room: RandomChoices) -> Standings:
    catch_up()
    with transaction.atomic():
        rankings = scoring_pipeline.lock_and_compute_standings(
            Stage.objects.get(pk=room.session.stage_id)
        ).rankings
    return {
        (ranking.key, row.number): (row.rank, row.total)
        for ranking in rankings
        for row in ranking.rows
    }


def state(room: RandomChoices) -> list[Any]:
    """Return what actions change, and what follows from it."""
    event = Event.objects.filter(pk=room.session.stage.event_id)
    watched = [row_values(apps.get_model("tournaments", name).objects.all()) for name in WATCHED]
    boards = Board.objects.order_by("pk").values_list("pk", "number", "sealed_to_end")
    plays = Play.objects.order_by("pk").values_list(
        "pk", "board", "field", "group", "state", "line_points"
    )
    return [row_values(event), *watched, list(boards), list(plays), standings(room)]


def tried(room: RandomChoices, action: PreparedAction) -> ActionPreview:
    """Return the preview of an action, which leaves nothing behind."""
    before, beside = all_rows(), traces()
    preview = preview_action(room.session.stage, action)
    assert all_rows() == before
    assert traces() == beside
    return preview


def refused_with(action: PreparedAction) -> list[Problem]:
    """Return the problems of a refused action; empty if it was done."""
    try:
        action()
    except ValidationFailed as refused:
        return refused.problems
    return []


def follow(room: RandomChoices, name: str) -> bool:
    """Preview an action, run it and repeat it; return whether it changed anything."""
    was, action = standings(room), ACTIONS[name](room)
    preview, before = tried(room, action), all_rows(but=NOTED)
    problems = refused_with(action)
    assert [problem.code for problem in preview.problems] == [problem.code for problem in problems]
    if problems:
        assert all_rows(but=NOTED) == before
        return False
    standings_after = standings(room)
    moved = Counter(
        (change.number, change.rank_after, change.total_after) for change in preview.ranking_changes
    )
    no_standing = (None, None)
    other = [key for key in {**was, **standings_after} if standings_after.get(key) != was.get(key)]
    assert moved == Counter((key[1], *standings_after.get(key, no_standing)) for key in other)
    _again(name, action)
    assert scoring_pipeline.recount(room.session.stage.event) == []
    return True


def _again(name: str, action: PreparedAction) -> None:
    """Repeat a request: it gets the first answer or is refused, and changes nothing."""
    if name in SELF_REVERSING:
        return
    before = all_rows(but=NOTED)
    if name in WITHOUT_IDEMPOTENCY_KEY:
        with pytest.raises(ValidationFailed):
            action()
    elif name in ON_UNDO_STEPS:
        assert {problem.code for problem in refused_with(action)} <= {"nothing_since"}
    else:
        action()
    assert all_rows(but=NOTED) == before


def newest() -> int:
    """Return the id of the last step, or 0."""
    return UndoStep.objects.order_by("pk").values_list("pk", flat=True).last() or 0


def reversed_until_refused(room: RandomChoices, acts: Iterable[int]) -> set[str]:
    """Undo or redo steps one after the other; return why one was refused."""
    for act in acts:
        if problems := refused_with(partial(undo_step, act, room.director)):
            return {problem.code for problem in problems}
        assert scoring_pipeline.recount(room.session.stage.event) == []
    return set()


def taken_back(room: RandomChoices, since: int) -> set[str]:
    """Undo every step since a step, latest first; return why one was refused."""
    first = UndoStep(pk=since, event=room.session.stage.event)
    return reversed_until_refused(room, [act.pk for act in effective_steps_since(first)])


def done_again(room: RandomChoices, since: int) -> set[str]:
    """Redo every step undone since a step, oldest first; return why one was refused."""
    undone = UndoStep.objects.filter(pk__gt=since).order_by("-pk").values_list("pk", flat=True)
    return reversed_until_refused(room, list(undone))


def written(event: Event) -> str:
    """Return the event file as text."""
    return json.dumps(event_file(event), ensure_ascii=False, indent=1)


def out_and_in(event: Event) -> None:
    """Check that the event file is the same after importing it."""
    file = written(event)
    empty_database()
    assert written(import_event(json.loads(file), SYSTEM)) == file


def evening(kind: str, steps: list[Step]) -> None:
    """Run entries and all steps in a session, then undo and redo them."""
    session, director = SESSION_KINDS[kind]()
    room = RandomChoices(session, director, random.Random(str(steps)), "")
    for number in range(ENTRIES_BEFORE):
        follow(room._replace(key=f"before {number}"), "a table says")
    first_step, codes_seen = newest(), set[str]()
    moments = {first_step: state(room)}
    for number, (name, seed) in enumerate(steps):
        if follow(room._replace(rng=random.Random(seed), key=f"step {number}"), name):
            codes_seen.add(name)
            moments = {**({} if name in NOT_UNDOABLE else moments), newest(): state(room)}
    restored(room, moments)
    undone_and_done_again(
        room, first_step, None if codes_seen & NOT_UNDOABLE else moments[first_step]
    )
    out_and_in(room.event)


def restored(room: RandomChoices, moments: Mapping[int, list[Any]]) -> None:
    """Restore a random earlier state if possible, then redo everything."""
    moment, last = room.rng.choice(sorted(moments)), newest()
    if moment == last:
        return
    if problems := refused_with(partial(restore_to, moment, room.director)):
        assert {problem.code for problem in problems} <= GUARDED | {"nothing_since"}
        return
    assert state(room) == moments[moment]
    if not done_again(room, last):
        assert state(room) == moments[last]


def undone_and_done_again(
    room: RandomChoices, first_step: int, beginning: list[Any] | None
) -> None:
    """Undo and redo all steps as far as later entries and visible results allow."""
    end, last = state(room), newest()
    refused = taken_back(room, first_step)
    if beginning is not None:
        assert refused <= GUARDED
        assert refused or state(room) == beginning
    refused = done_again(room, last)
    assert refused <= GUARDED
    if not refused:
        assert state(room) == end


DAILY = [
    (
        "howell",
        [("corrected", 1), ("table turned", 2), ("fouled", 3), ("round ended", 4), ("undone", 5)],
    ),
    (
        "a section that waits",
        [("section started", 1), ("undone", 2), ("section started", 3), ("table turned", 4)],
    ),
    ("howell with a rest", [("joined", 1), ("left", 2), ("merged", 3), ("undone", 4), ("left", 5)]),
    ("individual", [("other seats", 2), ("corrected", 1), ("other side", 1), ("undone", 3)]),
    ("swiss", [("taken out", 1), ("penalty", 2), ("opponents exchanged", 3), ("table turned", 4)]),
]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("kind", "steps"), DAILY, ids=lambda value: value if isinstance(value, str) else ""
)
def test_undone_action_leaves_no_trace(kind: str, steps: list[Step]) -> None:
    evening(kind, steps)


@pytest.mark.thorough
@pytest.mark.parametrize("kind", SESSION_KINDS)
@one_in(40)
@given(steps=STEPS)
def test_any_undone_action_leaves_no_trace(kind: str, steps: list[Step]) -> None:
    sid = transaction.savepoint()
    try:
        evening(kind, steps)
    finally:
        transaction.savepoint_rollback(sid)
