"""Belgian tarot, scored again from its record."""

from tests.games.second._tarot import walk
from tests.games.second._tarot_pay import declared, others, pay, points

WORTH = {"matadors": 15, "kings_4": 12, "kings_3_fool": 10, "kings_3": 8, "kings_2_fool": 4}


def x(record):
    """X of each seat."""
    _held, put, tricks, piles = walk(record, dead=5)
    result = points(put, tricks, piles)
    for seat, word, number in declared(record, "ABC"):
        court = 4 if word.endswith("fool") else 8
        pay(result, seat, int(number) if word == "trumps" else WORTH.get(word, court), others("ABC", seat))
    for index, (trick, taker) in enumerate(tricks, 1):
        for seat in [seat for seat, card in trick.items() if card == "T1"]:
            amount = (1 if taker == seat else -1) * (10 if index == len(tricks) else 5)
            pay(result, seat, amount, others("ABC", seat))
    return {seat.lower(): value for seat, value in result.items()}
