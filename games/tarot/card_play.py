"""The play of the cards, and the card that is given for the Fool between tricks.

A card against the rules counts as if it were allowed, a card of another hand is taken from nobody.
Anything that is no card changes nothing; where a card is to be given for the Fool, anything but one
that can be given counts as the first that can, in pack order.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.cards import Card, Pack
from games.fields import Outcome
from games.position_view import ActionDescription
from games.problems import Problem
from games.tarot import bonus_counting as bonuses
from games.tarot.bonus_counting import TrickTaken
from games.tarot.deal_setup import EXCHANGE, Setting
from games.tarot.following import fool_barred, playable, rule_violation, taker
from games.tarot.fool import Excuse, Won
from games.tarot.pack import FOOL
from games.text import Text
from games.text import gettext_noop as _
from games.trick_play import NonTrickPosition, TrickPlay
from games.tricks import new_trick

_SENTENCES = {
    "illegal_call": _("“%(said)s” is not possible now: play a card."),
    "must_follow_suit": _("%(card)s does not follow suit, and the hand can."),
    "must_trump": _("%(card)s is no trump, and the hand has one."),
    "fool_may_not_be_led": _("The Fool may not be led."),
    "fool_too_late": _("The Fool may not be played so late while there is another card."),
    "fool_needs_trick": _("The Fool may not be played before its player has taken a trick."),
    "exchange_due": _("“%(said)s” is not possible now: give a card for the Fool."),
    "not_won": _("%(card)s is not among the cards this side has won."),
}


@dataclass(frozen=True)
class CardPlay(TrickPlay):
    """A moment in the play of the cards."""

    setting: Setting
    declared: Outcome
    discards: Mapping[str, Pack] = field(repr=False)
    won: Won

    @property
    def playable(self) -> Pack:
        """The cards of the hand that may be played."""
        has_trick = self.turn is not None and self.won.has_trick(self.turn)
        return playable(self.setting.rules, self.hand, self.current_trick, has_trick)

    @property
    def so_far(self) -> Mapping[str, Text]:
        """The tricks of each seat."""
        return self.won.so_far

    def is_action(self, action: str) -> bool:
        """Whether `action` is a word of the game: also a discard, a declaration or an exchange."""
        return action in self.setting.words

    def violation(self, action: str) -> Problem | None:
        """Which rule `action` breaks, the plainest first."""
        if action in self.cards:
            return super().violation(action)
        return Problem("illegal_call", _SENTENCES["illegal_call"], {"said": action})

    def rule_violation(self, card: Card) -> Problem:
        """What forbids the Fool, or the duty that another card neglects."""
        rules, has_trick = self.setting.rules, self.won.has_trick(self.turn or "")
        barred = (
            fool_barred(rules, self.hand, self.current_trick, has_trick) if card == FOOL else None
        )
        code = barred or rule_violation(rules, self.hand, self.current_trick)
        return Problem(code, _SENTENCES[code], {"card": str(card)})

    def outcome(self) -> Outcome | None:
        """What the table writes down once every card has been played, each as often as it was
        dealt."""
        if not self.hands.is_fully_played:
            return None
        rules, seats = self.setting.rules, self.setting.seats
        counted = rules.counting.written(self.won.taken(self.setting, self.discards))
        return {**counted, **self.declared, **bonuses.earned(rules.bonuses, self.won.tricks, seats)}

    def settled(self) -> "CardPlay | Exchange":
        """The next lead, unless a card is to be given for the Fool first."""
        excuse = self.won.due(self.setting)
        return Exchange(self, excuse) if excuse else self

    @property
    def taker(self) -> str:
        """By the order of the cards, and what the Fool is there."""
        return taker(self.setting.rules, self.current_trick)

    def after_trick(self) -> "CardPlay | Exchange":
        """The trick goes to whoever took it."""
        rules, number = self.setting.rules, len(self.won.tricks) + 1
        winner = self.taker
        seats, cards = self.current_trick.seats, self.current_trick.cards
        trick = TrickTaken(number, number == rules.tricks, seats, cards, winner)
        won = self.won.after_trick(trick, self.setting)
        return replace(self, current_trick=new_trick(winner, self.setting.seats), won=won).settled()


@dataclass(frozen=True)
class Exchange(NonTrickPosition):
    """The moment after a trick when a card is due for the Fool: `play` goes on afterwards."""

    play: CardPlay
    excuse: Excuse

    @property
    def turn(self) -> str | None:
        """The player of the Fool."""
        return self.excuse.seat

    @property
    def prompt(self) -> Text:
        """A card that his side has won."""
        return Text(_("Give a card for the Fool"))

    def describe(self, action: str) -> ActionDescription:
        """The card."""
        card = self.play.setting.cards[action.removeprefix(EXCHANGE)]
        return ActionDescription(Text(_("in exchange for the Fool")), card, card_suffices=True)

    def held(self, seat: str) -> Pack:
        """What has not been played."""
        return self.play.held(seat)

    @property
    def so_far(self) -> Mapping[str, Text]:
        """As after the trick."""
        return self.play.so_far

    def legal_actions(self) -> tuple[str, ...]:
        """Every card but the Fool that the side has won, in pack order."""
        won = set(self.play.won.to_give(self.excuse.seat, self.play.setting))
        return tuple(
            EXCHANGE + text for text, card in self.play.setting.cards.items() if card in won
        )

    def is_action(self, action: str) -> bool:
        """Whether `action` is a word of the game."""
        return self.play.is_action(action)

    def violation(self, action: str) -> Problem | None:
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
