"""Tantony: packs, what cards are worth, and the figures by which the three games differ.

Source: David Parlett's rules of 1977, http://www.parlettgames.uk/oricards/tantony.html, in the
Japanese translation of 5 February 2022; docs/games/tantony.md tells them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from games.cards import FRENCH_52, Pack
from games.trick_play import Cards, by_text

PACK_36 = tuple(card for card in FRENCH_52 if card.rank not in ("7", "8", "9", "10"))
"""The 36 cards of three players: no seven to ten."""


def rank_values(court_values: str) -> Mapping[str, int]:
    """What a card is worth by rank: pips as printed; `court_values` tells J, Q, K and A, as in
    `15-20-25-30`."""
    pips = {str(pip): pip for pip in range(2, 11)}
    return pips | dict(zip("JQKA", map(int, court_values.split("-")), strict=True))


@dataclass(frozen=True)
class TantonyRules:
    """One of the three games under its options; `given` is how many tricks each seat is given in
    a leg."""

    pack: Pack = field(repr=False)
    values: Mapping[str, int]
    lines: Mapping[str, tuple[str, ...]]
    tricks_per_seat: int
    leg_count: int

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return sum(map(len, self.lines.values()))

    @property
    def tricks_per_leg(self) -> int:
        """How many tricks a leg has: as many as a hand has cards."""
        return len(self.pack) // self.players

    @property
    def has_exchange(self) -> bool:
        """Whether a leg has one trick more than can be given: its last, in which two cards
        change hands."""
        return self.tricks_per_leg > self.players * self.tricks_per_seat

    @cached_property
    def card_by_text(self) -> Cards:
        """Every card by its text, in pack order."""
        return by_text(self.pack)

    @cached_property
    def receiver_by_action(self) -> Mapping[str, str]:
        """Each seat by the action that gives it a trick."""
        return {f"give:{seat}": seat for seats in self.lines.values() for seat in seats}

    def runt_range(self, seats: int) -> tuple[int, int]:
        """The least and the most that the runts of `seats` seats can make in a leg.

        A card is the runt of one trick at most, so that runts are different cards: the least is
        made by as few of the lowest cards of the pack as these seats can have, the most by as many
        of the highest. Where there is an exchange, one seat of all has one runt more than it was
        given tricks.
        """
        card_values = sorted(self.values[card.rank] for card in self.pack)
        max_runts = (
            min(seats * self.tricks_per_seat + 1, self.tricks_per_leg)
            if self.has_exchange
            else seats * self.tricks_per_seat
        )
        min_runts = self.tricks_per_leg if seats == self.players else seats * self.tricks_per_seat
        return sum(card_values[:min_runts]), sum(card_values[-max_runts:])


def field_name(leg: int, line: str) -> str:
    """The field of an outcome for the runts of `line` in `leg`, counted from 1."""
    return f"leg{leg}_{line}_runts"
