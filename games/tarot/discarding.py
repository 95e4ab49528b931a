"""The discards before play: one card an action, the dealer first, then, where they discard too, the
others.

Kings and honours or trumps, as the game says, stay in hand; but where a hand holds nothing else,
anything may go. An illegal discard that is held counts as if it were allowed, anything else as the
first legal one.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.cards import Card, Pack
from games.fields import Outcome
from games.hands import hands_of
from games.position import Position
from games.problems import Problem
from games.shown_moment import ActionInWords
from games.tarot import declarations
from games.tarot.card_play import CardPlay
from games.tarot.deal_setup import DISCARD_PREFIX, DealSetup
from games.tarot.declaring import DeclarationPosition
from games.tarot.pack import FOOL, PAGAT, TRUMPS
from games.tarot.rules import TarotRules
from games.tarot.won_cards import WonCards
from games.text import Words
from games.text import gettext_noop as _
from games.trick_play import Aside
from games.tricks import led_by

_MESSAGES = {
    "discard_due": _("“%(said)s” is not possible now: discard a card."),
    "not_held": _("%(card)s is not in this hand."),
    "may_not_be_discarded": _("%(card)s may not be discarded: something else is left."),
}


def protected_cards(rules: TarotRules, dealt: Pack) -> frozenset[Card]:
    """The cards that stay in a hand while it holds anything else; `dealt` is the hand as it was
    at first."""
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
class DiscardPosition(Aside):
    """`due` are the seats that have yet to discard, each as often as it must; its `repr` shows
    no cards."""

    setup: DealSetup
    dealt: Mapping[str, Pack] = field(repr=False)
    seats_due: tuple[str, ...]
    discards: Mapping[str, Pack] = field(repr=False)

    @property
    def turn(self) -> str | None:
        """The seat to discard."""
        return self.seats_due[0]

    def held(self, seat: str) -> Pack:
        """What `seat` still has in hand."""
        remaining = Counter(self.dealt[seat]) - Counter(self.discards[seat])
        return tuple(remaining.elements())

    @property
    def asked(self) -> Words:
        """A discard."""
        return Words(_("Discard a card"))

    def in_words(self, action: str) -> ActionInWords:
        """The card, which the others do not see."""
        card = self.setup.card_by_text[action.removeprefix(DISCARD_PREFIX)]
        return ActionInWords(Words(_("a discard")), card, needs_no_words=True, is_hidden=True)

    def legal_actions(self) -> tuple[str, ...]:
        """The cards that may go, in pack order."""
        seat = self.seats_due[0]
        held, protected = set(self.held(seat)), protected_cards(self.setup.rules, self.dealt[seat])
        discardable = held - protected or held
        return tuple(
            DISCARD_PREFIX + text
            for text, card in self.setup.card_by_text.items()
            if card in discardable
        )

    def understands(self, action: str) -> bool:
        """Whether `action` is a word of the game."""
        return action in self.setup.all_actions

    def objection(self, action: str) -> Problem | None:
        """Why `action` may not be said: it discards nothing, or a card not held, or one that
        stays."""
        if action in self.legal_actions():
            return None
        if not action.startswith(DISCARD_PREFIX):
            return Problem("discard_due", _MESSAGES["discard_due"], {"said": action})
        card = action.removeprefix(DISCARD_PREFIX)
        is_held = self.setup.card_by_text[card] in self.held(self.seats_due[0])
        code = "may_not_be_discarded" if is_held else "not_held"
        return Problem(code, _MESSAGES[code], {"card": card})

    def after(self, action: str) -> Position:
        """The next moment; what is not a card in hand counts as the first legal discard."""
        seat = self.seats_due[0]
        card = (
            self.setup.card_by_text.get(action.removeprefix(DISCARD_PREFIX))
            if action.startswith(DISCARD_PREFIX)
            else None
        )
        if card is None or card not in self.held(seat):
            card = self.setup.card_by_text[self.legal_actions()[0].removeprefix(DISCARD_PREFIX)]
        discards = {**self.discards, seat: (*self.discards[seat], card)}
        return replace(self, seats_due=self.seats_due[1:], discards=discards).next_position()

    def next_position(self) -> Position:
        """What follows as soon as nothing is left to discard."""
        if self.seats_due:
            return self
        hands = {seat: self.held(seat) for seat in self.setup.seats}
        return _after_discards(self.setup, hands, self.discards)


def first_position(setup: DealSetup, hands: Mapping[str, Pack]) -> Position:
    """The first moment of a deal."""
    seats, rules = setup.seats_dealer_first(), setup.rules
    seats_due = tuple(
        seat for seat in seats for _each in range(rules.discard_count_for(seat, setup.dealer))
    )
    return DiscardPosition(setup, hands, seats_due, dict.fromkeys(setup.seats, ())).next_position()


def _after_discards(
    setup: DealSetup, hands: Mapping[str, Pack], discards: Mapping[str, Pack]
) -> Position:
    """The first declaration, or the lead where there are none."""
    table = setup.rules.declarations
    leader = setup.seats_dealer_last()[0]

    def start_card_play(declared: Outcome) -> Position:
        won = WonCards(dict.fromkeys(setup.seats, ()))
        current = led_by(leader, setup.seats)
        return CardPlay(
            setup.card_by_text, current, hands_of(hands), setup, declared, discards, won
        )

    if not table:
        return start_card_play({})
    dealer_speaks_first = setup.rules.first_declarer == "dealer"
    speakers = setup.seats_dealer_first() if dealer_speaks_first else setup.seats_dealer_last()
    undeclared_values = declarations.undeclared_values(table, setup.seats)
    return DeclarationPosition(
        table,
        setup.opponents,
        hands,
        speakers,
        undeclared_values,
        setup.all_actions,
        start_card_play,
    )
