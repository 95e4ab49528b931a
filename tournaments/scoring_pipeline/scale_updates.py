"""Update the scales of boards with the results of their plays.

`Play.counted_line_points` has the points of a play that the scales contain. So no result is added
twice, and the old points are subtracted when a result changes.
"""

import logging
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter

from django.db import OperationalError, transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from tournaments.models import Board, Event, Play, ResultScale, Stage
from tournaments.queries.results.counted_plays import CountedPlay
from tournaments.queries.results.line_points import lines_due, parse_line_points
from tournaments.queries.standings.scales import read_scale

logger = logging.getLogger(__name__)

_UPDATED_COLUMNS = (
    "frequencies",
    "flagged_frequencies",
    "expected",
    "low_text",
    "high_text",
    "revision",
)
_revision = attrgetter("revision")


def lock_and_update_scales(stages: Sequence[Stage]) -> list[Stage]:
    """Lock stages and update their scales, for an action whose result depends on them.

    Returns the stages with pending plays. Boards are locked first, then the stages by number, until
    the transaction of the caller ends. Rebuilding the standings of a stage changes the row of the
    next stage, so another order could cause a deadlock.
    """
    pending_board_ids_by_stage = {stage.pk: pending_board_ids(stage) for stage in stages}
    boards = Board.objects.filter(
        pk__in=[
            board_id for board_ids in pending_board_ids_by_stage.values() for board_id in board_ids
        ]
    )
    with transaction.atomic():
        list(_lock_boards(boards))
        list(
            Stage.objects.select_for_update()
            .filter(pk__in=pending_board_ids_by_stage)
            .order_by("number")
        )
        return [
            stage
            for stage in stages
            if _update_boards_together_or_singly(stage, pending_board_ids_by_stage[stage.pk])
        ]


def update_scales(stage: Stage) -> bool:
    """Add the pending plays of a stage to its scales; return whether there were any.

    If a board cannot be scored, the error is logged, and the board stays pending. The other boards
    are scored.
    """
    return _update_boards_together_or_singly(stage, pending_board_ids(stage))


def _update_boards_together_or_singly(stage: Stage, board_ids: Collection[int]) -> bool:
    """Update all boards in one transaction; if this fails, each board in its own transaction."""
    try:
        return _update_boards(stage, board_ids)
    except OperationalError:
        raise
    except Exception:
        logger.exception("stage %s: not all boards can be counted", stage.pk)
        were_updated = [_update_board(stage, board_id) for board_id in board_ids]
        return any(were_updated)


def add_plays_to_scales(stage: Stage) -> bool:
    """Add plays to scales that were created after the scales, such as those of late arrivals."""
    boards = Board.objects.filter(
        session__stage=stage, scales__isnull=False, plays__counted_line_points=None
    )
    return _update_boards(stage, list(boards.values_list("pk", flat=True)))


def pending_board_ids(stage: Stage | None = None) -> list[int]:
    """Return the ids of boards with an entry that is not in the scales yet.

    Without `stage` the boards of all stages are returned.
    """
    pending_plays = Play.objects.unscored().order_by()
    if stage:
        pending_plays = pending_plays.filter(board__session__stage=stage)
    return list(pending_plays.values_list("board_id", flat=True).distinct())


def discard_scales(boards: QuerySet[Board]) -> None:
    """Delete the scales of locked boards, so that all their plays become pending.

    This is necessary if a play changes its group, because scales do not store which plays they
    contain.
    """
    ResultScale.objects.filter(board__in=boards).delete()
    Play.objects.filter(board__in=boards).update(counted_line_points=None, scored_revision=0)


def remove_from_scales(plays: QuerySet[Play]) -> None:
    """Subtract plays from the scales before they are deleted.

    The plays must not have entries, and their boards must be locked.
    """
    for (field, group, play_count), board_ids in _board_ids_by_play_count(
        plays.filter(counted_line_points="")
    ).items():
        scales = ResultScale.objects.filter(board__in=board_ids, field=field, group=group)
        scales.update(expected=F("expected") - play_count, revision=F("revision") + 1)
    _delete_empty_scales(plays)


