"""The ledger: every payment of a deal, from whom to whom and why. Whatever is in it, it sums to zero."""

from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Payment:
    """`payer` gives `payee` `amount` points, never fewer than none; `reason` is a stable name."""

    payer: str
    payee: str
    amount: int
    reason: str


Ledger = tuple[Payment, ...]


def from_each(payers: Iterable[str], payee: str, amount: int, reason: str) -> Ledger:
    """`amount` from each of `payers`; a negative amount is what `payee` gives each of them instead."""
    if amount < 0:
        return tuple(Payment(payee, payer, -amount, reason) for payer in payers)
    return tuple(Payment(payer, payee, amount, reason) for payer in payers)


def refunds(ledger: Ledger) -> Ledger:
    """Every payment of `ledger` given back."""
    return tuple(
        replace(each, payer=each.payee, payee=each.payer, reason=f"refund_{each.reason}") for each in ledger
    )


def net(ledger: Ledger, seats: Iterable[str]) -> dict[str, int]:
    """What each seat has received less what it has paid; together nothing."""
    received = dict.fromkeys(seats, 0)
    for payment in ledger:
        received[payment.payer] -= payment.amount
        received[payment.payee] += payment.amount
    return received
