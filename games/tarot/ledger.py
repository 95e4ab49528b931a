"""The ledger: every payment of a deal, from whom to whom and why. Whatever is in it, it sums to
zero."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Payment:
    """`payer` gives `payee` `amount` points, never fewer than none; `reason` is a stable name."""

    payer: str
    payee: str
    amount: int
    reason: str


Ledger = tuple[Payment, ...]


def payments_from_each(payers: Iterable[str], payee: str, amount: int, reason: str) -> Ledger:
    """`amount` from each of `payers`; a negative amount is what `payee` gives each of them
    instead."""
    if amount < 0:
        return tuple(Payment(payee, payer, -amount, reason) for payer in payers)
    return tuple(Payment(payer, payee, amount, reason) for payer in payers)


def refund_reason(reason: str) -> str:
    """The reason of a payment that gives back one for `reason`."""
    return f"refund_{reason}"


def refunds(ledger: Ledger) -> Ledger:
    """Every payment of `ledger` given back."""
    return tuple(
        replace(
            payment, payer=payment.payee, payee=payment.payer, reason=refund_reason(payment.reason)
        )
        for payment in ledger
    )


def amounts_received(ledger: Ledger, seats: Collection[str]) -> Mapping[str, int]:
    """What `seats` are paid together for each reason, in the order of the ledger."""
    return _by_reason(payment for payment in ledger if payment.payee in seats)


def amounts_paid(ledger: Ledger, seats: Collection[str]) -> Mapping[str, int]:
    """What they pay together for each reason."""
    return _by_reason(payment for payment in ledger if payment.payer in seats)


def _by_reason(ledger: Iterable[Payment]) -> Mapping[str, int]:
    amounts = Counter[str]()
    for payment in ledger:
        amounts[payment.reason] += payment.amount
    return amounts