def _board_ids_by_play_count(plays: QuerySet[Play]) -> Mapping[tuple[int, int, int], Sequence[int]]:
    """Return board ids by field, group, and the number of the given plays on the board."""
    board_ids_by_play_count = defaultdict[tuple[int, int, int], list[int]](list)
    play_counts = Counter(plays.order_by().values_list("board", "field", "group"))
    for (board_id, field, group), play_count in play_counts.items():
        board_ids_by_play_count[field, group, play_count].append(board_id)
    return board_ids_by_play_count


def _delete_empty_scales(deleted_plays: QuerySet[Play]) -> None:
    """Delete scales that contain only plays that are about to be deleted."""
    deleted_ids = list(deleted_plays.values_list("pk", flat=True))
    remaining_plays = (
        Play.objects.exclude(counted_line_points=None).exclude(pk__in=deleted_ids).order_by()
    )
    same_key = {column: OuterRef(column) for column in ("board", "field", "group")}
    scales = ResultScale.objects.filter(board__plays__in=deleted_ids)
    scales.exclude(Exists(remaining_plays.filter(**same_key))).delete()


def derive_scales(board: Board) -> list[ResultScale]:
    """Return unsaved scales of a board, derived from the points counted for its plays."""
    event, scales = board.session.stage.event, []
    plays = board.plays.exclude(counted_line_points=None).order_by("field", "group", "pk")
    for (field, group), group_plays in groupby(plays, key=lambda play: (play.field, play.group)):
        line_scales = [
            ResultScale(board=board, line=line, field=field, group=group)
            for line in event.game.lines
        ]
        for play in group_plays:
            _add_play(line_scales, play.counted_line_points or "", 1)
        for scale in line_scales:
            _set_extremes(scale, event)
        scales += line_scales
    return scales


def scales_with(
    stored_scales: Sequence[ResultScale], results: Iterable[CountedPlay], lines: Sequence[str]
) -> list[ResultScale]:
    """Return unsaved scales that contain only these results.

    They have the keys of the stored scales, and the same number of expected plays. `lines` are in
    the order of the game.
    """
    scales = {
        (row.board_id, row.field, row.group, row.line): ResultScale(
            board_id=row.board_id, field=row.field, group=row.group, line=row.line
        )
        for row in stored_scales
    }
    for result in results:
        play_key = result.board_id, result.compared_field, result.group
        # The scales lack a play that was scored after they were read.
        if all((*play_key, line) in scales for line in lines):
            _add_play([scales[*play_key, line] for line in lines], result.counted_line_points, 1)
    for row in stored_scales:
        scales[row.board_id, row.field, row.group, row.line].expected = row.expected
    return list(scales.values())


def _update_board(stage: Stage, board_id: int) -> bool:
    try:
        return _update_boards(stage, [board_id])
    except OperationalError:
        raise
    except Exception:
        logger.exception("board %s cannot be counted: manage.py recount says more", board_id)
        return False


def _update_boards(stage: Stage, board_ids: Collection[int]) -> bool:
    """Update the scales of some boards in one transaction; return whether any has changed.

    To avoid deadlocks, all boards are locked in the usual order before the stage is changed, and no
    action locks a stage before boards. With SQLite the whole database is locked. Rows of plays are
    updated board by board, which is the order in which a score slip changes them.
    """
    if not board_ids:
        return False
    with transaction.atomic():
        locked_boards = _lock_boards(Board.objects.filter(pk__in=board_ids))
        had_pending_plays = [_count_pending_plays(board, stage.event) for board in locked_boards]
        if any(had_pending_plays):
            Stage.objects.filter(pk=stage.pk).update(awards_revision=F("awards_revision") + 1)
        return any(had_pending_plays)


