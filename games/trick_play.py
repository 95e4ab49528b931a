"""Play of the cards in tricks. Each game adds its own rules in its own module."""

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

# All cards of a pack by their text, in pack order.
CardsByText = Mapping[str, Card]


def cards_by_text(pack: Pack) -> CardsByText:
    """Return the cards of a pack by their text."""
    return {str(card): card for card in pack}


_POINTS = ngettext_noop("%(points)s point", "%(points)s points")


def points_text(points: int) -> PluralText:
    """Return a number of points with its unit."""
    return plural_text(_POINTS, points, {"points": points})


class NonTrickPosition(PositionView):
    """A position outside the tricks: a call, a discard, a gift or a placement is due."""

    @property
    def trick_number(self) -> int | None:
        """None, since no card is played to a trick."""
        return None

    @property
    def card_number(self) -> int | None:
        """None, since no card is played to a trick."""
        return None

    def outcome(self) -> Outcome | None:
        """None, since play goes on."""
        return None


@dataclass(frozen=True)
class TrickPlay(PositionView):
    """A position in the play of the cards. Players must follow suit; games may add rules.

    Cards are left out of the `repr`.
    """

    cards: CardsByText = field(repr=False)
    current_trick: Trick
    hands: Hands = field(repr=False)

    @property
    @abstractmethod
    def taker(self) -> str:
        """The seat that takes `current_trick`, which is complete."""

    @property
    def taker_reason(self) -> Text | None:
        """Why `taker` takes the trick, if the cards alone do not show it."""
        return None

    @abstractmethod
    def after_trick(self) -> Position:
        """Return the position after a complete trick.

        `current_trick` is still the complete trick, and its cards are no longer in the hands.
        """

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Return the outcome to record, or None; see `Position.outcome`."""

    @property
    def is_over(self) -> bool:
        """Whether as many cards were played as were dealt."""
        return len(self.hands.played) >= sum(self.hands.dealt_counts.values())

    @property
    def turn(self) -> str | None:
        """The seat to play, or None when play is over."""
        return None if self.is_over else self.current_trick.turn

    @property
    def trick_number(self) -> int | None:
        """Number of the current trick, from 1; None when play is over."""
        return None if self.is_over else len(self.hands.played) // len(self.current_trick.seats) + 1

    @property
    def card_number(self) -> int | None:
        """Number of the next card in its trick, from 1; None when play is over."""
        return None if self.is_over else len(self.current_trick.cards) + 1

    @property
    def heading(self) -> Text | None:
        """Heading with the number of the current trick."""
        return (
            None
            if self.trick_number is None
            else Text(_("trick %(number)s"), {"number": self.trick_number})
        )

    @property
    def prompt(self) -> Text:
        """Prompt for a card."""
        return Text(_("Play a card"))

    def describe(self, action: str) -> ActionDescription:
        """Describe a card."""
        return ActionDescription(Text(_("a card")), self.cards[action], card_suffices=True)

    def hand_of(self, seat: str) -> Pack:
        """Return the cards of a seat that have not been played."""
        return self.hands.by_seat[seat]

    @property
    def hand(self) -> Pack:
        """Cards of the seat to play."""
        return self.hands.by_seat[self.turn] if self.turn else ()

    @property
    def playable(self) -> Pack:
        """Cards of the hand that are legal: those that follow suit, or else all."""
        return cards_following_suit(self.hand, self.current_trick.cards)

    def legal_actions(self) -> tuple[str, ...]:
        """Return the legal cards in pack order."""
        playable = set(self.playable)
        return tuple(text for text, card in self.cards.items() if card in playable)

    def is_action(self, action: str) -> bool:
        """Whether the text is a card of the pack."""
        return action in self.cards

    def violation(self, action: str) -> Problem | None:
        """Return why the card is illegal: it is not in the hand, or breaks a rule."""
        if self.turn is None:
            return None
        card = self.cards[action]
        problem = self.hands.violation(self.turn, card)
        return problem or (None if card in self.playable else self.rule_violation(card))

    def rule_violation(self, card: Card) -> Problem:
        """Return the rule broken by a card that is in the hand but not playable."""
        template = _("%(card)s does not follow suit, and the hand can.")
        return Problem("must_follow_suit", template, {"card": str(card)})

    def after(self, action: str) -> Position:
        """Return the next position, as if the card were legal; other texts change nothing."""
        if self.turn is None or action not in self.cards:
            return self
        next_play = self._with_card_played(self.turn, self.cards[action])
        return next_play.after_trick() if next_play.current_trick.is_complete else next_play

    def trick_winner_after(self, action: str) -> TrickWinner | None:
        """Return who takes the trick that the card completes; None if it completes none."""
        if self.turn is None or action not in self.cards:
            return None
        next_play = self._with_card_played(self.turn, self.cards[action])
        return (
            TrickWinner(next_play.taker, next_play.taker_reason)
            if next_play.current_trick.is_complete
            else None
        )

    def _with_card_played(self, seat: str, card: Card) -> Self:
        """Put the card on the table, even if no hand or the hand of another seat has it."""
        return replace(
            self,
            current_trick=self.current_trick.after(card),
            hands=self.hands.after_playing(seat, card),
        )
