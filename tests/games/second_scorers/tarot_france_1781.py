"""Second scorer of the French game of 1781."""

from fractions import Fraction

from tests.games.second_scorers._tarot_cards import cards_value
from tests.games.second_scorers._tarot_payments import HONOURS, KINGS, declarations, opponents, pay
from tests.games.second_scorers._tarot_tricks import piles_and_tricks

WORTH = {"matadors": 15, "trumps_10": 10, "trumps_13": 15, "top_5": 10, "low_5": 10}


def x(record):
    """Return X of each seat: its distance above the lowest."""
    piles, tricks = piles_and_tricks(
        record, "ABC", original_order=False, dead_tricks=record["options"]["fool_late"] == "barred"
    )
    result = {seat: cards_value(cards) + Fraction(len(cards), 2) for seat, cards in piles.items()}
    cards_of_seat = {seat: {dict(trick)[seat] for _taker, trick in tricks} for seat in "ABC"}
    for seat, word, named_seat in declarations(record, "ABC"):
        payers = opponents("ABC", seat)
        if word == "nomination":
            payers = (
                [named_seat.upper()]
                if HONOURS.isdisjoint(cards_of_seat[named_seat.upper()])
                else []
            )
        elif record["options"]["declarations"] == "counted":
            payers, result[seat] = [], result[seat] + WORTH.get(word, 5)
        pay(result, seat, WORTH.get(word, 5), payers)
    for taker, trick in tricks:
        from_others = [card for seat, card in trick if seat != taker]
        cards = [card for _seat, card in trick]
        kings = len(KINGS.intersection(cards))
        result[taker] += 5 * sum(card in KINGS or card == "T1" for card in from_others)
        result[taker] += 15 if kings == 3 else 5 if kings == 2 and "F" in cards else 0
    return {seat.lower(): value - min(result.values()) for seat, value in result.items()}
