"""Boards made up from packs of cards: who does it, who opens their hands, and that they are
ready."""

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
from tournaments.queries.phone.table_room import shown_seating

_PLAYS_IT = _(
    "You still have board %(board)s to play: somebody who does not play it must make it up."
)
_DESK = _("The director takes care of the boards: tables make up none.")
_NOT_YOURS = _("Board %(board)s is made up at table %(table)s, not here.")
_ROUND_OVER = _("The round is over. Give board %(board)s to the director, who has it made up.")
_AT_DESK = _("The desk makes up board %(board)s: leave it.")
_READY = _(
    "Board %(board)s is ready. If a card is wrong, ask the director to have it made up again."
)
_PLAYED = _(
    "Board %(board)s has been played, so it cannot be made up again. Call the director if a "
    "card is wrong."
)
_TOO_SOON = _("Board %(board)s is for round %(round)s: make it up one round earlier.")
_TOO_LATE = _("Board %(board)s was for round %(round)s, which is over: leave it.")
_NO_BOARD = _("There is no board %(board)s tonight.")
_PLAY_IT_LATER = _(
    "You will play board %(board)s later. Give it to the director, who has somebody else "
    "make it up."
)
_SELDOM = _("Every table makes up its own board %(board)s. It can also be made up at the desk.")
_OVER = _("The session is over: there is nothing to make up.")


def open_hands(session: Session, table: Table | None, number: int, actor: Actor) -> OpenedHands:
    """The hands of a board for whoever makes it up: a table that is to, or (no table) a director at
    the desk.

    Who opened them is written down, once for each user; of a table's devices the first holds the
    board. Raises `ValidationFailed` as `must_be_face_down`.
    """
    require_editable(session.stage.event, AuditAction.PREPARE_BOARD)
    if again := board_to_remake(table, number):
        return open_hands_again(session, again, actor)
    with transaction.atomic():
        face_down = must_be_face_down(session, table, number, actor)
        dealt = visible_hands(PREPARING_BOARD, _board(session, number))
        if dealt is None:
            raise ValidationFailed([Problem("no_hands", NO_HANDS)])
        _open(session, table, number, face_down, actor)
    return OpenedHands(dealt, face_down)


def must_be_face_down(session: Session, table: Table | None, number: int, actor: Actor) -> bool:
    """Whether the cards are to be dealt face down, because those at the table play the board
    themselves.

    Raises `ValidationFailed` where the board is another's to make up, was opened by another device,
    is ready, has been played, is for a later round, is the director's own to play, or one that
    those play later who have come to the table since the first round.
    """
    _board(session, number)
    _refuse_over(session)
    if not (session.commitment and session.stage.event.game.has_play):
        raise ValidationFailed([Problem("no_hands", NO_HANDS)])
    if actor.user_id and number in boards_to_play(actor.user_id, session):
        raise _refused("plays_himself", _PLAYS_IT, number)
    if table is None:
        return False
    if again := board_to_remake(table, number):
        check_same_phone(again, actor)
        return again.face_down
    copies = [each for each in board_copies(session) if each.number == number]
    own = _own_copy(
        session, table, number, [each for each in copies if each.section == table.section_id]
    )
    check_may_prepare_boards(table, actor)
    _refuse_held(
        BoardPreparation.objects.filter(session=session, number=number, maker=table).first(), actor
    )
    seating = shown_seating(table)
    plays_it = is_board_due_at(seating, number)
    # Those of the first round are dealt boards that they play late or never; others may have
    # taken their seats meanwhile to see this one.
    if seating and plays_it and not own.own and not is_first_seating(seating):
        raise _refused("play_it_later", _PLAY_IT_LATER, number)
    return own.face_down or plays_it


