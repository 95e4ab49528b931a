"""Anou: root stones, the play of the cards, and what the first and the second take from a trick.

Source: as games/anou_columns.py.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from games.anou_columns import Columns, Walls, heights, laid, misplaced, places_for
from games.cards import Card, Pack
from games.fields import Outcome
from games.game import Position
from games.hands import hands_of
from games.problems import Problem
from games.text import gettext_noop as _
from games.trick_play import Cards, TrickPlay
from games.tricks import ACE_HIGH, led_by

_WORD = re.compile(r"(lay|take):([A-Z0-9]+)@([1-4])")


def understood(action: str, cards: Cards) -> bool:
    """Whether it is a card of the pack, or says to lay or take one in a column."""
    said = _WORD.fullmatch(action)
    return action in cards or bool(said and said[2] in cards)


@dataclass(frozen=True)
class Placing:
    """A moment in which a card goes to a column: `verb` lays a root stone or takes from a trick.

    `turns` are the seats to act, the one on turn first; `cards` all cards by text.
    """

    cards: Cards = field(repr=False)
    walls: Walls = field(repr=False)
    turns: tuple[str, ...]

    verb = ""

    @property
    def turn(self) -> str | None:
        """The seat to act."""
        return self.turns[0]

    @property
    def trick(self) -> int | None:
        """None: nothing is played to a trick."""
        return None

    @property
    def card(self) -> int | None:
        """None: nothing is played to a trick."""
        return None

    @property
    def at_hand(self) -> Pack:
        """The cards of which one is placed."""
        raise NotImplementedError

    def absent(self, card: Card) -> Problem:
        """What is wrong with a card that is not at hand."""
        raise NotImplementedError

    def placed(self, card: Card, number: int) -> Position:
        """The next moment, with the card in the column."""
        raise NotImplementedError

    @property
    def columns(self) -> Columns:
        """Those of the seat to act."""
        return self.walls[self.turns[0]]

    def legal_actions(self) -> tuple[str, ...]:
        """Every card at hand in pack order, with every column it may go to."""
        at_hand = [card for card in self.cards.values() if card in self.at_hand]
        return tuple(f"{self.verb}:{card}@{n}" for card in at_hand for n in places_for(card, self.columns))

    def understands(self, action: str) -> bool:
        """Whether `action` is a word of the game, here or elsewhere."""
        return understood(action, self.cards)

    def objection(self, action: str) -> Problem | None:
        """Why it may not be done: another verb is due, the card is not there, or the column is wrong."""
        said = _WORD.fullmatch(action)
        if said is None or said[1] != self.verb:
            template = _("“%(action)s” may not be done here: a card is to be placed, “%(verb)s:…”.")
            return Problem("not_now", template, {"action": action, "verb": self.verb})
        card = self.cards[said[2]]
        return misplaced(card, int(said[3]), self.columns) if card in self.at_hand else self.absent(card)

    def after(self, action: str) -> Position:
        """The next moment; what may not be done counts as the first thing that may."""
        legal = self.legal_actions()
        card, _at, number = (action if action in legal else legal[0]).partition(":")[2].partition("@")
        return self.placed(self.cards[card], int(number))

    def outcome(self) -> Outcome | None:
        """None: the wall is not finished."""
        return None


@dataclass(frozen=True)
class RootStones(Placing):
    """Before the lead each in turn, the dealer first, twice round, lays a card of his hand."""

    hands: dict[str, Pack] = field(repr=False)

    verb = "lay"

    @property
    def at_hand(self) -> Pack:
        """The hand of the seat to act."""
        return self.hands[self.turns[0]]

    def absent(self, card: Card) -> Problem:
        """It is not in the hand."""
        return Problem("not_held", _("%(card)s is not in this hand."), {"card": str(card)})

    def placed(self, card: Card, number: int) -> Position:
        """The next seat lays, or the dealer leads."""
        seat, *others = self.turns
        hands = {**self.hands, seat: tuple(held for held in self.hands[seat] if held != card)}
        walls = {**self.walls, seat: laid(self.columns, card, number)}
        if others:
            return replace(self, walls=walls, turns=tuple(others), hands=hands)
        return lead(self.cards, walls, hands, next(iter(hands)))


@dataclass(frozen=True)
class Taking(Placing):
    """After a trick: the first takes one card of it, then the second two; `left` are still on the table."""

    play: "CardPlay" = field(repr=False)
    leader: str
    left: Pack = field(repr=False)

    verb = "take"

    @property
    def at_hand(self) -> Pack:
        """The cards of the trick nobody has taken."""
        return self.left

    def absent(self, card: Card) -> Problem:
        """It is not on the table."""
        return Problem("not_in_trick", _("%(card)s does not lie on the table."), {"card": str(card)})

    def placed(self, card: Card, number: int) -> Position:
        """The next take, or the lead of the first; with four players one card is left and dead."""
        seat, *others = self.turns
        walls = {**self.walls, seat: laid(self.columns, card, number)}
        if others:
            at = self.left.index(card)
            left = self.left[:at] + self.left[at + 1 :]
            return replace(self, walls=walls, turns=tuple(others), left=left)
        return replace(self.play, current=led_by(self.leader, self.play.current.seats), walls=walls)


@dataclass(frozen=True)
class CardPlay(TrickPlay):
    """A moment in the play of the cards."""

    walls: Walls = field(repr=False)

    def understands(self, action: str) -> bool:
        """Whether `action` is a word of the game, here or elsewhere."""
        return understood(action, self.cards)

    def objection(self, action: str) -> Problem | None:
        """Why it may not be played; nothing can be placed while a card is due."""
        if action in self.cards:
            return super().objection(action)
        template = _("“%(action)s” may not be done here: a card is to be played.")
        return Problem("not_now", template, {"action": action})

    def after(self, action: str) -> Position:
        """The next moment; what is no card changes nothing."""
        return super().after(action) if action in self.cards else self

    def collected(self) -> Position:
        """The first and the second take."""
        first, second = ranking(self.current.cards)
        taker, next_taker = self.current.seats[first], self.current.seats[second]
        turns = (taker, next_taker, next_taker)
        return Taking(self.cards, self.walls, turns, self, taker, self.current.cards)

    def outcome(self) -> Outcome | None:
        """The heights of all columns once every card has been played, each of them once."""
        if not self.hands.add_up:
            return None
        return {f"{seat.lower()}_height_{number}": height for seat, number, height in heights(self.walls)}


def lead(cards: Cards, walls: Walls, hands: dict[str, Pack], leader: str) -> CardPlay:
    """The moment before the first card; `hands` are in order of play."""
    seats = tuple(walls)
    return CardPlay(cards, led_by(leader, seats), hands_of({seat: hands[seat] for seat in seats}), walls)


def ranking(cards: Sequence[Card]) -> tuple[int, int]:
    """The places in a full trick, from 0, of the first and the second.

    The highest of the suit led, then the next of it; where nobody else followed, the highest rank among the
    others, of equal ranks the earlier.
    """
    order = sorted(range(len(cards)), key=lambda at: _standing(cards[at], cards[0].suit), reverse=True)
    return order[0], order[1]


def _standing(card: Card, led: str) -> tuple[bool, int]:
    return card.suit == led, ACE_HIGH[card.rank]


def dealer_first(seats: Sequence[str], dealer: str) -> Iterator[str]:
    """The seats in order of play, beginning with the dealer."""
    first = seats.index(dealer)
    yield from (*seats[first:], *seats[:first])
