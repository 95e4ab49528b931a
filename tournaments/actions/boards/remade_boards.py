"""Boards that play has mixed, made up again by the table that has played them."""

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

_ANOTHER_PHONE = _(
    "To make up board %(board)s again, use a phone that entered or confirmed its result."
)


def board_to_remake(table: Table | None, number: int) -> RemadeBoard | None:
    """The board as the table that has played it makes it up again; None where it does not."""
    there = boards_to_remake(table) if table else ()
    return next((each for each in there if each.number == number), None)


def check_same_phone(again: RemadeBoard, actor: Actor) -> None:
    """Raise `ValidationFailed` for a device that has entered nothing, is not bound, or is the
    second to open it.

    A player of another table who has read the code may have the board yet to play.
    """
    if not again.play.entries.filter(device=actor.device).exclude(device="").exists():
        raise _refused("another_phone", _ANOTHER_PHONE, again)
    check_may_prepare_boards(again.play.seating.table, actor)
    if again.by and again.by.device != actor.device:
        raise _refused("held", HELD_BY_OTHER_PHONE, again)


def open_hands_again(session: Session, again: RemadeBoard, actor: Actor) -> OpenedHands:
    """The hands of a board that the table has played; who opened them is written down.

    Raises `ValidationFailed` as `check_same_phone`, and where no hands are known.
    """
    require_editable(session.stage.event, AuditAction.PREPARE_BOARD)
    with transaction.atomic():
        check_same_phone(again, actor)
        dealt = visible_hands(PREPARING_BOARD, again.play.board)
        if dealt is None:
            raise ValidationFailed([Problem("no_hands", NO_HANDS)])
        _note(session, again, actor)
    return OpenedHands(dealt, again.face_down)


def finish_remade_board(
    session: Session, again: RemadeBoard, submitted: Mapping[str, str], actor: Actor
) -> None:
    """A board that lies as it should is ready; `submitted` and `ValidationFailed` as in
    `finish_preparation`."""
    opened = open_hands_again(session, again, actor)
    check_piles(
        pile_checks(session.stage.event.game, opened.board.known_deal, opened.face_down), submitted
    )
    with transaction.atomic():
        made = BoardRemake.objects.filter(play=again.play, ready_at=None)
        if made.update(ready_at=timezone.now()):
            record_audit(
                actor,
                AuditAction.FINISH_BOARD,
                session.stage.event,
                session=session.pk,
                board=again.number,
            )


def _note(session: Session, again: RemadeBoard, actor: Actor) -> None:
    who = {"at": timezone.now(), **actor.columns()}
    note, is_new = BoardRemake.objects.get_or_create(play=again.play, defaults=who)
    if note.device != actor.device:  # two phones at one moment
        raise _refused("held", HELD_BY_OTHER_PHONE, again)
    if is_new:
        what = {"session": session.pk, "board": again.number, "play": again.play.pk}
        record_audit(
            actor, AuditAction.PREPARE_BOARD, session.stage.event, face_down=again.face_down, **what
        )


def _refused(code: str, template: str, again: RemadeBoard) -> ValidationFailed:
    return ValidationFailed([Problem(code, template, {"board": again.number}, "board")])
