"""Update the scales of boards with the results of their plays.

A play stores what its scales have counted of it (`Play.counted`), so that nothing is counted twice
and a changed result can be subtracted first.
"""

import logging
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter

from django.db import OperationalError, transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from tournaments.models import Board, Event, Play, Scale, Stage
from tournaments.queries.results.line_points import due_lines, read_made
from tournaments.queries.standings.scales import read_scale

logger = logging.getLogger(__name__)

_MOVED = ("ordinary", "flagged", "due", "low_text", "high_text", "revision")
_revision = attrgetter("revision")


def lock_and_update_scales(stages: Sequence[Stage]) -> list[Stage]:
    """Lock stages and update their scales, for an action that decides by them.

    Boards are locked first, then the stages by number, and both locks are held until the
    transaction of the caller ends. Rebuilding the standings of a stage invalidates those of the
    next one, so any other order could deadlock. Returns the stages of which anything was counted.
    """
    behind = {stage.pk: pending_boards(stage) for stage in stages}
    boards = Board.objects.filter(
        pk__in=[board for of_stage in behind.values() for board in of_stage]
    )
    with transaction.atomic():
        list(_locked(boards))
        list(Stage.objects.select_for_update().filter(pk__in=behind).order_by("number"))
        return [stage for stage in stages if _count_each(stage, behind[stage.pk])]


def update_scales(stage: Stage) -> bool:
    """Count the pending plays of a stage; return whether there were any.

    A board that cannot be scored is logged and left pending, and the others are counted without it.
    """
    return _count_each(stage, pending_boards(stage))


def _count_each(stage: Stage, boards: Collection[int]) -> bool:
    """Update all boards in one transaction or, if one of them fails, each in its own."""
    try:
        return _count_boards(stage, boards)
    except OperationalError:
        raise
    except Exception:
        logger.exception("stage %s: not all boards can be counted", stage.pk)
        counted = [_count_alone(stage, board) for board in boards]
        return any(counted)


def add_plays_to_scales(stage: Stage) -> bool:
    """Count plays that were added to boards with scales, as for late arrivals."""
    boards = Board.objects.filter(session__stage=stage, scales__isnull=False, plays__counted=None)
    return _count_boards(stage, list(boards.values_list("pk", flat=True)))


def pending_boards(stage: Stage | None = None) -> list[int]:
    """Return the ids of boards with an entry not counted yet, of one stage or of all."""
    behind = Play.objects.behind().order_by()
    if stage:
        behind = behind.filter(board__session__stage=stage)
    return list(behind.values_list("board_id", flat=True).distinct())


def discard_scales(boards: QuerySet[Board]) -> None:
    """Delete the scales of locked boards, so that all their plays are counted again.

    Necessary when a play changes its group: scales do not record which plays they contain.
    """
    Scale.objects.filter(board__in=boards).delete()
    Play.objects.filter(board__in=boards).update(counted=None, scored_revision=0)


def remove_from_scales(plays: QuerySet[Play]) -> None:
    """Subtract plays without an entry that are about to be deleted from their scales.

    Their boards must be locked.
    """
    for (field, group, number), boards in _often(plays.filter(counted="")).items():
        scales = Scale.objects.filter(board__in=boards, field=field, group=group)
        scales.update(due=F("due") - number, revision=F("revision") + 1)
    _forget_empty(plays)


def _often(plays: QuerySet[Play]) -> Mapping[tuple[int, int, int], Sequence[int]]:
    """Group the boards of some plays by field, group and number of such plays on the board."""
    found = defaultdict[tuple[int, int, int], list[int]](list)
    together = Counter(plays.order_by().values_list("board", "field", "group"))
    for (board, field, group), number in together.items():
        found[field, group, number].append(board)
    return found


def _forget_empty(gone: QuerySet[Play]) -> None:
    """Delete scales that contain no plays except those about to be deleted."""
    rows = list(gone.values_list("pk", flat=True))
    known = Play.objects.exclude(counted=None).exclude(pk__in=rows).order_by()
    same = {each: OuterRef(each) for each in ("board", "field", "group")}
    of_these = Scale.objects.filter(board__plays__in=rows)
    of_these.exclude(Exists(known.filter(**same))).delete()


