"""The pot game of 1659, scored again from its record."""

from tests.games.second_scorers._tarot import worth
from tests.games.second_scorers._tarot_walk import won


def x(record):
    """X of each seat: values, the Fool five, and a point a trick."""
    piles, tricks = won(record, list(record["hands"]), original=False)
    takers = [taker for taker, _cards in tricks]
    return {seat.lower(): worth(pile, fool=5) + takers.count(seat) for seat, pile in piles.items()}
