"""Store the standings of a stage as numbered snapshots, one series for each audience."""

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

# Seconds of the snapshot interval per contestant, the most that these may add up to, and the least
# multiple of what the last snapshot cost.
_SECONDS_PER_CONTESTANT, _MAX_SECONDS, _COST_MULTIPLE = 0.05, 10.0, 5


def take_snapshot(stage_id: int) -> float:
    """Store the standings of a stage for each audience, unless they are of the same awards.

    Returns the seconds until the next snapshot is due, if the last one is too recent; otherwise 0.
    """
    with transaction.atomic():
        # The lock keeps two workers from using one number. The event is read after locking the
        # stage: an action that changes visibility holds the stage until it is stored.
        stage = Stage.objects.select_for_update().get(pk=stage_id)
        if _is_fresh(stage):
            return 0
        if seconds_left := _seconds_left(stage):
            return seconds_left
        started, now = time.thread_time(), timezone.now()  # before visibility is read
        for audience, standings in standings_by_audience(stage).items():
            _store(stage, audience, last_snapshot(stage, audience), standings)
        _invalidate_next_stage(stage)
        interval = snapshot_interval(stage.event.contestants.count(), time.thread_time() - started)
        Stage.objects.filter(pk=stage.pk).update(
            snapshot_at=now, snapshot_interval=interval, snapshot_due_at=None
        )
    return 0


def _is_fresh(stage: Stage) -> bool:
    """Return whether each audience has standings of the latest awards."""
    audiences = (
        stage.snapshots.filter(awards_revision=stage.awards_revision).values("audience").distinct()
    )
    return audiences.count() == len(Snapshot.Audience)


def update_snapshot_names(stage_id: int) -> None:
    """Write the present names of contestants into the latest snapshots of a stage.

    The standings are not computed again: a player may have played in hundreds of events.
    """
    with transaction.atomic():
        stage = Stage.objects.select_for_update().get(pk=stage_id)
        names = dict(Contestant.objects.filter(event=stage.event_id).values_list("number", "name"))
        for audience in Snapshot.Audience:
            if last := last_snapshot(stage, audience):
                _replace_names(last, names)


def _replace_names(last_snapshot: Snapshot, names: Mapping[int, str]) -> None:
    """Replace a snapshot by one with the next number, so that pages showing it reload."""
    standings = StoredStandings.from_json(last_snapshot.standings)
    if (renamed := standings.with_names(names)) != standings:
        last_snapshot.delete()
        last_snapshot.pk, last_snapshot.number, last_snapshot.standings = (
            None,
            last_snapshot.number + 1,
            renamed.to_json(),
        )
        last_snapshot.save(force_insert=True)


def is_snapshot_scheduled(stage: Stage) -> bool:
    """Return whether a task is due soon that will read everything stored by then."""
    now = timezone.now()
    latest = now + timedelta(seconds=stage.snapshot_interval)  # later: the clock was set back
    return stage.snapshot_due_at is not None and now < stage.snapshot_due_at <= latest


def schedule_snapshot(stage_id: int, seconds: float) -> bool:
    """Record that a task runs in `seconds`; return False if one is scheduled already.

    Compare-and-set on `Stage.snapshot_due_at`, so that only one of several workers succeeds.
    """
    stage = Stage.objects.get(pk=stage_id)
    if is_snapshot_scheduled(stage):
        return False
    unchanged = Stage.objects.filter(pk=stage_id, snapshot_due_at=stage.snapshot_due_at)
    return bool(unchanged.update(snapshot_due_at=timezone.now() + timedelta(seconds=seconds)))


def snapshot_interval(contestant_count: int, cost: float) -> float:
    """Return for how many seconds standings stay, by size and computing time.

    A table sends a result every few minutes: a small field gets new standings after each one, and
    in a field of hundreds several results share a rebuild. At most a fifth of a worker's time goes
    into standings. `cost` is in seconds of processor time.
    """
    if not settings.MIN_SNAPSHOT_INTERVAL_SECONDS:
        return 0
    return max(
        settings.MIN_SNAPSHOT_INTERVAL_SECONDS,
        min(_SECONDS_PER_CONTESTANT * contestant_count, _MAX_SECONDS),
        _COST_MULTIPLE * cost,
    )


def _seconds_left(stage: Stage) -> float:
    """Return the seconds until standings may be rebuilt, 0 if no session is running."""
    if (
        not (seconds := _interval_left(stage))
        or not stage.sessions.filter(state=Session.State.RUNNING).exists()
    ):
        return 0
    return seconds


