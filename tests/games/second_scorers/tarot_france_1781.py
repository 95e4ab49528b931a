"""The French game of 1781, scored again from its record."""

from fractions import Fraction

from tests.games.second_scorers._tarot import worth
from tests.games.second_scorers._tarot_pay import KINGS, THREE, declared, others, pay
from tests.games.second_scorers._tarot_walk import won

WORTH = {"matadors": 15, "trumps_10": 10, "trumps_13": 15, "top_5": 10, "low_5": 10}


def x(record):
    """X of each seat: what it has above the lowest."""
    piles, tricks = won(
        record, "ABC", original=False, dead=record["options"]["fool_late"] == "barred"
    )
    made = {seat: worth(cards) + Fraction(len(cards), 2) for seat, cards in piles.items()}
    held = {seat: {dict(trick)[seat] for _taker, trick in tricks} for seat in "ABC"}
    for seat, word, named in declared(record, "ABC"):
        payers = others("ABC", seat)
        if word == "nomination":
            payers = [named.upper()] if THREE.isdisjoint(held[named.upper()]) else []
        elif record["options"]["declarations"] == "counted":
            payers, made[seat] = [], made[seat] + WORTH.get(word, 5)
        pay(made, seat, WORTH.get(word, 5), payers)
    for taker, trick in tricks:
        from_others = [card for seat, card in trick if seat != taker]
        cards = [card for _seat, card in trick]
        kings = len(KINGS.intersection(cards))
        made[taker] += 5 * sum(card in KINGS or card == "T1" for card in from_others)
        made[taker] += 15 if kings == 3 else 5 if kings == 2 and "F" in cards else 0
    return {seat.lower(): each - min(made.values()) for seat, each in made.items()}
