"""What is fixed before the first action of a deal, and every word of the game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from games.tarot.declaring_in_play import words
from games.tarot.rules import TarotRules
from games.trick_play import CardsByText, cards_by_text
from games.tricks import new_trick

DISCARD, EXCHANGE = "discard:", "exchange:"


@dataclass(frozen=True)
class Setting:
    """The rules, the seats in order of play, the lines they form, who opposes each seat, and the
    dealer."""

    rules: TarotRules = field(repr=False)
    seats: tuple[str, ...]
    lines: Mapping[str, tuple[str, ...]]
    opponents: Mapping[str, tuple[str, ...]]
    dealer: str

    @cached_property
    def cards(self) -> CardsByText:
        """Every card by its text."""
        return cards_by_text(self.rules.pack)

    @cached_property
    def words(self) -> frozenset[str]:
        """Every action of the game."""
        said = [prefix + text for text in self.cards for prefix in ("", *self._prefixes)]
        return words(self.rules.declarations, self.seats).union(said)

    def round_from_right(self) -> tuple[str, ...]:
        """The seats from the one after the dealer to the dealer himself."""
        from_dealer = self.round_from_dealer()
        return (*from_dealer[1:], self.dealer)

    def round_from_dealer(self) -> tuple[str, ...]:
        """The seats from the dealer on."""
        return new_trick(self.dealer, self.seats).seats

    def side(self, seat: str) -> tuple[str, ...]:
        """`seat` and his partner, `seat` first; alone where nobody has partners."""
        opponents = self.opponents[seat]
        return (seat, *(each for each in self.seats if each != seat and each not in opponents))

    @property
    def _prefixes(self) -> tuple[str, ...]:
        discards = (DISCARD,) if self.rules.dealer_discards else ()
        return (*discards, EXCHANGE) if self.rules.fool.exchanged else discards
