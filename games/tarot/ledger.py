"""The payments of a deal between seats; together they always add up to zero."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Payment:
    """A payment of `amount` points, never negative; `reason` names what is paid for."""

    payer: str
    payee: str
    amount: int
    reason: str


Ledger = tuple[Payment, ...]


def payments_from_each(payers: Iterable[str], payee: str, amount: int, reason: str) -> Ledger:
    """Return payments of `amount` by each of `payers`.

    If the amount is negative, `payee` pays each of them instead.
    """
    if amount < 0:
        return tuple(Payment(payee, payer, -amount, reason) for payer in payers)
    return tuple(Payment(payer, payee, amount, reason) for payer in payers)


def refund_reason(reason: str) -> str:
    """Return the reason of a payment that refunds one made for `reason`."""
    return f"refund_{reason}"


def refunds(ledger: Ledger) -> Ledger:
    """Return payments that undo every payment of `ledger`."""
    return tuple(
        replace(
            payment, payer=payment.payee, payee=payment.payer, reason=refund_reason(payment.reason)
        )
        for payment in ledger
    )


def amounts_received(ledger: Ledger, seats: Collection[str]) -> Mapping[str, int]:
    """Return what `seats` receive together for each reason, in the order of the ledger."""
    return _by_reason(payment for payment in ledger if payment.payee in seats)


def amounts_paid(ledger: Ledger, seats: Collection[str]) -> Mapping[str, int]:
    """Return what `seats` pay together for each reason, in the order of the ledger."""
    return _by_reason(payment for payment in ledger if payment.payer in seats)


def _by_reason(ledger: Iterable[Payment]) -> Mapping[str, int]:
    amounts = Counter[str]()
    for payment in ledger:
        amounts[payment.reason] += payment.amount
    return amounts