def _lock_boards(boards: QuerySet[Board]) -> QuerySet[Board]:
    """Lock boards when evaluated, in the order in which all transactions lock them."""
    return boards.select_for_update(of=("self",)).order_by("session_id", "number")


def _count_pending_plays(board: Board, event: Event) -> bool:
    """Update the scales of a locked board; return whether it had pending plays.

    It has none if another transaction has scored them before the lock was acquired.
    """
    plays = list(board.plays.not_in_scales().order_by("field", "group", "pk"))
    for (field, group), group_plays in groupby(plays, key=lambda play: (play.field, play.group)):
        _replace_plays(_scales_of_lines(board, event, field, group), list(group_plays), event)
    _store_counted_points(plays)
    return bool(plays)


def _scales_of_lines(board: Board, event: Event, field: int, group: int) -> list[ResultScale]:
    """Return the scale of each line in the order of the game; unsaved if there is none yet."""
    scales_by_line = {scale.line: scale for scale in board.scales.filter(field=field, group=group)}
    return [
        scales_by_line.get(line) or ResultScale(board=board, line=line, field=field, group=group)
        for line in event.game.lines
    ]


def _replace_plays(scales: Sequence[ResultScale], plays: Iterable[Play], event: Event) -> None:
    for play in plays:
        if play.counted_line_points is not None:
            _add_play(scales, play.counted_line_points, -1)
        _add_play(scales, play.line_points, 1)
    for scale in scales:
        _set_extremes(scale, event)
        scale.revision += 1
        scale.save(update_fields=_UPDATED_COLUMNS if scale.pk else None)


def _set_extremes(scale: ResultScale, event: Event) -> None:
    # MIN and MAX do not depend on the number of plays in other groups.
    award_scale = read_scale(scale, event.method, scale.expected)
    scale.low_text, scale.high_text = (
        (str(award_scale.low), str(award_scale.high)) if award_scale else ("", "")
    )


def _add_play(scales: Sequence[ResultScale], line_points: str, change: int) -> None:
    """Add a play's X to the scales of the lines if `change` is 1, or subtract them if it is -1."""
    result = parse_line_points(line_points)
    for line_index, (scale, is_due) in enumerate(
        zip(scales, lines_due(line_points, len(scales)), strict=True)
    ):
        scale.expected += change * is_due
        if result:
            frequencies = scale.flagged_frequencies if result.flagged else scale.frequencies
            x = result.xs[line_index]
            frequencies[x] = frequencies.get(x, 0) + change
            if not frequencies[x]:
                del frequencies[x]


def _store_counted_points(plays: Sequence[Play]) -> None:
    """Store in the plays which points the scales contain.

    All plays without an entry are updated in one query, others with a query for each revision.
    """
    ids_without_entry = [play.pk for play in plays if not play.revision]
    Play.objects.filter(pk__in=ids_without_entry, counted_line_points=None).update(
        counted_line_points=""
    )
    for revision, plays_of_revision in groupby(sorted(plays, key=_revision), key=_revision):
        if revision:
            _store_counted_revision(list(plays_of_revision), revision)


def _store_counted_revision(plays: Sequence[Play], revision: int) -> None:
    """Store the counted points of plays that have the same revision.

    If a play has got a newer entry in the meantime, the counted points are those of the older
    revision. The play stays pending, because its `scored_revision` is older than its revision.
    """
    rows = Play.objects.filter(pk__in=[play.pk for play in plays])
    updated_count = rows.filter(revision=revision).update(
        counted_line_points=F("line_points"), scored_revision=revision
    )
    if updated_count < len(plays):
        for play in plays:
            plays_with_newer_entry = Play.objects.filter(pk=play.pk, revision__gt=revision)
            plays_with_newer_entry.update(
                counted_line_points=play.line_points, scored_revision=revision
            )
