"""The pairings of a Swiss round, found as those with the least costs."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tournaments.movements.drawing.matching import IntArray, min_cost_matching
from tournaments.movements.drawing.meeting_history import MeetingHistory, total_levels

# Repeats of a meeting, and differences of line balance, are counted up to this number.
MAX_COUNTED = 15


class Pairings(NamedTuple):
    """Who meets whom, before tables are assigned, and who sits out.

    The better contestant of a meeting comes first, and the best meeting is the first.
    """

    meetings: tuple[tuple[int, int], ...]
    sitting_out: tuple[int, ...] = ()


@dataclass(frozen=True)
class _Edges:
    """All pairs of contestants present, given by their positions, best first."""

    better: IntArray
    worse: IntArray

    @classmethod
    def among(cls, contestant_count: int) -> "_Edges":
        """Return the edges between all of a number of contestants."""
        better, worse = np.triu_indices(contestant_count, 1)
        return cls(better.astype(np.int64), worse.astype(np.int64))

    def ends(self, by_contestant: IntArray) -> tuple[IntArray, IntArray]:
        """Return the values of both contestants of each edge."""
        return by_contestant[self.better], by_contestant[self.worse]


def best_pairings(history: MeetingHistory) -> Pairings:
    """Return the best pairings of the contestants present, of whom there are at least two.

    Pairings are compared by these criteria; each decides only if all before it are equal:

    1. the fewest repeated meetings
    2. a sit-out for the lowest of the contestants with the fewest sit-outs
    3. repeats between contestants who have met least often
    4. the least sum of squared differences of totals
    5. the fewest contestants who meet an opponent with another total twice in succession
    6. within a group of equal totals the upper half meets the lower half, and the lowest of a group
       meets the best of the next
    7. contestants who had one line less often meet those who had it more often
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
        tuple((present[first], present[second]) for first, second in matching if second < size),
        tuple(present[first] for first, second in matching if second == size),
    )


def _criteria(
    history: MeetingHistory, edges: _Edges, sit_out_positions: IntArray
) -> list[IntArray]:
    """Return the costs of all meetings, then of all sit-outs, most important criterion first."""
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
    """Return the cost of each meeting under each criterion that concerns two contestants."""
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
    """Return how often the two contestants of each edge have met."""
    position = {first: index for index, first in enumerate(history.present)}
    times = np.zeros((len(position), len(position)), np.int64)
    for (first, second), count in history.meeting_counts.items():
        if first in position and second in position:
            times[position[first], position[second]] = times[position[second], position[first]] = (
                count
            )
    return times[edges.better, edges.worse]


def _distance_from_fold(levels: IntArray, edges: _Edges) -> IntArray:
    """Return the squared distance of each meeting from the folded pairing.

    In a group of equal totals the two contestants should be half the size of the group apart. If
    they have different totals, the better should be the last of their group and the other the first
    of the next.
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
