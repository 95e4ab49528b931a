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
from tournaments.queries.desk.missing_and_unsettled import unsettled_results

_PUBLISHED = Problem("published_already", _("The standings are published already."))


def publish_event(event_id: int, actor: Actor, *, sure: bool = True) -> None:
    """Publish the standings. Raises `ValidationFailed` while a session goes on, `Conflict` where
    they are published.

    Who is not `sure` is told first what is still open about results: `ValidationFailed`, and
    nothing has changed. So it is where boards cannot be scored: what is published has every result
    in it. Standings that were held back until a moment still to come are held back no more.
    """
    sessions = Session.objects.filter(stage__event=event_id)
    with transaction.atomic():
        event = lock_event(event_id)  # no session is made meanwhile
        require_editable(event, AuditAction.PUBLISH_EVENT)
        if sessions.exclude(state=Session.State.FINISHED).exists():
            raise ValidationFailed(
                [Problem("not_finished", _("Finish every session first: then publish."))]
            )
        if event.published_at:
            raise Conflict([_PUBLISHED])
        raise_if_any([] if sure else unsettled_results(sessions))
        rows = [Event.objects.filter(pk=event_id)]
        with undoable(actor, AuditAction.PUBLISH_EVENT, event, {}, rows) as line:
            Event.objects.filter(pk=event_id).update(published_at=timezone.now())
            line |= end_embargo(event)
        score_and_rebuild_now(event)
