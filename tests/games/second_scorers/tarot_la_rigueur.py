"""La rigueur, scored again from its record."""

from tests.games.second_scorers._tarot import worth
from tests.games.second_scorers._tarot_walk import won


def x(record):
    """X of each seat: values, the Fool five, and its cards less twelve."""
    piles, _tricks = won(record, list(record["hands"]), original=False, swords=True)
    return {seat.lower(): worth(pile, fool=5) + len(pile) - 12 for seat, pile in piles.items()}
