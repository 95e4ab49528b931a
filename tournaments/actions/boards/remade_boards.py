"""Remake a board whose cards were mixed during play, at the table that has played it."""

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone

from games.board_preparation import check_piles, pile_checks
from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.boards.opened_hands import HELD_BY_OTHER_PHONE, NO_HANDS, OpenedHands
from tournaments.actions.results.devices import check_may_prepare_boards
from tournaments.models import AuditAction, BoardRemake, Session, Table
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable
from tournaments.permissions.visibility.hands import PREPARING_BOARD, visible_hands
from tournaments.queries.boards.remade_boards import RemadeBoard, boards_to_remake

_OTHER_PHONE_ENTERED = _(
    "To make up board %(board)s again, use a phone that entered or confirmed its result."
)


def board_to_remake(table: Table | None, board_number: int) -> RemadeBoard | None:
    """Return the board if the table has played it and is to remake it now, else None."""
    remade_boards = boards_to_remake(table) if table else ()
    return next((remade for remade in remade_boards if remade.number == board_number), None)


def check_same_phone(remade: RemadeBoard, actor: Actor) -> None:
    """Raise `ValidationFailed` if the actor's device must not see the board's hands.

    A device may see them if it has entered or confirmed the board's result, may prepare boards for
    the table, and is the first device to open the hands. Somebody who has only read the table's
    code may still have to play the board at another table.
    """
    if not remade.play.entries.filter(device=actor.device).exclude(device="").exists():
        raise _remake_failed("another_phone", _OTHER_PHONE_ENTERED, remade)
    check_may_prepare_boards(remade.play.seating.table, actor)
    if remade.preparation and remade.preparation.device != actor.device:
        raise _remake_failed("held", HELD_BY_OTHER_PHONE, remade)


def open_hands_again(session: Session, remade: RemadeBoard, actor: Actor) -> OpenedHands:
    """Return the hands of a board that the table has played, and record who saw them.

    Raises `ValidationFailed` as `check_same_phone` does, and if the hands are not known.
    """
    require_editable(session.stage.event, AuditAction.PREPARE_BOARD)
    with transaction.atomic():
        check_same_phone(remade, actor)
        dealt_board = visible_hands(PREPARING_BOARD, remade.play.board)
        if dealt_board is None:
            raise ValidationFailed([Problem("no_hands", NO_HANDS)])
        _record_remake(session, remade, actor)
    return OpenedHands(dealt_board, remade.is_face_down)


def finish_remade_board(
    session: Session, remade: RemadeBoard, submitted: Mapping[str, str], actor: Actor
) -> None:
    """Mark a remade board as ready if its piles are right.

    `submitted` and the errors raised are as in `finish_preparation`.
    """
    opened = open_hands_again(session, remade, actor)
    check_piles(
        pile_checks(session.stage.event.game, opened.board.known_deal, opened.face_down), submitted
    )
    with transaction.atomic():
        unfinished = BoardRemake.objects.filter(play=remade.play, ready_at=None)
        if unfinished.update(ready_at=timezone.now()):
            record_audit(
                actor,
                AuditAction.FINISH_PREPARATION,
                session.stage.event,
                session=session.pk,
                board=remade.number,
            )


def _record_remake(session: Session, remade: RemadeBoard, actor: Actor) -> None:
    defaults = {"at": timezone.now(), **actor.audit_columns()}
    remake, is_new = BoardRemake.objects.get_or_create(play=remade.play, defaults=defaults)
    if remake.device != actor.device:  # two phones opened it at once
        raise _remake_failed("held", HELD_BY_OTHER_PHONE, remade)
    if is_new:
        details = {"session": session.pk, "board": remade.number, "play": remade.play.pk}
        record_audit(
            actor,
            AuditAction.PREPARE_BOARD,
            session.stage.event,
            face_down=remade.is_face_down,
            **details,
        )


def _remake_failed(code: str, template: str, remade: RemadeBoard) -> ValidationFailed:
    return ValidationFailed([Problem(code, template, {"board": remade.number}, "board")])
