"""Rows to scoring to rows: a board's entries become its awards."""

from collections.abc import Iterable, Iterator

from django.db import transaction
from django.db.models import F

from games.game import X
from scoring.method import Scale
from tournaments.models import Award, Board, Play, Stage

_SCORED = (Play.State.ENTERED, Play.State.CONFIRMED, Play.State.RULED)


def score_board(board_id: int) -> int | None:
    """Rewrite the awards of a board unless they are up to date; returns its stage when they were not.

    The board's row is locked (on SQLite the whole database is), so two of these never interleave.
    """
    with transaction.atomic():
        board = _locked(board_id)
        plays = list(board.plays.select_related("entry"))
        if all(play.scored_revision == play.revision for play in plays):
            return None
        Award.objects.filter(play__board=board).delete()
        Award.objects.bulk_create(_awards(board, plays))
        for play in plays:  # the revision that was read, not the one there now
            if play.scored_revision != play.revision:
                Play.objects.filter(pk=play.pk).update(scored_revision=play.revision)
        stage = board.session.stage
        Stage.objects.filter(pk=stage.pk).update(awards_revision=F("awards_revision") + 1)
        return stage.pk


def boards_behind(stage: Stage | None = None) -> Iterable[int]:
    """Boards with an entry that is not scored yet, of one stage or of all."""
    behind = Play.objects.behind().order_by()
    if stage:
        behind = behind.filter(board__session__stage=stage)
    return list(behind.values_list("board_id", flat=True).distinct())


def _locked(board_id: int) -> Board:
    boards = Board.objects.select_for_update(of=("self",)).select_related("session__stage__event")
    return boards.get(pk=board_id)


def _awards(board: Board, plays: list[Play]) -> Iterator[Award]:
    """The awards of every line of every play that has a result."""
    event = board.session.stage.event
    results = [
        (
            play,
            event.game.x(play.entry.outcome, board.conditions),
            event.game.points(play.entry.outcome, board.conditions),
        )
        for play in plays
        if play.entry and play.state in _SCORED and not play.entry.contradicted
    ]
    due = sum(play.state != Play.State.VOID for play in plays)
    for line in event.game.lines:
        scored = [(play, xs[line], points[line]) for play, xs, points in results]
        if not scored:
            return
        ordinary = [x for play, x, _points in scored if not play.flagged]
        scale = event.method.scale(ordinary, [x for play, x, _points in scored if play.flagged], due)
        yield from (_award(play, line, x, points, scale) for play, x, points in scored)


def _award(play: Play, line: str, x: X, points: X, scale: Scale) -> Award:
    award = scale.award(x, play.flagged)
    return Award(
        play=play,
        line=line,
        x_text=str(x),
        points_text="" if points == x else str(points),
        low_text=str(scale.low),
        high_text=str(scale.high),
        award_text="" if award is None else str(award),
    )


def score_behind(stage: Stage) -> bool:
    """Score every board of the stage that is behind, for an act that must not wait; whether one was.

    All are locked before the first is scored: that touches the stage, and a task that holds one of the
    others would wait for the stage while the act waits for its board. An act locks no stage before this.
    """
    with transaction.atomic():
        behind = Board.objects.select_for_update().filter(pk__in=boards_behind(stage)).order_by("pk")
        boards = list(behind.values_list("pk", flat=True))
        for board in boards:
            score_board(board)
    return bool(boards)
