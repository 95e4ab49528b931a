"""Publish the standings of an event."""

from django.db import transaction
from django.utils import timezone

from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.events.edit import end_embargo
from tournaments.actions.events.locks import lock_event
from tournaments.actions.history.undoable import undoable
from tournaments.actions.idempotency import Conflict
from tournaments.actions.results.rescoring import score_and_rebuild_now
from tournaments.models import AuditAction, Event, Session
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable
from tournaments.queries.desk.unsettled_results import unsettled_results

_ALREADY_PUBLISHED = Problem("published_already", _("The standings are published already."))


def publish_event(event_id: int, actor: Actor, *, sure: bool = True) -> None:
    """Publish the standings, and end their embargo.

    Raises `ValidationFailed` if a session is not finished, if results are unsettled and `sure` is
    false, and if boards cannot be scored, because published standings must include every result.
    Raises `Conflict` if the standings are published already.
    """
    sessions = Session.objects.filter(stage__event=event_id)
    with transaction.atomic():
        event = lock_event(event_id)  # so that no session can be added
        require_editable(event, AuditAction.PUBLISH_EVENT)
        if sessions.exclude(state=Session.State.FINISHED).exists():
            raise ValidationFailed(
                [Problem("not_finished", _("Finish every session first: then publish."))]
            )
        if event.published_at:
            raise Conflict([_ALREADY_PUBLISHED])
        raise_if_any([] if sure else unsettled_results(sessions))
        rows = [Event.objects.filter(pk=event_id)]
        with undoable(actor, AuditAction.PUBLISH_EVENT, event, {}, rows) as audit_data:
            Event.objects.filter(pk=event_id).update(published_at=timezone.now())
            audit_data |= end_embargo(event)
        score_and_rebuild_now(event)
