"""The Dutch game for four, scored again from its record."""

from tests.games.second_scorers._tarot import partners, worth
from tests.games.second_scorers._tarot_pay import declared, others, pay
from tests.games.second_scorers._tarot_walk import won
from tests.games.second_scorers._tarot_worth import dutch

SIDES = {"ns": "NS", "ew": "EW"}


def x(record):
    """X of both sides: card values and a point for three cards, rounded; everything twice after
    a sweep."""
    piles, tricks = won(record, "NESW", partners(record), dead=2)
    made, paid = {}, dict.fromkeys("NESW", 0)
    for side, seats in SIDES.items():
        cards = [card for seat in seats for card in piles[seat]]
        made[side] = worth(cards) + int(len(cards) / 3 + 0.5)
    for side, seats in SIDES.items():
        if all(taker in seats for taker, _trick in tricks):
            made = {each: 156 if each == side else 0 for each in SIDES}
    for seat, word, _number in declared(record, "NESW"):
        if word != "trumps_9_fool" or made["ns" if seat in "NS" else "ew"] >= 26:
            pay(paid, seat, dutch(word), others("NESW", seat))
    return {side: made[side] + sum(paid[seat] for seat in seats) for side, seats in SIDES.items()}
