"""The discards before play: one card for each action, the dealer first.

In some games the other players discard too. Some cards are protected, but a hand that holds nothing
else may discard any card. An illegal discard of a card in hand counts as if it were legal; any
other illegal action counts as the first legal discard.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.cards import Card, Pack
from games.fields import Outcome
from games.hands import initial_hands
from games.position import Position
from games.position_view import ActionDescription
from games.problems import Problem
from games.tarot.card_play import CardPlay
from games.tarot.deal_setup import DISCARD_PREFIX, DealSetup
from games.tarot.declarations import undeclared_values
from games.tarot.declaring import DeclarationPosition
from games.tarot.pack import FOOL, PAGAT, TRUMPS
from games.tarot.rules import TarotRules
from games.tarot.won_cards import WonCards
from games.text import Text
from games.text import gettext_noop as _
from games.trick_play import NonTrickPosition
from games.tricks import new_trick

_MESSAGES = {
    "discard_due": _("“%(said)s” is not possible now: discard a card."),
    "not_held": _("%(card)s is not in this hand."),
    "may_not_be_discarded": _("%(card)s may not be discarded: something else is left."),
}


def protected_cards(rules: TarotRules, dealt: Pack) -> frozenset[Card]:
    """Return the cards that may not be discarded while the hand holds anything else.

    `dealt` is the hand before any discards.
    """
    trumps = [card for card in dealt if card in TRUMPS]
    if rules.trump_discard_rule != "never" and len(trumps) == 3:
        return rules.protected_cards - TRUMPS
    if (
        rules.trump_discard_rule == "three_or_fool"
        and len(trumps) == 2
        and {PAGAT, FOOL} <= set(dealt)
    ):
        return rules.protected_cards - TRUMPS - {FOOL}
    return rules.protected_cards


@dataclass(frozen=True)
class DiscardPosition(NonTrickPosition):
    """A position in which a card is to be discarded.

    `seats_due` are the seats that have cards to discard, in order; a seat is repeated for each
    card. Cards are left out of the `repr`, so that no log reveals them.
    """

    setup: DealSetup
    dealt: Mapping[str, Pack] = field(repr=False)
    seats_due: tuple[str, ...]
    discards: Mapping[str, Pack] = field(repr=False)

    @property
    def turn(self) -> str:
        """The seat to discard."""
        return self.seats_due[0]

    def hand_of(self, seat: str) -> Pack:
        """Return the cards that `seat` has not discarded."""
        remaining = Counter(self.dealt[seat]) - Counter(self.discards[seat])
        return tuple(remaining.elements())

    @property
    def prompt(self) -> Text:
        """The prompt to discard a card."""
        return Text(_("Discard a card"))

    def describe(self, action: str) -> ActionDescription:
        """Return the card, which the other players do not see."""
        card = self.setup.card_by_text[action.removeprefix(DISCARD_PREFIX)]
        return ActionDescription(Text(_("a discard")), card, card_suffices=True, is_hidden=True)

    def legal_actions(self) -> tuple[str, ...]:
        """Return the cards that may be discarded, in pack order."""
        seat = self.turn
        held, protected = (
            set(self.hand_of(seat)),
            protected_cards(self.setup.rules, self.dealt[seat]),
        )
        discardable = held - protected or held
        return tuple(
            DISCARD_PREFIX + text
            for text, card in self.setup.card_by_text.items()
            if card in discardable
        )

    def is_action(self, action: str) -> bool:
        """Return whether `action` is an action of the game, even if it is not allowed here."""
        return action in self.setup.all_actions

    def violation(self, action: str) -> Problem | None:
        """Return why `action` is not allowed: not a discard, card not held, or card protected."""
        if action in self.legal_actions():
            return None
        if not action.startswith(DISCARD_PREFIX):
            return Problem("discard_due", _MESSAGES["discard_due"], {"said": action})
        card = action.removeprefix(DISCARD_PREFIX)
        is_held = self.setup.card_by_text[card] in self.hand_of(self.turn)
        code = "may_not_be_discarded" if is_held else "not_held"
        return Problem(code, _MESSAGES[code], {"card": card})

    def after(self, action: str) -> Position:
        """Return the next position; an action without a card in hand discards a legal one."""
        seat = self.turn
        text = action.removeprefix(DISCARD_PREFIX) if action.startswith(DISCARD_PREFIX) else ""
        card = self.setup.card_by_text.get(text)
        if card is None or card not in self.hand_of(seat):
            card = self.setup.card_by_text[self.legal_actions()[0].removeprefix(DISCARD_PREFIX)]
        discards = {**self.discards, seat: (*self.discards[seat], card)}
        return replace(self, seats_due=self.seats_due[1:], discards=discards).next_position()

    def next_position(self) -> Position:
        """Return what follows when all cards are discarded, otherwise this position."""
        if self.seats_due:
            return self
        hands = {seat: self.hand_of(seat) for seat in self.setup.seats}
        return _after_discards(self.setup, hands, self.discards)


def first_position(setup: DealSetup, hands: Mapping[str, Pack]) -> Position:
    """Return the first position of a deal."""
    seats, rules = setup.seats_dealer_first(), setup.rules
    seats_due = tuple(
        seat for seat in seats for _each in range(rules.discard_count_for(seat, setup.dealer))
    )
    return DiscardPosition(setup, hands, seats_due, dict.fromkeys(setup.seats, ())).next_position()


def _after_discards(
    setup: DealSetup, hands: Mapping[str, Pack], discards: Mapping[str, Pack]
) -> Position:
    """Return the first declaration, or the first lead in a game without declarations."""
    table = setup.rules.declarations
    leader = setup.seats_dealer_last()[0]

    def start_card_play(declared: Outcome) -> Position:
        won = WonCards(dict.fromkeys(setup.seats, ()))
        current_trick = new_trick(leader, setup.seats)
        return CardPlay(
            setup.card_by_text, current_trick, initial_hands(hands), setup, declared, discards, won
        )

    if not table:
        return start_card_play({})
    dealer_speaks_first = setup.rules.first_declarer == "dealer"
    speakers = setup.seats_dealer_first() if dealer_speaks_first else setup.seats_dealer_last()
    return DeclarationPosition(
        table,
        setup.opponents,
        hands,
        speakers,
        declared=undeclared_values(table, setup.seats),
        known_actions=setup.all_actions,
        on_complete=start_card_play,
    )
