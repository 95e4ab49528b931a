"""Second scorer of classic tarot for three."""

from tests.games.second_scorers._tarot_payments import card_points
from tests.games.second_scorers._tarot_tricks import piles_and_tricks


def x(record):
    """Return X of each seat."""
    piles, tricks = piles_and_tricks(record, "ABC")
    return {seat.lower(): value for seat, value in card_points(record, piles, tricks).items()}
