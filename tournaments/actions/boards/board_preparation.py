"""Prepare boards from packs of cards: assign them, open their hands, mark them ready."""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.board_preparation import check_piles, pile_checks
from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.boards.opened_hands import HELD_BY_OTHER_PHONE, NO_HANDS, OpenedHands
from tournaments.actions.boards.remade_boards import (
    board_to_remake,
    check_same_phone,
    finish_remade_board,
    open_hands_again,
)
from tournaments.actions.results.devices import check_may_prepare_boards, link_board_preparer
from tournaments.models import AuditAction, Board, BoardPreparation, Play, Session, Table
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable
from tournaments.permissions.visibility.devices import is_first_seating
from tournaments.permissions.visibility.hands import PREPARING_BOARD, visible_hands
from tournaments.permissions.visibility.playing_members import boards_to_play
from tournaments.permissions.visibility.results_of_other_tables import is_board_due_at
from tournaments.queries.boards.board_preparation import BoardCopy, board_copies
from tournaments.queries.boards.copies import has_single_copies, preparable_rounds
from tournaments.queries.phone.table_state import current_or_first_seating

_ACTOR_PLAYS_BOARD = _(
    "You still have board %(board)s to play: somebody who does not play it must make it up."
)
_PREPARED_BY_DESK = _("The director takes care of the boards: tables make up none.")
_ASSIGNED_TO_OTHER_TABLE = _("Board %(board)s is made up at table %(table)s, not here.")
_ROUND_OVER = _("The round is over. Give board %(board)s to the director, who has it made up.")
_BOARD_AT_DESK = _("The desk makes up board %(board)s: leave it.")
_BOARD_READY = _(
    "Board %(board)s is ready. If a card is wrong, ask the director to have it made up again."
)
_BOARD_PLAYED = _(
    "Board %(board)s has been played, so it cannot be made up again. Call the director if a "
    "card is wrong."
)
_PREPARED_TOO_EARLY = _("Board %(board)s is for round %(round)s: make it up one round earlier.")
_PREPARED_TOO_LATE = _("Board %(board)s was for round %(round)s, which is over: leave it.")
_UNKNOWN_BOARD = _("There is no board %(board)s tonight.")
_PLAYED_LATER = _(
    "You will play board %(board)s later. Give it to the director, who has somebody else "
    "make it up."
)
_EVERY_TABLE_PREPARES = _(
    "Every table makes up its own board %(board)s. It can also be made up at the desk."
)
_SESSION_OVER = _("The session is over: there is nothing to make up.")


def open_hands(
    session: Session, table: Table | None, board_number: int, actor: Actor
) -> OpenedHands:
    """Return the hands of a board to the table that prepares it.

    `table` is None if a director prepares the board at the desk. The view is recorded once for each
    user or device. After the first device of a table has opened the board, its other devices
    cannot. Raises `ValidationFailed` as `must_be_face_down` does.
    """
    require_editable(session.stage.event, AuditAction.PREPARE_BOARD)
    if remade := board_to_remake(table, board_number):
        return open_hands_again(session, remade, actor)
    with transaction.atomic():
        face_down = must_be_face_down(session, table, board_number, actor)
        dealt = visible_hands(PREPARING_BOARD, _get_board(session, board_number))
        if dealt is None:
            raise ValidationFailed([Problem("no_hands", NO_HANDS)])
        _record_view(session, table, board_number, face_down, actor)
    return OpenedHands(dealt, face_down)


def must_be_face_down(
    session: Session, table: Table | None, board_number: int, actor: Actor
) -> bool:
    """Return whether the board is dealt face down, because the table itself plays it.

    Raises `ValidationFailed` if the board must not be opened here: another table or the desk
    prepares it, another device has opened it, it is ready or has been played, it is for a later
    round or one that is over, the director still has to play it, or the contestants came to this
    table after round 1 and play the board later.
    """
    _get_board(session, board_number)
    _check_not_over(session)
    if not (session.commitment and session.stage.event.game.has_play):
        raise ValidationFailed([Problem("no_hands", NO_HANDS)])
    if actor.user_id and board_number in boards_to_play(actor.user_id, session):
        raise _preparation_failed("plays_himself", _ACTOR_PLAYS_BOARD, board_number)
    if table is None:
        return False
    if remade := board_to_remake(table, board_number):
        check_same_phone(remade, actor)
        return remade.is_face_down
    copies = [copy for copy in board_copies(session) if copy.number == board_number]
    own_copy = _get_preparable_copy(
        session, table, board_number, [copy for copy in copies if copy.section == table.section_id]
    )
    check_may_prepare_boards(table, actor)
    _check_opened_by_actor(
        BoardPreparation.objects.filter(session=session, number=board_number, maker=table).first(),
        actor,
    )
    seating = current_or_first_seating(table)
    plays_it = is_board_due_at(seating, board_number)
    # Boards are assigned so that the contestants of round 1 play them late or never. Contestants
    # who came to the table later could have come in order to see this board.
    if seating and plays_it and not own_copy.is_own_copy and not is_first_seating(seating):
        raise _preparation_failed("play_it_later", _PLAYED_LATER, board_number)
    return own_copy.is_face_down or plays_it


