"""What a declaration requires of a hand, as functions named after the sources.

Trumps are the cards I–XXI. The Fool is not one of them unless a function says so.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from games.cards import Card, Pack
from games.tarot.pack import FOOL, HONOURS, KINGS, SUITS, TRUMPS

# The seven cards that the rules of 1637 call Tarots: XXI, I, the Fool and the four Kings.
TAROTS = HONOURS | KINGS


@dataclass(frozen=True)
class Requirement:
    """A hand must hold at least `min_count` of `cards`."""

    cards: frozenset[Card]
    min_count: int


# Requirements that a hand must all meet; one card may serve several of them.
Requirements = tuple[Requirement, ...]


def holds(hand: Pack, requirements: Requirements) -> bool:
    """Return whether `hand` meets all requirements."""
    return all(
        len(requirement.cards.intersection(hand)) >= requirement.min_count
        for requirement in requirements
    )


def can_all_be_met(seat_requirements: Iterable[Requirements]) -> bool:
    """Return whether the pack has cards enough for the requirements of all seats.

    Every combination of one requirement of each seat is checked: the numbers required must not be
    more than the different cards that can meet them.
    """
    no_requirement = Requirement(frozenset(), 0)
    return all(
        sum(requirement.min_count for requirement in combination)
        <= len(frozenset().union(*(requirement.cards for requirement in combination)))
        for combination in product(
            *((no_requirement, *requirements) for requirements in seat_requirements)
        )
    )


def at_least(min_count: int, cards: Iterable[Card]) -> Requirements:
    """Require `min_count` of `cards`."""
    return (Requirement(frozenset(cards), min_count),)


def at_least_trumps(min_count: int) -> Requirements:
    """Require `min_count` of I–XXI."""
    return at_least(min_count, TRUMPS)


def at_least_triumphs(min_count: int) -> Requirements:
    """Require `min_count` of I–XXI and the Fool, which the rules of 1637 call triumphs."""
    return at_least(min_count, TRUMPS | {FOOL})


def kings(min_count: int) -> Requirements:
    """Require `min_count` of the four Kings."""
    return at_least(min_count, KINGS)


def tarots(min_count: int) -> Requirements:
    """Require `min_count` of XXI, I, the Fool and the four Kings."""
    return at_least(min_count, TAROTS)


def four_of_rank(rank: str) -> Requirements:
    """Require the four cards of one rank."""
    return at_least(4, (Card(suit, rank) for suit in SUITS))


def court(suit: str, min_count: int = 4) -> Requirements:
    """Require `min_count` of King, Queen, Cavalier and Jack of `suit`."""
    return at_least(min_count, (Card(suit, rank) for rank in "JCQK"))


def king_and_court(suit: str, other_count: int) -> Requirements:
    """Require the King of `suit` and `other_count` of its Queen, Cavalier and Jack."""
    return card(suit + "K") + at_least(other_count, (Card(suit, rank) for rank in "JCQ"))


def card(text: str) -> Requirements:
    """Require one card, given by its text."""
    return at_least(1, [Card(text[0], text[1:])])


def with_fool(requirements: Requirements) -> Requirements:
    """Add the Fool to the requirements."""
    return requirements + at_least(1, [FOOL])


def top_trumps(count: int) -> Requirements:
    """Require the `count` highest trumps."""
    return any_of_top(count, count)


def low_trumps(count: int) -> Requirements:
    """Require the `count` lowest trumps."""
    return any_of_low(count, count)


def any_of_top(min_count: int, trump_count: int) -> Requirements:
    """Require `min_count` of the `trump_count` highest trumps."""
    return at_least(min_count, (Card("T", str(21 - step)) for step in range(trump_count)))


def any_of_low(min_count: int, trump_count: int) -> Requirements:
    """Require `min_count` of the `trump_count` lowest trumps."""
    return at_least(min_count, (Card("T", str(1 + step)) for step in range(trump_count)))


def matadors(count: int = 3) -> Requirements:
    """Require `count` matadors: XXI, I and the Fool; beyond three also XX, XIX and so on.

    The trumps must follow each other without a gap.
    """
    return with_fool(card("T1")) + top_trumps(count - 2)
