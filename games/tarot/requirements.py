"""What a declaration asks of a hand, in small parts, so that a table of declarations reads like its
source.

Trumps are the cards numbered I–XXI; the Fool is none unless a part says so.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from games.cards import Card, Pack
from games.tarot.pack import FOOL, HONOURS, KINGS, SUITS, TRUMPS

TAROTS = HONOURS | KINGS
"""The seven cards the rules of 1637 call Tarots."""


@dataclass(frozen=True)
class Requirement:
    """At least `least` of `cards`."""

    cards: frozenset[Card]
    least: int


Requirements = tuple[Requirement, ...]
"""All of them must be met, and may be met by the same cards."""


def holds(hand: Pack, requirements: Requirements) -> bool:
    """Whether `hand` meets every need."""
    return all(len(need.cards.intersection(hand)) >= need.least for need in requirements)


def can_all_be_met(needs_of_seats: Iterable[Requirements]) -> bool:
    """Whether there are cards enough for every seat to meet its needs, looking at one need of
    each seat."""
    nothing = Requirement(frozenset(), 0)
    return all(
        sum(need.least for need in chosen)
        <= len(frozenset().union(*(need.cards for need in chosen)))
        for chosen in product(*((nothing, *requirements) for requirements in needs_of_seats))
    )


def at_least(least: int, cards: Iterable[Card]) -> Requirements:
    """`least` of `cards`."""
    return (Requirement(frozenset(cards), least),)


def at_least_trumps(least: int) -> Requirements:
    """`least` of I–XXI."""
    return at_least(least, TRUMPS)


def at_least_triumphs(least: int) -> Requirements:
    """`least` of I–XXI and the Fool, which the rules of 1637 call triumphs."""
    return at_least(least, TRUMPS | {FOOL})


def kings(least: int) -> Requirements:
    """`least` of the four Kings."""
    return at_least(least, KINGS)


def tarots(least: int) -> Requirements:
    """`least` of XXI, I, the Fool and the four Kings."""
    return at_least(least, TAROTS)


def four_of_rank(rank: str) -> Requirements:
    """The four cards of one rank."""
    return at_least(4, (Card(suit, rank) for suit in SUITS))


def court(suit: str, least: int = 4) -> Requirements:
    """`least` of King, Queen, Cavalier and Jack of `suit`."""
    return at_least(least, (Card(suit, rank) for rank in "JCQK"))


def king_and_court(suit: str, others: int) -> Requirements:
    """The King of `suit` and `others` of its Queen, Cavalier and Jack."""
    return card(suit + "K") + at_least(others, (Card(suit, rank) for rank in "JCQ"))


def card(text: str) -> Requirements:
    """One card, as it is written."""
    return at_least(1, [Card(text[0], text[1:])])


def with_fool(requirements: Requirements) -> Requirements:
    """`requirements` and the Fool."""
    return requirements + at_least(1, [FOOL])


def top_trumps(number: int) -> Requirements:
    """XXI and the trumps below it, `number` in all."""
    return any_of_top(number, number)


def low_trumps(number: int) -> Requirements:
    """I and the trumps above it, `number` in all."""
    return any_of_low(number, number)


def any_of_top(least: int, number: int) -> Requirements:
    """`least` of the `number` highest trumps."""
    return at_least(least, (Card("T", str(21 - place)) for place in range(number)))


def any_of_low(least: int, number: int) -> Requirements:
    """`least` of the `number` lowest trumps."""
    return at_least(least, (Card("T", str(1 + place)) for place in range(number)))


def matadors(number: int = 3) -> Requirements:
    """XXI, I and the Fool; beyond three also XX, XIX and so on without a gap, `number` in all."""
    return with_fool(card("T1")) + top_trumps(number - 2)
