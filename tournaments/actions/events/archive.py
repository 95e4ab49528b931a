"""An event archived, and restored: hidden from the public and from every list, with everything
of it kept."""

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

_ROUND_RUNS = _(
    "Session %(session)s is running, and plays round %(round)s: finish the session first."
)
_SESSION_RUNS = _("Session %(session)s is running: finish it first.")
_SENT = _(
    "A section was sent as a file, and its results are still to come: call its copies void first."
)
_REHEARSAL = _("This is a rehearsal: remove it at its desk.")


def archive_event(event_id: int, actor: Actor) -> None:
    """Hide an event from the public; twice is harmless.

    Raises `ValidationFailed` while a session of it is running or a section is away as a file, and
    for a rehearsal.
    """
    with transaction.atomic():
        event = _locked(event_id)
        require_editable(event, AuditAction.ARCHIVE_EVENT)
        if event.archived_at:
            return
        raise_if_any([*running_problems(event), *_other_problems(event)])
        record_audit(actor, AuditAction.ARCHIVE_EVENT, event)
        Event.objects.filter(pk=event_id).update(archived_at=timezone.now())


def restore_event(event_id: int, actor: Actor) -> None:
    """Show an archived event again, as it was; twice is harmless."""
    with transaction.atomic():
        event = _locked(event_id)
        require_editable(event, AuditAction.RESTORE_EVENT)
        if event.archived_at is None:
            return
        record_audit(actor, AuditAction.RESTORE_EVENT, event)
        Event.objects.filter(pk=event_id).update(archived_at=None)


def running_problems(event: Event) -> Iterator[Problem]:
    """Name what of the event is being played: every running session. Read-only events play
    nothing."""
    running = Session.objects.filter(stage__event=event, state=Session.State.RUNNING)
    for session in () if event.read_only else running.select_related("stage").order_by("pk"):
        params: dict[str, object] = {"session": session.sitting}
        if round_ := playing_round(session):
            yield Problem("event_running", _ROUND_RUNS, params | {"round": round_.number})
        else:
            yield Problem("event_running", _SESSION_RUNS, params)


def _other_problems(event: Event) -> Iterator[Problem]:
    if exported_sections(Section.objects.filter(session__stage__event=event)).exists():
        yield Problem("section_away", _SENT)
    if Rehearsal.objects.filter(event=event).exists():
        yield Problem("rehearsal", _REHEARSAL)


def _locked(event_id: int) -> Event:
    """The event and its sessions, locked in this order: a session cannot start meanwhile."""
    event = Event.objects.select_for_update(of=("self",)).select_related("club").get(pk=event_id)
    list(Session.objects.filter(stage__event=event).order_by("pk").select_for_update(of=("self",)))
    return event
