"""Second scorer of the Dutch game for four."""

from tests.games.second_scorers._tarot_cards import cards_value, sides_by_seat
from tests.games.second_scorers._tarot_declarations import dutch_worth
from tests.games.second_scorers._tarot_payments import declarations, opponents, pay
from tests.games.second_scorers._tarot_tricks import piles_and_tricks

SIDES = {"ns": "NS", "ew": "EW"}


def x(record):
    """Return X of both sides: card values, a third of the cards rounded, and payments.

    Points count twice if one side takes all tricks.
    """
    piles, tricks = piles_and_tricks(record, "NESW", sides_by_seat(record), dead_tricks=2)
    points_made, paid = {}, dict.fromkeys("NESW", 0)
    for side, seats in SIDES.items():
        cards = [card for seat in seats for card in piles[seat]]
        points_made[side] = cards_value(cards) + int(len(cards) / 3 + 0.5)
    for side, seats in SIDES.items():
        if all(taker in seats for taker, _trick in tricks):
            points_made = {line: 156 if line == side else 0 for line in SIDES}
    for seat, word, _number in declarations(record, "NESW"):
        if word != "trumps_9_fool" or points_made["ns" if seat in "NS" else "ew"] >= 26:
            pay(paid, seat, dutch_worth(word), opponents("NESW", seat))
    return {
        side: points_made[side] + sum(paid[seat] for seat in seats) for side, seats in SIDES.items()
    }
