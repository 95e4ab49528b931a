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
    standings,
    stored_state,
    undo_until_refused,
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
RECORDED_WHEN_REFUSED = (AuditEntry, CardContradiction, PlausibilityQuestion)

# How many results tables enter before other actions; more would take long.
ENTRIES_BEFORE = 3

# Problem codes for which even the last step is not undone: a player might have seen a board that
# they would have to play again.
UNSAFE_UNDO_CODES = {"board_was_open", "play_spoken_of", "out_of_order"}

Step = tuple[str, int]
STEPS = st.lists(
    st.tuples(st.sampled_from(sorted(ACTIONS)), st.integers(0, 999)), min_size=4, max_size=9
)


def all_rows(*, excluded_models: tuple[Any, ...] = ()) -> dict[str, list[Any]]:
    """Return all rows of all tables."""
    models = [
        model
        for model in apps.get_app_config("tournaments").get_models()
        if model not in excluded_models
    ]
    return {model.__name__: list(model._base_manager.order_by("pk").values()) for model in models}


def side_effects() -> list[Any]:
    """Return everything that an action might leave besides rows."""
    return [len(connection.run_on_commit), len(mail.outbox), dict(getattr(cache, "_cache", {}))]


def preview_without_effects(scene: RandomChoices, action: PreparedAction) -> ActionPreview:
    """Return the preview of an action, which leaves nothing behind."""
    rows_before, effects_before = all_rows(), side_effects()
    preview = preview_action(scene.session.stage, action)
    assert all_rows() == rows_before
    assert side_effects() == effects_before
    return preview


def preview_run_and_repeat(scene: RandomChoices, name: str) -> bool:
    """Preview an action, run it and repeat it; return whether it changed anything."""
    standings_before, action = standings(scene), ACTIONS[name](scene)
    preview, rows_before = (
        preview_without_effects(scene, action),
        all_rows(excluded_models=RECORDED_WHEN_REFUSED),
    )
    problems = refused_with(action)
    assert [problem.code for problem in preview.problems] == [problem.code for problem in problems]
    if problems:
        assert all_rows(excluded_models=RECORDED_WHEN_REFUSED) == rows_before
        return False
    standings_after = standings(scene)
    moved = Counter(
        (change.number, change.rank_after, change.total_after) for change in preview.ranking_changes
    )
    no_standing = (None, None)
    changed_keys = [
        key
        for key in {**standings_before, **standings_after}
        if standings_after.get(key) != standings_before.get(key)
    ]
    assert moved == Counter(
        (key[1], *standings_after.get(key, no_standing)) for key in changed_keys
    )
    _repeat_request(name, action)
    assert scoring_pipeline.recount(scene.session.stage.event) == []
    return True


def _repeat_request(name: str, action: PreparedAction) -> None:
    """Repeat a request: it gets the first answer or is refused, and changes nothing."""
    if name in SELF_REVERSING:
        return
    rows_before = all_rows(excluded_models=RECORDED_WHEN_REFUSED)
    if name in WITHOUT_IDEMPOTENCY_KEY:
        with pytest.raises(ValidationFailed):
            action()
    elif name in ON_UNDO_STEPS:
        assert {problem.code for problem in refused_with(action)} <= {"nothing_since"}
    else:
        action()
    assert all_rows(excluded_models=RECORDED_WHEN_REFUSED) == rows_before


def undo_steps_since(scene: RandomChoices, since: int) -> set[str]:
    """Undo every step since a step, latest first; return why one was refused."""
    first_step = UndoStep(pk=since, event=scene.session.stage.event)
    return undo_until_refused(scene, [act.pk for act in effective_steps_since(first_step)])


def redo_steps_since(scene: RandomChoices, since: int) -> set[str]:
    """Redo every step undone since a step, oldest first; return why one was refused."""
    undone = UndoStep.objects.filter(pk__gt=since).order_by("-pk").values_list("pk", flat=True)
    return undo_until_refused(scene, list(undone))


def event_file_text(event: Event) -> str:
    """Return the event file as text."""
    return json.dumps(event_file(event), ensure_ascii=False, indent=1)


def check_event_file_round_trip(event: Event) -> None:
    """Check that the event file is the same after importing it."""
    file = event_file_text(event)
    empty_database()
    assert event_file_text(import_event(json.loads(file), SYSTEM)) == file


def check_session(kind: str, steps: list[Step]) -> None:
    """Run entries and all steps in a session, then undo and redo them."""
    session, director = SESSION_KINDS[kind]()
    scene = RandomChoices(session, director, random.Random(str(steps)), "")
    for number in range(ENTRIES_BEFORE):
        preview_run_and_repeat(scene._replace(key=f"before {number}"), "one side enters a result")
    first_step, codes_seen = last_step_id(), set[str]()
    states_by_step = {first_step: stored_state(scene)}
    for number, (name, seed) in enumerate(steps):
        if preview_run_and_repeat(
            scene._replace(rng=random.Random(seed), key=f"step {number}"), name
        ):
            codes_seen.add(name)
            states_by_step = {
                **({} if name in NOT_UNDOABLE else states_by_step),
                last_step_id(): stored_state(scene),
            }
    restore_and_redo(scene, states_by_step)
    undo_and_redo_all(
        scene, first_step, None if codes_seen & NOT_UNDOABLE else states_by_step[first_step]
    )
    check_event_file_round_trip(scene.event)


def restore_and_redo(scene: RandomChoices, states_by_step: Mapping[int, list[Any]]) -> None:
    """Restore a random earlier state if possible, then redo everything."""
    step_id, last = scene.rng.choice(sorted(states_by_step)), last_step_id()
    if step_id == last:
        return
    if problems := refused_with(partial(restore_to, step_id, scene.director)):
        assert {problem.code for problem in problems} <= UNSAFE_UNDO_CODES | {"nothing_since"}
        return
    assert stored_state(scene) == states_by_step[step_id]
    if not redo_steps_since(scene, last):
        assert stored_state(scene) == states_by_step[last]


def undo_and_redo_all(scene: RandomChoices, first_step: int, beginning: list[Any] | None) -> None:
    """Undo and redo all steps as far as later entries and visible results allow."""
    end, last = stored_state(scene), last_step_id()
    refused = undo_steps_since(scene, first_step)
    if beginning is not None:
        assert refused <= UNSAFE_UNDO_CODES
        assert refused or stored_state(scene) == beginning
    refused = redo_steps_since(scene, last)
    assert refused <= UNSAFE_UNDO_CODES
    if not refused:
        assert stored_state(scene) == end


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
    check_session(kind, steps)


@pytest.mark.thorough
@pytest.mark.parametrize("kind", SESSION_KINDS)
@one_in(40)
@given(steps=STEPS)
def test_any_undone_action_leaves_no_trace(kind: str, steps: list[Step]) -> None:
    sid = transaction.savepoint()
    try:
        check_session(kind, steps)
    finally:
        transaction.savepoint_rollback(sid)
