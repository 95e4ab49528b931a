"""Give a penalty: deduct an amount from a contestant's total, with a reason."""

import re
from collections.abc import Collection
from fractions import Fraction

from django.utils import timezone

from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.events.locks import lock_event
from tournaments.actions.history.undoable import undoable
from tournaments.actions.idempotency import Answer, Conflict, idempotent
from tournaments.actions.limits import MAX_PENALTY
from tournaments.actions.reason_checks import reason_problems
from tournaments.actions.results.rescoring import rebuild_standings
from tournaments.models import AuditAction, Contestant, Penalty, Stage
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable

_AMOUNT = re.compile(r"[+-]?\d{1,4}(\.\d{1,6}|/\d{1,4})?", re.ASCII)
_AMOUNT_UNCLEAR = _("Write the amount as a number, such as 0.5 or 1/3.")
_AMOUNT_TOO_LARGE = _("Write an amount between −%(most)s and %(most)s.")
_AMOUNT_ZERO = _(
    "0 changes nothing: write the amount to take away, or with a minus sign the amount to add."
)
_REASON_MISSING = _("Give the reason: it is published with the penalty.")
_GIVEN_SINCE = _(
    "%(who)s already gave them a penalty of %(amount)s at %(time)s, for: "
    "%(reason)s. Give yours as well only if it is for something else."
)
_NOT_IN_EVENT = _("Choose who gets the penalty.")


def give_penalty(
    contestant: Contestant | None,
    stage: Stage,
    amount: str,
    reason: str,
    actor: Actor,
    key: str,
    seen_ids: Collection[int] | None = None,
) -> Answer:
    """Deduct `amount` from the contestant's total in a stage; a negative amount is a bonus.

    The amount is in awards of the event's method, a decimal or a fraction, and is stored exactly.
    `seen_ids` are the ids of the stage's penalties that the director has seen; None skips the
    check. Repeating the call with the same `key` returns the earlier answer. Raises
    `ValidationFailed` with every problem, and `Conflict` if the key was used for something else or
    if the contestant has a penalty that is not in `seen_ids`.
    """
    contestant_id = contestant.pk if contestant else None
    body = [contestant_id, stage.pk, amount, reason]
    return idempotent(
        actor,
        key,
        body,
        lambda: _give_penalty(contestant, stage, amount.strip(), reason.strip(), actor, seen_ids),
    )


def _give_penalty(
    contestant: Contestant | None,
    stage: Stage,
    amount: str,
    reason: str,
    actor: Actor,
    seen_ids: Collection[int] | None,
) -> Answer:
    require_editable(lock_event(stage.event_id), AuditAction.GIVE_PENALTY)
    problems = [*amount_problems(amount), *reason_problems(reason, _REASON_MISSING)]
    if contestant is None or contestant.event_id != stage.event_id:
        raise ValidationFailed(
            [Problem("not_in_event", _NOT_IN_EVENT, field="contestant"), *problems]
        )
    raise_if_any(problems)
    if seen_ids is not None:
        _check_no_unseen_penalties(contestant, stage, seen_ids)
    return create_penalty(contestant, stage, parse_amount(amount) or Fraction(0), reason, "", actor)


def _check_no_unseen_penalties(
    contestant: Contestant, stage: Stage, seen_ids: Collection[int]
) -> None:
    """Raise `Conflict` if the contestant has penalties that are not in `seen_ids`.

    Otherwise two directors could penalise the same offence.
    """
    unseen_penalties = Penalty.objects.filter(stage=stage, contestant=contestant).exclude(
        pk__in=seen_ids
    )
    if problems := [
        _unseen_penalty_problem(penalty)
        for penalty in unseen_penalties.select_related("user").order_by("pk")
    ]:
        raise Conflict(problems)


def _unseen_penalty_problem(penalty: Penalty) -> Problem:
    params = {
        "who": penalty.user.get_username() if penalty.user else "–",
        "time": timezone.localtime(penalty.at).strftime("%H:%M"),
        "amount": penalty.amount_text,
        "reason": penalty.reason,
    }
    return Problem("given_since", _GIVEN_SINCE, params)


def create_penalty(
    contestant: Contestant, stage: Stage, amount: Fraction, reason: str, kind: str, actor: Actor
) -> Answer:
    """Store a penalty that has been checked; call inside a transaction."""
    rows = [Penalty.objects.filter(stage=stage, contestant=contestant)]
    subject = {"contestant": contestant.pk, "amount": str(amount)}
    with undoable(actor, AuditAction.GIVE_PENALTY, stage.event, subject, rows, reason=reason):
        penalty = Penalty.objects.create(
            contestant=contestant,
            stage=stage,
            amount_text=str(amount),
            reason=reason,
            kind=kind,
            at=timezone.now(),
            **actor.audit_columns(),
        )
    rebuild_standings(stage.pk)
    penalty_values = {"amount": penalty.amount_text, "reason": reason}
    return {"penalty": penalty.pk, "contestant": contestant.number, **penalty_values}


def parse_amount(amount: str) -> Fraction | None:
    """Return the amount as an exact number, None if the text is not a number."""
    amount_text = amount.replace(",", ".").replace("−", "-")
    try:
        return Fraction(amount_text) if _AMOUNT.fullmatch(amount_text) else None
    except ZeroDivisionError:
        return None


def amount_problems(submitted: str) -> list[Problem]:
    """Return a problem if the typed amount is not a number, is too large, or is 0."""
    amount = parse_amount(submitted)
    if amount is None:
        return [Problem("amount_unclear", _AMOUNT_UNCLEAR, field="amount")]
    if abs(amount) > MAX_PENALTY:
        return [Problem("amount_too_large", _AMOUNT_TOO_LARGE, {"most": MAX_PENALTY}, "amount")]
    return [] if amount else [Problem("amount_nothing", _AMOUNT_ZERO, field="amount")]
