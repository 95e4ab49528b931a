"""What every repair has in common: who may, what is locked, who was quicker, and that it can be
undone."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.db.models import QuerySet

from games.problems import Problem, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.given_reason import given_reason_problems
from tournaments.actions.history.stale_previews import STALE_PREVIEW, latest_step_id
from tournaments.actions.history.undoable import WatchedRows, undoable
from tournaments.actions.idempotency import Conflict
from tournaments.actions.limits import MAX_REASON_LENGTH
from tournaments.actions.results.standings_changed import standings_changed
from tournaments.models import AuditAction, Section, Session, UndoStep
from tournaments.permissions.actor import Actor, NotPermitted
from tournaments.permissions.editable import require_editable
from tournaments.permissions.roles import can_direct_section
from tournaments.queries.history.undo_steps import conflicting_step_problems, step_problem

_NOT_YOURS = _("Only the director of that section can correct this.")


class CorrectionRequest(NamedTuple):
    """How a repair is asked for: by whom, once for each `key`, and why in his own words, or blank.

    `seen` is the last act of the event that was there when its preview was read, 0 before the
    first: what another one has changed since is not repaired unseen. None where nobody has looked.
    """

    actor: Actor
    key: str
    reason: str = ""
    last_seen_step: int | None = None


@contextmanager
def correcting(
    sections: Collection[Section],
    verb: AuditAction,
    about: Mapping[str, Any],
    rows: WatchedRows,
    correction: CorrectionRequest,
) -> Iterator[None]:
    """Inside, rows of some sections of one session are repaired; to be used within `idempotent`.

    Raises `NotPermitted` to who does not direct them all, `ValidationFailed` for a reason that is
    too long, and `Conflict` where somebody has changed the same since he looked.
    """
    session = next(iter(sections)).session
    event, reason = session.stage.event, correction.reason.strip()
    require_editable(event, verb)
    _refuse_who_does_not_direct(sections, correction.actor)
    raise_if_any(given_reason_problems(reason, "") if len(reason) > MAX_REASON_LENGTH else [])
    Session.objects.select_for_update(of=("self",), no_key=True).get(pk=session.pk)
    before = latest_step_id(event.pk)
    with undoable(correction.actor, verb, event, about, rows, session=session, reason=reason):
        yield
    if correction.last_seen_step is not None:
        since = UndoStep.objects.filter(
            event=event, pk__gt=correction.last_seen_step, pk__lte=before
        ).select_related("user")
        _refuse_unseen(
            UndoStep.objects.filter(event=event, pk__gt=before).first(), verb, since.order_by("-pk")
        )
    standings_changed(session.stage_id)


def _refuse_who_does_not_direct(sections: Collection[Section], actor: Actor) -> None:
    """Tables repair nothing; the installation itself may."""
    is_his = actor.user_id is None or all(
        can_direct_section(actor.user_id, each) for each in sections
    )
    if actor.table_id is not None or not is_his:
        raise NotPermitted([Problem("not_yours", _NOT_YOURS)])


def _refuse_unseen(act: UndoStep | None, verb: AuditAction, since: QuerySet[UndoStep]) -> None:
    """Where others have touched the same since; what came to nothing, they have done already."""
    if act:
        quicker = conflicting_step_problems(act, since, STALE_PREVIEW)
    else:
        quicker = [step_problem(each, STALE_PREVIEW) for each in since.filter(kind=verb)[:1]]
    if quicker:
        raise Conflict(quicker)
