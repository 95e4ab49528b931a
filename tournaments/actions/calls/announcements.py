"""Announcements: a text from the desk that every phone of the session shows."""

from django.db import transaction
from django.utils import timezone

from games.problems import Problem, raise_if_any
from games.text import gettext_noop as _
from games.typed_text import clean_text
from tournaments.actions.audit import record_audit
from tournaments.actions.idempotency import Answer, Conflict, idempotent
from tournaments.actions.limits import MAX_ANNOUNCEMENT_LENGTH
from tournaments.models import Announcement, AuditAction, Session
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable
from tournaments.queries.desk.calls import current_announcement

_TEXT_MISSING = _("Write the announcement.")
_TEXT_TOO_LONG = _("Use at most %(most)s characters.")
_OTHER_ANNOUNCEMENT = _(
    "Another announcement was made in the meantime: “%(text)s”. Press again to replace it."
)
_NOT_DEALT = _("No phone can show it yet: deal first, then the tables can open their codes.")
_SESSION_OVER = _("The session is over: phones no longer show announcements.")


def announce(
    session: Session, text: str, actor: Actor, key: str, seen_id: int | None = None
) -> Answer:
    """Show `text` on every phone of a session, in place of the present announcement.

    `seen_id` is the id of the announcement that the actor saw when writing, 0 if there was none,
    None to replace any. Repeating the call with the same `key` returns the earlier answer. Raises
    `ValidationFailed` with every problem, and `Conflict` if the key was used for another text or if
    another announcement has been made in the meantime.
    """
    text = clean_text(text)
    body = ["announce", session.pk, text]
    return idempotent(actor, key, body, lambda: _announce(session, text, actor, seen_id))


def withdraw_announcement(announcement: Announcement, actor: Actor) -> None:
    """Remove an announcement from every phone; does nothing if it is withdrawn already."""
    event = announcement.session.stage.event
    require_editable(event, AuditAction.WITHDRAW_ANNOUNCEMENT)
    with transaction.atomic():
        active = Announcement.objects.filter(pk=announcement.pk, withdrawn_at=None)
        if active.update(withdrawn_at=timezone.now()):
            record_audit(
                actor, AuditAction.WITHDRAW_ANNOUNCEMENT, event, announcement=announcement.pk
            )


def _announce(session: Session, text: str, actor: Actor, seen_id: int | None) -> Answer:
    require_editable(session.stage.event, AuditAction.ANNOUNCE)
    raise_if_any([*_state_problems(session), *_text_problems(text)])
    # Locked, so that the second of two simultaneous announcements finds the first.
    Session.objects.select_for_update(no_key=True).get(pk=session.pk)
    _check_no_other_announcement(session, seen_id)
    announcement = Announcement.objects.create(
        session=session, text=text, at=timezone.now(), **actor.audit_columns()
    )
    record_audit(
        actor, AuditAction.ANNOUNCE, session.stage.event, announcement=announcement.pk, text=text
    )
    return {"announcement": announcement.pk}


def _check_no_other_announcement(session: Session, seen_id: int | None) -> None:
    current = current_announcement(session)
    if seen_id is not None and current and current.pk != seen_id:
        raise Conflict([Problem("another_announced", _OTHER_ANNOUNCEMENT, {"text": current.text})])


def _state_problems(session: Session) -> list[Problem]:
    if session.is_over:
        return [Problem("session_over", _SESSION_OVER)]
    if session.state == Session.State.CREATED:
        return [Problem("not_dealt", _NOT_DEALT)]
    return []


def _text_problems(text: str) -> list[Problem]:
    if not text:
        return [Problem("text_missing", _TEXT_MISSING, field="text")]
    if len(text) > MAX_ANNOUNCEMENT_LENGTH:
        return [Problem("text_too_long", _TEXT_TOO_LONG, {"most": MAX_ANNOUNCEMENT_LENGTH}, "text")]
    return []