def _interval_left(stage: Stage) -> float:
    """Return the seconds of the interval that have not passed since the last snapshot."""
    if stage.snapshot_at is None:
        return 0
    elapsed = (timezone.now() - stage.snapshot_at).total_seconds()
    return (
        max(0, stage.snapshot_interval - elapsed) if elapsed >= 0 else 0
    )  # negative: the clock was set back


def _store(
    stage: Stage, audience: Snapshot.Audience, last_snapshot: Snapshot | None, standings: Json
) -> None:
    """Store the next snapshot, or mark the last one as current if its standings are equal."""
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
    """Compute the standings of each audience.

    They are computed once if nothing is hidden from the public.
    """
    calculator = standings_calculator(stage)
    full = calculator.full_standings().to_json()
    public = calculator.public_standings().to_json() if may_omit_results(stage) else full
    return {Snapshot.Audience.DESK: full, Snapshot.Audience.PUBLIC: public}


def _invalidate_next_stage(stage: Stage) -> None:
    """Invalidate the standings of the next stage if it carries over these."""
    _next_stage(stage).update(awards_revision=F("awards_revision") + 1, snapshot_at=None)


def outdated_next_stages(stage: Stage) -> list[int]:
    """Return the next stage's id if it carries over these standings and is outdated."""
    return [next_stage.pk for next_stage in _next_stage(stage) if not _is_fresh(next_stage)]


def _next_stage(stage: Stage) -> QuerySet[Stage]:
    """Return the next stage if it carries something over and has anything to rank."""
    stages = Stage.objects.filter(
        event=stage.event_id, number=stage.number + 1, awards_revision__gt=0
    )
    return stages.exclude(carry_over_text="0")


def carry_over_by_number(stage: Stage) -> dict[int, Fraction]:
    """Return what each contestant carries over from the stage before, by number."""
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
    """Return what rests and unplayed boards count as, by round id and number."""
    credits = standings_calculator(stage).credited_boards()
    numbers = dict(stage.event.contestants.values_list("pk", "number")) if credits else {}
    awards = defaultdict[tuple[int, int], Fraction](Fraction)
    for item in (
        unplayed_boards_of(stage, Play.objects.filter(board__session__stage=stage))
        if credits
        else ()
    ):
        if (own_boards := credits.get(item.contestant)) and own_boards.boards:
            awards[item.round, numbers[item.contestant]] += own_boards.scaled_to(item.boards).total
    return awards


def lock_and_compute_standings(stage: Stage) -> StoredStandings:
    """Lock a stage and compute its standings, for an action that decides by them.

    The lock lasts until the transaction of the caller ends, so that no scale moves while they are
    read. A stage before whose standings are carried over is locked first.
    """
    if previous_stage := stage.carry_over_from:
        lock_and_compute_standings(previous_stage)
    return standings_calculator(Stage.objects.select_for_update().get(pk=stage.pk)).full_standings()


def invalidate_snapshots(stage: Stage) -> None:
    """Have the next snapshot computed at once, and not compared with an earlier one."""
    stage.snapshots.update(awards_revision=0)
    Stage.objects.filter(pk=stage.pk).update(
        awards_revision=F("awards_revision") + 1, snapshot_at=None
    )


def pending_stages() -> list[int]:
    """Return the ids of stages with plays to score or an audience's standings to rebuild.

    Includes stages whose embargo on standings has ended.
    """
    _invalidate_released()
    fresh = Count("snapshots", filter=Q(snapshots__awards_revision=F("awards_revision")))
    stages = Stage.objects.filter(awards_revision__gt=0).annotate(fresh=fresh)
    stale = stages.filter(fresh__lt=len(Snapshot.Audience)).values_list("pk", flat=True)
    uncounted = (
        Play.objects.unscored()
        .order_by()
        .values_list("board__session__stage", flat=True)
        .distinct()
    )
    return sorted({*stale, *uncounted})


def _invalidate_released() -> None:
    """Invalidate standings that were stored under an embargo that has ended.

    It ends at its moment or when the standings are published. Stages published before that moment
    are included because older versions did not rebuild them.
    """
    embargo_ended = Q(
        event__standings_from__lte=timezone.now(), snapshot_at__lt=F("event__standings_from")
    )
    published = Q(
        event__published_at__lt=F("event__standings_from"), snapshot_at__lt=F("event__published_at")
    )
    released = list(Stage.objects.filter(embargo_ended | published).values_list("pk", flat=True))
    Stage.objects.filter(pk__in=released).update(
        awards_revision=F("awards_revision") + 1, snapshot_at=None
    )
