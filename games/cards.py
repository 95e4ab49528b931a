"""Cards and packs. A pack lists its cards in canonical order; a card may occur repeatedly."""

from collections.abc import Iterable
from typing import NamedTuple


class Card(NamedTuple):
    """A card, written as suit and rank (`O9`, `SA`, `T21`); the Fool is `F` without rank."""

    suit: str
    rank: str

    def __str__(self) -> str:
        return self.suit + self.rank


Pack = tuple[Card, ...]

FRENCH_SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
SPANISH_SUITS = {"O": "oros", "C": "copes", "E": "espases", "B": "bastos"}


def suited_pack(suits: Iterable[str], ranks: Iterable[object]) -> Pack:
    """Return every rank of the first suit, then of the next, and so on."""
    rank_texts = [str(rank) for rank in ranks]
    return tuple(Card(suit, rank) for suit in suits for rank in rank_texts)


# Oros, copes, espases, bastos, each 1–12.
SPANISH_48 = suited_pack(SPANISH_SUITS, range(1, 13))

FRENCH_RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")

# Spades, hearts, diamonds, clubs, each A 2 … 10 J Q K.
FRENCH_52 = suited_pack(FRENCH_SUITS, FRENCH_RANKS)
