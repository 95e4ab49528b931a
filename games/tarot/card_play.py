"""The play of the cards, and the card that is given for the Fool between tricks.

A card against the rules counts as if it were allowed, a card of another hand is taken from nobody.
Anything that is no card changes nothing; where a card is to be given for the Fool, anything but one
that can be given counts as the first that can, in pack order.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.cards import Card, Pack
from games.fields import Outcome
from games.problems import Problem
from games.shown_moment import ActionInWords
from games.tarot import bonus_counting
from games.tarot.bonus_counting import TrickTaken
from games.tarot.deal_setup import EXCHANGE_PREFIX, DealSetup
from games.tarot.following import fool_problem_code, playable_cards, trick_taker, violated_rule_code
from games.tarot.pack import FOOL
from games.tarot.won_cards import Excuse, WonCards
from games.text import Words
from games.text import gettext_noop as _
from games.trick_play import Aside, TrickPlay
from games.tricks import led_by

_MESSAGES = {
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

    setup: DealSetup
    declared: Outcome
    discards: Mapping[str, Pack] = field(repr=False)
    won: WonCards

    @property
    def playable(self) -> Pack:
        """The cards of the hand that may be played."""
        has_trick = self.turn is not None and self.won.has_trick(self.turn)
        return playable_cards(self.setup.rules, self.hand, self.current, has_trick)

    @property
    def so_far(self) -> Mapping[str, Words]:
        """The tricks of each seat."""
        return self.won.so_far

    def understands(self, action: str) -> bool:
        """Whether `action` is a word of the game: also a discard, a declaration or an exchange."""
        return action in self.setup.all_actions

    def objection(self, action: str) -> Problem | None:
        """Which rule `action` breaks, the plainest first."""
        if action in self.cards:
            return super().objection(action)
        return Problem("illegal_call", _MESSAGES["illegal_call"], {"said": action})

    def broken_duty(self, card: Card) -> Problem:
        """What forbids the Fool, or the duty that another card neglects."""
        rules, has_trick = self.setup.rules, self.won.has_trick(self.turn or "")
        fool_code = (
            fool_problem_code(rules, self.hand, self.current, has_trick) if card == FOOL else None
        )
        code = fool_code or violated_rule_code(rules, self.hand, self.current)
        return Problem(code, _MESSAGES[code], {"card": str(card)})

    def outcome(self) -> Outcome | None:
        """What the table writes down once every card has been played, each as often as it was
        dealt."""
        if not self.hands.add_up:
            return None
        rules, seats = self.setup.rules, self.setup.seats
        counted = rules.counting.field_values(self.won.taken_by_line(self.setup, self.discards))
        return {
            **counted,
            **self.declared,
            **bonus_counting.bonus_values(rules.bonuses, self.won.tricks, seats),
        }

    def next_position(self) -> "CardPlay | ExchangePosition":
        """The next lead, unless a card is to be given for the Fool first."""
        excuse = self.won.due_excuse(self.setup)
        return ExchangePosition(self, excuse) if excuse else self

    @property
    def taker(self) -> str:
        """By the order of the cards, and what the Fool is there."""
        return trick_taker(self.setup.rules, self.current)

    def collected(self) -> "CardPlay | ExchangePosition":
        """The trick goes to whoever took it."""
        rules, number = self.setup.rules, len(self.won.tricks) + 1
        winner = self.taker
        seats, cards = self.current.seats, self.current.cards
        trick = TrickTaken(number, number == rules.trick_count, seats, cards, winner)
        won = self.won.with_trick(trick, self.setup)
        return replace(self, current=led_by(winner, self.setup.seats), won=won).next_position()


@dataclass(frozen=True)
class ExchangePosition(Aside):
    """The moment after a trick when a card is due for the Fool: `play` goes on afterwards."""

    play: CardPlay
    excuse: Excuse

    @property
    def turn(self) -> str | None:
        """The player of the Fool."""
        return self.excuse.seat

    @property
    def asked(self) -> Words:
        """A card that his side has won."""
        return Words(_("Give a card for the Fool"))

    def in_words(self, action: str) -> ActionInWords:
        """The card."""
        card = self.play.setup.card_by_text[action.removeprefix(EXCHANGE_PREFIX)]
        return ActionInWords(Words(_("in exchange for the Fool")), card, needs_no_words=True)

    def held(self, seat: str) -> Pack:
        """What has not been played."""
        return self.play.held(seat)

    @property
    def so_far(self) -> Mapping[str, Words]:
        """As after the trick."""
        return self.play.so_far

    def legal_actions(self) -> tuple[str, ...]:
        """Every card but the Fool that the side has won, in pack order."""
        won = set(self.play.won.exchangeable_cards(self.excuse.seat, self.play.setup))
        return tuple(
            EXCHANGE_PREFIX + text
            for text, card in self.play.setup.card_by_text.items()
            if card in won
        )

    def understands(self, action: str) -> bool:
        """Whether `action` is a word of the game."""
        return self.play.understands(action)

    def objection(self, action: str) -> Problem | None:
        """Why `action` may not be said: it gives nothing, or a card the side has not won."""
        if action in self.legal_actions():
            return None
        if not action.startswith(EXCHANGE_PREFIX):
            return Problem("exchange_due", _MESSAGES["exchange_due"], {"said": action})
        return Problem(
            "not_won", _MESSAGES["not_won"], {"card": action.removeprefix(EXCHANGE_PREFIX)}
        )

    def after(self, action: str) -> "CardPlay | ExchangePosition":
        """The next lead, or another exchange."""
        legal = self.legal_actions()
        text = (action if action in legal else legal[0]).removeprefix(EXCHANGE_PREFIX)
        won = self.play.won.with_exchange(
            self.excuse, self.play.setup.card_by_text[text], self.play.setup
        )
        return replace(self.play, won=won).next_position()
