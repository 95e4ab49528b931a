"""The play of the cards, trick after trick: what a game's own rules add to it is in its file."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from games.cards import Card, Pack
from games.fields import Outcome
from games.hands import Hands
from games.position import Position
from games.position_view import ActionDescription, PositionView, TrickWinner
from games.problems import Problem
from games.text import PluralText, Text, ngettext_noop, plural_text
from games.text import gettext_noop as _
from games.tricks import Trick, cards_following_suit

Cards = Mapping[str, Card]
"""Every card of a pack by its text, in pack order."""


def cards_by_text(pack: Pack) -> Cards:
    """The cards of a pack by their text."""
    return {str(card): card for card in pack}


_POINTS = ngettext_noop("%(points)s point", "%(points)s points")


def points_text(points: int) -> PluralText:
    """So many, as a sentence ends with them."""
    return plural_text(_POINTS, points, {"points": points})


class NonTrickPosition(PositionView):
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
class TrickPlay(PositionView):
    """A moment in the play of the cards; following suit is the only duty unless a game adds to it.

    Cards never appear in its `repr`.
    """

    cards: Cards = field(repr=False)
    current_trick: Trick
    hands: Hands = field(repr=False)

    @property
    @abstractmethod
    def taker(self) -> str:
        """The seat that takes `current_trick`, a full trick."""

    @property
    def taker_reason(self) -> Text | None:
        """Why, where the cards alone do not say it."""
        return None

    @abstractmethod
    def after_trick(self) -> Position:
        """What follows a full trick: `current_trick` is still that trick, its cards have left the
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
        return None if self.is_over else self.current_trick.turn

    @property
    def trick(self) -> int | None:
        """The trick being played, from 1."""
        return None if self.is_over else len(self.hands.played) // len(self.current_trick.seats) + 1

    @property
    def card(self) -> int | None:
        """The place in the trick of the card to come, from 1."""
        return None if self.is_over else len(self.current_trick.cards) + 1

    @property
    def heading(self) -> Text | None:
        """The trick being played."""
        return None if self.trick is None else Text(_("trick %(number)s"), {"number": self.trick})

    @property
    def prompt(self) -> Text:
        """A card."""
        return Text(_("Play a card"))

    def describe(self, action: str) -> ActionDescription:
        """The card."""
        return ActionDescription(Text(_("a card")), self.cards[action], card_suffices=True)

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
        return cards_following_suit(self.hand, self.current_trick.cards)

    def legal_actions(self) -> tuple[str, ...]:
        """The cards that may be played, in pack order."""
        playable = set(self.playable)
        return tuple(text for text, card in self.cards.items() if card in playable)

    def is_action(self, action: str) -> bool:
        """Whether `action` is a card of the pack."""
        return action in self.cards

    def violation(self, action: str) -> Problem | None:
        """Why the card may not be played: it is not there to play, or breaks a duty."""
        if self.turn is None:
            return None
        card = self.cards[action]
        problem = self.hands.violation(self.turn, card)
        return problem or (None if card in self.playable else self.rule_violation(card))

    def rule_violation(self, card: Card) -> Problem:
        """The duty that a card of the hand which may not be played neglects."""
        template = _("%(card)s does not follow suit, and the hand can.")
        return Problem("must_follow_suit", template, {"card": str(card)})

    def after(self, action: str) -> Position:
        """The next moment, as if a card were allowed; what is no card changes nothing."""
        if self.turn is None or action not in self.cards:
            return self
        next_play = self._with_card_played(self.turn, self.cards[action])
        return next_play.after_trick() if next_play.current_trick.is_complete else next_play

    def trick_winner_after(self, action: str) -> TrickWinner | None:
        """Who takes the trick that a card makes full."""
        if self.turn is None or action not in self.cards:
            return None
        next_play = self._with_card_played(self.turn, self.cards[action])
        return (
            TrickWinner(next_play.taker, next_play.taker_reason)
            if next_play.current_trick.is_complete
            else None
        )

    def _with_card_played(self, seat: str, card: Card) -> Self:
        """With the card on the table; one of another hand is taken from nobody."""
        return replace(
            self, current_trick=self.current_trick.after(card), hands=self.hands.without(seat, card)
        )
