"""Second scorer of Dutch Tarok of 1846."""

from tests.games.second_scorers._tarot_declarations import dutch_worth
from tests.games.second_scorers._tarot_payments import card_points, declarations, opponents, pay
from tests.games.second_scorers._tarot_tricks import piles_and_tricks


def x(record):
    """Return X of each seat: its differences from the others, and payments."""
    piles, tricks = piles_and_tricks(record, "ABC", dead_tricks=2)
    side_points = card_points(record, piles, tricks)
    result = {
        seat: sum(side_points[seat] - side_points[other] for other in "ABC") for seat in "ABC"
    }
    for seat, word, _number in declarations(record, "ABC"):
        if word != "trumps_9_fool" or side_points[seat] >= 26:
            pay(result, seat, dutch_worth(word), opponents("ABC", seat))
    return {seat.lower(): value for seat, value in result.items()}
