"""Run a correction: check permission, lock, refuse stale previews, store the undo step."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.db.models import QuerySet

from games.problems import Problem, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.history.stale_previews import STALE_PREVIEW, latest_step_id
from tournaments.actions.history.undoable import WatchedRows, undoable
from tournaments.actions.idempotency import Conflict
from tournaments.actions.limits import MAX_REASON_LENGTH
from tournaments.actions.reason_checks import reason_problems
from tournaments.actions.results.rescoring import rebuild_standings
from tournaments.models import AuditAction, Section, Session, UndoStep
from tournaments.permissions.actor import Actor, NotPermitted
from tournaments.permissions.editable import require_editable
from tournaments.permissions.roles import can_direct_section
from tournaments.queries.history.undo_steps import conflicting_step_problems, step_problem

_NOT_PERMITTED = _("Only the director of that section can correct this.")


class CorrectionRequest(NamedTuple):
    """Who asks for a correction, with which idempotency key, and why.

    `reason` is free text, which may be blank. `last_seen_step` is the id of the event's latest undo
    step when the preview was shown: 0 if there was none, None if no preview was shown. A step after
    it that changed the same rows is a conflict.
    """

    actor: Actor
    key: str
    reason: str = ""
    last_seen_step: int | None = None


@contextmanager
def correcting(
    sections: Collection[Section],
    action: AuditAction,
    subject: Mapping[str, Any],
    rows: WatchedRows,
    correction: CorrectionRequest,
) -> Iterator[None]:
    """Context manager that stores changes of `rows` as one undo step; use inside `idempotent`.

    `sections` are those of one session whose tables or results change. Raises `NotPermitted` to
    actors who do not direct all of them, `ValidationFailed` for a reason that is too long, and
    `Conflict` if somebody has changed the same rows since the preview was shown.
    """
    session = next(iter(sections)).session
    event, reason = session.stage.event, correction.reason.strip()
    require_editable(event, action)
    _check_can_direct(sections, correction.actor)
    raise_if_any(reason_problems(reason, "") if len(reason) > MAX_REASON_LENGTH else [])
    Session.objects.select_for_update(of=("self",), no_key=True).get(pk=session.pk)
    latest_id = latest_step_id(event.pk)
    with undoable(correction.actor, action, event, subject, rows, session=session, reason=reason):
        yield
    if correction.last_seen_step is not None:
        unseen_steps = UndoStep.objects.filter(
            event=event, pk__gt=correction.last_seen_step, pk__lte=latest_id
        ).select_related("user")
        _check_not_stale(
            UndoStep.objects.filter(event=event, pk__gt=latest_id).first(),
            action,
            unseen_steps.order_by("-pk"),
        )
    rebuild_standings(session.stage_id)


def _check_can_direct(sections: Collection[Section], actor: Actor) -> None:
    """Raise `NotPermitted` unless the actor is a director of all sections.

    Commands of the installation, which act without user and table, are allowed.
    """
    is_director_of_all = actor.user_id is None or all(
        can_direct_section(actor.user_id, section) for section in sections
    )
    if actor.table_id is not None or not is_director_of_all:
        raise NotPermitted([Problem("not_yours", _NOT_PERMITTED)])


def _check_not_stale(
    step: UndoStep | None, action: AuditAction, unseen_steps: QuerySet[UndoStep]
) -> None:
    """Raise `Conflict` if one of `unseen_steps` changed the same rows as `step`.

    `step` is None if the correction has changed nothing. Then it conflicts with the latest unseen
    step of the same action, which has probably made the same correction.
    """
    if step:
        problems = conflicting_step_problems(step, unseen_steps, STALE_PREVIEW)
    else:
        problems = [
            step_problem(unseen, STALE_PREVIEW) for unseen in unseen_steps.filter(kind=action)[:1]
        ]
    if problems:
        raise Conflict(problems)
