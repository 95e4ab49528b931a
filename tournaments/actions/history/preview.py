"""What an act would come to: it is done and rolled back, the standings with it."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NamedTuple

from django.db import transaction

from games.problems import Problem, ValidationFailed
from tournaments import scoring_pipeline
from tournaments.models import Board, Event, Session, Snapshot, Stage
from tournaments.permissions.visibility.playing_members import hides_rank_changes
from tournaments.queries.standings.latest import is_outdated, last_snapshot
from tournaments.queries.standings.snapshot_format import StoredRow, StoredStandings


class RankingChange(NamedTuple):
    """A contestant before and after; None where he has no place, or is not there.

    The mean is None too where the total decides: everybody has played as many boards, or a method
    says so.
    """

    number: int
    name: str
    rank_before: int | None
    rank_after: int | None
    total_before: Fraction | None
    total_after: Fraction | None
    mean_before: Fraction | None = None
    mean_after: Fraction | None = None

    @property
    def is_by_mean(self) -> bool:
        """Whether there is a mean to be shown."""
        return self.mean_before is not None or self.mean_after is not None


class ActionPreview(NamedTuple):
    """Whose place or total would change, as the desk has the standings; or why the act would be
    refused.

    `answer` is what the act would answer, None where it is refused. `withheld`: who would move is
    kept from the reader, who has boards yet to play.
    """

    moved: tuple[RankingChange, ...]
    problems: tuple[Problem, ...]
    answer: object = None
    withheld: bool = False

    @property
    def places_changed(self) -> int:
        """How many contestants would have another place; totals alone do not count."""
        return sum(one.rank_before != one.rank_after for one in self.moved)


class _TriedOut(Exception):
    """Takes back all that was tried."""

    def __init__(self, preview: ActionPreview) -> None:
        super().__init__()
        self.preview = preview


def preview_action(
    stage: Stage, act: Callable[[], object], reader: int | None = None
) -> ActionPreview:
    """What `act` would change in the standings of a stage; nothing of it stays, nothing is queued.

    `reader` is the user who is to read it, None where nobody plays himself.

    One at a time, since the event is locked; on SQLite everybody else who writes waits as well. So
    nothing that searches or draws belongs in such an act.
    """
    try:
        with transaction.atomic():
            _lock_all(stage)
            raise _TriedOut(_tried(stage, act))
    except _TriedOut as tried:
        withheld = hides_rank_changes(reader, stage)
        return tried.preview._replace(moved=(), withheld=True) if withheld else tried.preview


def _lock_all(stage: Stage) -> None:
    """Whatever the act may seek, before the standings hold the stage: nobody seeks it after a
    stage."""
    Event.objects.select_for_update(of=("self",), no_key=True).get(pk=stage.event_id)
    list(
        Session.objects.select_for_update(of=("self",), no_key=True)
        .filter(stage=stage)
        .order_by("pk")
    )
    boards = Board.objects.select_for_update(of=("self",)).filter(session__stage=stage)
    list(boards.order_by("session_id", "number"))


def _tried(stage: Stage, act: Callable[[], object]) -> ActionPreview:
    before = _before(stage)
    try:
        answer = act()
    except ValidationFailed as refused:
        return ActionPreview((), tuple(refused.problems))
    after = _standings(stage)
    return ActionPreview(_moved(before, after, _is_by_mean(stage, before, after)), (), answer)


def _before(stage: Stage) -> StoredStandings:
    """As the desk has them, where nothing was said since: half of what a preview would cost."""
    there = Stage.objects.get(pk=stage.pk)
    last = last_snapshot(there, Snapshot.Audience.DESK)
    if last is None or is_outdated(there, last):
        return _standings(stage)
    return StoredStandings.from_json(last.standings)


def _standings(stage: Stage) -> StoredStandings:
    """As they are now."""
    scoring_pipeline.lock_and_update_scales([stage])
    return scoring_pipeline.lock_and_compute_standings(Stage.objects.get(pk=stage.pk))


def _is_by_mean(stage: Stage, *both: StoredStandings) -> bool:
    """Whether the mean decides places in one of them."""
    uneven = any(ranking.is_uneven for each in both for ranking in each.rankings)
    return uneven and not stage.event.method.by_total


def _moved(
    before: StoredStandings, after: StoredStandings, by_mean: bool
) -> tuple[RankingChange, ...]:
    was, now = _rows(before), _rows(after)
    found = (_one(row, was.get(key), now.get(key)) for key, row in {**was, **now}.items())
    different = (one for one in found if one[2::2] != one[3::2])
    return tuple(
        one if by_mean else one._replace(mean_before=None, mean_after=None) for one in different
    )


def _rows(standings: StoredStandings) -> Mapping[tuple[object, int], StoredRow]:
    """Everybody's row, by his ranking and his number."""
    return {
        (ranking.key, row.number): row for ranking in standings.rankings for row in ranking.rows
    }


def _one(row: StoredRow, was: StoredRow | None, now: StoredRow | None) -> RankingChange:
    return RankingChange(
        row.number,
        row.contestant,
        was.rank if was else None,
        now.rank if now else None,
        was.total if was else None,
        now.total if now else None,
        was.mean if was else None,
        now.mean if now else None,
    )
