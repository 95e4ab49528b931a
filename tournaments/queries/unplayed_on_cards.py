"""What a scorecard has of boards that were not played and count by one's own mean."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction

from tournaments.models import Event, Seating, Snapshot, Stage
from tournaments.permissions.visibility.public_standings import visible_plays
from tournaments.queries.shown_standings import last_snapshot
from tournaments.queries.stored_standings import StoredStandings
from tournaments.queries.unplayed import Unplayed, unplayed

OwnMeans = Mapping[int, Mapping[int, Fraction]]
"""By the row of a stage and a contestant's number."""


def own_means(event: Event, stages: Iterable[Stage]) -> OwnMeans:
    """What a board not played counts as in the standings that anybody sees: nothing for who has
    none."""
    stages = list(stages)
    counting = event.method.has_rests_by_own_mean
    return {stage.pk: _means(stage) if counting else {} for stage in stages}


def _means(stage: Stage) -> Mapping[int, Fraction]:
    snapshot = last_snapshot(stage, Snapshot.Audience.PUBLIC)
    rows = StoredStandings.from_json(snapshot.standings).rows if snapshot else ()
    return {row.number: row.rested.total / row.rested.boards for row in rows if row.rested.boards}


def unplayed_shown(
    means: OwnMeans,
    stages: Iterable[Stage],
    seatings: Iterable[Seating],
    sealed: Collection[tuple[int, int]],
) -> defaultdict[tuple[int, int], Sequence[Unplayed]]:
    """What nobody has played of what is open, by the rows of stage and contestant, where it counts.

    `sealed` are boards by session and number: what has become of them nobody is told.
    """
    hidden = {
        (seating.round_id, play.board.number)
        for seating in seatings
        for play in seating.plays.all()
        if (play.board.session_id, play.board.number) in sealed
    }
    found = defaultdict[tuple[int, int], list[Unplayed]](list)
    for stage in stages:
        for each in unplayed(stage, visible_plays(stage)) if means[stage.pk] else ():
            if (each.round, each.board) not in hidden:
                found[stage.pk, each.contestant].append(each)
    return defaultdict(tuple, found)
