"""Archive events, so that the public and lists no longer show them, and restore them."""

from collections.abc import Iterator

from django.db import transaction
from django.utils import timezone

from games.problems import Problem, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.models import AuditAction, Event, Rehearsal, Section, Session
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable
from tournaments.queries.offline.sections import exported_sections
from tournaments.queries.rounds.seating import playing_round

_ROUND_RUNNING = _(
    "Session %(session)s is running, and plays round %(round)s: finish the session first."
)
_SESSION_RUNNING = _("Session %(session)s is running: finish it first.")
_SECTION_OFFLINE = _(
    "A section was sent as a file, and its results are still to come: call its copies void first."
)
_IS_REHEARSAL = _("This is a rehearsal: remove it at its desk.")


def archive_event(event_id: int, actor: Actor) -> None:
    """Hide an event from the public and from lists; do nothing if it is archived already.

    Raises `ValidationFailed` while a session is running or a section is played offline, and for a
    rehearsal.
    """
    with transaction.atomic():
        event = _lock_event_and_sessions(event_id)
        require_editable(event, AuditAction.ARCHIVE_EVENT)
        if event.archived_at:
            return
        raise_if_any([*running_problems(event), *_offline_and_rehearsal_problems(event)])
        record_audit(actor, AuditAction.ARCHIVE_EVENT, event)
        Event.objects.filter(pk=event_id).update(archived_at=timezone.now())


def restore_event(event_id: int, actor: Actor) -> None:
    """Show an archived event again; do nothing if it is not archived."""
    with transaction.atomic():
        event = _lock_event_and_sessions(event_id)
        require_editable(event, AuditAction.RESTORE_EVENT)
        if event.archived_at is None:
            return
        record_audit(actor, AuditAction.RESTORE_EVENT, event)
        Event.objects.filter(pk=event_id).update(archived_at=None)


def running_problems(event: Event) -> Iterator[Problem]:
    """Yield a problem for each running session; a session of a read-only event cannot run."""
    if event.read_only:
        return
    sessions = Session.objects.filter(stage__event=event, state=Session.State.RUNNING)
    for session in sessions.select_related("stage").order_by("pk"):
        params: dict[str, object] = {"session": session.sitting}
        if round_ := playing_round(session):
            yield Problem("event_running", _ROUND_RUNNING, params | {"round": round_.number})
        else:
            yield Problem("event_running", _SESSION_RUNNING, params)


def _offline_and_rehearsal_problems(event: Event) -> Iterator[Problem]:
    if exported_sections(Section.objects.filter(session__stage__event=event)).exists():
        yield Problem("section_away", _SECTION_OFFLINE)
    if Rehearsal.objects.filter(event=event).exists():
        yield Problem("rehearsal", _IS_REHEARSAL)


def _lock_event_and_sessions(event_id: int) -> Event:
    """Return the event after locking it and its sessions, so that no session can start."""
    event = Event.objects.select_for_update(of=("self",)).select_related("club").get(pk=event_id)
    list(Session.objects.filter(stage__event=event).order_by("pk").select_for_update(of=("self",)))
    return event
