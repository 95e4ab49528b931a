"""Detect that a preview is stale, because undo steps were added after it was shown."""

from collections.abc import Collection

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.models import UndoStep
from tournaments.queries.history.undo_steps import effective_steps_from, step_problem

STALE_PREVIEW = _("Somebody was quicker. %(who)s, %(time)s: %(what)s. Look at the new preview.")

_STALE_PREVIEW_CODE = "done_since"
_MAX_REPORTED_STEPS = 3


def latest_step_id(event_id: int) -> int:
    """Return the primary key of the event's latest undo step, 0 if there is none."""
    step_id = (
        UndoStep.objects.filter(event=event_id).order_by("pk").values_list("pk", flat=True).last()
    )
    return step_id or 0


def stale_preview_problems(
    event_id: int, last_seen_step_id: int, problems: Collection[Problem] = ()
) -> list[Problem]:
    """Return a problem for each step in effect that was added after the preview was shown.

    At most `_MAX_REPORTED_STEPS` problems are returned. The list is empty if `problems` already
    contain such a problem.
    """
    if any(problem.code == _STALE_PREVIEW_CODE for problem in problems):
        return []
    return [
        step_problem(step, STALE_PREVIEW)
        for step in effective_steps_from(event_id, last_seen_step_id + 1)[:_MAX_REPORTED_STEPS]
    ]
