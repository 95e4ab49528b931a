"""The rules of one tarot game as data: everything in which the games of the family differ."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from games.cards import Card, Pack
from games.tarot.bonus_counting import Bonuses
from games.tarot.counting import NO_POINTS, Counting
from games.tarot.declarations import DeclarationTable
from games.tarot.pack import FOOL, HONOURS, KINGS, ORIGINAL, TAROT_78, TRUMPS, Order
from games.tarot.x_from_points import OWN, Settling

KINGS_AND_HONOURS = KINGS | HONOURS
"""The four Kings, XXI, I and the Fool: what the base game does not let the dealer discard."""

KINGS_AND_TRUMPS = KINGS | TRUMPS
"""The four Kings and I–XXI, not the Fool."""

NO_DECLARATIONS = DeclarationTable()
"""Nothing may be declared."""


FoolLed = Literal["never", "as_trump", "next_suit"]
"""Whether the Fool may be led, and what must follow it: trumps, or the suit of the next card."""


@dataclass(frozen=True)
class Fool:
    """How the Fool is played as an excuse.

    `exchanged`: its player owes the winner of the trick a card he has won. `forfeited`: it goes to
    the winner of its trick when its player's side takes no trick at all. `led`: whether it may be
    led. `needs_trick`: its player must have won a trick first. `dead`: in so many last tricks it is
    taken by the winner like any card. `barred`: in so many it may not be played while its player
    has another card.
    """

    exchanged: bool = True
    forfeited: bool = True
    led: FoolLed = "next_suit"
    needs_trick: bool = False
    dead: int = 0
    barred: int = 0


@dataclass(frozen=True)
class TarotRules:
    """One game of the family.

    `dealer_hand` and `hand`: cards dealt to the dealer and to each other player; `dealer_discards`
    and `discards` those they put away. `kept` may not be discarded while anything else is left;
    `trumps_go` says from which hand trumps may be discarded all the same: never, from `three`
    exactly, or also when they are I and one more beside the Fool, and then the Fool may go too.
    `order` ranks the cards; `half_trumps` is the suit that ranks between trumps and the others, if
    there is one. `ruff_waived`: nobody need trump a plain suit once another has. `later_equal`: of
    two identical cards the one played later is the higher. `pairs`: partners sit opposite.
    `counting` is how taken cards count. `declared_by` is who declares first: dealer, or the one on
    his right (left in a clockwise game). `settling` makes X of what the lines count.
    """

    dealer_hand: int
    hand: int
    dealer_discards: int = 0
    discards: int = 0
    kept: frozenset[Card] = KINGS_AND_HONOURS
    trumps_go: Literal["never", "three", "three_or_fool"] = "never"
    pack: Pack = TAROT_78
    order: Order = field(default_factory=lambda: ORIGINAL)
    half_trumps: str = ""
    ruff_waived: bool = False
    later_equal: bool = False
    fool: Fool = Fool()
    pairs: bool = False
    counting: Counting = NO_POINTS
    declarations: DeclarationTable = NO_DECLARATIONS
    declared_by: Literal["dealer", "right"] = "right"
    bonuses: Bonuses = ()
    settling: Settling = OWN

    def strength(self, card: Card) -> tuple[int, int]:
        """Comparable strength among trumps, half-trumps and the rest; the Fool is below
        everything."""
        if card == FOOL:
            return (-1, 0)
        group = 2 if card.suit == "T" else 1 if card.suit == self.half_trumps else 0
        return (group, self.order[card])

    def dealt(self, seats: Iterable[str], dealer: str) -> dict[str, int]:
        """How many cards each of `seats` is dealt."""
        return {seat: self.dealer_hand if seat == dealer else self.hand for seat in seats}

    def put_away(self, seat: str, dealer: str) -> int:
        """How many cards `seat` discards."""
        return self.dealer_discards if seat == dealer else self.discards

    @property
    def tricks(self) -> int:
        """How many tricks are played."""
        return self.hand - self.discards
