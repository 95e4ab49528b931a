"""Mark contestants as unranked; their results still count for the other contestants."""

from django.db import transaction

from games.problems import Problem, raise_if_any
from games.text import gettext_noop as _
from games.typed_text import clean_text
from tournaments.actions.contestants.registration import get_contestant
from tournaments.actions.events.locks import lock_event
from tournaments.actions.history.undoable import undoable
from tournaments.actions.results.rescoring import rebuild_standings
from tournaments.models import AuditAction, Contestant, Event
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable

_STANDINGS_PUBLISHED = _("The standings are published: who takes a place can no longer change.")
_REASON_MISSING = _("Give a reason: guest, house pair, or your own words.")
_REASON_TOO_LONG = _("Give the reason in at most %(most)s characters.")


def mark_unranked(event: Event, contestant_id: int, reason: str, actor: Actor) -> None:
    """List a contestant without a rank and with a public reason; lower ranks move up.

    `reason` is one of `STANDARD_REASONS` or free text. Awards and totals do not change. Raises
    `ValidationFailed` for a reason that is missing or too long, once the standings are published,
    and if the contestant is no longer in the event.
    """
    cleaned_reason = clean_text(reason)
    with transaction.atomic():
        locked_event = lock_event(event.pk)
        require_editable(locked_event, AuditAction.MARK_UNRANKED)
        raise_if_any([*_reason_problems(cleaned_reason), *_published_problems(locked_event)])
        _set_unranked_reason(
            locked_event, contestant_id, cleaned_reason, actor, AuditAction.MARK_UNRANKED
        )


def mark_ranked(event: Event, contestant_id: int, actor: Actor) -> None:
    """Give the contestant a rank again; raise `ValidationFailed` as `mark_unranked` does."""
    with transaction.atomic():
        locked_event = lock_event(event.pk)
        require_editable(locked_event, AuditAction.MARK_RANKED)
        raise_if_any(_published_problems(locked_event))
        _set_unranked_reason(locked_event, contestant_id, "", actor, AuditAction.MARK_RANKED)


def _set_unranked_reason(
    event: Event, contestant_id: int, reason: str, actor: Actor, action: AuditAction
) -> None:
    """Store the reason in one undo step and rebuild the standings; no step without a change."""
    contestant = get_contestant(event, contestant_id)
    if contestant.unranked_reason == reason:
        return
    subject = {"contestant": contestant.pk}
    rows = Contestant.objects.filter(pk=contestant.pk)
    with undoable(actor, action, event, subject, [rows.all()], reason=reason):
        rows.update(unranked_reason=reason)
    for stage in event.stages.order_by("number"):
        rebuild_standings(stage.pk)


def _reason_problems(reason: str) -> list[Problem]:
    max_length = Contestant._meta.get_field("unranked_reason").max_length or 0
    if not reason:
        return [Problem("reason_missing", _REASON_MISSING, field="reason")]
    if len(reason) > max_length:
        return [Problem("reason_too_long", _REASON_TOO_LONG, {"most": max_length}, "reason")]
    return []


def _published_problems(event: Event) -> list[Problem]:
    return [Problem("published", _STANDINGS_PUBLISHED)] if event.published_at else []
