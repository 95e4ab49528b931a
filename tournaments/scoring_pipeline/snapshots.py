"""Store the standings of a stage as numbered snapshots, one sequence for each audience."""

import time
from collections import defaultdict
from collections.abc import Mapping
from datetime import timedelta
from fractions import Fraction

from django.conf import settings
from django.db import transaction
from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone

from tournaments.models import Contestant, Play, Session, Snapshot, Stage
from tournaments.permissions.visibility.public_standings import may_omit_results
from tournaments.queries.results.unplayed_boards import unplayed_boards_of
from tournaments.queries.standings.latest import last_snapshot
from tournaments.queries.standings.snapshot_format import Json, StoredStandings
from tournaments.scoring_pipeline.team_standings import standings_calculator

# The snapshot interval has this many seconds per contestant, up to this maximum, and is at least
# this multiple of the time that the last snapshot took.
_SECONDS_PER_CONTESTANT, _MAX_SECONDS, _COST_MULTIPLE = 0.05, 10.0, 5


def take_snapshot(stage_id: int) -> float:
    """Store the standings of a stage for each audience, unless the stored ones are current.

    Returns 0, or the seconds until the next snapshot may be stored if the last one is too recent.
    """
    with transaction.atomic():
        # The lock prevents that two workers use the same number. The event is read after locking
        # the stage, because an action that changes visibility locks the stage until it has
        # committed.
        stage = Stage.objects.select_for_update().get(pk=stage_id)
        if _has_current_snapshots(stage):
            return 0
        if seconds_left := _seconds_until_rebuild(stage):
            return seconds_left
        # The time of the snapshot is that before visibility is read.
        cpu_time_before, now = time.thread_time(), timezone.now()
        for audience, standings in standings_by_audience(stage).items():
            _store_snapshot(stage, audience, last_snapshot(stage, audience), standings)
        _invalidate_next_stage(stage)
        interval = snapshot_interval(
            stage.event.contestants.count(), time.thread_time() - cpu_time_before
        )
        Stage.objects.filter(pk=stage.pk).update(
            snapshot_at=now, snapshot_interval=interval, snapshot_due_at=None
        )
    return 0


def _has_current_snapshots(stage: Stage) -> bool:
    """Return whether each audience has a snapshot of the stage's `awards_revision`."""
    audiences = (
        stage.snapshots.filter(awards_revision=stage.awards_revision).values("audience").distinct()
    )
    return audiences.count() == len(Snapshot.Audience)


def update_snapshot_names(stage_id: int) -> None:
    """Write the present names of contestants into the latest snapshots of a stage.

    The standings are not computed again, which would take too long for a player of hundreds of
    events.
    """
    with transaction.atomic():
        stage = Stage.objects.select_for_update().get(pk=stage_id)
        names = dict(Contestant.objects.filter(event=stage.event_id).values_list("number", "name"))
        for audience in Snapshot.Audience:
            if snapshot := last_snapshot(stage, audience):
                _replace_names(snapshot, names)


def _replace_names(last_snapshot: Snapshot, names: Mapping[int, str]) -> None:
    """Replace a snapshot by one with new names, unless they are the same."""
    standings = StoredStandings.from_json(last_snapshot.standings)
    if (renamed := standings.with_names(names)) != standings:
        replace_snapshot(last_snapshot, renamed.to_json())


def replace_snapshot(last_snapshot: Snapshot, standings: Json) -> None:
    """Replace a snapshot by one of the same time with the next number, so that pages reload it."""
    last_snapshot.delete()
    last_snapshot.pk, last_snapshot.number, last_snapshot.standings = (
        None,
        last_snapshot.number + 1,
        standings,
    )
    last_snapshot.save(force_insert=True)


def is_snapshot_scheduled(stage: Stage) -> bool:
    """Return whether a task for the next snapshot is scheduled within the interval."""
    now = timezone.now()
    # A later time is possible only if the clock was set back.
    latest_due_at = now + timedelta(seconds=stage.snapshot_interval)
    return stage.snapshot_due_at is not None and now < stage.snapshot_due_at <= latest_due_at