def finish_preparation(
    session: Session,
    table: Table | None,
    board_number: int,
    submitted: Mapping[str, str],
    actor: Actor,
) -> None:
    """Mark a board as ready if its piles are right; does nothing if it is ready already.

    `submitted` has the answers to `games.board_preparation.pile_checks` by field name. Raises
    `ValidationFailed` with the seats whose piles are wrong, and as `open_hands` does.
    """
    require_editable(session.stage.event, AuditAction.FINISH_PREPARATION)
    if remade := board_to_remake(table, board_number):
        finish_remade_board(session, remade, submitted, actor)
        return
    preparations = BoardPreparation.objects.filter(
        session=session, number=board_number, maker=table
    )
    if preparations.exclude(ready_at=None).exists():
        return
    opened = open_hands(session, table, board_number, actor)
    check_piles(
        pile_checks(session.stage.event.game, opened.board.known_deal, opened.face_down), submitted
    )
    with transaction.atomic():
        now = timezone.now()
        if preparations.filter(ready_at=None).update(ready_at=now, at=now, **actor.audit_columns()):
            record_audit(
                actor,
                AuditAction.FINISH_PREPARATION,
                session.stage.event,
                session=session.pk,
                board=board_number,
            )


def set_preparation_mode(session: Session, by_tables: bool, actor: Actor) -> None:
    """Set who prepares the boards: the tables (`by_tables` is true) or the desk.

    Raises `ValidationFailed` once the session is over.
    """
    require_editable(session.stage.event, AuditAction.SET_PREPARATION_MODE)
    with transaction.atomic():
        _check_not_over(session)
        if (
            Session.objects.filter(pk=session.pk)
            .exclude(tables_make_up=by_tables)
            .update(tables_make_up=by_tables)
        ):
            record_audit(
                actor,
                AuditAction.SET_PREPARATION_MODE,
                session.stage.event,
                session=session.pk,
                tables=by_tables,
            )
    session.tables_make_up = by_tables


def assign_preparation(session: Session, board_number: int, table: Table, actor: Actor) -> None:
    """Assign a board to another table of the section, which prepares it from the start.

    The table that prepared the board until now can no longer open it. Raises `ValidationFailed` for
    a board or table that is not in the session, and if every table prepares its own copy.
    """
    require_editable(session.stage.event, AuditAction.ASSIGN_PREPARATION)
    with transaction.atomic():
        _check_not_over(session)
        _get_board(session, board_number)
        if table.section.session_id != session.pk:
            raise ValidationFailed(
                [Problem("no_such_table", _("Choose a table of this event."), field="table")]
            )
        if not has_single_copies(session)[table.section_id]:
            raise _preparation_failed("own_copies", _EVERY_TABLE_PREPARES, board_number)
        other_preparations = BoardPreparation.objects.filter(
            session=session, number=board_number
        ).exclude(maker=table)
        other_preparations.filter(Q(maker=None) | Q(maker__section=table.section_id)).delete()
        _get_or_create_preparation(session, table, board_number, actor)
        record_audit(
            actor,
            AuditAction.ASSIGN_PREPARATION,
            session.stage.event,
            session=session.pk,
            board=board_number,
            table=table.label,
        )


def mark_boards_ready(session: Session, board_numbers: Sequence[int] | None, actor: Actor) -> None:
    """Mark boards as ready that a dealing machine or a person with printed slips prepared.

    All boards are marked if `board_numbers` is None. Raises `ValidationFailed` for numbers of
    boards that the session does not have.
    """
    require_editable(session.stage.event, AuditAction.MARK_BOARDS_READY)
    all_numbers = list(session.boards.values_list("number", flat=True))
    with transaction.atomic():
        _check_not_over(session)
        if missing_numbers := [
            board_number for board_number in board_numbers or () if board_number not in all_numbers
        ]:
            raise ValidationFailed(
                [
                    Problem("no_such_board", _UNKNOWN_BOARD, {"board": board_number}, "boards")
                    for board_number in missing_numbers
                ]
            )
        now, chosen_numbers = (
            timezone.now(),
            all_numbers if board_numbers is None else list(board_numbers),
        )
        for board_number in chosen_numbers:
            preparation = _get_or_create_preparation(session, None, board_number, actor)
            BoardPreparation.objects.filter(pk=preparation.pk, ready_at=None).update(
                ready_at=now, at=now, **actor.audit_columns()
            )
        record_audit(
            actor,
            AuditAction.MARK_BOARDS_READY,
            session.stage.event,
            session=session.pk,
            boards=chosen_numbers,
        )


