"""Tarok-Whist, scored again from its record."""

from tests.games.second._tarot import walk
from tests.games.second._tarot_pay import declared, german, others, pay, points


def x(record):
    """X of both sides: points above 36, and payments."""
    _held, put, tricks, piles = walk(record, pairs=True, dead=5)
    made = points(put, tricks, piles)
    for seat, word, number in declared(record, "NESW", by_dealer=True):
        pay(made, seat, german(word, number, {}), others("NESW", seat))
    return {"ns": made["N"] + made["S"] - 36, "ew": made["E"] + made["W"] - 36}
