"""The balance of a ledger."""

from collections.abc import Iterable

from games.tarot.ledger import Ledger


def net_by_seat(ledger: Ledger, seats: Iterable[str]) -> dict[str, int]:
    """Return what each seat receives less what it pays; the sum is zero."""
    received = dict.fromkeys(seats, 0)
    for payment in ledger:
        received[payment.payer] -= payment.amount
        received[payment.payee] += payment.amount
    return received
