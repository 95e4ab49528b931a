"""The play of the cards, and the exchange of a card for the Fool between tricks.

An illegal card is played as if it were legal; the hands of other seats stay unchanged. During the
play of the cards an action that is no card changes nothing. When a card is to be given for the
Fool, any other action counts as giving the first possible card in pack order.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.cards import Card, Pack
from games.fields import Outcome
from games.position_view import ActionDescription
from games.problems import Problem
from games.tarot import bonus_counting
from games.tarot.bonus_counting import TrickTaken
from games.tarot.deal_setup import EXCHANGE_PREFIX, DealSetup
from games.tarot.following import fool_problem_code, playable_cards, trick_taker, violated_rule_code
from games.tarot.pack import FOOL
from games.tarot.won_cards import Excuse, WonCards
from games.text import Text
from games.text import gettext_noop as _
from games.trick_play import NonTrickPosition, TrickPlay
from games.tricks import new_trick

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
    """A position in the play of the cards."""

    setup: DealSetup
    declared: Outcome
    discards: Mapping[str, Pack] = field(repr=False)
    won: WonCards

    @property
    def playable(self) -> Pack:
        """The cards of the hand that may be played."""
        has_taken_trick = self.turn is not None and self.won.has_taken_trick(self.turn)
        return playable_cards(self.setup.rules, self.hand, self.current_trick, has_taken_trick)

    @property
    def points_so_far(self) -> Mapping[str, Text]:
        """The number of tricks of each seat."""
        return self.won.trick_count_texts

    def is_action(self, action: str) -> bool:
        """Return whether `action` is an action of the game, such as a card or a declaration."""
        return action in self.setup.all_actions

    def violation(self, action: str) -> Problem | None:
        """Return the rule that `action` breaks, or None; the simplest rule if it breaks several."""
        if action in self.cards:
            return super().violation(action)
        return Problem("illegal_call", _MESSAGES["illegal_call"], {"said": action})

    def rule_violation(self, card: Card) -> Problem:
        """Return the rule that an illegal card of the hand breaks."""
        rules, has_taken_trick = self.setup.rules, self.won.has_taken_trick(self.turn or "")
        fool_code = (
            fool_problem_code(rules, self.hand, self.current_trick, has_taken_trick)
            if card == FOOL
            else None
        )
        code = fool_code or violated_rule_code(rules, self.hand, self.current_trick)
        return Problem(code, _MESSAGES[code], {"card": str(card)})

    def outcome(self) -> Outcome | None:
        """Return the outcome to record, once every card was played as often as it was dealt."""
        if not self.hands.is_fully_played:
            return None
        rules, seats = self.setup.rules, self.setup.seats
        counted_points = rules.counting.field_values(
            self.won.taken_by_line(self.setup, self.discards)
        )
        return {
            **counted_points,
            **self.declared,
            **bonus_counting.bonus_values(rules.bonuses, self.won.tricks, seats),
        }

    def next_position(self) -> "CardPlay | ExchangePosition":
        """Return the exchange of a card for the Fool if one is due, otherwise the next lead."""
        excuse = self.won.due_excuse(self.setup)
        return ExchangePosition(self, excuse) if excuse else self

    @property
    def taker(self) -> str:
        """The player of the card that takes the trick."""
        return trick_taker(self.setup.rules, self.current_trick)

    def after_trick(self) -> "CardPlay | ExchangePosition":
        """Give the trick to its winner."""
        rules, number = self.setup.rules, len(self.won.tricks) + 1
        winner = self.taker
        seats, cards = self.current_trick.seats, self.current_trick.cards
        trick = TrickTaken(number, number == rules.trick_count, seats, cards, winner)
        won = self.won.with_trick(trick, self.setup)
        return replace(
            self, current_trick=new_trick(winner, self.setup.seats), won=won
        ).next_position()


@dataclass(frozen=True)
class ExchangePosition(NonTrickPosition):
    """The position in which a card is to be given for the Fool before `play` continues."""

    play: CardPlay
    excuse: Excuse

    @property
    def turn(self) -> str | None:
        """The player of the Fool."""
        return self.excuse.seat

    @property
    def prompt(self) -> Text:
        """The prompt to give a card for the Fool."""
        return Text(_("Give a card for the Fool"))

    def describe(self, action: str) -> ActionDescription:
        """Return the card."""
        card = self.play.setup.card_by_text[action.removeprefix(EXCHANGE_PREFIX)]
        return ActionDescription(Text(_("in exchange for the Fool")), card, card_suffices=True)

    def hand_of(self, seat: str) -> Pack:
        """Return the cards that `seat` has not played."""
        return self.play.hand_of(seat)

    @property
    def points_so_far(self) -> Mapping[str, Text]:
        """The number of tricks of each seat."""
        return self.play.points_so_far

    def legal_actions(self) -> tuple[str, ...]:
        """Return each card but the Fool that the side has won, in pack order."""
        won = set(self.play.won.exchangeable_cards(self.excuse.seat, self.play.setup))
        return tuple(
            EXCHANGE_PREFIX + text
            for text, card in self.play.setup.card_by_text.items()
            if card in won
        )

    def is_action(self, action: str) -> bool:
        """Return whether `action` is an action of the game, even if it is not allowed here."""
        return self.play.is_action(action)

    def violation(self, action: str) -> Problem | None:
        """Return why `action` is not allowed: no card is given, or one the side has not won."""
        if action in self.legal_actions():
            return None
        if not action.startswith(EXCHANGE_PREFIX):
            return Problem("exchange_due", _MESSAGES["exchange_due"], {"said": action})
        return Problem(
            "not_won", _MESSAGES["not_won"], {"card": action.removeprefix(EXCHANGE_PREFIX)}
        )

    def after(self, action: str) -> "CardPlay | ExchangePosition":
        """Return the next lead, or another exchange."""
        legal = self.legal_actions()
        text = (action if action in legal else legal[0]).removeprefix(EXCHANGE_PREFIX)
        won = self.play.won.with_exchange(
            self.excuse, self.play.setup.card_by_text[text], self.play.setup
        )
        return replace(self.play, won=won).next_position()
