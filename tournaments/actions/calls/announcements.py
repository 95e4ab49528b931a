"""Announcements: one sentence from the desk to every phone."""

from django.db import transaction
from django.utils import timezone

from games.problems import Problem, refuse
from games.text import gettext_noop as _
from tournaments.actions.actor import Actor
from tournaments.actions.audit import record
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.models import Announcement, Session, Verb

LONGEST_TEXT = 200

_NOTHING = _("Write what every phone is to show.")
_LONG = _("Say it in %(most)s letters or fewer.")
_NOBODY = _("No phone shows it: deal first, and the tables can open their codes.")
_OVER = _("The session is over: its phones show nothing new any more.")


def announce(session: Session, text: str, actor: Actor, key: str) -> Answer:
    """Show `text` on every phone of a session, in place of what was announced before.

    The same `key` again gets the earlier answer. Raises `Refused` with every problem, `Conflict` when the
    key came with another text.
    """
    text = " ".join(text.split())
    return idempotent(actor, key, ["announce", session.pk, text], lambda: _announce(session, text, actor))


def withdraw_announcement(announcement: Announcement, actor: Actor) -> None:
    """Take an announcement away from every phone; taken away already, nothing happens."""
    with transaction.atomic():
        shown = Announcement.objects.filter(pk=announcement.pk, withdrawn_at=None)
        if shown.update(withdrawn_at=timezone.now()):
            event = announcement.session.stage.event
            record(actor, Verb.WITHDRAW_ANNOUNCEMENT, event, announcement=announcement.pk)


def _announce(session: Session, text: str, actor: Actor) -> Answer:
    refuse([*_state_problems(session), *_text_problems(text)])
    announcement = Announcement.objects.create(
        session=session, text=text, at=timezone.now(), **actor.columns()
    )
    record(actor, Verb.ANNOUNCE, session.stage.event, announcement=announcement.pk, text=text)
    return {"announcement": announcement.pk}


def _state_problems(session: Session) -> list[Problem]:
    if session.is_over:
        return [Problem("session_over", _OVER)]
    if session.state == Session.State.CREATED:
        return [Problem("not_dealt", _NOBODY)]
    return []


def _text_problems(text: str) -> list[Problem]:
    if not text:
        return [Problem("text_missing", _NOTHING, field="text")]
    if len(text) > LONGEST_TEXT:
        return [Problem("text_too_long", _LONG, {"most": LONGEST_TEXT}, "text")]
    return []
