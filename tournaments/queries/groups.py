"""A stage played in groups: the standings of each group apart."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from tournaments.models import Stage
from tournaments.movements.round_robin import RoundRobin, group_members
from tournaments.queries.ranked_contestant import RankedContestant
from tournaments.queries.ranking import ShownRanking


def by_group(stage: Stage, ranking: ShownRanking) -> list[ShownRanking]:
    """The ranking of each group, or the one of all where there is a single group."""
    movement = stage.movement
    if not isinstance(movement, RoundRobin) or movement.groups == 1:
        return [ranking]
    groups = group_members(stage.event.contestants.count(), movement.groups)
    return [replace(among(ranking, group), group=number) for number, group in enumerate(groups, 1)]


def among(ranking: ShownRanking, numbers: Collection[int]) -> ShownRanking:
    """The ranking of some contestants, by their numbers: ranked anew, by the same totals and
    tie-breaks."""
    return replace(ranking, rows=list(_within(ranking.rows, numbers)))


def _within(rows: Sequence[RankedContestant], group: Collection[int]) -> Iterator[RankedContestant]:
    """The group with its places; a tie-break is told where it parted neighbours in the ranking
    of all."""
    first: dict[int, int] = {}
    for place, row in enumerate((row for row in rows if row.number in group), 1):
        first.setdefault(row.rank or 0, place)
    for row, follower in zip(rows, [*rows[1:], None], strict=True):
        if row.number in group:
            rank = None if row.rank is None else first[row.rank]
            parted = row.ahead if follower is not None and follower.number in group else None
            yield replace(row, rank=rank, ahead=parted)
