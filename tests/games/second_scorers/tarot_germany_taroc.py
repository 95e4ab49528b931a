"""German Taroc, scored again from its record."""

from tests.games.second_scorers._tarot_pay import declared, others, pay, points
from tests.games.second_scorers._tarot_walk import won
from tests.games.second_scorers._tarot_worth import german


def x(record):
    """X of each seat."""
    options = record["options"]
    piles, tricks = won(
        record, "ABC", dead=0 if options["fool_late"] == "excuse" else 3, forfeit=False
    )
    made = points(record, piles, tricks)
    result = dict(made)
    for seat, word, number in declared(record, "ABC", by_dealer=True):
        if not (word == "trumps" and options["refund"] == "26" and made[seat] <= 26):
            pay(result, seat, german(word, number, options), others("ABC", seat))
    for index, (taker, trick) in enumerate(tricks, 1):
        for seat in [seat for seat, card in trick if card == "T1"]:
            last = index == len(tricks)
            amount = (10 if last else 0) if taker == seat else (-10 if last else -5)
            pay(result, seat, amount, others("ABC", seat))
    return {seat.lower(): value for seat, value in result.items()}