def restart_preparation(session: Session, board_number: int, actor: Actor) -> None:
    """Delete the preparations of a board, so that its tables prepare it again."""
    require_editable(session.stage.event, AuditAction.RESTART_PREPARATION)
    with transaction.atomic():
        _check_not_over(session)
        if BoardPreparation.objects.filter(session=session, number=board_number).delete()[0]:
            record_audit(
                actor,
                AuditAction.RESTART_PREPARATION,
                session.stage.event,
                session=session.pk,
                board=board_number,
            )


def _get_preparable_copy(
    session: Session, table: Table, board_number: int, copies: Sequence[BoardCopy]
) -> BoardCopy:
    """Return the copy of the board that this table may prepare now.

    Raises `ValidationFailed` if there is none.
    """
    if not session.tables_make_up:
        raise ValidationFailed([Problem("desk_makes_up", _PREPARED_BY_DESK)])
    if not copies:
        raise ValidationFailed([Problem("no_hands", NO_HANDS)])
    own_copy = next((copy for copy in copies if copy.table == table.pk), None)
    if own_copy is None:
        if _has_played(table, board_number):
            raise _preparation_failed("round_over", _ROUND_OVER, board_number)
        tables = ", ".join(copy.label for copy in copies)
        raise _preparation_failed("not_yours", _ASSIGNED_TO_OTHER_TABLE, board_number, table=tables)
    _check_not_ready(own_copy)
    if own_copy.is_own_copy:
        _check_round(own_copy, *preparable_rounds(table.section))
    return own_copy


def _has_played(table: Table, board_number: int) -> bool:
    played = Play.objects.filter(seating__table=table, board__number=board_number)
    return played.exclude(state__in=(Play.State.DUE, Play.State.VOID)).exists()


def _check_not_ready(copy: BoardCopy) -> None:
    if copy.is_prepared_at_desk and copy.state != "ready":
        raise _preparation_failed("at_desk", _BOARD_AT_DESK, copy.number)
    if copy.state in ("ready", "played"):
        raise _preparation_failed(
            copy.state, _BOARD_READY if copy.state == "ready" else _BOARD_PLAYED, copy.number
        )


def _check_opened_by_actor(preparation: BoardPreparation | None, actor: Actor) -> None:
    """Raise `ValidationFailed` if another device of the table has opened the board.

    Anybody who has read the table's code could be using the second device.
    """
    if (
        preparation
        and preparation.hands_views.exclude(table=None).exclude(device=actor.device).exists()
    ):
        raise _preparation_failed("held", HELD_BY_OTHER_PHONE, preparation.number)


def _check_round(copy: BoardCopy, first_round_number: int, last_round_number: int) -> None:
    if copy.before_round > last_round_number:
        raise _preparation_failed(
            "too_soon", _PREPARED_TOO_EARLY, copy.number, round=copy.before_round
        )
    if copy.before_round < first_round_number:
        raise _preparation_failed(
            "too_late", _PREPARED_TOO_LATE, copy.number, round=copy.before_round
        )


def _check_not_over(session: Session) -> None:
    if session.is_over:
        raise ValidationFailed([Problem("over", _SESSION_OVER)])


def _get_board(session: Session, board_number: int) -> Board:
    board = (
        session.boards.select_related("session__stage__event__club")
        .filter(number=board_number)
        .first()
    )
    if board is None:
        raise _preparation_failed("no_such_board", _UNKNOWN_BOARD, board_number)
    return board


def _record_view(
    session: Session, table: Table | None, board_number: int, is_face_down: bool, actor: Actor
) -> None:
    """Record that the hands are shown, once for each user or device."""
    preparation, now = (
        _get_or_create_preparation(session, table, board_number, actor),
        timezone.now(),
    )
    # Checked again under the lock, because two phones may open the board at the same time.
    _check_opened_by_actor(
        BoardPreparation.objects.select_for_update().get(pk=preparation.pk), actor
    )
    if table:
        link_board_preparer(table, actor)
    BoardPreparation.objects.filter(pk=preparation.pk, opened_at=None).update(
        opened_at=now, at=now, **actor.audit_columns()
    )
    viewer = {"user": actor.user_id, "table": actor.table_id, "device": actor.device}
    if not preparation.hands_views.filter(**viewer).exists():
        details = {
            "session": session.pk,
            "board": board_number,
            "preparation": preparation.pk,
            "face_down": is_face_down,
        }
        record_audit(actor, AuditAction.PREPARE_BOARD, session.stage.event, **details)
        preparation.hands_views.create(at=now, **actor.audit_columns())


def _get_or_create_preparation(
    session: Session, table: Table | None, board_number: int, actor: Actor
) -> BoardPreparation:
    columns = {"at": timezone.now(), **actor.audit_columns()}
    return BoardPreparation.objects.get_or_create(
        session=session, number=board_number, maker=table, defaults=columns
    )[0]


def _preparation_failed(
    code: str, template: str, board_number: int, **params: object
) -> ValidationFailed:
    return ValidationFailed([Problem(code, template, {"board": board_number, **params}, "board")])
