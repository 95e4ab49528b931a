"""Tarok-Whist, scored again from its record."""

from tests.games.second_scorers._tarot import partners
from tests.games.second_scorers._tarot_pay import declared, others, pay, points
from tests.games.second_scorers._tarot_walk import won
from tests.games.second_scorers._tarot_worth import german


def x(record):
    """X of both sides: points above 36, and payments."""
    piles, tricks = won(record, "NESW", partners(record), dead=5)
    made = points(record, piles, tricks)
    for seat, word, number in declared(record, "NESW", by_dealer=True):
        pay(made, seat, german(word, number, {}), others("NESW", seat))
    return {"ns": made["N"] + made["S"] - 36, "ew": made["E"] + made["W"] - 36}
