"""After any actions a recount finds no difference, and undoing them leaves no trace."""

import json
import random
from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest
from django.apps import apps
from django.core import mail
from django.core.cache import cache
from django.db import connection, transaction
from hypothesis import given
from hypothesis import strategies as st

from games.problems import ValidationFailed
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
from tests.scenes.undo_walk import (
    last_step_id,
    refused_with,
    reversed_until_refused,
    standings,
    stored_state,
)
from tournaments import scoring_pipeline
from tournaments.actions.event_file.importing import import_event
from tournaments.actions.history.preview import ActionPreview, preview_action
from tournaments.actions.history.undo import restore_to
from tournaments.models import (
    AuditEntry,
    CardContradiction,
    Event,
    PlausibilityQuestion,
    UndoStep,
)
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.events.event_file import event_file
from tournaments.queries.history.undo_steps import effective_steps_since

pytestmark = pytest.mark.django_db
# Models in which refused requests are recorded too.
NOTED = (AuditEntry, CardContradiction, PlausibilityQuestion)

# How many results tables enter before other actions; more would take long.
ENTRIES_BEFORE = 3

# Problem codes for which even the last step is not undone: a player might have seen a board that
# they would have to play again.
GUARDED = {"board_was_open", "play_spoken_of", "out_of_order"}

Step = tuple[str, int]
STEPS = st.lists(
    st.tuples(st.sampled_from(sorted(ACTIONS)), st.integers(0, 999)), min_size=4, max_size=9
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


def tried(room: RandomChoices, action: PreparedAction) -> ActionPreview:
    """Return the preview of an action, which leaves nothing behind."""
    rows_before, beside = all_rows(), traces()
    preview = preview_action(room.session.stage, action)
    assert all_rows() == rows_before
    assert traces() == beside
    return preview


def follow(room: RandomChoices, name: str) -> bool:
    """Preview an action, run it and repeat it; return whether it changed anything."""
    standings_before, action = standings(room), ACTIONS[name](room)
    preview, rows_before = tried(room, action), all_rows(but=NOTED)
    problems = refused_with(action)
    assert [problem.code for problem in preview.problems] == [problem.code for problem in problems]
    if problems:
        assert all_rows(but=NOTED) == rows_before
        return False
    standings_after = standings(room)
    moved = Counter(
        (change.number, change.rank_after, change.total_after) for change in preview.ranking_changes
    )
    no_standing = (None, None)
    other = [
        key
        for key in {**standings_before, **standings_after}
        if standings_after.get(key) != standings_before.get(key)
    ]
    assert moved == Counter((key[1], *standings_after.get(key, no_standing)) for key in other)
    _again(name, action)
    assert scoring_pipeline.recount(room.session.stage.event) == []
    return True


def _again(name: str, action: PreparedAction) -> None:
    """Repeat a request: it gets the first answer or is refused, and changes nothing."""
    if name in SELF_REVERSING:
        return
    rows_before = all_rows(but=NOTED)
    if name in WITHOUT_IDEMPOTENCY_KEY:
        with pytest.raises(ValidationFailed):
            action()
    elif name in ON_UNDO_STEPS:
        assert {problem.code for problem in refused_with(action)} <= {"nothing_since"}
    else:
        action()
    assert all_rows(but=NOTED) == rows_before


def taken_back(room: RandomChoices, since: int) -> set[str]:
    """Undo every step since a step, latest first; return why one was refused."""
    first_step = UndoStep(pk=since, event=room.session.stage.event)
    return reversed_until_refused(room, [act.pk for act in effective_steps_since(first_step)])


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
        follow(room._replace(key=f"before {number}"), "one side enters a result")
    first_step, codes_seen = last_step_id(), set[str]()
    moments = {first_step: stored_state(room)}
    for number, (name, seed) in enumerate(steps):
        if follow(room._replace(rng=random.Random(seed), key=f"step {number}"), name):
            codes_seen.add(name)
            moments = {
                **({} if name in NOT_UNDOABLE else moments),
                last_step_id(): stored_state(room),
            }
    restored(room, moments)
    undone_and_done_again(
        room, first_step, None if codes_seen & NOT_UNDOABLE else moments[first_step]
    )
    out_and_in(room.event)


def restored(room: RandomChoices, moments: Mapping[int, list[Any]]) -> None:
    """Restore a random earlier state if possible, then redo everything."""
    moment, last = room.rng.choice(sorted(moments)), last_step_id()
    if moment == last:
        return
    if problems := refused_with(partial(restore_to, moment, room.director)):
        assert {problem.code for problem in problems} <= GUARDED | {"nothing_since"}
        return
    assert stored_state(room) == moments[moment]
    if not done_again(room, last):
        assert stored_state(room) == moments[last]


def undone_and_done_again(
    room: RandomChoices, first_step: int, beginning: list[Any] | None
) -> None:
    """Undo and redo all steps as far as later entries and visible results allow."""
    end, last = stored_state(room), last_step_id()
    refused = taken_back(room, first_step)
    if beginning is not None:
        assert refused <= GUARDED
        assert refused or stored_state(room) == beginning
    refused = done_again(room, last)
    assert refused <= GUARDED
    if not refused:
        assert stored_state(room) == end


DAILY = [
    (
        "howell",
        [
            ("result corrected", 1),
            ("table turned", 2),
            ("board fouled", 3),
            ("round ended", 4),
            ("step undone", 5),
        ],
    ),
    (
        "section not started",
        [("section started", 1), ("step undone", 2), ("section started", 3), ("table turned", 4)],
    ),
    (
        "howell with a rest",
        [
            ("late arrival added", 1),
            ("contestant left", 2),
            ("tables merged", 3),
            ("step undone", 4),
            ("contestant left", 5),
        ],
    ),
    (
        "individual",
        [
            ("table reseated", 2),
            ("result corrected", 1),
            ("result sides swapped", 1),
            ("step undone", 3),
        ],
    ),
    (
        "swiss",
        [
            ("board taken out", 1),
            ("penalty given", 2),
            ("opponents exchanged", 3),
            ("table turned", 4),
        ],
    ),
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
