"""The play of the cards, and the card that is given for the Fool between tricks.

A card against the rules counts as if it were allowed, a card of another hand is taken from nobody. Anything
that is no card changes nothing; where a card is to be given for the Fool, anything but one that can be given
counts as the first that can, in pack order.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.cards import Card, Pack
from games.fields import Outcome
from games.hands import Hands
from games.problems import Problem
from games.tarot import bonuses
from games.tarot.bonuses import TrickTaken
from games.tarot.following import broken_duty, fool_barred, playable, taker
from games.tarot.fool import Excuse, Won
from games.tarot.pack import FOOL
from games.tarot.setting import EXCHANGE, Setting
from games.text import gettext_noop as _
from games.tricks import Trick, led_by

_SENTENCES = {
    "illegal_call": _("“%(said)s” may not be said here: a card must be played."),
    "must_follow_suit": _("%(card)s does not follow suit, and the hand can."),
    "must_trump": _("%(card)s is no trump, and the hand has one."),
    "fool_may_not_be_led": _("The Fool may not be led."),
    "fool_needs_trick": _("The Fool may not be played before its player has taken a trick."),
    "exchange_due": _("“%(said)s” is not due: a card must be given for the Fool."),
    "not_won": _("%(card)s is not among the cards this side has won."),
}


@dataclass(frozen=True)
class CardPlay:
    """A moment in the play of the cards. Only cards already played appear in its `repr`."""

    setting: Setting
    declared: Outcome
    discards: Mapping[str, Pack] = field(repr=False)
    current: Trick
    hands: Hands
    won: Won

    @property
    def is_over(self) -> bool:
        """Whether all tricks have been taken."""
        return len(self.won.tricks) == self.setting.rules.tricks

    @property
    def turn(self) -> str | None:
        """The seat to play."""
        return None if self.is_over else self.current.turn

    @property
    def trick(self) -> int | None:
        """The trick being played, from 1."""
        return None if self.is_over else len(self.won.tricks) + 1

    @property
    def card(self) -> int | None:
        """The place in the trick of the card to come, from 1."""
        return None if self.is_over else len(self.current.cards) + 1

    def legal_actions(self) -> tuple[str, ...]:
        """The cards that may be played, in pack order."""
        if self.turn is None:
            return ()
        hand, has_trick = self.hands.held[self.turn], self.won.has_trick(self.turn)
        legal = set(playable(self.setting.rules, hand, self.current, has_trick))
        return tuple(text for text, card in self.setting.cards.items() if card in legal)

    def understands(self, action: str) -> bool:
        """Whether `action` is a word of the game: also a discard, a declaration or an exchange."""
        return action in self.setting.words

    def objection(self, action: str) -> Problem | None:
        """Which rule `action` breaks, the plainest first."""
        card = self.setting.cards.get(action)
        if card is None:
            return Problem("illegal_call", _SENTENCES["illegal_call"], {"said": action})
        if self.turn is None:
            return None
        return self.hands.objection(self.turn, card) or self._broken_rule(self.turn, card)

    def after(self, action: str) -> "CardPlay | Exchange":
        """The next moment."""
        card = self.setting.cards.get(action)
        if card is None or self.turn is None:
            return self
        hands = self.hands.without(self.turn, card)
        moved = replace(self, hands=hands, current=self.current.after(card))
        return moved._collected() if moved.current.is_complete else moved

    def outcome(self) -> Outcome | None:
        """What the table writes down once every card has been played, each as often as it was dealt."""
        if not (self.is_over and self.hands.add_up):
            return None
        rules, seats = self.setting.rules, self.setting.seats
        counted = rules.counting.written(self.won.taken(self.setting, self.discards))
        return {**counted, **self.declared, **bonuses.earned(rules.bonuses, self.won.tricks, seats)}

    def settled(self) -> "CardPlay | Exchange":
        """The next lead, unless a card is to be given for the Fool first."""
        excuse = self.won.due(self.setting)
        return Exchange(self, excuse) if excuse else self

    def _collected(self) -> "CardPlay | Exchange":
        rules, number = self.setting.rules, len(self.won.tricks) + 1
        winner = taker(rules, self.current)
        seats, cards = self.current.seats, self.current.cards
        trick = TrickTaken(number, number == rules.tricks, seats, cards, winner)
        won = self.won.collected(trick, self.setting)
        return replace(self, current=led_by(winner, self.setting.seats), won=won).settled()

    def _broken_rule(self, seat: str, card: Card) -> Problem | None:
        if str(card) in self.legal_actions():
            return None
        rules, hand = self.setting.rules, self.hands.held[seat]
        barred = fool_barred(rules, self.current, self.won.has_trick(seat)) if card == FOOL else None
        code = barred or broken_duty(hand, self.current)
        return Problem(code, _SENTENCES[code], {"card": str(card)})


@dataclass(frozen=True)
class Exchange:
    """The moment after a trick when a card is due for the Fool: `play` goes on afterwards."""

    play: CardPlay
    excuse: Excuse

    @property
    def turn(self) -> str | None:
        """The player of the Fool."""
        return self.excuse.seat

    @property
    def trick(self) -> int | None:
        """None: no card is played."""
        return None

    @property
    def card(self) -> int | None:
        """None: no card is played."""
        return None

    def legal_actions(self) -> tuple[str, ...]:
        """Every card but the Fool that the side has won, in pack order."""
        won = set(self.play.won.to_give(self.excuse.seat, self.play.setting))
        return tuple(EXCHANGE + text for text, card in self.play.setting.cards.items() if card in won)

    def understands(self, action: str) -> bool:
        """Whether `action` is a word of the game."""
        return self.play.understands(action)

    def objection(self, action: str) -> Problem | None:
        """Why `action` may not be said: it gives nothing, or a card the side has not won."""
        if action in self.legal_actions():
            return None
        if not action.startswith(EXCHANGE):
            return Problem("exchange_due", _SENTENCES["exchange_due"], {"said": action})
        return Problem("not_won", _SENTENCES["not_won"], {"card": action.removeprefix(EXCHANGE)})

    def after(self, action: str) -> "CardPlay | Exchange":
        """The next lead, or another exchange."""
        legal = self.legal_actions()
        text = (action if action in legal else legal[0]).removeprefix(EXCHANGE)
        won = self.play.won.given(self.excuse, self.play.setting.cards[text], self.play.setting)
        return replace(self.play, won=won).settled()

    def outcome(self) -> Outcome | None:
        """None: a card is still due."""
        return None
