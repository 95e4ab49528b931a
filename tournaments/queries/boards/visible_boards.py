"""List the boards that the public may see, and those that are still sealed."""

from dataclasses import dataclass
from typing import NamedTuple

from tournaments.models import Board, Event, Session
from tournaments.permissions.visibility.results_shown import hidden_board_numbers


@dataclass(frozen=True)
class SessionBoards:
    """The board numbers of a session: those the public may see, and the others."""

    session: Session
    unsealed: list[int]
    sealed: list[int]


class Neighbours(NamedTuple):
    """The visible boards before and after a board; None at either end."""

    previous: int | None
    next: int | None


def visible_boards(event: Event) -> list[SessionBoards]:
    """Return the boards of each session that has been dealt."""
    sessions = (
        Session.objects.filter(stage__event=event)
        .select_related("stage")
        .prefetch_related("boards")
    )
    in_order = list(sessions.order_by("stage__number", "number"))
    for session in in_order:
        session.stage.event = event
    shown = [_boards(session) for session in in_order]
    return [boards for boards in shown if boards.unsealed or boards.sealed]


def neighbouring_boards(board: Board) -> Neighbours:
    """Return the nearest visible boards of the same session."""
    unsealed = _boards(board.session).unsealed
    before = [number for number in unsealed if number < board.number]
    after = [number for number in unsealed if number > board.number]
    return Neighbours(max(before, default=None), min(after, default=None))


def _boards(session: Session) -> SessionBoards:
    sealed = hidden_board_numbers(session)
    numbers = [board.number for board in session.boards.all()]
    return SessionBoards(
        session,
        unsealed=[number for number in numbers if number not in sealed],
        sealed=[number for number in numbers if number in sealed],
    )
