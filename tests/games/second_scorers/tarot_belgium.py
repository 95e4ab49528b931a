"""Belgian tarot, scored again from its record."""

from tests.games.second_scorers._tarot_pay import declared, others, pay, points
from tests.games.second_scorers._tarot_walk import won

WORTH = {"matadors": 15, "kings_4": 12, "kings_3_fool": 10, "kings_3": 8, "kings_2_fool": 4}


def x(record):
    """X of each seat."""
    piles, tricks = won(record, "ABC", dead=5)
    result = points(record, piles, tricks)
    for seat, word, number in declared(record, "ABC"):
        court = 4 if word.endswith("fool") else 8
        pay(
            result,
            seat,
            int(number) if word == "trumps" else WORTH.get(word, court),
            others("ABC", seat),
        )
    for index, (taker, trick) in enumerate(tricks, 1):
        for seat in [seat for seat, card in trick if card == "T1"]:
            amount = (1 if taker == seat else -1) * (10 if index == len(tricks) else 5)
            pay(result, seat, amount, others("ABC", seat))
    return {seat.lower(): value for seat, value in result.items()}
