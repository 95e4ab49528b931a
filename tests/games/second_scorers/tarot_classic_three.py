"""Classic Tarot for three, scored again from its record."""

from tests.games.second_scorers._tarot_pay import points
from tests.games.second_scorers._tarot_walk import won


def x(record):
    """X of each seat."""
    piles, tricks = won(record, "ABC")
    return {seat.lower(): made for seat, made in points(record, piles, tricks).items()}
