"""Tricks: whose turn it is, which cards follow suit, which card wins."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from games.cards import FRENCH_RANKS, Card, Pack

# Strength of each rank within its suit; the larger wins.
Strength = Mapping[str, int]

# Strengths from 2 for a two to 14 for an ace.
ACE_HIGH: Strength = {
    rank: height for height, rank in enumerate((*FRENCH_RANKS[1:], FRENCH_RANKS[0]), 2)
}


@dataclass(frozen=True)
class Trick:
    """Cards on the table in order of play; `seats` begins with the leader."""

    seats: tuple[str, ...]
    cards: Pack = field(default=(), repr=False)

    @property
    def turn(self) -> str | None:
        """The seat to play, or None when everybody has played."""
        return None if self.is_complete else self.seats[len(self.cards)]

    @property
    def is_complete(self) -> bool:
        """Whether every seat has played a card."""
        return len(self.cards) == len(self.seats)

    def after(self, card: Card) -> "Trick":
        """Return the trick with one more card."""
        return replace(self, cards=(*self.cards, card))

    def winner(self, strength: Strength, trump: str | None = None) -> str:
        """Return the seat that is winning; before the lead this is the leader."""
        return self.seats[winning_index(self.cards, strength, trump)]


def new_trick(leader: str, seats: tuple[str, ...]) -> Trick:
    """Return an empty trick: `leader` plays first, the others in the order of `seats`."""
    first = seats.index(leader)
    return Trick(seats[first:] + seats[:first])


def beats(card: Card, other: Card, strength: Strength, trump: str | None = None) -> bool:
    """Whether `card`, played later, beats `other`.

    Within a suit the stronger rank wins; a card of another suit wins only as a trump.
    """
    if card.suit == other.suit:
        return strength[card.rank] > strength[other.rank]
    return card.suit == trump


def winning_index(cards: Pack, strength: Strength, trump: str | None = None) -> int:
    """Return the index of the highest trump, or else of the highest card of the suit led."""
    best = 0
    for index in range(1, len(cards)):
        if beats(cards[index], cards[best], strength, trump):
            best = index
    return best


def cards_following_suit(hand: Iterable[Card], cards: Pack) -> Pack:
    """Return the cards of the suit led; the whole hand if there are none, or before the lead."""
    hand = tuple(hand)
    return (cards and tuple(card for card in hand if card.suit == cards[0].suit)) or hand
