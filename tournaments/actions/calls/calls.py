"""Calls: a table wants the director, somebody comes, and it is done."""

from django.db import transaction
from django.utils import timezone

from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from games.typed_text import clean_text
from tournaments.actions.audit import record_audit
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.actions.limits import MAX_CALL_LENGTH, MAX_CALL_REASONS
from tournaments.actions.rate_limits import check_call_rate
from tournaments.models import AuditAction, Call, Event, Seating, Table
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable
from tournaments.queries.phone.table_room import shown_seating

_OVER = _("The session is over and calls are no longer answered: speak to the director.")
_UNKNOWN = _("Choose one of the reasons, or write your own.")
_LONG = _("Give the reason in at most %(most)s characters.")
_GOING = _("%(name)s is already going to table %(table)s.")
_CLOSED = _("Table %(table)s no longer needs help: its call is closed.")
_MANY = _("The director already has %(most)s reasons: tell the rest when they come to the table.")


def call_director(table: Table, kind: str, words: str, actor: Actor, key: str) -> Answer:
    """Call the director to a table; where he is called already, it is the same call, with one
    reason more.

    `kind` is one of `Call.Reason` or empty, `words` what the table adds; both may be left out. The
    same `key` again gets the earlier answer. Raises `ValidationFailed` with every problem.
    """
    words = clean_text(words)
    body = ["call", table.pk, kind, words]
    return idempotent(actor, key, body, lambda: _call(table, kind, words, actor))


def answer_call(call: Call, actor: Actor) -> None:
    """Tell the table that this member is coming; said again by him, nothing happens.

    Raises `ValidationFailed` where another said so first, or the call is closed.
    """
    require_editable(_event_of(call.table), AuditAction.ANSWER_CALL)
    with transaction.atomic():
        open_ = Call.objects.filter(pk=call.pk, closed_at=None, answered_at=None)
        if open_.update(answered_at=timezone.now(), answered_by=actor.user_id):
            _record(actor, AuditAction.ANSWER_CALL, call)
            return
    raise_if_any(
        _answered_problems(
            Call.objects.select_related("answered_by").get(pk=call.pk), call.table, actor
        )
    )


def close_call(call: Call, actor: Actor, verb: AuditAction = AuditAction.CLOSE_CALL) -> None:
    """The call is dealt with; closed already, nothing happens."""
    require_editable(_event_of(call.table), verb)
    with transaction.atomic():
        if Call.objects.filter(pk=call.pk, closed_at=None).update(closed_at=timezone.now()):
            _record(actor, verb, call)


def withdraw_call(call: Call, actor: Actor) -> None:
    """The table needs nobody any more."""
    close_call(call, actor, AuditAction.TAKE_BACK_CALL)


def _call(table: Table, kind: str, words: str, actor: Actor) -> Answer:
    require_editable(_event_of(table), AuditAction.CALL_DIRECTOR)
    raise_if_any(_problems(table, kind, words))
    # Locked, since reasons are added to what was read: two at once would lose one.
    call = Call.objects.select_for_update().filter(table=table, closed_at=None).first()
    if call is None:
        seating = shown_seating(table)
        check_call_rate(table, seating, actor)
        call = _begin(table, seating, actor)
        _record(actor, AuditAction.CALL_DIRECTOR, call, reason=kind)
    _add_reason(call, [kind, words])
    return {"call": call.pk}


def _begin(table: Table, seating: Seating | None, actor: Actor) -> Call:
    """A call without a reason; a second one at the same moment fails on the table's only open
    one."""
    columns = actor.columns() | {"table": table}
    columns.pop("table_id")
    return Call.objects.create(seating=seating, at=timezone.now(), **columns)


def _add_reason(call: Call, submitted: list[str]) -> None:
    if not any(submitted) or submitted in call.reasons:
        return
    if len(call.reasons) >= MAX_CALL_REASONS:
        raise ValidationFailed(
            [Problem("too_many_reasons", _MANY, {"most": MAX_CALL_REASONS}, "words")]
        )
    call.reasons = [*call.reasons, submitted]
    call.save(update_fields=["reasons"])


def _problems(table: Table, kind: str, words: str) -> list[Problem]:
    problems = []
    if table.section.session.is_over:
        problems.append(Problem("session_over", _OVER))
    if kind and kind not in Call.Reason.values:
        problems.append(Problem("unknown_reason", _UNKNOWN, field="kind"))
    if len(words) > MAX_CALL_LENGTH:
        problems.append(Problem("reason_too_long", _LONG, {"most": MAX_CALL_LENGTH}, "words"))
    return problems


def _answered_problems(call: Call, table: Table, actor: Actor) -> list[Problem]:
    """Why nobody else has to go there."""
    if call.closed_at:
        return [Problem("call_closed", _CLOSED, {"table": table.label})]
    if call.answered_by is None or call.answered_by.pk == actor.user_id:
        return []
    return [
        Problem("answered", _GOING, {"name": call.answered_by.get_username(), "table": table.label})
    ]


def _event_of(table: Table) -> Event:
    return table.section.session.stage.event


def _record(actor: Actor, verb: AuditAction, call: Call, **data: str) -> None:
    """The audit says which kind of reason, never in whose words."""
    record_audit(actor, verb, _event_of(call.table), call=call.pk, table=call.table.label, **data)
