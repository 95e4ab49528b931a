"""Who was quicker: what has been done about an event since somebody looked at what an act would
come to."""

from collections.abc import Collection

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.models import UndoStep
from tournaments.queries.history.undo_steps import effective_steps_from, step_problem

STALE_PREVIEW = _("Somebody was quicker. %(who)s, %(time)s: %(what)s. Look at the new preview.")

_CODE = "done_since"
_MOST_NAMED = 3


def latest_step_id(event_id: int) -> int:
    """The last act of an event, 0 where there is none: what a page has seen that is made now."""
    found = (
        UndoStep.objects.filter(event=event_id).order_by("pk").values_list("pk", flat=True).last()
    )
    return found or 0


def stale_preview_problems(
    event_id: int, seen: int, problems: Collection[Problem] = ()
) -> list[Problem]:
    """What was done since somebody looked, for who is refused because of it and is not told so
    yet."""
    if any(each.code == _CODE for each in problems):
        return []
    return [
        step_problem(each, STALE_PREVIEW)
        for each in effective_steps_from(event_id, seen + 1)[:_MOST_NAMED]
    ]
