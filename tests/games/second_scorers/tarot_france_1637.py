"""Second scorer of the French game of 1637."""

from tests.games.second_scorers._tarot_payments import HONOURS, KINGS, declarations, opponents, pay
from tests.games.second_scorers._tarot_tricks import piles_and_tricks

WORTH_TWO = {"tarots_5", "kings_3_fool", "trumps_15", "top_5", "low_5"}
WORTH_THREE = {"tarots_6", "kings_4", "trumps_20", "top_6", "low_6"}
WORTH_MORE = {"tarots_7": 4, "tarots_7_belle": 5, "kings_4_fool": 6}


def x(record):
    """Return X of each seat: what it was paid less what it paid."""
    seats = "ABC"[: len(record["hands"])]
    _piles, tricks = piles_and_tricks(record, seats)
    cards_of_seat = {seat: {dict(trick)[seat] for _taker, trick in tricks} for seat in seats}
    result = dict.fromkeys(seats, 0)
    for seat, word, _number in declarations(record, seats):
        payers = opponents(seats, seat)
        if word == "nomination":
            payers = [other for other in payers if HONOURS.isdisjoint(cards_of_seat[other])]
        cards_value = WORTH_MORE.get(
            word, 3 if word in WORTH_THREE else 2 if word in WORTH_TWO else 1
        )
        pay(result, seat, cards_value, payers)
    for index, (taker, trick) in enumerate(tricks, 1):
        for seat, card in trick:
            last, amount = index == len(tricks), 0
            if card in KINGS or card in ("T21", "T1"):
                amount = 1 if seat == taker else -1
                amount += 6 if last and seat == taker and card != "T21" else 0
            if card == "F" and last:
                amount = -2
            pay(result, seat, amount, opponents(seats, seat))
    return {seat.lower(): value for seat, value in result.items()}
