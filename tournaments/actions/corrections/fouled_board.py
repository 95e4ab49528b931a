"""A board of which some tables played other cards, misdealt or fouled; and one that is to count
nowhere."""

from collections.abc import Collection

from django.db.models import QuerySet
from django.utils.translation import gettext

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.actions.corrections.correcting import CorrectionRequest, correcting
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.actions.results.entries import append_decision
from tournaments.actions.results.standings_changed import count_again, lock_boards
from tournaments.models import AuditAction, Board, Entry, Play, Section
from tournaments.permissions.results import check_own_board_rule_for

_NONE = _("Choose the tables that played other cards.")
_ALL = _("You chose all tables. If all played the same cards, there is nothing to correct.")
_OUT_ALREADY = _("Board %(board)s already counts nowhere.")
_OUT = _("No result on this board counts.")


def foul_board(board_id: int, plays: Collection[int], correction: CorrectionRequest) -> Answer:
    """Have some plays of a board compared among themselves alone, since other cards were played
    there.

    Raises as `correcting` does, and `ValidationFailed` for no play of the board, or all of those of
    their group.
    """
    chosen = sorted(plays)
    body = [AuditAction.FOUL_BOARD, board_id, chosen]
    return idempotent(
        correction.actor, correction.key, body, lambda: _foul(board_id, chosen, correction)
    )


def take_out_board(board_id: int, correction: CorrectionRequest) -> Answer:
    """Have a board count nowhere: what was played of it is not counted, and nobody plays it any
    more.

    Raises as `correcting` and `decide_play` do, and `ValidationFailed` where that is so already.
    """
    return idempotent(
        correction.actor,
        correction.key,
        [AuditAction.TAKE_OUT_BOARD, board_id],
        lambda: _take_out(board_id, correction),
    )


def _foul(board_id: int, chosen: list[int], correction: CorrectionRequest) -> Answer:
    board = _read(board_id)
    with_others = Play.objects.filter(board=board, pk__in=chosen)
    if not with_others.exists():
        raise ValidationFailed([Problem("no_tables", _NONE, field="play")])
    about = {"board": board.number, "plays": chosen}
    with correcting(
        _sections(with_others), AuditAction.FOUL_BOARD, about, [with_others], correction
    ):
        lock_boards([board.pk])
        check_own_board_rule_for(board.plays.all(), correction.actor)
        _refuse_whole_group(board, set(with_others.values_list("group", "pk")))
        last = max(board.plays.values_list("group", flat=True))
        with_others.update(group=last + 1)
        count_again(chosen, [board.pk])
    return {"board": board.pk, "group": last + 1}


def _refuse_whole_group(board: Board, chosen: Collection[tuple[int, int]]) -> None:
    if set(board.plays.values_list("group", "pk")) <= set(chosen):
        raise ValidationFailed([Problem("all_tables", _ALL, field="play")])


def _take_out(board_id: int, correction: CorrectionRequest) -> Answer:
    board = _read(board_id)
    related = board.plays.select_related("seating__round", "board__session__stage__event__club")
    plays = related.exclude(state=Play.State.VOID).order_by("pk")
    if not plays:
        raise ValidationFailed([Problem("out_already", _OUT_ALREADY, {"board": board.number})])
    with correcting(
        _sections(board.plays.all()),
        AuditAction.TAKE_OUT_BOARD,
        {"board": board.number},
        [],
        correction,
    ):
        check_own_board_rule_for(plays, correction.actor)
        for play in plays:
            _call_off(play, correction)
    return {"board": board.pk}


def _call_off(play: Play, correction: CorrectionRequest) -> None:
    """A part of the act, whose key stands for all of them: where somebody says more now it is
    done again."""
    append_decision(
        play,
        Entry(kind=Entry.Kind.VOID, reason=correction.reason or gettext(_OUT)),
        correction.actor,
    )


def _read(board_id: int) -> Board:
    return Board.objects.select_related("session__stage__event__club").get(pk=board_id)


def _sections(plays: QuerySet[Play]) -> list[Section]:
    found = Section.objects.filter(rounds__seatings__plays__in=plays).distinct()
    return list(found.select_related("session__stage__event__club").order_by("number"))
