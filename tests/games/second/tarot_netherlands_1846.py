"""Dutch Tarok of 1846, scored again from its record."""

from tests.games.second._tarot import walk
from tests.games.second._tarot_pay import declared, dutch, others, pay, points


def x(record):
    """X of each seat: what it has more or less than each of the others, and payments."""
    _held, put, tricks, piles = walk(record, dead=2)
    made = points(put, tricks, piles)
    result = {seat: sum(made[seat] - made[other] for other in "ABC") for seat in "ABC"}
    for seat, word, _number in declared(record, "ABC"):
        if word != "trumps_9_fool" or made[seat] >= 26:
            pay(result, seat, dutch(word), others("ABC", seat))
    return {seat.lower(): value for seat, value in result.items()}
