"""A board of which some tables played other cards, misdealt or fouled; and one that is to count
nowhere."""

from collections.abc import Collection

from django.db.models import QuerySet
from django.utils.translation import gettext

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.actions.corrections.repairing import Repair, repairing
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.actions.results.entries import append_decision
from tournaments.actions.results.rescoring import lock_boards, rescore_boards
from tournaments.models import AuditAction, Board, Entry, Play, Section
from tournaments.permissions.results import check_own_board_rule_for

_NONE = _("Choose the tables that played other cards.")
_ALL = _("You chose all tables. If all played the same cards, there is nothing to correct.")
_OUT_ALREADY = _("Board %(board)s already counts nowhere.")
_OUT = _("No result on this board counts.")


def foul_board(board_id: int, plays: Collection[int], how: Repair) -> Answer:
    """Have some plays of a board compared among themselves alone, since other cards were played
    there.

    Raises as `repairing` does, and `ValidationFailed` for no play of the board, or all of those of
    their group.
    """
    chosen = sorted(plays)
    body = [AuditAction.FOUL_BOARD, board_id, chosen]
    return idempotent(how.actor, how.key, body, lambda: _foul(board_id, chosen, how))


def take_out_board(board_id: int, how: Repair) -> Answer:
    """Have a board count nowhere: what was played of it is not counted, and nobody plays it any
    more.

    Raises as `repairing` and `decide_play` do, and `ValidationFailed` where that is so already.
    """
    return idempotent(
        how.actor, how.key, [AuditAction.TAKE_OUT_BOARD, board_id], lambda: _take_out(board_id, how)
    )


def _foul(board_id: int, chosen: list[int], how: Repair) -> Answer:
    board = _read(board_id)
    with_others = Play.objects.filter(board=board, pk__in=chosen)
    if not with_others.exists():
        raise ValidationFailed([Problem("no_tables", _NONE, field="play")])
    about = {"board": board.number, "plays": chosen}
    with repairing(_sections(with_others), AuditAction.FOUL_BOARD, about, [with_others], how):
        lock_boards([board.pk])
        check_own_board_rule_for(board.plays.all(), how.actor)
        _refuse_whole_group(board, set(with_others.values_list("group", "pk")))
        last = max(board.plays.values_list("group", flat=True))
        with_others.update(group=last + 1)
        rescore_boards(chosen, [board.pk])
    return {"board": board.pk, "group": last + 1}


def _refuse_whole_group(board: Board, chosen: Collection[tuple[int, int]]) -> None:
    if set(board.plays.values_list("group", "pk")) <= set(chosen):
        raise ValidationFailed([Problem("all_tables", _ALL, field="play")])


def _take_out(board_id: int, how: Repair) -> Answer:
    board = _read(board_id)
    related = board.plays.select_related("seating__round", "board__session__stage__event__club")
    plays = related.exclude(state=Play.State.VOID).order_by("pk")
    if not plays:
        raise ValidationFailed([Problem("out_already", _OUT_ALREADY, {"board": board.number})])
    with repairing(
        _sections(board.plays.all()), AuditAction.TAKE_OUT_BOARD, {"board": board.number}, [], how
    ):
        check_own_board_rule_for(plays, how.actor)
        for play in plays:
            _call_off(play, how)
    return {"board": board.pk}


def _call_off(play: Play, how: Repair) -> None:
    """A part of the act, whose key stands for all of them: where somebody says more now it is
    done again."""
    append_decision(
        play, Entry(kind=Entry.Kind.VOID, reason=how.reason or gettext(_OUT)), how.actor
    )


def _read(board_id: int) -> Board:
    return Board.objects.select_related("session__stage__event__club").get(pk=board_id)


def _sections(plays: QuerySet[Play]) -> list[Section]:
    found = Section.objects.filter(rounds__seatings__plays__in=plays).distinct()
    return list(found.select_related("session__stage__event__club").order_by("number"))
