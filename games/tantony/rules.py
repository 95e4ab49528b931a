"""The rules in which the three games of Tantony differ: packs, values, tricks and legs.

Source: David Parlett's rules of 1977, http://www.parlettgames.uk/oricards/tantony.html, in the
Japanese translation of 5 February 2022; docs/games/tantony.md describes them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from games.cards import FRENCH_52, Pack
from games.trick_play import CardsByText, cards_by_text

# The pack of three players: no seven to ten.
PACK_36 = tuple(card for card in FRENCH_52 if card.rank not in ("7", "8", "9", "10"))


def rank_values(court_values: str) -> Mapping[str, int]:
    """Return the value of a card by rank: pip cards count their pips.

    `court_values` has the values of J, Q, K and A, such as `15-20-25-30`.
    """
    pips = {str(pip): pip for pip in range(2, 11)}
    return pips | dict(zip("JQKA", map(int, court_values.split("-")), strict=True))


@dataclass(frozen=True)
class TantonyRules:
    """One of the three games under its options.

    `values` are the values of cards by rank, `tricks_per_seat` is how many tricks each seat is
    given in a leg.
    """

    pack: Pack = field(repr=False)
    values: Mapping[str, int]
    lines: Mapping[str, tuple[str, ...]]
    tricks_per_seat: int
    leg_count: int

    @property
    def player_count(self) -> int:
        """The number of players at the table."""
        return sum(map(len, self.lines.values()))

    @property
    def tricks_per_leg(self) -> int:
        """The number of tricks in a leg, which is the size of a hand."""
        return len(self.pack) // self.player_count

    @property
    def has_exchange(self) -> bool:
        """Whether the last trick of a leg is given to nobody, and two of its cards change hands.

        This is so if a leg has one trick more than can be given.
        """
        return self.tricks_per_leg > self.player_count * self.tricks_per_seat

    @cached_property
    def card_by_text(self) -> CardsByText:
        """Each card by its text, in pack order."""
        return cards_by_text(self.pack)

    @cached_property
    def receiver_by_action(self) -> Mapping[str, str]:
        """The seat that is given a trick, by the action."""
        return {f"give:{seat}": seat for seats in self.lines.values() for seat in seats}

    def runt_range(self, seat_count: int) -> tuple[int, int]:
        """Return the minimum and the maximum of the runts of `seat_count` seats in a leg.

        A card is the runt of at most one trick, so all runts are different cards. The minimum adds
        up the lowest cards of the pack, the maximum the highest. In a game with an exchange, one
        seat of the table has one runt more than it was given tricks: the maximum counts it for
        these seats, the minimum only if these are all seats of the table.
        """
        card_values = sorted(self.values[card.rank] for card in self.pack)
        max_runts = (
            min(seat_count * self.tricks_per_seat + 1, self.tricks_per_leg)
            if self.has_exchange
            else seat_count * self.tricks_per_seat
        )
        min_runts = (
            self.tricks_per_leg
            if seat_count == self.player_count
            else seat_count * self.tricks_per_seat
        )
        return sum(card_values[:min_runts]), sum(card_values[-max_runts:])


def field_name(leg: int, line: str) -> str:
    """Return the name of the field for the runts of `line` in `leg`, counted from 1."""
    return f"leg{leg}_{line}_runts"
