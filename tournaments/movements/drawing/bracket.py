"""The bracket of a knock-out: its slots, their holders, and the slots of the next round."""

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
    """A meeting in the bracket: the holders of its upper and its lower half.

    A half is None if no contestant is left for it. `table` is the table at which the holders meet,
    or None if there is no opponent. `withdrawn` is a contestant who would hold a half, but has
    withdrawn.
    """

    upper: SlotHolder | None
    lower: SlotHolder | None
    table: int | None = None
    withdrawn: int | None = None

    @property
    def bye_holder(self) -> SlotHolder | None:
        """The holder who advances without play, or None."""
        return None if self.table else self.upper or self.lower


def seeding_order(size: int) -> list[int]:
    """Return the seeds 1 to `size`, a power of two, from the top of the bracket to the bottom.

    If the better seed always won, 1 would meet 2 in the final, the semi-finals would be 1 against 4
    and 2 against 3, and so on.
    """
    # Each step doubles the bracket: next to every seed comes the one with which it adds up to the
    # new size plus 1.
    order = [1]
    while len(order) < size:
        order = [
            seed for seed_above in order for seed in (seed_above, 2 * len(order) + 1 - seed_above)
        ]
    return order


def first_round_slots(seeds: Sequence[int], groups: Mapping[int, int]) -> list[Slot]:
    """Return the slots of the first round; `seeds` are contestants, best first.

    The best seeds have a bye, and members of the same group do not meet, if possible.
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

    The standard opponent of a seed is the one with which it adds up to the bracket size plus 1. If
    both are of one group, it is the nearest seed such that the fewest members of a group meet:
    none, unless more than half of the contestants without a bye are of one group.
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
    """Return the slots of the next round in which anybody plays, with their tables.

    Holders who are not among `participants` have withdrawn. Tables are numbered from the top.
    Rounds in which no two holders are left to meet are skipped.
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
    """Return the slots in which the winners of a round meet, from top to bottom.

    The winner of the final is alone in a single slot.
    """
    lowers = holders[1::2] or [None]
    return [Slot(upper, lower) for upper, lower in zip(holders[::2], lowers, strict=True)]
