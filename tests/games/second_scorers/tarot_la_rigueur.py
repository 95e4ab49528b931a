"""Second scorer of la rigueur."""

from tests.games.second_scorers._tarot_cards import cards_value
from tests.games.second_scorers._tarot_tricks import piles_and_tricks


def x(record):
    """Return X of each seat: card values with a Fool of five, and its cards less twelve."""
    piles, _tricks = piles_and_tricks(
        record, list(record["hands"]), original_order=False, half_trump_swords=True
    )
    return {
        seat.lower(): cards_value(pile, fool=5) + len(pile) - 12 for seat, pile in piles.items()
    }
