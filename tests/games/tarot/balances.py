"""What seats receive and pay, added up."""

from collections.abc import Iterable

from games.tarot.ledger import Ledger


def net(ledger: Ledger, seats: Iterable[str]) -> dict[str, int]:
    """Return what each seat receives less what it pays; together that is nothing."""
    received = dict.fromkeys(seats, 0)
    for payment in ledger:
        received[payment.payer] -= payment.amount
        received[payment.payee] += payment.amount
    return received
