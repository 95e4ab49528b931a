"""Who meets whom in the next round of a Swiss: what each meeting costs, and the cheapest draw of
all."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tournaments.movements.drawing.matching import IntArray, min_cost_matching
from tournaments.movements.drawing.meeting_history import MeetingHistory, total_levels

MANY = 15
"""Repeats of a meeting, and differences between lines held, count up to here: more are as good
as many."""


class Pairings(NamedTuple):
    """A draw before anybody has a table: who meets whom, the better first and best pair first;
    who rests."""

    meetings: tuple[tuple[int, int], ...]
    resting: tuple[int, ...] = ()


@dataclass(frozen=True)
class _Edges:
    """Every two of those present, by their places in the order, best first."""

    better: IntArray
    worse: IntArray

    @classmethod
    def among(cls, contestants: int) -> "_Edges":
        better, worse = np.triu_indices(contestants, 1)
        return cls(better.astype(np.int64), worse.astype(np.int64))

    def each(self, of: IntArray) -> tuple[IntArray, IntArray]:
        """A figure of everybody, for the two of each edge."""
        return of[self.better], of[self.worse]


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
    resters = _resters(history) if size % 2 else np.empty(0, np.int64)
    found = min_cost_matching(
        size + size % 2,
        np.concatenate((edges.better, resters)),
        np.concatenate((edges.worse, np.full(len(resters), size))),
        _criteria(history, edges, resters),
    )
    return Pairings(
        tuple((present[one], present[other]) for one, other in found if other < size),
        tuple(present[one] for one, other in found if other == size),
    )


def _criteria(history: MeetingHistory, edges: _Edges, resters: IntArray) -> list[IntArray]:
    """What each meeting costs, then what the sit-out of each who may rest does; the first counts
    most."""
    criteria = _costs(history, edges)
    if len(resters):
        criteria = [np.pad(cost, (0, len(resters))) for cost in criteria]
        criteria.insert(1, np.pad(len(history.present) - 1 - resters, (len(edges.better), 0)))
    return criteria


def _resters(history: MeetingHistory) -> IntArray:
    may = set(history.sit_out_candidates)
    return np.array([at for at, one in enumerate(history.present) if one in may], np.int64)


def _costs(history: MeetingHistory, edges: _Edges) -> list[IntArray]:
    """The cost of each meeting under each criterion that looks at two contestants."""
    present = history.present
    meeting_counts = _met(history, edges)
    level = np.array(total_levels([history.totals[one] for one in present]), np.int64)
    floated_last_round = np.array([one in history.floated_last_round for one in present], np.int64)
    line_balance = np.array([history.line_balance[one] for one in present], np.int64)
    upper, lower = edges.each(level)
    apart = np.abs(np.subtract(*edges.each(line_balance)))
    return [
        np.minimum(meeting_counts, 1),
        np.minimum(meeting_counts, MANY),
        (upper - lower) ** 2,
        np.where(upper == lower, 0, np.add(*edges.each(floated_last_round))),
        _unfolded(level, edges),
        MANY - np.minimum(apart, MANY),
    ]


def _met(history: MeetingHistory, edges: _Edges) -> IntArray:
    """How often the two of each edge have met."""
    place = {one: at for at, one in enumerate(history.present)}
    times = np.zeros((len(place), len(place)), np.int64)
    for (one, other), often in history.meeting_counts.items():
        if one in place and other in place:
            times[place[one], place[other]] = times[place[other], place[one]] = often
    return times[edges.better, edges.worse]


def _unfolded(level: IntArray, edges: _Edges) -> IntArray:
    """How far a meeting is from the folded one, squared.

    In a group of equal totals the two should be half the group apart. Across groups the one should
    be the last of his group, the other the first of his.
    """
    _levels, first, of, sizes = np.unique(
        -level, return_index=True, return_inverse=True, return_counts=True
    )
    at = np.arange(len(level)) - first[of]
    above, below = edges.each(at)
    size = sizes[of][edges.better]
    inside = (below - above - size // 2) ** 2
    across = (size - 1 - above) ** 2 + below**2
    same = np.equal(*edges.each(of))
    return np.where(same, inside, across)
