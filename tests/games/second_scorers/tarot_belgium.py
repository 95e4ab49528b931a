"""Second scorer of Belgian tarot."""

from tests.games.second_scorers._tarot_payments import card_points, declarations, opponents, pay
from tests.games.second_scorers._tarot_tricks import piles_and_tricks

WORTH = {"matadors": 15, "kings_4": 12, "kings_3_fool": 10, "kings_3": 8, "kings_2_fool": 4}


def x(record):
    """Return X of each seat."""
    piles, tricks = piles_and_tricks(record, "ABC", dead_tricks=5)
    result = card_points(record, piles, tricks)
    for seat, word, number in declarations(record, "ABC"):
        court = 4 if word.endswith("fool") else 8
        pay(
            result,
            seat,
            int(number) if word == "trumps" else WORTH.get(word, court),
            opponents("ABC", seat),
        )
    for index, (taker, trick) in enumerate(tricks, 1):
        for seat in [seat for seat, card in trick if card == "T1"]:
            amount = (1 if taker == seat else -1) * (10 if index == len(tricks) else 5)
            pay(result, seat, amount, opponents("ABC", seat))
    return {seat.lower(): value for seat, value in result.items()}
