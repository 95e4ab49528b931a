"""Recount everything derived from entries, and compare it with what is stored."""

import logging
from collections.abc import Iterator, Mapping
from copy import copy
from datetime import timedelta

from django.conf import settings
from django.db import OperationalError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from tournaments.models import (
    Board,
    Entry,
    Event,
    Play,
    RecountRun,
    ResultScale,
    Session,
    Snapshot,
    Stage,
)
from tournaments.queries.results.play_state import DERIVED_COLUMNS, set_derived_columns
from tournaments.queries.standings.latest import is_outdated, last_snapshot
from tournaments.scoring_pipeline.scale_updates import (
    derive_scales,
    discard_scales,
    lock_and_update_scales,
    pending_boards,
    update_scales,
)
from tournaments.scoring_pipeline.snapshots import (
    invalidate_snapshots,
    standings_by_audience,
    take_snapshot,
)

_COMPARED_PLAY_COLUMNS = (
    "revision",
    *("entry_id" if column == "entry" else column for column in DERIVED_COLUMNS),
)
_COMPARED_SCALE_COLUMNS = (
    "frequencies",
    "flagged_frequencies",
    "expected",
    "low_text",
    "high_text",
)


def recount(event: Event) -> list[str]:
    """Return a sentence for each stored value that does not follow from the event's entries.

    Pending plays are scored first. Then three comparisons follow, each only if the one before found
    no difference: plays with their entries, scales with the plays, and the latest standings with
    the scales. No sentence contains a card. Revisions of scales, snapshot times and earlier
    standings are not compared.
    """
    stages = list(event.stages.order_by("number"))
    for stage in stages:
        update_scales(stage)
    differences = [
        difference
        for stage in stages
        for board in _boards(stage)
        for difference in _board_differences(board.pk)
    ]
    return differences or [
        difference for stage in stages for difference in _standings_differences(stage)
    ]


def _board_differences(board_id: int) -> list[str]:
    """Recount one board in its own transaction, so that a large field blocks nobody for long.

    Scales are not derived from wrong plays: forged columns may not even be numbers.
    """
    with transaction.atomic():
        boards = Board.objects.select_related("session__stage__event")
        locked = boards.select_for_update(of=("self",)).get(pk=board_id)
        return list(_play_differences(locked)) or list(_scale_differences(locked))


def rebuild_derived(event: Event) -> None:
    """Rebuild everything derived from the entries of an event.

    A play that gets a new entry meanwhile is skipped: storing that entry derived the play.
    """
    stages = list(event.stages.order_by("number"))
    with transaction.atomic():
        for stage in stages:
            _correct_plays(stage)
        lock_and_update_scales(stages)
        for stage in stages:
            invalidate_snapshots(stage)
            take_snapshot(stage.pk)


def _correct_plays(stage: Stage) -> None:
    """Lock the boards of a stage, correct their plays, and discard their scales."""
    # Locks boards in the same order as every other update, so that they cannot deadlock.
    for board in _boards(stage).select_for_update(of=("self",)):
        for play, derived in _derived_columns(board):
            if _differing_columns(play, derived):
                Play.objects.filter(pk=play.pk, revision=play.revision).update(**derived)
    discard_scales(Board.objects.filter(session__stage=stage))


def _boards(stage: Stage) -> QuerySet[Board]:
    boards = Board.objects.filter(session__stage=stage).select_related("session__stage__event")
    return boards.order_by("session_id", "number")


def _derived_columns(board: Board) -> Iterator[tuple[Play, Mapping[str, object]]]:
    """Yield each play of a board with its columns as they follow from its entries.

    Entries made after the play was read belong to a later revision and are left out.
    """
    for play in board.plays.prefetch_related("entries").order_by("pk"):
        derived = copy(play)
        derived.revision = _last_known_revision(play)
        entries = [entry for entry in play.entries.all() if entry.revision <= derived.revision]
        set_derived_columns(derived, entries, board.session.stage.event.game)
        yield play, {column: getattr(derived, column) for column in _COMPARED_PLAY_COLUMNS}


def _last_known_revision(play: Play) -> int:
    """Return the revision of the last entry known when the play was read."""
    last_revision = max((entry.revision for entry in play.entries.all()), default=0)
    if (
        last_revision > play.revision
        and Play.objects.filter(pk=play.pk, revision__gte=last_revision).exists()
    ):
        return play.revision
    return last_revision


def _differing_columns(play: Play, derived: Mapping[str, object]) -> list[str]:
    return [column for column, value in derived.items() if getattr(play, column) != value]


def _play_differences(board: Board) -> Iterator[str]:
    for play, derived in _derived_columns(board):
        for column in _differing_columns(play, derived):
            stored = getattr(play, column)
            yield f"play {play.pk}: {column} is {stored!r}, and follows as {derived[column]!r}"
        if play.scored_revision > play.revision:
            yield (
                f"play {play.pk}: revision {play.scored_revision} was counted, but the play is "
                f"only at revision {play.revision}"
            )
        elif play.scored_revision == play.revision and not _has_counted_points(
            play, derived["line_points"]
        ):
            counted, derived_points = play.counted_line_points, derived["line_points"]
            yield f"play {play.pk}: {counted!r} was counted, and {derived_points!r} follows"


