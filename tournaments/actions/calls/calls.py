"""Calls: a table asks for the director, somebody answers, and the call is closed."""

from django.db import transaction
from django.utils import timezone

from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from games.typed_text import clean_text
from tournaments.actions.audit import record_audit
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.actions.limits import MAX_CALL_LENGTH, MAX_CALL_REASONS
from tournaments.actions.rate_limits import check_call_rate
from tournaments.models import AuditAction, Call, Event, Play, Seating, Table
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable
from tournaments.queries.phone.table_state import current_or_first_seating

_SESSION_OVER = _("The session is over and calls are no longer answered: speak to the director.")
_UNKNOWN_REASON = _("Choose one of the reasons, or write your own.")
_REASON_TOO_LONG = _("Give the reason in at most %(most)s characters.")
_ALREADY_ANSWERED = _("%(name)s is already going to table %(table)s.")
_CALL_CLOSED = _("Table %(table)s no longer needs help: its call is closed.")
_TOO_MANY_REASONS = _(
    "The director already has %(most)s reasons: tell the rest when they come to the table."
)


def call_director(table: Table, kind: str, text: str, actor: Actor, key: str) -> Answer:
    """Call the director to a table, or add a reason to its open call.

    `kind` is a `Call.Reason` or empty, and `text` is free text, which may be empty too. Repeating
    the call with the same `key` returns the earlier answer. Raises `ValidationFailed` with every
    problem, and `RateLimitExceeded` for too many calls.
    """
    text = clean_text(text)
    body = ["call", table.pk, kind, text]
    return idempotent(
        actor, key, body, lambda: _create_call_or_add_reason(table, kind, text, actor)
    )


def answer_call(call: Call, actor: Actor) -> None:
    """Record that the actor is on their way to the table, which then shows it.

    Does nothing if they answered the call already. Raises `ValidationFailed` if somebody else has
    answered it or the call is closed.
    """
    require_editable(_event_of(call.table), AuditAction.ANSWER_CALL)
    with transaction.atomic():
        open_calls = Call.objects.filter(pk=call.pk, closed_at=None, answered_at=None)
        if open_calls.update(answered_at=timezone.now(), answered_by=actor.user_id):
            _record(actor, AuditAction.ANSWER_CALL, call)
            return
    raise_if_any(
        _answered_problems(
            Call.objects.select_related("answered_by").get(pk=call.pk), call.table, actor
        )
    )


def close_call(call: Call, actor: Actor, action: AuditAction = AuditAction.CLOSE_CALL) -> None:
    """Close a call; does nothing if it is closed already."""
    require_editable(_event_of(call.table), action)
    with transaction.atomic():
        if Call.objects.filter(pk=call.pk, closed_at=None).update(closed_at=timezone.now()):
            _record(actor, action, call)


def close_result_call(play: Play, actor: Actor) -> bool:
    """Close the call of a decided play's table, if it was only about that play; return whether.

    The actor must have answered it. A call about a board that could not be played names the board;
    one about the result does not, so no result of the table may still differ.
    """
    calls = Call.objects.select_related("table__section__session__stage__event__club")
    call = calls.filter(seating=play.seating_id, closed_at=None, answered_by=actor.user_id).first()
    if call is None:
        return False
    if call.reasons != [[Call.Reason.UNPLAYED, str(play.board.number)]]:
        conflicts = Play.objects.filter(seating=play.seating_id, state=Play.State.CONFLICT)
        if call.reasons != [[Call.Reason.RESULT, ""]] or conflicts.exists():
            return False
    close_call(call, actor)
    return True


def withdraw_call(call: Call, actor: Actor) -> None:
    """Close a call at the wish of the table, which no longer needs the director."""
    close_call(call, actor, AuditAction.WITHDRAW_CALL)


def _create_call_or_add_reason(table: Table, kind: str, text: str, actor: Actor) -> Answer:
    require_editable(_event_of(table), AuditAction.CALL_DIRECTOR)
    raise_if_any(_call_problems(table, kind, text))
    # Locked, because a reason is appended to the list that was read: without the lock one of two
    # simultaneous requests would overwrite the other's reason.
    call = Call.objects.select_for_update().filter(table=table, closed_at=None).first()
    if call is None:
        seating = current_or_first_seating(table)
        check_call_rate(table, seating, actor)
        call = _create_call(table, seating, actor)
        _record(actor, AuditAction.CALL_DIRECTOR, call, reason=kind)
    _add_reason(call, [kind, text])
    return {"call": call.pk}


def _create_call(table: Table, seating: Seating | None, actor: Actor) -> Call:
    """Create a call without a reason.

    A unique constraint allows one open call per table, so the second of two simultaneous calls
    fails.
    """
    columns = actor.audit_columns() | {"table": table}
    columns.pop("table_id")
    return Call.objects.create(seating=seating, at=timezone.now(), **columns)


def _add_reason(call: Call, submitted: list[str]) -> None:
    if not any(submitted) or submitted in call.reasons:
        return
    if len(call.reasons) >= MAX_CALL_REASONS:
        raise ValidationFailed(
            [Problem("too_many_reasons", _TOO_MANY_REASONS, {"most": MAX_CALL_REASONS}, "words")]
        )
    call.reasons = [*call.reasons, submitted]
    call.save(update_fields=["reasons"])


def _call_problems(table: Table, kind: str, text: str) -> list[Problem]:
    problems = []
    if table.section.session.is_over:
        problems.append(Problem("session_over", _SESSION_OVER))
    if kind and kind not in Call.Reason.values:
        problems.append(Problem("unknown_reason", _UNKNOWN_REASON, field="kind"))
    if len(text) > MAX_CALL_LENGTH:
        problems.append(
            Problem("reason_too_long", _REASON_TOO_LONG, {"most": MAX_CALL_LENGTH}, "words")
        )
    return problems


def _answered_problems(call: Call, table: Table, actor: Actor) -> list[Problem]:
    """Return why the actor cannot answer the call: it is closed, or somebody else has."""
    if call.closed_at:
        return [Problem("call_closed", _CALL_CLOSED, {"table": table.label})]
    if call.answered_by is None or call.answered_by.pk == actor.user_id:
        return []
    return [
        Problem(
            "answered",
            _ALREADY_ANSWERED,
            {"name": call.answered_by.get_username(), "table": table.label},
        )
    ]


def _event_of(table: Table) -> Event:
    return table.section.session.stage.event


def _record(actor: Actor, action: AuditAction, call: Call, **data: str) -> None:
    """Write an audit entry about a call; `data` may hold the kind of reason, never free text."""
    record_audit(actor, action, _event_of(call.table), call=call.pk, table=call.table.label, **data)
