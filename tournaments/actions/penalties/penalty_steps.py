"""Give a contestant the next step of a penalty from the club's list."""

from fractions import Fraction

from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from games.typed_text import clean_text
from scoring.penalty_steps import parse_step
from tournaments.actions.events.locks import lock_event
from tournaments.actions.idempotency import Answer, Conflict, idempotent
from tournaments.actions.penalties.penalties import amount_problems, create_penalty, parse_amount
from tournaments.actions.reason_checks import reason_problems
from tournaments.models import AuditAction, ClubPenalty, Contestant, Stage
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable
from tournaments.queries.contestants.penalty_steps import ProposedStep, proposed_step

_NOT_IN_EVENT = _("Choose who gets the penalty.")
_UNKNOWN_PENALTY = _("Choose one of the penalties of the club.")
_GIVEN_SINCE = _(
    "Another penalty of this kind was given in the meantime: check the next step and confirm again."
)


def give_penalty_step(
    contestant: Contestant | None,
    stage: Stage,
    kind: ClubPenalty | None,
    earlier_count: int,
    actor: Actor,
    key: str,
    *,
    note: str = "",
    amount: str = "",
) -> Answer:
    """Give the contestant the step that follows their `earlier_count` steps of this penalty.

    `note` is added to the reason. `amount` is used only if the step is a percentage and the method
    has no percentages. Repeating the call with the same `key` returns the earlier answer. Raises
    `ValidationFailed` with every problem, and `Conflict` if the contestant has another number of
    steps by now.
    """
    ids = [row.pk if row else None for row in (contestant, kind)]
    body = [*ids, stage.pk, earlier_count, note, amount]
    return idempotent(
        actor,
        key,
        body,
        lambda: _give_penalty_step(
            contestant, stage, kind, earlier_count, actor, clean_text(note), amount.strip()
        ),
    )


def _give_penalty_step(
    contestant: Contestant | None,
    stage: Stage,
    kind: ClubPenalty | None,
    earlier_count: int,
    actor: Actor,
    note: str,
    amount: str,
) -> Answer:
    event = lock_event(stage.event_id)
    require_editable(event, AuditAction.GIVE_PENALTY)
    if contestant is None or contestant.event_id != event.pk:
        raise ValidationFailed([Problem("not_in_event", _NOT_IN_EVENT, field="contestant")])
    if kind is None or kind.club_id != event.club_id:
        raise ValidationFailed([Problem("no_kind", _UNKNOWN_PENALTY, field="kind")])
    proposed = proposed_step(kind, contestant, stage)
    if proposed.earlier_count != earlier_count:
        raise Conflict([Problem("given_since", _GIVEN_SINCE)])
    reason = penalty_reason(proposed, note)
    problems = reason_problems(reason, "")
    raise_if_any([*problems, *([] if proposed.amount is not None else amount_problems(amount))])
    amount_to_deduct = proposed.amount if proposed.amount is not None else parse_amount(amount)
    return create_penalty(
        contestant, stage, amount_to_deduct or Fraction(0), reason, kind.name, actor
    )


def penalty_reason(proposed: ProposedStep, note: str) -> str:
    """Return the published reason: the penalty's name, its percentage, and the note."""
    step = parse_step(proposed.text)
    percent = f", {proposed.text.rstrip('%')} %" if step.in_percent else ""
    return f"{proposed.kind.name}{percent}" + (f": {note}" if note else "")
