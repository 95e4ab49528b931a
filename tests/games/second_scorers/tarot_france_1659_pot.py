"""Second scorer of the pot game of 1659."""

from tests.games.second_scorers._tarot_cards import cards_value
from tests.games.second_scorers._tarot_tricks import piles_and_tricks


def x(record):
    """Return X of each seat: card values with a Fool of five, and a point for each trick."""
    piles, tricks = piles_and_tricks(record, list(record["hands"]), original_order=False)
    takers = [taker for taker, _cards in tricks]
    return {
        seat.lower(): cards_value(pile, fool=5) + takers.count(seat) for seat, pile in piles.items()
    }
