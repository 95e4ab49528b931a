"""The rules of one tarot game as data, for everything in which the games differ."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from games.cards import Card, Pack
from games.tarot.bonus_counting import Bonuses
from games.tarot.counting import NO_POINTS, Counting
from games.tarot.declarations import DeclarationTable
from games.tarot.pack import FOOL, HONOURS, KINGS, ORIGINAL_ORDER, TAROT_78, TRUMPS, CardOrder
from games.tarot.settlement import OWN_POINTS, Settlement

# The four Kings, XXI, I and the Fool, which may not be discarded in the base game.
KINGS_AND_HONOURS = KINGS | HONOURS

# The four Kings and the trumps I–XXI, but not the Fool.
KINGS_AND_TRUMPS = KINGS | TRUMPS

# The table of a game without declarations.
NO_DECLARATIONS = DeclarationTable()


# Whether the Fool may be led and, if so, what must follow it: trumps, or the suit of the next card.
FoolLead = Literal["never", "as_trump", "next_suit"]


@dataclass(frozen=True)
class FoolRules:
    """How the Fool is played.

    Usually it is an excuse: its player need not follow suit, does not win the trick, and keeps the
    card.
    """

    # Whether the player of the Fool owes the winner of the trick another card.
    is_exchanged: bool = True
    # Whether the Fool goes to the winner of its trick if its player's side takes no trick at all.
    is_forfeited: bool = True
    lead_rule: FoolLead = "next_suit"
    # Whether the Fool may be played only by a player who has already taken a trick.
    requires_trick: bool = False
    # In this many last tricks the winner takes the Fool like any other card.
    dead_tricks: int = 0
    # In this many last tricks the Fool may not be played while its player has another card.
    barred_tricks: int = 0


@dataclass(frozen=True)
class TarotRules:
    """The rules of one game of the family."""

    # Cards dealt to the dealer, and to each other player.
    dealer_hand_size: int
    hand_size: int
    # Cards discarded by the dealer, and by each other player.
    dealer_discard_count: int = 0
    discard_count: int = 0
    # Cards that may not be discarded while the hand holds anything else.
    protected_cards: frozenset[Card] = KINGS_AND_HONOURS
    # When trumps may be discarded although they are protected: `never`; in a hand with exactly
    # three trumps (`three`); or also in a hand with the Fool and two trumps of which one is the I
    # (`three_or_fool`), from which the Fool may be discarded too.
    trump_discard_rule: Literal["never", "three", "three_or_fool"] = "never"
    pack: Pack = TAROT_78
    order: CardOrder = field(default_factory=lambda: ORIGINAL_ORDER)
    # The suit that ranks between the trumps and the other suits, or a blank.
    half_trump_suit: str = ""
    # Whether a player who cannot follow a plain suit need not trump if another player has.
    second_ruff_optional: bool = False
    # Whether the later of two identical cards is the higher one; otherwise the first is.
    later_duplicate_wins: bool = False
    fool: FoolRules = FoolRules()
    # Whether players who sit opposite are partners.
    has_partners: bool = False
    # What the cards taken in tricks count.
    counting: Counting = NO_POINTS
    declarations: DeclarationTable = NO_DECLARATIONS
    # Who declares first: the dealer, or the next player in order of play, who sits on the dealer's
    # right (in a clockwise game on the left).
    first_declarer: Literal["dealer", "right"] = "right"
    bonuses: Bonuses = ()
    # How X follows from what the lines count and pay.
    settlement: Settlement = OWN_POINTS

    def strength(self, card: Card) -> tuple[int, int]:
        """Return a key that compares trumps, half-trumps and other cards; the Fool is lowest."""
        if card == FOOL:
            return (-1, 0)
        group = 2 if card.suit == "T" else 1 if card.suit == self.half_trump_suit else 0
        return (group, self.order[card])

    def hand_sizes(self, seats: Iterable[str], dealer: str) -> dict[str, int]:
        """Return how many cards each of `seats` is dealt."""
        return {seat: self.dealer_hand_size if seat == dealer else self.hand_size for seat in seats}

    def discard_count_for(self, seat: str, dealer: str) -> int:
        """Return how many cards `seat` discards."""
        return self.dealer_discard_count if seat == dealer else self.discard_count

    @property
    def trick_count(self) -> int:
        """The number of tricks in a deal."""
        return self.hand_size - self.discard_count
