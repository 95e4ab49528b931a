"""Correct the results of a table that played the boards of another round or table."""

from collections.abc import Sequence

from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.corrections.correcting import CorrectionRequest, correcting
from tournaments.actions.corrections.repeated_boards import void_repeated_plays
from tournaments.actions.corrections.wrong_board import DEFAULT_GROUP, played_before_problems
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.actions.results.rescoring import lock_boards, rescore_boards
from tournaments.models import AuditAction, Board, Play, Seating
from tournaments.permissions.results import check_own_board_rule
from tournaments.queries.boards.copies import other_board_sets

_UNKNOWN_BOARD_SET = _(
    "No other table or round has a set of boards starting with board %(board)s and as long "
    "as the one here."
)


def correct_played_set(seating_id: int, first_board: int, correction: CorrectionRequest) -> Answer:
    """Move a table's plays to the board set that begins with board number `first_board`.

    The play of the table's first board moves to the first board of the set, and so on. If a
    contestant was to play one of these boards in a later round, the later play becomes void and is
    returned in `not_played`. Raises what `correcting` does, and `ValidationFailed` if the section
    has no such set, or if a contestant at the table has played one of its boards before.
    """
    body = [AuditAction.PLAY_OTHER_ROUND, seating_id, first_board]
    return idempotent(
        correction.actor,
        correction.key,
        body,
        lambda: _correct_board_set(seating_id, first_board, correction),
    )


def _correct_board_set(seating_id: int, first_board: int, correction: CorrectionRequest) -> Answer:
    related = Seating.objects.select_related(
        "table__section", "round__section__session__stage__event__club"
    )
    seating = related.get(pk=seating_id)
    plays, boards = _plays_by_board(seating), _get_board_set(seating, first_board)
    for play in plays:
        check_own_board_rule(play, correction.actor)
    raise_if_any(
        [
            problem
            for play, board in zip(plays, boards, strict=True)
            for problem in played_before_problems(play, board)
        ]
    )
    subject = {"table": seating.table.label, "round": seating.round.number}
    plays_of_table = Play.objects.filter(seating=seating)
    with correcting(
        [seating.round.section], AuditAction.PLAY_OTHER_ROUND, subject, [plays_of_table], correction
    ):
        board_ids = [*(play.board_id for play in plays), *(board.pk for board in boards)]
        lock_boards(board_ids)
        _move_plays(plays, boards)
        rescore_boards([play.pk for play in plays], board_ids)
        contestant_ids = set(seating.places.values_list("contestant", flat=True))
        void_plays = void_repeated_plays(seating.round.section.session, contestant_ids, correction)
    return {"seating": seating.pk, "not_played": void_plays}


def _plays_by_board(seating: Seating) -> list[Play]:
    related = seating.plays.select_related("board__session__stage__event__club", "seating__round")
    return list(related.order_by("board__number"))


def _get_board_set(seating: Seating, first_board: int) -> Sequence[Board]:
    boards = next(
        (
            board_set
            for board_set in other_board_sets(seating)
            if board_set[0].number == first_board
        ),
        None,
    )
    if boards is None:
        raise ValidationFailed(
            [Problem("unknown_board", _UNKNOWN_BOARD_SET, {"board": first_board}, "board")]
        )
    return boards


def _move_plays(plays: Sequence[Play], boards: Sequence[Board]) -> None:
    """Move each play to its board, into the group of the cards that were dealt."""
    for play, board in zip(plays, boards, strict=True):
        Play.objects.filter(pk=play.pk).update(board=board, group=DEFAULT_GROUP)
