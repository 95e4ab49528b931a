"""Second scorer of German Taroc."""

from tests.games.second_scorers._tarot_declarations import german_worth
from tests.games.second_scorers._tarot_payments import card_points, declarations, opponents, pay
from tests.games.second_scorers._tarot_tricks import piles_and_tricks


def x(record):
    """Return X of each seat."""
    options = record["options"]
    piles, tricks = piles_and_tricks(
        record, "ABC", dead_tricks=0 if options["fool_late"] == "excuse" else 3, is_forfeited=False
    )
    points_made = card_points(record, piles, tricks)
    result = dict(points_made)
    for seat, word, number in declarations(record, "ABC", by_dealer=True):
        if not (word == "trumps" and options["refund"] == "26" and points_made[seat] <= 26):
            pay(result, seat, german_worth(word, number, options), opponents("ABC", seat))
    for index, (taker, trick) in enumerate(tricks, 1):
        for seat in [seat for seat, card in trick if card == "T1"]:
            last = index == len(tricks)
            amount = (10 if last else 0) if taker == seat else (-10 if last else -5)
            pay(result, seat, amount, opponents("ABC", seat))
    return {seat.lower(): value for seat, value in result.items()}
