"""Dutch Tarok of 1846, scored again from its record."""

from tests.games.second_scorers._tarot_pay import declared, others, pay, points
from tests.games.second_scorers._tarot_walk import won
from tests.games.second_scorers._tarot_worth import dutch


def x(record):
    """X of each seat: what it has more or less than each of the others, and payments."""
    piles, tricks = won(record, "ABC", dead=2)
    made = points(record, piles, tricks)
    result = {seat: sum(made[seat] - made[other] for other in "ABC") for seat in "ABC"}
    for seat, word, _number in declared(record, "ABC"):
        if word != "trumps_9_fool" or made[seat] >= 26:
            pay(result, seat, dutch(word), others("ABC", seat))
    return {seat.lower(): value for seat, value in result.items()}
