"""Swiss Troggen, scored again from its record."""

from tests.games.second_scorers._tarot_pay import points
from tests.games.second_scorers._tarot_walk import won


def x(record):
    """X of each seat: as in the base game, the Fool two less."""
    piles, tricks = won(record, "ABC")
    made = points(record, piles, tricks)
    return {seat.lower(): made[seat] - 2 * ("F" in piles[seat]) for seat in piles}