def _has_counted_points(play: Play, derived_points: object) -> bool:
    """Return whether the scales have counted the points that follow from the entries.

    A play without an entry may be uncounted.
    """
    return play.counted_line_points == derived_points or (
        play.counted_line_points is None and not play.revision
    )


def _scale_differences(board: Board) -> Iterator[str]:
    stored = {_scale_key(scale): scale for scale in board.scales.all()}
    derived = {_scale_key(scale): scale for scale in derive_scales(board)}
    if stored and board.plays.filter(counted_line_points=None).exists():
        yield f"board {board.number}: a play is not counted, and its scales are there"
    for key in sorted({*stored, *derived}):
        if (stored_columns := _scale_columns(stored.get(key))) != (
            derived_columns := _scale_columns(derived.get(key))
        ):
            yield (
                f"scale {key} of board {board.number}: is {stored_columns}, "
                f"and follows as {derived_columns}"
            )


def _scale_key(scale: ResultScale) -> tuple[int, int, str]:
    return scale.field, scale.group, scale.line


def _scale_columns(scale: ResultScale | None) -> Mapping[str, object]:
    return {column: getattr(scale, column) for column in _COMPARED_SCALE_COLUMNS} if scale else {}


def _is_any_earlier_stage_outdated(stage: Stage) -> bool:
    """Return whether an earlier stage has awards that its last snapshot does not contain.

    Only stages whose total is carried over, directly or through another stage, are looked at.
    """
    previous_stage = stage.carry_over_from
    if previous_stage is None:
        return False
    return is_outdated(
        previous_stage, last_snapshot(previous_stage, Snapshot.Audience.DESK)
    ) or _is_any_earlier_stage_outdated(previous_stage)


def _standings_differences(stage: Stage) -> Iterator[str]:
    """Compare the latest standings with the scales, while the stage is locked.

    Standings that are about to be rebuilt are not compared. They may even differ from the scales in
    a way that the counters do not show: an entry made meanwhile can make a board visible before the
    scales have counted the entry.
    """
    with transaction.atomic():
        stage = Stage.objects.select_for_update().get(pk=stage.pk)
        derived = standings_by_audience(stage)
        if pending_boards(stage) or _is_any_earlier_stage_outdated(stage):
            return
        for audience, derived_standings in derived.items():
            snapshot = last_snapshot(stage, audience)
            if snapshot and snapshot.awards_revision > stage.awards_revision:
                yield (
                    f"standings {snapshot.number} for the {audience}: were made from awards "
                    f"revision {snapshot.awards_revision}, but the stage is only at "
                    f"{stage.awards_revision}"
                )
            elif (
                snapshot
                and snapshot.awards_revision == stage.awards_revision
                and snapshot.standings != derived_standings
            ):
                yield f"standings {snapshot.number} for the {audience}: are not those that follow"


logger = logging.getLogger(__name__)

# Stored as the difference of an event whose recount fails.
RECOUNT_FAILED = "cannot be recounted"

# Differences that are logged and stored.
MAX_DIFFERENCES = 20

_DAY = timedelta(days=1)
_QUIET_PERIOD = timedelta(minutes=15)


def store_recount(event: Event) -> list[str]:
    """Recount an event, store the first differences and return all of them.

    The start is stored first, so that an event whose recount fails or is killed comes last the next
    time. A failure counts as a difference. Raises `OperationalError`, as any recount may.
    """
    RecountRun.objects.update_or_create(event=event, defaults={"at": timezone.now()})
    try:
        differences = recount(event)
    except OperationalError:
        raise
    except Exception:
        logger.exception("event %s cannot be recounted", event.pk)
        differences = [RECOUNT_FAILED]
    if differences:
        logger.error("event %s differs: %s", event.pk, "; ".join(differences[:MAX_DIFFERENCES]))
    RecountRun.objects.filter(event=event).update(differs=differences[:MAX_DIFFERENCES])
    return differences


def next_event_to_recount() -> Event | None:
    """Return the event whose recount is oldest, if over a day old; None if there is none.

    While results arrive, running events are skipped. Installations that run tasks eagerly skip all
    events then: these use SQLite, where a recount locks out every writer.
    """
    now = timezone.now()
    is_recounted_in_future = Q(recount_run__at__gt=now)  # the clock was set back
    due = Event.objects.filter(
        Q(recount_run=None) | Q(recount_run__at__lt=now - _DAY) | is_recounted_in_future
    )
    if not _is_quiet():
        if settings.CELERY_TASK_ALWAYS_EAGER:
            return None
        due = due.exclude(stages__sessions__state=Session.State.RUNNING)
    return due.order_by(F("recount_run__at").asc(nulls_first=True), "pk").first()


def _is_quiet() -> bool:
    """Return whether no entry was made in the quiet period; the highest id is the latest entry."""
    last = Entry.objects.order_by("-pk").values_list("at", flat=True).first()
    return last is None or abs(timezone.now() - last) > _QUIET_PERIOD
