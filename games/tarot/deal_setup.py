"""What is fixed before the first action of a deal, and all actions of the game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from games.tarot.declaring import declaration_actions
from games.tarot.rules import TarotRules
from games.trick_play import CardsByText, cards_by_text
from games.tricks import new_trick

# How actions begin that discard a card, or give one for the Fool.
DISCARD_PREFIX, EXCHANGE_PREFIX = "discard:", "exchange:"


@dataclass(frozen=True)
class DealSetup:
    """What is fixed before the first action of a deal.

    `seats` are in order of play; `opponents` has the opponents of each seat.
    """

    rules: TarotRules = field(repr=False)
    seats: tuple[str, ...]
    lines: Mapping[str, tuple[str, ...]]
    opponents: Mapping[str, tuple[str, ...]]
    dealer: str

    @cached_property
    def card_by_text(self) -> CardsByText:
        """Each card by its text."""
        return cards_by_text(self.rules.pack)

    @cached_property
    def all_actions(self) -> frozenset[str]:
        """Every action of the game."""
        card_actions = [
            prefix + text for text in self.card_by_text for prefix in ("", *self._action_prefixes)
        ]
        return declaration_actions(self.rules.declarations, self.seats).union(card_actions)

    def seats_dealer_last(self) -> tuple[str, ...]:
        """Return the seats in order of play, the dealer last."""
        from_dealer = self.seats_dealer_first()
        return (*from_dealer[1:], self.dealer)

    def seats_dealer_first(self) -> tuple[str, ...]:
        """Return the seats in order of play, the dealer first."""
        return new_trick(self.dealer, self.seats).seats

    def side_of(self, seat: str) -> tuple[str, ...]:
        """Return `seat` and its partner, or `seat` alone in a game without partners."""
        opponents = self.opponents[seat]
        return (seat, *(other for other in self.seats if other != seat and other not in opponents))

    @property
    def _action_prefixes(self) -> tuple[str, ...]:
        discards = (DISCARD_PREFIX,) if self.rules.dealer_discard_count else ()
        return (*discards, EXCHANGE_PREFIX) if self.rules.fool.is_exchanged else discards
