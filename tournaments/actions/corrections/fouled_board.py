"""Correct a board that some tables played with other cards, or that should not count.

A board is fouled if its cards were changed between two tables. Its plays then belong to two groups,
and a result is compared only with results of the same group.
"""

from collections.abc import Collection

from django.db.models import QuerySet
from django.utils.translation import gettext

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.actions.corrections.correcting import CorrectionRequest, correcting
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.actions.results.decisions import append_decision
from tournaments.actions.results.rescoring import lock_boards, rescore_boards
from tournaments.models import AuditAction, Board, Entry, Play, Section
from tournaments.permissions.results import check_own_board_rule_for

_NO_TABLES = _("Choose the tables that played other cards.")
_ALL_TABLES = _("You chose all tables. If all played the same cards, there is nothing to correct.")
_BOARD_OUT_ALREADY = _("Board %(board)s already counts nowhere.")
_BOARD_TAKEN_OUT = _("No result on this board counts.")


def foul_board(board_id: int, play_ids: Collection[int], correction: CorrectionRequest) -> Answer:
    """Put plays that had other cards into a new group, so that only they are compared.

    Raises what `correcting` does, and `ValidationFailed` if none of the plays is of this board, or
    if `play_ids` has all plays of the board.
    """
    sorted_ids = sorted(play_ids)
    body = [AuditAction.FOUL_BOARD, board_id, sorted_ids]
    return idempotent(
        correction.actor, correction.key, body, lambda: _foul(board_id, sorted_ids, correction)
    )


def take_out_board(board_id: int, correction: CorrectionRequest) -> Answer:
    """Void all plays of a board: its results do not count, and nobody plays it any more.

    Raises what `correcting` and `append_decision` do, and `ValidationFailed` if all plays are void
    already.
    """
    return idempotent(
        correction.actor,
        correction.key,
        [AuditAction.TAKE_OUT_BOARD, board_id],
        lambda: _take_out(board_id, correction),
    )


def _foul(board_id: int, play_ids: list[int], correction: CorrectionRequest) -> Answer:
    board = _get_board(board_id)
    fouled_plays = Play.objects.filter(board=board, pk__in=play_ids)
    if not fouled_plays.exists():
        raise ValidationFailed([Problem("no_tables", _NO_TABLES, field="play")])
    subject = {"board": board.number, "plays": play_ids}
    with correcting(
        _sections_of_plays(fouled_plays),
        AuditAction.FOUL_BOARD,
        subject,
        [fouled_plays],
        correction,
    ):
        lock_boards([board.pk])
        check_own_board_rule_for(board.plays.all(), correction.actor)
        _check_not_all_plays(board, set(fouled_plays.values_list("group", "pk")))
        last_group = max(board.plays.values_list("group", flat=True))
        fouled_plays.update(group=last_group + 1)
        rescore_boards(play_ids, [board.pk])
    return {"board": board.pk, "group": last_group + 1}


def _check_not_all_plays(board: Board, fouled_plays: Collection[tuple[int, int]]) -> None:
    if set(board.plays.values_list("group", "pk")) <= set(fouled_plays):
        raise ValidationFailed([Problem("all_tables", _ALL_TABLES, field="play")])


def _take_out(board_id: int, correction: CorrectionRequest) -> Answer:
    board = _get_board(board_id)
    board_plays = board.plays.select_related("seating__round", "board__session__stage__event__club")
    plays = board_plays.exclude(state=Play.State.VOID).order_by("pk")
    if not plays:
        raise ValidationFailed(
            [Problem("out_already", _BOARD_OUT_ALREADY, {"board": board.number})]
        )
    with correcting(
        _sections_of_plays(board.plays.all()),
        AuditAction.TAKE_OUT_BOARD,
        {"board": board.number},
        [],
        correction,
    ):
        check_own_board_rule_for(plays, correction.actor)
        for play in plays:
            _void_play(play, correction)
    return {"board": board.pk}


def _void_play(play: Play, correction: CorrectionRequest) -> None:
    """Append a decision that the play is void.

    The decision needs no separate idempotency key, because a repeated request is recognised by the
    key of the whole correction.
    """
    append_decision(
        play,
        Entry(kind=Entry.Kind.VOID, reason=correction.reason or gettext(_BOARD_TAKEN_OUT)),
        correction.actor,
    )


def _get_board(board_id: int) -> Board:
    return Board.objects.select_related("session__stage__event__club").get(pk=board_id)


def _sections_of_plays(plays: QuerySet[Play]) -> list[Section]:
    sections = Section.objects.filter(rounds__seatings__plays__in=plays).distinct()
    return list(sections.select_related("session__stage__event__club").order_by("number"))
