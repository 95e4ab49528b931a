"""The French game of 1637, scored again from its record."""

from tests.games.second_scorers._tarot_pay import KINGS, THREE, declared, others, pay
from tests.games.second_scorers._tarot_walk import won

TWO = {"tarots_5", "kings_3_fool", "trumps_15", "top_5", "low_5"}
THREE_POINTS = {"tarots_6", "kings_4", "trumps_20", "top_6", "low_6"}
MORE = {"tarots_7": 4, "tarots_7_belle": 5, "kings_4_fool": 6}


def x(record):
    """X of each seat: what it was paid less what it paid."""
    seats = "ABC"[: len(record["hands"])]
    _piles, tricks = won(record, seats)
    held = {seat: {dict(trick)[seat] for _taker, trick in tricks} for seat in seats}
    made = dict.fromkeys(seats, 0)
    for seat, word, _number in declared(record, seats):
        payers = others(seats, seat)
        if word == "nomination":
            payers = [each for each in payers if THREE.isdisjoint(held[each])]
        worth = MORE.get(word, 3 if word in THREE_POINTS else 2 if word in TWO else 1)
        pay(made, seat, worth, payers)
    for index, (taker, trick) in enumerate(tricks, 1):
        for seat, card in trick:
            last, amount = index == len(tricks), 0
            if card in KINGS or card in ("T21", "T1"):
                amount = 1 if seat == taker else -1
                amount += 6 if last and seat == taker and card != "T21" else 0
            if card == "F" and last:
                amount = -2
            pay(made, seat, amount, others(seats, seat))
    return {seat.lower(): value for seat, value in made.items()}
