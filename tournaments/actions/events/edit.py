"""Edit the details of an event, such as its name, day and place; end its embargo."""

from datetime import UTC, datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.problems import Problem, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.events.detail_checks import (
    change_problems,
    changed_details,
    normalize_details,
)
from tournaments.actions.events.locks import lock_event
from tournaments.actions.idempotency import Conflict
from tournaments.actions.results.rescoring import rebuild_standings
from tournaments.models import AuditAction, Event
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable
from tournaments.queries.events.details import EventDetails, details_digest

_CHANGED_MEANWHILE = _(
    "Somebody else has changed this event meanwhile, so nothing was saved. What they saved "
    "is shown beside what you wrote. Save again to use yours."
)
# Details whose change makes it necessary to rebuild the standings.
_DETAILS_OF_STANDINGS = {"results_shown", "tiebreaks", "standings_from", "missed"}


def edit_event(event_id: int, details: EventDetails, actor: Actor, shown_digest: str = "") -> None:
    """Change the details in `details`; the event's slug stays, so that links remain valid.

    `shown_digest` is the `details_digest` of the details that the form showed; an empty text skips
    the check. Raises `Conflict` if the details have changed since, and `ValidationFailed` with
    every problem, also for details that can no longer change.
    """
    details = normalize_details(details)
    with transaction.atomic():
        event = lock_event(event_id)
        require_editable(event, AuditAction.EDIT_EVENT)
        if shown_digest and shown_digest != details_digest(event):
            raise Conflict([Problem("changed_meanwhile", _CHANGED_MEANWHILE)])
        raise_if_any(change_problems(event, details))
        if changes := changed_details(event, details):
            record_audit(
                actor, AuditAction.EDIT_EVENT, event, changed=_changes_for_audit(event, changes)
            )
            Event.objects.filter(pk=event_id).update(**changes)
            _rebuild_standings_if_needed(event, changes)


def end_embargo(event: Event) -> dict[str, Any]:
    """End the standings embargo of an event that is published; return data for the audit.

    Public snapshots that were made during the embargo have no results, so the standings are
    rebuilt. This is also done if the embargo has just ended by itself, as no task may have rebuilt
    the standings yet.
    """
    if event.standings_from is None:
        return {}
    for stage in event.stages.order_by("number"):
        rebuild_standings(stage.pk)
    if event.standings_from <= timezone.now():
        return {}
    Event.objects.filter(pk=event.pk).update(standings_from=None)
    return {"changed": _changes_for_audit(event, {"standings_from": None})}


def _changes_for_audit(event: Event, changes: dict[str, Any]) -> dict[str, list[Any]]:
    return {key: [_as_json(getattr(event, key)), _as_json(value)] for key, value in changes.items()}


def _as_json(value: Any) -> Any:
    return value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value


def _rebuild_standings_if_needed(event: Event, changes: dict[str, Any]) -> None:
    if _DETAILS_OF_STANDINGS & changes.keys():
        for stage in event.stages.order_by("number"):
            rebuild_standings(stage.pk)
