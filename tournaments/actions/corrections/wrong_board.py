"""Correct a result that a table entered for the planned board but played on another one."""

from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.corrections.correcting import CorrectionRequest, correcting
from tournaments.actions.corrections.repeated_boards import void_repeated_plays
from tournaments.actions.idempotency import Answer, idempotent
from tournaments.actions.results.rescoring import lock_boards, rescore_boards
from tournaments.models import AuditAction, Board, Contestant, Play
from tournaments.permissions.results import check_own_board_rule

# The group of plays with the cards that were dealt; a fouled board has further groups.

DEFAULT_GROUP = Play._meta.get_field("group").default

_SAME_SEATING = _(
    "This table already has board %(board)s in this round: exchange the two results instead."
)
_PLAYED_TWICE = _(
    "%(name)s has already played board %(board)s, so the second result cannot count. Decide "
    "instead that board %(planned)s is not played at this table."
)
_UNKNOWN_BOARD = _("There is no board %(board)s in this session.")


def correct_played_board(play_id: int, board_number: int, correction: CorrectionRequest) -> Answer:
    """Move a play to the board that the table really played, and compare its result there.

    If a contestant at the table was to play that board in a later round, the later play becomes
    void and is returned in `not_played`. Raises what `correcting` does, and `ValidationFailed` if
    the session has no such board, if the table has it in this round too, or if a contestant at the
    table has played it before.
    """
    body = [AuditAction.PLAY_OTHER_BOARD, play_id, board_number]
    return idempotent(
        correction.actor,
        correction.key,
        body,
        lambda: _correct_played_board(play_id, board_number, correction),
    )


def _correct_played_board(play_id: int, board_number: int, correction: CorrectionRequest) -> Answer:
    related = Play.objects.select_related(
        "seating__table__section", "board__session__stage__event__club"
    )
    play = related.select_related("seating__round__section").get(pk=play_id)
    check_own_board_rule(play, correction.actor)
    board, planned_board_id = _get_board(play, board_number), play.board_id
    subject = {"play": play.pk, "board": board_number}
    play_rows = Play.objects.filter(pk=play.pk)
    with correcting(
        [play.seating.round.section], AuditAction.PLAY_OTHER_BOARD, subject, [play_rows], correction
    ):
        lock_boards([planned_board_id, board.pk])
        play_rows.update(board=board, group=DEFAULT_GROUP)
        rescore_boards([play.pk], [planned_board_id, board.pk])
        contestant_ids = play.seating.places.values_list("contestant", flat=True)
        void_plays = void_repeated_plays(board.session, set(contestant_ids), correction)
    return {"play": play.pk, "not_played": void_plays}


def _get_board(play: Play, board_number: int) -> Board:
    """Return the board; raise `ValidationFailed` if the table cannot have played it."""
    board = Board.objects.filter(session=play.board.session_id, number=board_number).first()
    if board is None:
        raise ValidationFailed(
            [Problem("unknown_board", _UNKNOWN_BOARD, {"board": board_number}, "board")]
        )
    if play.seating.plays.filter(board=board).exists():
        raise ValidationFailed(
            [Problem("own_board", _SAME_SEATING, {"board": board_number}, "board")]
        )
    raise_if_any(played_before_problems(play, board))
    return board


def played_before_problems(play: Play, board: Board) -> list[Problem]:
    """Return a problem if a contestant at the table has a result on the board elsewhere."""
    contestant = _contestant_who_played(play, board)
    params = {
        "name": contestant.name if contestant else "",
        "board": board.number,
        "planned": play.board.number,
    }
    return [Problem("played_before", _PLAYED_TWICE, params, "board")] if contestant else []


def _contestant_who_played(play: Play, board: Board) -> Contestant | None:
    """Return a contestant of this table who has a result on the board at another table."""
    plays_with_result = Play.objects.filter(board=board, revision__gt=0).exclude(
        state=Play.State.VOID
    )
    contestants_at_table = play.seating.places.values("contestant")
    contestants = Contestant.objects.filter(
        pk__in=contestants_at_table, places__seating__plays__in=plays_with_result
    )
    return contestants.order_by("number").first()