def schedule_snapshot(stage_id: int, seconds: float) -> bool:
    """Record that a task will run in `seconds`; return False if one is scheduled already.

    The column is changed only if it still has the value that was read, so that only one of several
    workers succeeds.
    """
    stage = Stage.objects.get(pk=stage_id)
    if is_snapshot_scheduled(stage):
        return False
    unchanged_stage = Stage.objects.filter(pk=stage_id, snapshot_due_at=stage.snapshot_due_at)
    return bool(unchanged_stage.update(snapshot_due_at=timezone.now() + timedelta(seconds=seconds)))


def snapshot_interval(contestant_count: int, cost: float) -> float:
    """Return the minimum number of seconds between two snapshots of a stage.

    A table sends a result every few minutes. With few contestants each result leads to new
    standings; with hundreds, several results are waited for. `cost` is the processor time in
    seconds that the last snapshot took. The interval is at least five times as long, so that
    standings take at most a fifth of a worker's time.
    """
    if not settings.MIN_SNAPSHOT_INTERVAL_SECONDS:
        return 0
    return max(
        settings.MIN_SNAPSHOT_INTERVAL_SECONDS,
        min(_SECONDS_PER_CONTESTANT * contestant_count, _MAX_SECONDS),
        _COST_MULTIPLE * cost,
    )


def _seconds_until_rebuild(stage: Stage) -> float:
    """Return the seconds until standings may be rebuilt; 0 if no session is running."""
    if (
        not (seconds := _seconds_left_of_interval(stage))
        or not stage.sessions.filter(state=Session.State.RUNNING).exists()
    ):
        return 0
    return seconds


def _seconds_left_of_interval(stage: Stage) -> float:
    """Return the seconds from now to the end of the last snapshot's interval, or 0."""
    if stage.snapshot_at is None:
        return 0
    elapsed = (timezone.now() - stage.snapshot_at).total_seconds()
    return (
        max(0, stage.snapshot_interval - elapsed) if elapsed >= 0 else 0
    )  # negative: the clock was set back


def _store_snapshot(
    stage: Stage, audience: Snapshot.Audience, last_snapshot: Snapshot | None, standings: Json
) -> None:
    """Store the next snapshot, or mark the last one as current if the standings are the same.

    A last snapshot that nobody has viewed is deleted.
    """
    if last_snapshot and last_snapshot.standings == standings:
        stage.snapshots.filter(pk=last_snapshot.pk).update(awards_revision=stage.awards_revision)
        return
    if last_snapshot and not last_snapshot.was_viewed:
        last_snapshot.delete()
    Snapshot.objects.create(
        stage=stage,
        audience=audience,
        number=last_snapshot.number + 1 if last_snapshot else 1,
        awards_revision=stage.awards_revision,
        standings=standings,
        at=timezone.now(),
    )


def standings_by_audience(stage: Stage) -> dict[Snapshot.Audience, Json]:
    """Return the standings for each audience in JSON form.

    If no result is hidden from the public, they are computed only once.
    """
    calculator = standings_calculator(stage)
    full_standings = calculator.full_standings().to_json()
    public_standings = (
        calculator.public_standings().to_json() if may_omit_results(stage) else full_standings
    )
    return {Snapshot.Audience.DESK: full_standings, Snapshot.Audience.PUBLIC: public_standings}


def _invalidate_next_stage(stage: Stage) -> None:
    """Mark the standings of the next stage as outdated if totals are carried over to it."""
    _dependent_next_stage(stage).update(awards_revision=F("awards_revision") + 1, snapshot_at=None)


def outdated_next_stages(stage: Stage) -> list[int]:
    """Return a list with the id of the next stage if its standings depend on this and are old."""
    return [
        next_stage.pk
        for next_stage in _dependent_next_stage(stage)
        if not _has_current_snapshots(next_stage)
    ]