def finish_preparation(
    session: Session, table: Table | None, number: int, submitted: Mapping[str, str], actor: Actor
) -> None:
    """A board that lies as it should is ready; a second time nothing happens.

    `submitted` answers `games.board_preparation.pile_checks`. Raises `ValidationFailed` for what is
    wrong with the cards, by seat, and as `open_hands`.
    """
    require_editable(session.stage.event, AuditAction.FINISH_BOARD)
    if again := board_to_remake(table, number):
        finish_remade_board(session, again, submitted, actor)
        return
    mine = BoardPreparation.objects.filter(session=session, number=number, maker=table)
    if mine.exclude(ready_at=None).exists():
        return
    opened = open_hands(session, table, number, actor)
    check_piles(
        pile_checks(session.stage.event.game, opened.board.known_deal, opened.face_down), submitted
    )
    with transaction.atomic():
        now = timezone.now()
        if mine.filter(ready_at=None).update(ready_at=now, at=now, **actor.columns()):
            record_audit(
                actor,
                AuditAction.FINISH_BOARD,
                session.stage.event,
                session=session.pk,
                board=number,
            )


def set_preparation_mode(session: Session, tables: bool, actor: Actor) -> None:
    """Say whether tables make up the boards or the desk sees to them; raises `ValidationFailed`
    once it is over."""
    require_editable(session.stage.event, AuditAction.CHOOSE_MAKERS)
    with transaction.atomic():
        _refuse_over(session)
        if (
            Session.objects.filter(pk=session.pk)
            .exclude(tables_make_up=tables)
            .update(tables_make_up=tables)
        ):
            record_audit(
                actor,
                AuditAction.CHOOSE_MAKERS,
                session.stage.event,
                session=session.pk,
                tables=tables,
            )
    session.tables_make_up = tables


def assign_preparation(session: Session, number: int, table: Table, actor: Actor) -> None:
    """Let another table make up its section's copy of a board, from the beginning.

    Whoever had it may no longer open it. Raises `ValidationFailed` for a board the session lacks,
    and where every table makes up its own.
    """
    require_editable(session.stage.event, AuditAction.GIVE_BOARD)
    with transaction.atomic():
        _refuse_over(session)
        _board(session, number)
        if table.section.session_id != session.pk:
            raise ValidationFailed(
                [Problem("no_such_table", _("Choose a table of this event."), field="table")]
            )
        if not has_single_copies(session)[table.section_id]:
            raise _refused("own_copies", _SELDOM, number)
        before = BoardPreparation.objects.filter(session=session, number=number).exclude(
            maker=table
        )
        before.filter(Q(maker=None) | Q(maker__section=table.section_id)).delete()
        _row(session, table, number, actor)
        record_audit(
            actor,
            AuditAction.GIVE_BOARD,
            session.stage.event,
            session=session.pk,
            board=number,
            table=table.label,
        )


def mark_boards_ready(session: Session, numbers: Sequence[int] | None, actor: Actor) -> None:
    """Boards that came ready, from a machine or with printed slips: nobody is asked to make them
    up.

    None stands for all. Raises `ValidationFailed` for numbers the session lacks.
    """
    require_editable(session.stage.event, AuditAction.BOARDS_CAME_READY)
    known = list(session.boards.values_list("number", flat=True))
    with transaction.atomic():
        _refuse_over(session)
        if lacking := [each for each in numbers or () if each not in known]:
            raise ValidationFailed(
                [Problem("no_such_board", _NO_BOARD, {"board": each}, "boards") for each in lacking]
            )
        now, chosen = timezone.now(), known if numbers is None else list(numbers)
        for number in chosen:
            row = _row(session, None, number, actor)
            BoardPreparation.objects.filter(pk=row.pk, ready_at=None).update(
                ready_at=now, at=now, **actor.columns()
            )
        record_audit(
            actor,
            AuditAction.BOARDS_CAME_READY,
            session.stage.event,
            session=session.pk,
            boards=chosen,
        )


