"""Check the fee of an event, and record which contestants have paid it."""

from collections.abc import Iterator

from django.db import transaction
from django.utils import timezone

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.limits import MAX_FEE_CENTS
from tournaments.models import AuditAction, Contestant, Event
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable


def fee_problems(event: Event, cents: int) -> Iterator[Problem]:
    """Yield the problems of a new fee: it is out of range, or somebody has paid the old one.

    The cash is computed as the fee times the number of contestants who have paid, so the fee must
    not change after a payment.
    """
    if not 0 <= cents <= MAX_FEE_CENTS:
        params = {"most": MAX_FEE_CENTS // 100}
        yield Problem("wrong_fee", _("A fee is from 0 to %(most)s."), params, "fee")
    if event.contestants.exclude(paid_at=None).exists():
        template = _("Somebody has already paid this fee: undo the payments, then change it.")
        yield Problem("fee_paid", template, field="fee")


def mark_paid(contestant: Contestant, actor: Actor) -> None:
    """Record that the contestant has paid the fee; does nothing if it is recorded already."""
    require_editable(contestant.event, AuditAction.MARK_PAID)
    with transaction.atomic():
        if Contestant.objects.filter(pk=contestant.pk, paid_at=None).update(paid_at=timezone.now()):
            _record(actor, AuditAction.MARK_PAID, contestant)


def mark_unpaid(contestant: Contestant, actor: Actor) -> None:
    """Delete the record of a payment that was a mistake or was paid back.

    Does nothing if no payment is recorded.
    """
    require_editable(contestant.event, AuditAction.MARK_UNPAID)
    with transaction.atomic():
        paid_contestants = Contestant.objects.filter(pk=contestant.pk).exclude(paid_at=None)
        if paid_contestants.update(paid_at=None):
            _record(actor, AuditAction.MARK_UNPAID, contestant)


def _record(actor: Actor, action: AuditAction, contestant: Contestant) -> None:
    event = contestant.event
    record_audit(actor, action, event, contestant=contestant.pk, cents=event.fee_cents)
