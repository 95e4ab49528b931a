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
from games.hands import initial_hands
from games.position import Position
from games.position_view import ActionDescription
from games.problems import Problem
from games.tarot import declarations
from games.tarot.card_play import CardPlay
from games.tarot.deal_setup import DISCARD, Setting
from games.tarot.declaring_in_play import Declaring
from games.tarot.fool import Won
from games.tarot.pack import FOOL, TRUMP, TRUMPS
from games.tarot.rules import TarotRules
from games.text import Text
from games.text import gettext_noop as _
from games.trick_play import NonTrickPosition
from games.tricks import new_trick

_PAGAT = Card(TRUMP, "1")

_SENTENCES = {
    "discard_due": _("“%(said)s” is not possible now: discard a card."),
    "not_held": _("%(card)s is not in this hand."),
    "may_not_be_discarded": _("%(card)s may not be discarded: something else is left."),
}


def kept(rules: TarotRules, dealt: Pack) -> frozenset[Card]:
    """The cards that stay in a hand while it holds anything else; `dealt` is the hand as it was
    at first."""
    trumps = [card for card in dealt if card in TRUMPS]
    if rules.trumps_go != "never" and len(trumps) == 3:
        return rules.kept - TRUMPS
    if rules.trumps_go == "three_or_fool" and len(trumps) == 2 and {_PAGAT, FOOL} <= set(dealt):
        return rules.kept - TRUMPS - {FOOL}
    return rules.kept


@dataclass(frozen=True)
class Discarding(NonTrickPosition):
    """`due` are the seats that have yet to discard, each as often as it must; its `repr` shows
    no cards."""

    setting: Setting
    dealt: Mapping[str, Pack] = field(repr=False)
    due: tuple[str, ...]
    discards: Mapping[str, Pack] = field(repr=False)

    @property
    def turn(self) -> str | None:
        """The seat to discard."""
        return self.due[0]

    def held(self, seat: str) -> Pack:
        """What `seat` still has in hand."""
        left = Counter(self.dealt[seat]) - Counter(self.discards[seat])
        return tuple(left.elements())

    @property
    def prompt(self) -> Text:
        """A discard."""
        return Text(_("Discard a card"))

    def describe(self, action: str) -> ActionDescription:
        """The card, which the others do not see."""
        card = self.setting.cards[action.removeprefix(DISCARD)]
        return ActionDescription(Text(_("a discard")), card, card_suffices=True, is_hidden=True)

    def legal_actions(self) -> tuple[str, ...]:
        """The cards that may go, in pack order."""
        seat = self.due[0]
        held, stay = set(self.held(seat)), kept(self.setting.rules, self.dealt[seat])
        free = held - stay or held
        return tuple(DISCARD + text for text, card in self.setting.cards.items() if card in free)

    def is_action(self, action: str) -> bool:
        """Whether `action` is a word of the game."""
        return action in self.setting.words

    def violation(self, action: str) -> Problem | None:
        """Why `action` may not be said: it discards nothing, or a card not held, or one that
        stays."""
        if action in self.legal_actions():
            return None
        if not action.startswith(DISCARD):
            return Problem("discard_due", _SENTENCES["discard_due"], {"said": action})
        card = action.removeprefix(DISCARD)
        held = self.setting.cards[card] in self.held(self.due[0])
        code = "may_not_be_discarded" if held else "not_held"
        return Problem(code, _SENTENCES[code], {"card": card})

    def after(self, action: str) -> Position:
        """The next moment; what is not a card in hand counts as the first legal discard."""
        seat = self.due[0]
        card = (
            self.setting.cards.get(action.removeprefix(DISCARD))
            if action.startswith(DISCARD)
            else None
        )
        if card is None or card not in self.held(seat):
            card = self.setting.cards[self.legal_actions()[0].removeprefix(DISCARD)]
        discards = {**self.discards, seat: (*self.discards[seat], card)}
        return replace(self, due=self.due[1:], discards=discards).settled()

    def settled(self) -> Position:
        """What follows as soon as nothing is left to discard."""
        if self.due:
            return self
        hands = {seat: self.held(seat) for seat in self.setting.seats}
        return _declared_from(self.setting, hands, self.discards)


def dealt_out(setting: Setting, hands: Mapping[str, Pack]) -> Position:
    """The first moment of a deal."""
    order, rules = setting.round_from_dealer(), setting.rules
    due = tuple(seat for seat in order for _each in range(rules.put_away(seat, setting.dealer)))
    return Discarding(setting, hands, due, dict.fromkeys(setting.seats, ())).settled()


def _declared_from(
    setting: Setting, hands: Mapping[str, Pack], discards: Mapping[str, Pack]
) -> Position:
    """The first declaration, or the lead where there are none."""
    table = setting.rules.declarations
    lead = setting.round_from_right()[0]

    def led(declared: Outcome) -> Position:
        won = Won(dict.fromkeys(setting.seats, ()))
        current_trick = new_trick(lead, setting.seats)
        return CardPlay(
            setting.cards, current_trick, initial_hands(hands), setting, declared, discards, won
        )

    if not table:
        return led({})
    first = setting.rules.declared_by == "dealer"
    speakers = setting.round_from_dealer() if first else setting.round_from_right()
    unsaid = declarations.unsaid(table, setting.seats)
    return Declaring(table, setting.opponents, hands, speakers, unsaid, setting.words, led)
