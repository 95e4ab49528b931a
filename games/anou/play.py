"""Anou: root stones, the play of the cards, and what the first and the second take from a trick.

Source: as games/anou/columns.py.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from games.anou.columns import Walls
from games.anou.placing import OpenWallsMixin, PlacementPosition, is_known_action
from games.cards import Card, Pack
from games.fields import Outcome
from games.hands import hands_of
from games.position import Position
from games.problems import Problem
from games.seats import line_in_words
from games.text import Words
from games.text import gettext_noop as _
from games.trick_play import Cards, TrickPlay
from games.tricks import ACE_HIGH, Trick, led_by

_TAKE_PROMPTS = {
    3: _("You are first: take one card of the trick for your wall"),
    2: _("You are second: take a card of the trick for your wall, then one more"),
    1: _("You are second: take one more card of the trick for your wall"),
}
"""What is asked of who takes a card of a trick, by how many are still to be taken."""


@dataclass(frozen=True)
class RootStonePosition(PlacementPosition):
    """Before the lead each in turn, the dealer first, twice round, lays a card of his hand.

    `hands` begin with the dealer's.
    """

    hands: Mapping[str, Pack] = field(repr=False)

    verb = "lay"

    @property
    def asked(self) -> Words:
        """A root stone."""
        return Words(_("Lay a root stone"))

    def held(self, seat: str) -> Pack:
        """What has not been laid."""
        return self.hands[seat]

    @property
    def available_cards(self) -> Pack:
        """The hand of the seat to act."""
        return self.hands[self.turn]

    def unavailable_problem(self, card: Card) -> Problem:
        """It is not in the hand."""
        return Problem("not_held", _("%(card)s is not in this hand."), {"card": str(card)})

    def after_placement(self, card: Card, walls: Walls) -> Position:
        """The next seat lays, or the dealer leads."""
        hands = {**self.hands, self.turn: _without_one(self.available_cards, card)}
        later_turns = self.turns[1:]
        if later_turns:
            return replace(self, walls=walls, turns=later_turns, hands=hands)
        return first_lead(self.cards, walls, hands)


@dataclass(frozen=True)
class TakePosition(PlacementPosition):
    """After a trick: the first takes one card of it, then the second two; `cards_left` are still on the
    table.

    `play` is the moment when its last card was played, `leader` leads next.
    """

    play: "CardPlay" = field(repr=False)
    leader: str
    cards_left: Pack = field(repr=False)

    verb = "take"

    @property
    def asked(self) -> Words:
        """A card of the trick, and how many come to it."""
        return Words(_TAKE_PROMPTS[len(self.turns)])

    @property
    def where(self) -> Words:
        """The trick whose cards are taken."""
        return Words(
            _("trick %(number)s"), {"number": len(self.play.hands.played) // len(self.walls)}
        )

    def held(self, seat: str) -> Pack:
        """What has not been played."""
        return self.play.held(seat)

    @property
    def available_cards(self) -> Pack:
        """The cards of the trick nobody has taken."""
        return self.cards_left

    def unavailable_problem(self, card: Card) -> Problem:
        """It is not on the table."""
        return Problem(
            "not_in_trick", _("%(card)s does not lie on the table."), {"card": str(card)}
        )

    def after_placement(self, card: Card, walls: Walls) -> Position:
        """The next take, or the lead of the first; with four players one card is left and dead."""
        later_turns = self.turns[1:]
        if later_turns:
            return replace(
                self, walls=walls, turns=later_turns, cards_left=_without_one(self.cards_left, card)
            )
        return replace(self.play, current=led_by(self.leader, self.play.current.seats), walls=walls)


@dataclass(frozen=True)
class CardPlay(OpenWallsMixin, TrickPlay):
    """A moment in the play of the cards."""

    walls: Walls = field(repr=False)

    def understands(self, action: str) -> bool:
        """Whether `action` is a word of the game, here or elsewhere."""
        return is_known_action(action, self.cards)

    def objection(self, action: str) -> Problem | None:
        """Why it may not be played; nothing can be placed while a card is due."""
        if action in self.cards:
            return super().objection(action)
        template = _("“%(action)s” is not possible now: play a card.")
        return Problem("not_now", template, {"action": action})

    @property
    def taker(self) -> str:
        """The first."""
        return self._first_and_second[0]

    @property
    def why_taken(self) -> Words:
        """Who is first and who second."""
        first, second = (line_in_words(seat, self.current.seats) for seat in self._first_and_second)
        return Words(_("first %(first)s, second %(second)s"), {"first": first, "second": second})

    @property
    def _first_and_second(self) -> tuple[str, str]:
        first, second = first_and_second(self.current.cards)
        return self.current.seats[first], self.current.seats[second]

    def collected(self) -> Position:
        """The first takes one card, the second two."""
        first, second = self._first_and_second
        turns = (first, second, second)
        return TakePosition(self.cards, self.walls, turns, self, first, self.current.cards)

    def outcome(self) -> Outcome | None:
        """The heights of all columns once every card has been played, each of them once."""
        if not self.hands.add_up:
            return None
        return {
            f"{seat.lower()}_height_{number}": len(column)
            for seat, columns in self.walls.items()
            for number, column in enumerate(columns, 1)
        }


def first_lead(cards: Cards, walls: Walls, hands: Mapping[str, Pack]) -> CardPlay:
    """The moment before the first card; `hands` begin with that of the dealer, who leads."""
    return CardPlay(cards, Trick(tuple(hands)), hands_of(hands), walls)


def first_and_second(cards: Sequence[Card]) -> tuple[int, int]:
    """The places in a full trick, from 0, of the first and the second.

    The highest of the suit led, then the next of it; where nobody else followed, the highest rank
    among the others, of equal ranks the earlier.
    """
    first, second, *_others = sorted(
        range(len(cards)), key=lambda index: _trick_sort_key(cards[index], cards[0].suit)
    )
    return first, second


def _trick_sort_key(card: Card, suit_led: str) -> tuple[bool, int]:
    """Smaller for what stands higher, so that sorting leaves equals in order of play."""
    return card.suit != suit_led, -ACE_HIGH[card.rank]


def _without_one(cards: Pack, card: Card) -> Pack:
    """One such card less: a trick can hold a card twice where one was played that nobody had."""
    index = cards.index(card)
    return cards[:index] + cards[index + 1 :]
