"""Undoing and redoing steps of a session one after the other."""

from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from typing import Any

from django.apps import apps
from django.db import transaction

from games.problems import Problem, ValidationFailed
from tests.scenes.any_action import (
    PreparedAction,
)
from tests.scenes.any_session import RandomChoices
from tournaments import scoring_pipeline
from tournaments.actions.history.changed_rows import row_values
from tournaments.actions.history.undo import undo_step
from tournaments.models import (
    Board,
    Event,
    Play,
    Stage,
    UndoStep,
)
from tournaments.tasks import catch_up

Standings = dict[tuple[object, int], tuple[int | None, Fraction]]


# Models whose rows actions change, besides events, boards and plays.
CHANGED_MODELS = (
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


def standings(scene: RandomChoices) -> Standings:
    catch_up()
    with transaction.atomic():
        rankings = scoring_pipeline.lock_and_compute_standings(
            Stage.objects.get(pk=scene.session.stage_id)
        ).rankings
    return {
        (ranking.key, row.number): (row.rank, row.total)
        for ranking in rankings
        for row in ranking.rows
    }


def stored_state(scene: RandomChoices) -> list[Any]:
    """Return the rows that actions change, and the standings."""
    event = Event.objects.filter(pk=scene.session.stage.event_id)
    changed_rows = [
        row_values(apps.get_model("tournaments", name).objects.all()) for name in CHANGED_MODELS
    ]
    boards = Board.objects.order_by("pk").values_list("pk", "number", "sealed_to_end")
    plays = Play.objects.order_by("pk").values_list(
        "pk", "board", "field", "group", "state", "line_points"
    )
    return [row_values(event), *changed_rows, list(boards), list(plays), standings(scene)]


def refused_with(action: PreparedAction) -> list[Problem]:
    """Return the problems of a refused action; empty if it was done."""
    try:
        action()
    except ValidationFailed as refused:
        return refused.problems
    return []


def last_step_id() -> int:
    """Return the id of the last step, or 0."""
    return UndoStep.objects.order_by("pk").values_list("pk", flat=True).last() or 0


def undo_until_refused(scene: RandomChoices, step_ids: Iterable[int]) -> set[str]:
    """Undo or redo steps one after the other; return the problem codes of the first refusal."""
    for step_id in step_ids:
        if problems := refused_with(partial(undo_step, step_id, scene.director)):
            return {problem.code for problem in problems}
        assert scoring_pipeline.recount(scene.session.stage.event) == []
    return set()
