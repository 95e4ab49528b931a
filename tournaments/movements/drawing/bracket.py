"""The bracket of a knock-out: its slots, their holders, and the step to the next round."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tournaments.movements.drawing.matching import min_cost_matching


class SlotHolder(NamedTuple):
    """A contestant in the bracket, and the table that they won last, or None after a bye."""

    contestant: int
    table: int | None = None


@dataclass(frozen=True)
class Slot:
    """Two neighbouring places of the bracket, whose holders meet.

    A place is None if nobody is left for it. `table` is where the holders meet, or None if there is
    no opponent. `withdrawn` is a contestant who would hold a place, but has withdrawn.
    """

    upper: SlotHolder | None
    lower: SlotHolder | None
    table: int | None = None
    withdrawn: int | None = None

    @property
    def bye_holder(self) -> SlotHolder | None:
        """The holder who advances without play."""
        return None if self.table else self.upper or self.lower


def seeding_order(size: int) -> list[int]:
    """Return the seeds 1 to `size`, a power of two, from the top of the bracket to the bottom.

    If the better seed always won, 1 would meet 2 in the final, the semi-finals would be 1 against 4
    and 2 against 3, and so on.
    """
    order = [1]
    while len(order) < size:
        order = [
            seed for seed_above in order for seed in (seed_above, 2 * len(order) + 1 - seed_above)
        ]
    return order


def first_round_slots(seeds: Sequence[int], groups: Mapping[int, int]) -> list[Slot]:
    """Return the slots of the first round; `seeds` are contestants, best first.

    The best get a bye, and members of the same group are kept apart.
    """
    size = 1 << (len(seeds) - 1).bit_length()
    opponents = _first_opponents(seeds, groups, size)
    return [
        Slot(
            SlotHolder(seeds[seed - 1]), SlotHolder(opponents[seed]) if seed in opponents else None
        )
        for seed in seeding_order(size)[::2]
    ]


def _first_opponents(seeds: Sequence[int], groups: Mapping[int, int], size: int) -> dict[int, int]:
    """Return the contestant who meets each seed of the upper half that has no bye.

    By default this is the mirrored seed. If both are of one group, it is the nearest seed that
    leaves the fewest such meetings: none, unless more than half of those who play are from one
    group.
    """
    byes = size - len(seeds)
    upper_seeds, lower_seeds = range(byes + 1, size // 2 + 1), range(size // 2 + 1, len(seeds) + 1)
    edges = [(seed, opponent_seed) for seed in upper_seeds for opponent_seed in lower_seeds]
    group_of_seed = [groups.get(seed, -seed) for seed in seeds]
    same_group = [
        group_of_seed[seed - 1] == group_of_seed[opponent_seed - 1] for seed, opponent_seed in edges
    ]
    distances = [(seed + opponent_seed - size - 1) ** 2 for seed, opponent_seed in edges]
    nodes = np.array(edges, np.int64).reshape(-1, 2).T - byes - 1
    criteria = [np.array(cost, np.int64) for cost in (same_group, distances)]
    matching = min_cost_matching(2 * len(upper_seeds), nodes[0], nodes[1], criteria)
    return {upper + byes + 1: seeds[lower + byes] for upper, lower in matching}


def settle_slots(slots: list[Slot], participants: Collection[int]) -> list[Slot]:
    """Return the slots of the next round with play, for the participants that have not been beaten.

    Tables are numbered from the top. Rounds in which nobody could play are skipped.
    """
    while True:
        table_numbers = iter(range(1, len(slots) + 1))
        slots = [_settle_slot(slot, participants, table_numbers) for slot in slots]
        if len(slots) == 1 or any(slot.table for slot in slots):
            return slots
        slots = next_slots([slot.bye_holder for slot in slots])


def _settle_slot(slot: Slot, participants: Collection[int], table_numbers: Iterator[int]) -> Slot:
    holders = [holder for holder in (slot.upper, slot.lower) if holder]
    withdrawn = next(
        (holder.contestant for holder in holders if holder.contestant not in participants), None
    )
    upper, lower = (
        holder if holder and holder.contestant in participants else None
        for holder in (slot.upper, slot.lower)
    )
    return Slot(upper, lower, next(table_numbers) if upper and lower else None, withdrawn)


def next_slots(holders: Sequence[SlotHolder | None]) -> list[Slot]:
    """Return the slots of the round after one with these winners, from top to bottom.

    The winner of the final gets a slot of their own.
    """
    lowers = holders[1::2] or [None]
    return [Slot(upper, lower) for upper, lower in zip(holders[::2], lowers, strict=True)]
