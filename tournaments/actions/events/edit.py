"""An event that is made already: called otherwise, moved to another day or place, run otherwise."""

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

_MEANWHILE = _(
    "Somebody else has changed this event meanwhile, so nothing was saved. What they saved "
    "is shown beside what you wrote. Save again to use yours."
)
_FOLLOWED_BY_STANDINGS = {"results_shown", "tiebreaks", "standings_from", "missed"}


def edit_event(event_id: int, details: EventDetails, actor: Actor, shown: str = "") -> None:
    """Change what is named in `details`; its address stays, so codes and printed sheets do too.

    Raises `ValidationFailed` for everything wrong with it, what can no longer be changed included;
    `Conflict` where the event is no longer as the form showed it, by the digest `shown`; blank,
    nothing was shown.
    """
    details = normalize_details(details)
    with transaction.atomic():
        event = lock_event(event_id)
        require_editable(event, AuditAction.EDIT_EVENT)
        if shown and shown != details_digest(event):
            raise Conflict([Problem("changed_meanwhile", _MEANWHILE)])
        raise_if_any(change_problems(event, details))
        if changed := changed_details(event, details):
            record_audit(
                actor, AuditAction.EDIT_EVENT, event, changed=_before_and_after(event, changed)
            )
            Event.objects.filter(pk=event_id).update(**changed)
            _have_standings_follow(event, changed)


def end_embargo(event: Event) -> dict[str, Any]:
    """Hold no standings back any more, for the act that publishes them; answers what its audit line
    says.

    Standings made while they were held back are of no results, and would be taken for the latest:
    they are made anew, also where the moment has just passed and nobody has yet come to do it.
    """
    if event.standings_from is None:
        return {}
    for stage in event.stages.order_by("number"):
        rebuild_standings(stage.pk)
    if event.standings_from <= timezone.now():
        return {}
    Event.objects.filter(pk=event.pk).update(standings_from=None)
    return {"changed": _before_and_after(event, {"standings_from": None})}


def _before_and_after(event: Event, changed: dict[str, Any]) -> dict[str, list[Any]]:
    return {key: [_as_json(getattr(event, key)), _as_json(value)] for key, value in changed.items()}


def _as_json(value: Any) -> Any:
    return value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value


def _have_standings_follow(event: Event, changed: dict[str, Any]) -> None:
    if _FOLLOWED_BY_STANDINGS & changed.keys():
        for stage in event.stages.order_by("number"):
            rebuild_standings(stage.pk)
