"""Fees: what each contestant pays, and who has paid."""

from django.db import transaction
from django.utils import timezone

from games.problems import Problem, Refused
from games.text import gettext_noop as _
from tournaments.actions.actor import Actor
from tournaments.actions.audit import record
from tournaments.models import Contestant, Event, Verb

MOST_CENTS = 1_000_000
"""The highest fee, in cents."""


def set_fee(event: Event, cents: int, actor: Actor) -> None:
    """What each contestant pays, in cents; 0 for nothing.

    Raises `Refused` for less than nothing and for more than `MOST_CENTS`, and once somebody has paid another
    fee: the sum in cash is so many times the fee.
    """
    if not 0 <= cents <= MOST_CENTS:
        params = {"most": MOST_CENTS // 100}
        raise Refused([Problem("wrong_fee", _("A fee is from 0 to %(most)s."), params, "fee")])
    with transaction.atomic():
        if cents != event.fee_cents and event.contestants.exclude(paid_at=None).exists():
            template = _("Somebody has paid the present fee: take the payments back, then change it.")
            raise Refused([Problem("fee_paid", template, field="fee")])
        Event.objects.filter(pk=event.pk).update(fee_cents=cents)
        record(actor, Verb.SET_FEE, event, cents=cents)


def mark_paid(contestant: Contestant, actor: Actor) -> None:
    """The contestant has paid the event's fee; said twice it is harmless."""
    with transaction.atomic():
        if Contestant.objects.filter(pk=contestant.pk, paid_at=None).update(paid_at=timezone.now()):
            _record(actor, Verb.MARK_PAID, contestant)


def take_back_payment(contestant: Contestant, actor: Actor) -> None:
    """The contestant has not paid after all, or got his money back; said twice it is harmless."""
    with transaction.atomic():
        paid = Contestant.objects.filter(pk=contestant.pk).exclude(paid_at=None)
        if paid.update(paid_at=None):
            _record(actor, Verb.TAKE_BACK_PAYMENT, contestant)


def _record(actor: Actor, verb: Verb, contestant: Contestant) -> None:
    event = contestant.event
    record(actor, verb, event, contestant=contestant.pk, cents=event.fee_cents)
