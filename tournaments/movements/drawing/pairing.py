"""Who meets whom in the next round of a Swiss: what each meeting costs, and the cheapest draw of
all."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tournaments.movements.drawing.matching import IntArray, min_cost_matching
from tournaments.movements.drawing.meeting_history import MeetingHistory, total_levels

# Repeats of a meeting, and differences in line balance, count at most this much.
MAX_COUNTED = 15


class Pairings(NamedTuple):
    """A draw before anybody has a table: who meets whom, the better first and best pair first;
    who rests."""

    meetings: tuple[tuple[int, int], ...]
    sitting_out: tuple[int, ...] = ()


@dataclass(frozen=True)
class _Edges:
    """Every two of those present, by their places in the order, best first."""

    better: IntArray
    worse: IntArray

    @classmethod
    def among(cls, contestants: int) -> "_Edges":
        better, worse = np.triu_indices(contestants, 1)
        return cls(better.astype(np.int64), worse.astype(np.int64))

    def ends(self, by_contestant: IntArray) -> tuple[IntArray, IntArray]:
        """A figure of everybody, for the two of each edge."""
        return by_contestant[self.better], by_contestant[self.worse]


def best_pairings(history: MeetingHistory) -> Pairings:
    """The best round for those present, two at least.

    What counts, each only where everything before it is equal: fewest repeats; the sit-out for the
    lowest who has rested least; those who meet again have met least; the least sum of squared
    differences of totals; fewest who meet another total for the second time running; in a group of
    equals the upper half against the lower, its lowest down to the best of the next; who has had a
    line less meets who has had it more.
    """
    present = history.present
    size = len(present)
    edges = _Edges.among(size)
    sit_out_positions = _sit_out_positions(history) if size % 2 else np.empty(0, np.int64)
    matching = min_cost_matching(
        size + size % 2,
        np.concatenate((edges.better, sit_out_positions)),
        np.concatenate((edges.worse, np.full(len(sit_out_positions), size))),
        _criteria(history, edges, sit_out_positions),
    )
    return Pairings(
        tuple((present[one], present[other]) for one, other in matching if other < size),
        tuple(present[one] for one, other in matching if other == size),
    )


def _criteria(
    history: MeetingHistory, edges: _Edges, sit_out_positions: IntArray
) -> list[IntArray]:
    """What each meeting costs, then what the sit-out of each who may rest does; the first counts
    most."""
    criteria = _costs(history, edges)
    if len(sit_out_positions):
        criteria = [np.pad(cost, (0, len(sit_out_positions))) for cost in criteria]
        criteria.insert(
            1, np.pad(len(history.present) - 1 - sit_out_positions, (len(edges.better), 0))
        )
    return criteria


def _sit_out_positions(history: MeetingHistory) -> IntArray:
    candidates = set(history.sit_out_candidates)
    return np.array(
        [
            position
            for position, contestant in enumerate(history.present)
            if contestant in candidates
        ],
        np.int64,
    )


def _costs(history: MeetingHistory, edges: _Edges) -> list[IntArray]:
    """The cost of each meeting under each criterion that looks at two contestants."""
    present = history.present
    times_met = _times_met(history, edges)
    levels = np.array(
        total_levels([history.totals[contestant] for contestant in present]), np.int64
    )
    floated = np.array(
        [contestant in history.floated_last_round for contestant in present], np.int64
    )
    balance = np.array([history.line_balance[contestant] for contestant in present], np.int64)
    upper_levels, lower_levels = edges.ends(levels)
    balance_difference = np.abs(np.subtract(*edges.ends(balance)))
    return [
        np.minimum(times_met, 1),
        np.minimum(times_met, MAX_COUNTED),
        (upper_levels - lower_levels) ** 2,
        np.where(upper_levels == lower_levels, 0, np.add(*edges.ends(floated))),
        _distance_from_fold(levels, edges),
        MAX_COUNTED - np.minimum(balance_difference, MAX_COUNTED),
    ]


def _times_met(history: MeetingHistory, edges: _Edges) -> IntArray:
    """How often the two of each edge have met."""
    position = {one: index for index, one in enumerate(history.present)}
    times = np.zeros((len(position), len(position)), np.int64)
    for (one, other), count in history.meeting_counts.items():
        if one in position and other in position:
            times[position[one], position[other]] = times[position[other], position[one]] = count
    return times[edges.better, edges.worse]


def _distance_from_fold(levels: IntArray, edges: _Edges) -> IntArray:
    """How far a meeting is from the folded one, squared.

    In a group of equal totals the two should be half the group apart. Across groups the one should
    be the last of his group, the other the first of his.
    """
    _levels, first_positions, group_of, group_sizes = np.unique(
        -levels, return_index=True, return_inverse=True, return_counts=True
    )
    position_in_group = np.arange(len(levels)) - first_positions[group_of]
    upper_position, lower_position = edges.ends(position_in_group)
    upper_group_size = group_sizes[group_of][edges.better]
    within_group = (lower_position - upper_position - upper_group_size // 2) ** 2
    across_groups = (upper_group_size - 1 - upper_position) ** 2 + lower_position**2
    same_group = np.equal(*edges.ends(group_of))
    return np.where(same_group, within_group, across_groups)