def restart_preparation(session: Session, number: int, actor: Actor) -> None:
    """Forget that a board was made up or begun, so that it is made up anew by whoever is due to."""
    require_editable(session.stage.event, AuditAction.MAKE_BOARD_ANEW)
    with transaction.atomic():
        _refuse_over(session)
        if BoardPreparation.objects.filter(session=session, number=number).delete()[0]:
            record_audit(
                actor,
                AuditAction.MAKE_BOARD_ANEW,
                session.stage.event,
                session=session.pk,
                board=number,
            )


def _own_copy(
    session: Session, table: Table, number: int, copies: Sequence[BoardCopy]
) -> BoardCopy:
    """The copy of its section that the table makes up now; raises `ValidationFailed` where there
    is none."""
    if not session.tables_make_up:
        raise ValidationFailed([Problem("desk_makes_up", _DESK)])
    if not copies:
        raise ValidationFailed([Problem("no_hands", NO_HANDS)])
    own = next((each for each in copies if each.table == table.pk), None)
    if own is None:
        if _has_played(table, number):
            raise _refused("round_over", _ROUND_OVER, number)
        tables = ", ".join(each.label for each in copies)
        raise _refused("not_yours", _NOT_YOURS, number, table=tables)
    _refuse_state(own)
    if own.own:
        _refuse_round(own, *preparable_rounds(table.section))
    return own


def _has_played(table: Table, number: int) -> bool:
    played = Play.objects.filter(seating__table=table, board__number=number)
    return played.exclude(state__in=(Play.State.DUE, Play.State.VOID)).exists()


def _refuse_state(own: BoardCopy) -> None:
    if own.at_desk and own.state != "ready":
        raise _refused("at_desk", _AT_DESK, own.number)
    if own.state in ("ready", "played"):
        raise _refused(own.state, _READY if own.state == "ready" else _PLAYED, own.number)


def _refuse_held(making: BoardPreparation | None, actor: Actor) -> None:
    """Whoever reads a table's code from its sheet could open its board with a phone of his own."""
    if making and making.hands_views.exclude(table=None).exclude(device=actor.device).exists():
        raise _refused("held", HELD_BY_OTHER_PHONE, making.number)


def _refuse_round(own: BoardCopy, first: int, last: int) -> None:
    if own.before > last:
        raise _refused("too_soon", _TOO_SOON, own.number, round=own.before)
    if own.before < first:
        raise _refused("too_late", _TOO_LATE, own.number, round=own.before)


def _refuse_over(session: Session) -> None:
    if session.is_over:
        raise ValidationFailed([Problem("over", _OVER)])


def _board(session: Session, number: int) -> Board:
    board = (
        session.boards.select_related("session__stage__event__club").filter(number=number).first()
    )
    if board is None:
        raise _refused("no_such_board", _NO_BOARD, number)
    return board


def _open(
    session: Session, table: Table | None, number: int, face_down: bool, actor: Actor
) -> None:
    """Write down that the hands are opened: the board's row, and once for each who opens it."""
    row, now = _row(session, table, number, actor), timezone.now()
    # Two phones at one moment.
    _refuse_held(BoardPreparation.objects.select_for_update().get(pk=row.pk), actor)
    if table:
        link_board_preparer(table, actor)
    BoardPreparation.objects.filter(pk=row.pk, opened_at=None).update(
        opened_at=now, at=now, **actor.columns()
    )
    who = {"user": actor.user_id, "table": actor.table_id, "device": actor.device}
    if not row.hands_views.filter(**who).exists():
        what = {
            "session": session.pk,
            "board": number,
            "preparation": row.pk,
            "face_down": face_down,
        }
        record_audit(actor, AuditAction.PREPARE_BOARD, session.stage.event, **what)
        row.hands_views.create(at=now, **actor.columns())


def _row(session: Session, table: Table | None, number: int, actor: Actor) -> BoardPreparation:
    columns = {"at": timezone.now(), **actor.columns()}
    return BoardPreparation.objects.get_or_create(
        session=session, number=number, maker=table, defaults=columns
    )[0]


def _refused(code: str, template: str, number: int, **params: object) -> ValidationFailed:
    return ValidationFailed([Problem(code, template, {"board": number, **params}, "board")])
