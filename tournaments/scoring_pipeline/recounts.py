"""Recount: derive everything from the entries again, and compare with the stored values."""

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
from tournaments.queries.standings.snapshot_format import lacks_only_new_keys
from tournaments.scoring_pipeline.scale_updates import (
    derive_scales,
    discard_scales,
    lock_and_update_scales,
    pending_board_ids,
    update_scales,
)
from tournaments.scoring_pipeline.snapshots import (
    invalidate_snapshots,
    replace_snapshot,
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
    """Return a sentence for each stored value that differs from the one derived from entries.

    Pending plays are scored first. Then plays are compared with their entries, scales with the
    plays, and the latest standings with the scales; each comparison is made only if the one before
    found no difference. Latest standings that lack only keys which an earlier version did not store
    are replaced. Sentences do not contain cards. Revisions of scales, times of snapshots and
    earlier standings are not compared.
    """
    stages = list(event.stages.order_by("number"))
    for stage in stages:
        update_scales(stage)
    differences = [
        difference
        for stage in stages
        for board in _boards_of_stage(stage)
        for difference in _board_differences(board.pk)
    ]
    return differences or [
        difference for stage in stages for difference in _standings_differences(stage)
    ]


def _board_differences(board_id: int) -> list[str]:
    """Return the differences of a board's plays, or of its scales if the plays are right.

    Each board has a transaction, so that no lock is held for long. Scales are not derived from
    plays with wrong columns, which may contain anything, even texts that are not numbers.
    """
    with transaction.atomic():
        boards = Board.objects.select_related("session__stage__event")
        locked_board = boards.select_for_update(of=("self",)).get(pk=board_id)
        return list(_play_differences(locked_board)) or list(_scale_differences(locked_board))


def rebuild_derived(event: Event) -> None:
    """Rebuild everything derived from the entries of an event.

    A play that gets a new entry in the meantime is skipped, because storing the entry derives the
    columns of the play again.
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
    """Lock a stage's boards, correct the derived columns of plays, and discard the scales.

    A play whose revision has changed since it was read is skipped.
    """
    # Boards are locked in the same order as in every other transaction, to avoid deadlocks.
    for board in _boards_of_stage(stage).select_for_update(of=("self",)):
        for play, derived_columns in _derived_columns(board):
            if _differing_columns(play, derived_columns):
                Play.objects.filter(pk=play.pk, revision=play.revision).update(**derived_columns)
    discard_scales(Board.objects.filter(session__stage=stage))


def _boards_of_stage(stage: Stage) -> QuerySet[Board]:
    boards = Board.objects.filter(session__stage=stage).select_related("session__stage__event")
    return boards.order_by("session_id", "number")


def _derived_columns(board: Board) -> Iterator[tuple[Play, Mapping[str, object]]]:
    """Yield each play of a board with the values of its columns that follow from its entries.

    Entries that were stored after the play was read are left out.
    """
    for play in board.plays.prefetch_related("entries").order_by("pk"):
        derived_play = copy(play)
        derived_play.revision = _expected_revision(play)
        entries = [entry for entry in play.entries.all() if entry.revision <= derived_play.revision]
        set_derived_columns(derived_play, entries, board.session.stage.event.game)
        yield play, {column: getattr(derived_play, column) for column in _COMPARED_PLAY_COLUMNS}


def _expected_revision(play: Play) -> int:
    """Return the revision that the play should have.

    This is the revision of its last entry. But the entries are read after the play, and an entry
    may be stored between the two queries. Then the database has the higher revision by now, and the
    revision that `play` was read with is the right one.
    """
    last_revision = max((entry.revision for entry in play.entries.all()), default=0)
    if (
        last_revision > play.revision
        and Play.objects.filter(pk=play.pk, revision__gte=last_revision).exists()
    ):
        return play.revision
    return last_revision


def _differing_columns(play: Play, derived_columns: Mapping[str, object]) -> list[str]:
    return [column for column, value in derived_columns.items() if getattr(play, column) != value]


def _play_differences(board: Board) -> Iterator[str]:
    for play, derived_columns in _derived_columns(board):
        for column in _differing_columns(play, derived_columns):
            stored, derived = getattr(play, column), derived_columns[column]
            yield f"play {play.pk}: {column} is {stored!r}, and follows as {derived!r}"
        if play.scored_revision > play.revision:
            yield (
                f"play {play.pk}: revision {play.scored_revision} was counted, but the play is "
                f"only at revision {play.revision}"
            )
        elif play.scored_revision == play.revision and not _has_counted_points(
            play, derived_columns["line_points"]
        ):
            counted_points, derived_points = (
                play.counted_line_points,
                derived_columns["line_points"],
            )
            yield f"play {play.pk}: {counted_points!r} was counted, and {derived_points!r} follows"


def _has_counted_points(play: Play, derived_points: object) -> bool:
    """Return whether the scales contain the points that follow from the entries.

    A play without an entry may also be missing in the scales.
    """
    return play.counted_line_points == derived_points or (
        play.counted_line_points is None and not play.revision
    )


def _scale_differences(board: Board) -> Iterator[str]:
    stored_scales = {_scale_key(scale): scale for scale in board.scales.all()}
    derived_scales = {_scale_key(scale): scale for scale in derive_scales(board)}
    if stored_scales and board.plays.filter(counted_line_points=None).exists():
        yield f"board {board.number}: a play is not counted, and its scales are there"
    for key in sorted({*stored_scales, *derived_scales}):
        if (stored_columns := _scale_columns(stored_scales.get(key))) != (
            derived_columns := _scale_columns(derived_scales.get(key))
        ):
            yield (
                f"scale {key} of board {board.number}: is {stored_columns}, "
                f"and follows as {derived_columns}"
            )


def _scale_key(scale: ResultScale) -> tuple[int, int, str]:
    return scale.field, scale.group, scale.line


def _scale_columns(scale: ResultScale | None) -> Mapping[str, object]:
    return {column: getattr(scale, column) for column in _COMPARED_SCALE_COLUMNS} if scale else {}


def _has_outdated_earlier_stage(stage: Stage) -> bool:
    """Return whether an earlier stage, from which results are carried over, is outdated.

    Stages that are carried over through another stage are included.
    """
    previous_stage = stage.carry_over_from
    if previous_stage is None:
        return False
    return is_outdated(
        previous_stage, last_snapshot(previous_stage, Snapshot.Audience.DESK)
    ) or _has_outdated_earlier_stage(previous_stage)


def _standings_differences(stage: Stage) -> Iterator[str]:
    """Yield a difference if the latest standings are not those computed from the scales now.

    The stage is locked. Standings are not compared if a board is pending or an earlier stage is
    outdated, because a task will rebuild them. Meanwhile even standings of the current revision may
    differ: a new entry can make a sealed board visible before the scales contain the entry.
    """
    with transaction.atomic():
        stage = Stage.objects.select_for_update().get(pk=stage.pk)
        derived_standings_by_audience = standings_by_audience(stage)
        if pending_board_ids(stage) or _has_outdated_earlier_stage(stage):
            return
        for audience, derived_standings in derived_standings_by_audience.items():
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
                if lacks_only_new_keys(snapshot.standings, derived_standings):
                    replace_snapshot(snapshot, derived_standings)
                    continue
                yield f"standings {snapshot.number} for the {audience}: are not those that follow"


logger = logging.getLogger(__name__)

# Difference that is stored if the recount of an event fails.
RECOUNT_FAILED = "cannot be recounted"

# Maximum number of differences that are logged and stored.
MAX_STORED_DIFFERENCES = 20

_DAY = timedelta(days=1)
_QUIET_PERIOD = timedelta(minutes=15)


def recount_and_store(event: Event) -> list[str]:
    """Recount an event, store the first `MAX_STORED_DIFFERENCES` differences, and return all.

    The time is stored at the beginning, so that an event whose recount crashes is the last one next
    time. A failed recount is stored as a difference. Raises `OperationalError`.
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
        logger.error(
            "event %s differs: %s", event.pk, "; ".join(differences[:MAX_STORED_DIFFERENCES])
        )
    RecountRun.objects.filter(event=event).update(differs=differences[:MAX_STORED_DIFFERENCES])
    return differences


def next_event_to_recount() -> Event | None:
    """Return the event with the oldest recount, or None if none is older than a day.

    While results are entered, running events are skipped. Installations that run tasks eagerly use
    SQLite, where a recount locks out all writers, so they skip all events in this time.
    """
    now = timezone.now()
    is_dated_in_future = Q(recount_run__at__gt=now)  # the clock was set back
    due_events = Event.objects.filter(
        Q(recount_run=None) | Q(recount_run__at__lt=now - _DAY) | is_dated_in_future
    )
    if not _is_nobody_entering_results():
        if settings.CELERY_TASK_ALWAYS_EAGER:
            return None
        due_events = due_events.exclude(stages__sessions__state=Session.State.RUNNING)
    return due_events.order_by(F("recount_run__at").asc(nulls_first=True), "pk").first()


def _is_nobody_entering_results() -> bool:
    """Return whether the latest entry, which has the highest id, is older than a quarter hour."""
    last_entry_at = Entry.objects.order_by("-pk").values_list("at", flat=True).first()
    return last_entry_at is None or abs(timezone.now() - last_entry_at) > _QUIET_PERIOD
