"""Plays that turn out to belong to another board, or to another group of it."""

from collections.abc import Collection

from django.db.models import QuerySet

from tournaments import scoring_pipeline
from tournaments.models import Board, Play
from tournaments.queries.results.settlement import SETTLED, settle_play


def lock_boards(boards: Collection[int]) -> QuerySet[Board]:
    """Lock some boards in the order in which everybody does; answers them.

    An act does so before it changes the board or the group of a play, or takes plays away: who
    counts has the board first and seeks its plays after it.
    """
    concerned = Board.objects.filter(pk__in=boards)
    list(concerned.select_for_update(of=("self",)).order_by("session_id", "number"))
    return concerned


def count_again(plays: Collection[int], boards: Collection[int]) -> None:
    """Settle plays by the conditions of the board they have now, and have all of some boards
    counted anew.

    `boards` are those they were on and those they are on. To be used in the transaction of an act,
    which has the standings made.
    """
    concerned = lock_boards(boards)
    related = Play.objects.filter(pk__in=plays).select_related("board__session__stage__event")
    for play in related.prefetch_related("entries"):
        entries = list(play.entries.all())
        settle_play(play, entries, play.board.session.stage.event.game)
        # 0 in a play that is there again.
        revision = max((entry.revision for entry in entries), default=0)
        columns = {column: getattr(play, column) for column in SETTLED}
        Play.objects.filter(pk=play.pk).update(revision=revision, **columns)
    scoring_pipeline.forget_counted(concerned)
