"""The rules of one tarot game as data: everything in which the games of the family differ."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from games.cards import Card, Pack
from games.tarot.bonus_counting import Bonuses
from games.tarot.counting import NO_POINTS, Counting
from games.tarot.declarations import DeclarationTable
from games.tarot.pack import FOOL, HONOURS, KINGS, ORIGINAL_ORDER, TAROT_78, TRUMPS, CardOrder
from games.tarot.settlement import OWN_POINTS, Settlement

KINGS_AND_HONOURS = KINGS | HONOURS
"""The four Kings, XXI, I and the Fool: what the base game does not let the dealer discard."""

KINGS_AND_TRUMPS = KINGS | TRUMPS
"""The four Kings and I–XXI, not the Fool."""

NO_DECLARATIONS = DeclarationTable()
"""Nothing may be declared."""


FoolLead = Literal["never", "as_trump", "next_suit"]
"""Whether the Fool may be led, and what must follow it: trumps, or the suit of the next card."""


@dataclass(frozen=True)
class FoolRules:
    """How the Fool is played as an excuse.

    `is_exchanged`: its player owes the winner of the trick a card he has won. `is_forfeited`: it goes to
    the winner of its trick when its player's side takes no trick at all. `lead_rule`: whether it may be
    led. `requires_trick`: its player must have won a trick first. `dead_tricks`: in so many last tricks it is
    taken by the winner like any card. `barred_tricks`: in so many it may not be played while its player
    has another card.
    """

    is_exchanged: bool = True
    is_forfeited: bool = True
    lead_rule: FoolLead = "next_suit"
    requires_trick: bool = False
    dead_tricks: int = 0
    barred_tricks: int = 0


@dataclass(frozen=True)
class TarotRules:
    """One game of the family.

    `dealer_hand_size` and `hand`: cards dealt to the dealer and to each other player; `dealer_discard_count`
    and `discards` those they put away. `protected_cards` may not be discarded while anything else is left;
    `trump_discard_rule` says from which hand trumps may be discarded all the same: never, from `three`
    exactly, or also when they are I and one more beside the Fool, and then the Fool may go too.
    `order` ranks the cards; `half_trump_suit` is the suit that ranks between trumps and the others, if
    there is one. `second_ruff_optional`: nobody need trump a plain suit once another has. `later_duplicate_wins`: of
    two identical cards the one played later is the higher. `has_partners`: partners sit opposite.
    `counting` is how taken cards count. `first_declarer` is who declares first: dealer, or the one on
    his right (left in a clockwise game). `settlement` makes X of what the lines count.
    """

    dealer_hand_size: int
    hand_size: int
    dealer_discard_count: int = 0
    discard_count: int = 0
    protected_cards: frozenset[Card] = KINGS_AND_HONOURS
    trump_discard_rule: Literal["never", "three", "three_or_fool"] = "never"
    pack: Pack = TAROT_78
    order: CardOrder = field(default_factory=lambda: ORIGINAL_ORDER)
    half_trump_suit: str = ""
    second_ruff_optional: bool = False
    later_duplicate_wins: bool = False
    fool: FoolRules = FoolRules()
    has_partners: bool = False
    counting: Counting = NO_POINTS
    declarations: DeclarationTable = NO_DECLARATIONS
    first_declarer: Literal["dealer", "right"] = "right"
    bonuses: Bonuses = ()
    settlement: Settlement = OWN_POINTS

    def strength(self, card: Card) -> tuple[int, int]:
        """Comparable strength among trumps, half-trumps and the rest; the Fool is below
        everything."""
        if card == FOOL:
            return (-1, 0)
        group = 2 if card.suit == "T" else 1 if card.suit == self.half_trump_suit else 0
        return (group, self.order[card])

    def hand_sizes(self, seats: Iterable[str], dealer: str) -> dict[str, int]:
        """How many cards each of `seats` is dealt."""
        return {seat: self.dealer_hand_size if seat == dealer else self.hand_size for seat in seats}

    def discard_count_for(self, seat: str, dealer: str) -> int:
        """How many cards `seat` discards."""
        return self.dealer_discard_count if seat == dealer else self.discard_count

    @property
    def trick_count(self) -> int:
        """How many tricks are played."""
        return self.hand_size - self.discard_count
