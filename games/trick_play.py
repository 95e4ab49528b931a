"""The play of the cards, trick after trick: what a game's own rules add to it is in its file."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from games.cards import Card, Pack
from games.fields import Outcome
from games.hands import Hands
from games.position import Position
from games.problems import Problem
from games.shown_moment import ActionInWords, Moment, TrickTo
from games.text import CountedWords, Words, counted_words, ngettext_noop
from games.text import gettext_noop as _
from games.tricks import Trick, following

Cards = Mapping[str, Card]
"""Every card of a pack by its text, in pack order."""


def by_text(pack: Pack) -> Cards:
    """The cards of a pack by their text."""
    return {str(card): card for card in pack}


_POINTS = ngettext_noop("%(points)s point", "%(points)s points")


def points_so_far(points: int) -> CountedWords:
    """So many, as a sentence ends with them."""
    return counted_words(_POINTS, points, {"points": points})


class Aside(Moment):
    """A moment beside the tricks: something is called, discarded, given or placed, then play
    goes on."""

    @property
    def trick(self) -> int | None:
        """None: nothing is played to a trick."""
        return None

    @property
    def card(self) -> int | None:
        """None: nothing is played to a trick."""
        return None

    def outcome(self) -> Outcome | None:
        """None: the play goes on."""
        return None


@dataclass(frozen=True)
class TrickPlay(Moment):
    """A moment in the play of the cards; following suit is the only duty unless a game adds to it.

    Cards never appear in its `repr`.
    """

    cards: Cards = field(repr=False)
    current: Trick
    hands: Hands = field(repr=False)

    @property
    @abstractmethod
    def taker(self) -> str:
        """The seat that takes `current`, a full trick."""

    @property
    def why_taken(self) -> Words | None:
        """Why, where the cards alone do not say it."""
        return None

    @abstractmethod
    def collected(self) -> Position:
        """What follows a full trick: `current` is still that trick, its cards have left the
        hands."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """What the table would write down; None while play goes on, or when its cards do not add
        up."""

    @property
    def is_over(self) -> bool:
        """Whether as many cards were played as were dealt."""
        return len(self.hands.played) >= sum(self.hands.dealt.values())

    @property
    def turn(self) -> str | None:
        """The seat to play."""
        return None if self.is_over else self.current.turn

    @property
    def trick(self) -> int | None:
        """The trick being played, from 1."""
        return None if self.is_over else len(self.hands.played) // len(self.current.seats) + 1

    @property
    def card(self) -> int | None:
        """The place in the trick of the card to come, from 1."""
        return None if self.is_over else len(self.current.cards) + 1

    @property
    def where(self) -> Words | None:
        """The trick being played."""
        return None if self.trick is None else Words(_("trick %(number)s"), {"number": self.trick})

    @property
    def asked(self) -> Words:
        """A card."""
        return Words(_("Play a card"))

    def in_words(self, action: str) -> ActionInWords:
        """The card."""
        return ActionInWords(Words(_("a card")), self.cards[action], needs_no_words=True)

    def held(self, seat: str) -> Pack:
        """What has not been played."""
        return self.hands.held[seat]

    @property
    def hand(self) -> Pack:
        """The cards of the seat to play."""
        return self.hands.held[self.turn] if self.turn else ()

    @property
    def playable(self) -> Pack:
        """The cards of the hand that may be played: those that follow suit, or all of it."""
        return following(self.hand, self.current.cards)

    def legal_actions(self) -> tuple[str, ...]:
        """The cards that may be played, in pack order."""
        playable = set(self.playable)
        return tuple(text for text, card in self.cards.items() if card in playable)

    def understands(self, action: str) -> bool:
        """Whether `action` is a card of the pack."""
        return action in self.cards

    def objection(self, action: str) -> Problem | None:
        """Why the card may not be played: it is not there to play, or breaks a duty."""
        if self.turn is None:
            return None
        card = self.cards[action]
        problem = self.hands.objection(self.turn, card)
        return problem or (None if card in self.playable else self.broken_duty(card))

    def broken_duty(self, card: Card) -> Problem:
        """The duty that a card of the hand which may not be played neglects."""
        template = _("%(card)s does not follow suit, and the hand can.")
        return Problem("must_follow_suit", template, {"card": str(card)})

    def after(self, action: str) -> Position:
        """The next moment, as if a card were allowed; what is no card changes nothing."""
        if self.turn is None or action not in self.cards:
            return self
        moved = self._moved(self.turn, self.cards[action])
        return moved.collected() if moved.current.is_complete else moved

    def taken_with(self, action: str) -> TrickTo | None:
        """Who takes the trick that a card makes full."""
        if self.turn is None or action not in self.cards:
            return None
        moved = self._moved(self.turn, self.cards[action])
        return TrickTo(moved.taker, moved.why_taken) if moved.current.is_complete else None

    def _moved(self, seat: str, card: Card) -> Self:
        """With the card on the table; one of another hand is taken from nobody."""
        return replace(self, current=self.current.after(card), hands=self.hands.without(seat, card))