def derive_scales(board: Board) -> list[Scale]:
    """Derive the scales of a board from its counted plays, without storing them."""
    event, scales = board.session.stage.event, []
    plays = board.plays.exclude(counted=None).order_by("field", "group", "pk")
    for (field, group), together in groupby(plays, key=lambda play: (play.field, play.group)):
        new = [Scale(board=board, line=line, field=field, group=group) for line in event.game.lines]
        for play in together:
            _count(new, play.counted or "", 1)
        for scale in new:
            _find_extremes(scale, event)
        scales += new
    return scales


def _count_alone(stage: Stage, board: int) -> bool:
    try:
        return _count_boards(stage, [board])
    except OperationalError:
        raise
    except Exception:
        logger.exception("board %s cannot be counted: manage.py recount says more", board)
        return False


def _count_boards(stage: Stage, boards: Collection[int]) -> bool:
    """Update the scales of some boards in one transaction; return whether any changed.

    All boards are locked before the stage is touched, in one order, so that two updates cannot
    deadlock; on SQLite the whole database is locked. No action locks a stage before this. Plays are
    marked board by board, in the order in which a score slip lists them.
    """
    if not boards:
        return False
    with transaction.atomic():
        locked = _locked(Board.objects.filter(pk__in=boards))
        moved = [_count_board(board, stage.event) for board in locked]
        if any(moved):
            Stage.objects.filter(pk=stage.pk).update(awards_revision=F("awards_revision") + 1)
        return any(moved)


def _locked(boards: QuerySet[Board]) -> QuerySet[Board]:
    """Lock boards in the one order that everything uses, against deadlocks."""
    return boards.select_for_update(of=("self",)).order_by("session_id", "number")


def _count_board(board: Board, event: Event) -> bool:
    """Update the scales of a locked board; return whether it had pending plays.

    Another transaction may have counted them before the lock was taken.
    """
    plays = list(board.plays.uncounted().order_by("field", "group", "pk"))
    for (field, group), together in groupby(plays, key=lambda play: (play.field, play.group)):
        _move(_scales(board, event, field, group), list(together), event)
    _mark_as_counted(plays)
    return bool(plays)


def _scales(board: Board, event: Event, field: int, group: int) -> list[Scale]:
    """Return the scale of each line in the game's order, a new one if there is none."""
    known = {scale.line: scale for scale in board.scales.filter(field=field, group=group)}
    return [
        known.get(line) or Scale(board=board, line=line, field=field, group=group)
        for line in event.game.lines
    ]


def _move(scales: Sequence[Scale], plays: Iterable[Play], event: Event) -> None:
    for play in plays:
        if play.counted is not None:
            _count(scales, play.counted, -1)
        _count(scales, play.made, 1)
    for scale in scales:
        _find_extremes(scale, event)
        scale.revision += 1
        scale.save(update_fields=_MOVED if scale.pk else None)


def _find_extremes(scale: Scale, event: Event) -> None:
    # How many others there are moves no MIN and no MAX.
    read = read_scale(scale, event.method, scale.due)
    scale.low_text, scale.high_text = (str(read.low), str(read.high)) if read else ("", "")


def _count(scales: Sequence[Scale], made: str, step: int) -> None:
    """Add the X of a play to the scales of its lines, or subtract it if `step` is -1."""
    result = read_made(made)
    for number, (scale, due) in enumerate(zip(scales, due_lines(made, len(scales)), strict=True)):
        scale.due += step * due
        if result:
            often = scale.flagged if result.flagged else scale.ordinary
            x = result.xs[number]
            often[x] = often.get(x, 0) + step
            if not often[x]:
                del often[x]


def _mark_as_counted(plays: Sequence[Play]) -> None:
    """Store in each play what was counted of it; plays without an entry in one query."""
    silent = [play.pk for play in plays if not play.revision]
    Play.objects.filter(pk__in=silent, counted=None).update(counted="")
    for revision, together in groupby(sorted(plays, key=_revision), key=_revision):
        if revision:
            _mark(list(together), revision)


def _mark(plays: Sequence[Play], revision: int) -> None:
    """Mark plays of one revision as counted, one by one if one has a newer entry.

    A play with a newer entry keeps the older `scored_revision`, and so stays pending.
    """
    of_these = Play.objects.filter(pk__in=[play.pk for play in plays])
    still = of_these.filter(revision=revision).update(counted=F("made"), scored_revision=revision)
    if still < len(plays):
        for play in plays:
            moved_on = Play.objects.filter(pk=play.pk, revision__gt=revision)
            moved_on.update(counted=play.made, scored_revision=revision)
