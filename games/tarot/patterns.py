"""What a declaration asks of a hand, in small parts, so that a table of declarations reads like its
source.

Trumps are the cards numbered I–XXI; the Fool is none unless a part says so.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from games.cards import Card, Pack
from games.tarot.pack import FOOL, HONOURS, KINGS, SUITS, TRUMPS

PAGAT, WORLD = Card("T", "1"), Card("T", "21")
TAROTS = HONOURS | KINGS
"""The seven cards the rules of 1637 call Tarots."""


@dataclass(frozen=True)
class Need:
    """At least `least` of `cards`."""

    cards: frozenset[Card]
    least: int


Needs = tuple[Need, ...]
"""All of them must be met, and may be met by the same cards."""


def holds(hand: Pack, needs: Needs) -> bool:
    """Whether `hand` meets every need."""
    return all(len(need.cards.intersection(hand)) >= need.least for need in needs)


def can_all_hold(needs_of_seats: Iterable[Needs]) -> bool:
    """Whether there are cards enough for every seat to meet its needs, looking at one need of
    each seat."""
    nothing = Need(frozenset(), 0)
    return all(
        sum(need.least for need in chosen)
        <= len(frozenset().union(*(need.cards for need in chosen)))
        for chosen in product(*((nothing, *needs) for needs in needs_of_seats))
    )


def at_least(least: int, cards: Iterable[Card]) -> Needs:
    """`least` of `cards`."""
    return (Need(frozenset(cards), least),)


def at_least_trumps(least: int) -> Needs:
    """`least` of I–XXI."""
    return at_least(least, TRUMPS)


def at_least_triumphs(least: int) -> Needs:
    """`least` of I–XXI and the Fool, which the rules of 1637 call triumphs."""
    return at_least(least, TRUMPS | {FOOL})


def kings(least: int) -> Needs:
    """`least` of the four Kings."""
    return at_least(least, KINGS)


def tarots(least: int) -> Needs:
    """`least` of XXI, I, the Fool and the four Kings."""
    return at_least(least, TAROTS)


def four(rank: str) -> Needs:
    """The four cards of one rank."""
    return at_least(4, (Card(suit, rank) for suit in SUITS))


def court(suit: str, least: int = 4) -> Needs:
    """`least` of King, Queen, Cavalier and Jack of `suit`."""
    return at_least(least, (Card(suit, rank) for rank in "JCQK"))


def king_and_court(suit: str, others: int) -> Needs:
    """The King of `suit` and `others` of its Queen, Cavalier and Jack."""
    return card(suit + "K") + at_least(others, (Card(suit, rank) for rank in "JCQ"))


def card(text: str) -> Needs:
    """One card, as it is written."""
    return at_least(1, [Card(text[0], text[1:])])


def with_fool(needs: Needs) -> Needs:
    """`needs` and the Fool."""
    return needs + at_least(1, [FOOL])


def top_trumps(number: int) -> Needs:
    """XXI and the trumps below it, `number` in all."""
    return any_of_top(number, number)


def low_trumps(number: int) -> Needs:
    """I and the trumps above it, `number` in all."""
    return any_of_low(number, number)


def any_of_top(least: int, number: int) -> Needs:
    """`least` of the `number` highest trumps."""
    return at_least(least, (Card("T", str(21 - place)) for place in range(number)))


def any_of_low(least: int, number: int) -> Needs:
    """`least` of the `number` lowest trumps."""
    return at_least(least, (Card("T", str(1 + place)) for place in range(number)))


def matadors(number: int = 3) -> Needs:
    """XXI, I and the Fool; beyond three also XX, XIX and so on without a gap, `number` in all."""
    return with_fool(card("T1")) + top_trumps(number - 2)
