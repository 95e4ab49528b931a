"""Second scorer of Swiss Troggen."""

from tests.games.second_scorers._tarot_payments import card_points
from tests.games.second_scorers._tarot_tricks import piles_and_tricks


def x(record):
    """Return X of each seat: as in the base game, with two points less for the Fool."""
    piles, tricks = piles_and_tricks(record, "ABC")
    side_points = card_points(record, piles, tricks)
    return {seat.lower(): side_points[seat] - 2 * ("F" in piles[seat]) for seat in piles}
