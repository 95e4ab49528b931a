"""The French game of 1781, scored again from its record."""

from fractions import Fraction

from tests.games.second._tarot import walk
from tests.games.second._tarot_pay import KINGS, THREE, declared, others, pay, worth

WORTH = {"matadors": 15, "trumps_10": 10, "trumps_13": 15, "top_5": 10, "low_5": 10}


def x(record):
    """X of each seat: what it has above the lowest."""
    held, put, tricks, piles = walk(record, original=False)
    taken = {seat: piles[seat] + put[seat] for seat in "ABC"}
    made = {seat: worth(cards) + Fraction(len(cards), 2) for seat, cards in taken.items()}
    for seat, word, named in declared(record, "ABC"):
        payers = others("ABC", seat)
        if word == "nomination":
            payers = [named.upper()] if THREE.isdisjoint(held[named.upper()]) else []
        pay(made, seat, WORTH.get(word, 5), payers)
    for trick, taker in tricks:
        from_others = [card for seat, card in trick.items() if seat != taker]
        kings = len(KINGS.intersection(trick.values()))
        made[taker] += 5 * sum(card in KINGS or card == "T1" for card in from_others)
        made[taker] += 15 if kings == 3 else 5 if kings == 2 and "F" in trick.values() else 0
    return {seat.lower(): each - min(made.values()) for seat, each in made.items()}