def _dependent_next_stage(stage: Stage) -> QuerySet[Stage]:
    """Return the next stage if totals are carried over to it and it has standings."""
    stages = Stage.objects.filter(
        event=stage.event_id, number=stage.number + 1, awards_revision__gt=0
    )
    return stages.exclude(carry_over_text="0")


def carry_over_by_number(stage: Stage) -> dict[int, Fraction]:
    """Return the total that each contestant carries over from the stage before, by number."""
    numbers = dict(stage.event.contestants.values_list("pk", "number")) if stage.carry_over else {}
    return (
        {
            numbers[pk]: carry_over.total
            for pk, carry_over in standings_calculator(stage).carry_over.items()
        }
        if numbers
        else {}
    )


def unplayed_awards_by_round(stage: Stage) -> Mapping[tuple[int, int], Fraction]:
    """Return the awards for sit-outs and unplayed boards, by round id and contestant number.

    These boards count as the mean of the contestant's other boards.
    """
    own_boards_by_contestant = standings_calculator(stage).credited_boards()
    numbers = (
        dict(stage.event.contestants.values_list("pk", "number"))
        if own_boards_by_contestant
        else {}
    )
    awards = defaultdict[tuple[int, int], Fraction](Fraction)
    for unplayed_boards in (
        unplayed_boards_of(stage, Play.objects.filter(board__session__stage=stage))
        if own_boards_by_contestant
        else ()
    ):
        if (
            own_boards := own_boards_by_contestant.get(unplayed_boards.contestant_id)
        ) and own_boards.boards:
            awards[unplayed_boards.round_id, numbers[unplayed_boards.contestant_id]] += (
                own_boards.scaled_to(unplayed_boards.board_count).total
            )
    return awards


def lock_and_compute_standings(stage: Stage) -> StoredStandings:
    """Lock a stage and return its standings, for an action whose result depends on them.

    The lock is kept until the transaction of the caller ends, so that scales do not change. If
    totals are carried over from an earlier stage, this stage is locked first.
    """
    if previous_stage := stage.carry_over_from:
        lock_and_compute_standings(previous_stage)
    return standings_calculator(Stage.objects.select_for_update().get(pk=stage.pk)).full_standings()


def invalidate_snapshots(stage: Stage) -> None:
    """Mark all snapshots as outdated, so that the next one is computed at once."""
    stage.snapshots.update(awards_revision=0)
    Stage.objects.filter(pk=stage.pk).update(
        awards_revision=F("awards_revision") + 1, snapshot_at=None
    )


def pending_stages() -> list[int]:
    """Return the ids of stages with pending plays or outdated standings.

    Standings that were stored during an embargo that has ended are marked as outdated first.
    """
    _invalidate_after_embargo()
    fresh_count = Count("snapshots", filter=Q(snapshots__awards_revision=F("awards_revision")))
    stages = Stage.objects.filter(awards_revision__gt=0).annotate(fresh=fresh_count)
    stale_stages = stages.filter(fresh__lt=len(Snapshot.Audience)).values_list("pk", flat=True)
    unscored_stages = (
        Play.objects.unscored()
        .order_by()
        .values_list("board__session__stage", flat=True)
        .distinct()
    )
    return sorted({*stale_stages, *unscored_stages})


def _invalidate_after_embargo() -> None:
    """Mark standings as outdated that were stored during an embargo that has ended.

    An embargo ends at its time, or earlier when the event is published. Events of the second kind
    are included because older versions did not rebuild their standings.
    """
    embargo_ended = Q(
        event__standings_from__lte=timezone.now(), snapshot_at__lt=F("event__standings_from")
    )
    published = Q(
        event__published_at__lt=F("event__standings_from"), snapshot_at__lt=F("event__published_at")
    )
    stages_after_embargo = list(
        Stage.objects.filter(embargo_ended | published).values_list("pk", flat=True)
    )
    Stage.objects.filter(pk__in=stages_after_embargo).update(
        awards_revision=F("awards_revision") + 1, snapshot_at=None
    )
