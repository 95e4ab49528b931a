"""Which boards anybody may see, and which are still sealed."""

from dataclasses import dataclass
from typing import NamedTuple

from tournaments.models import Board, Event, Session
from tournaments.permissions.visibility.results_shown import hidden_board_numbers


@dataclass(frozen=True)
class SessionBoards:
    """The boards of a session: those anybody may see, and those still to be played somewhere."""

    session: Session
    unsealed: list[int]
    sealed: list[int]


class Neighbours(NamedTuple):
    """The numbers of the boards before and after one that anybody may see; None at an end."""

    before: int | None
    after: int | None


def visible_boards(event: Event) -> list[SessionBoards]:
    """The boards of each session that has been dealt."""
    sessions = (
        Session.objects.filter(stage__event=event)
        .select_related("stage")
        .prefetch_related("boards")
    )
    in_order = list(sessions.order_by("stage__number", "number"))
    for session in in_order:
        session.stage.event = event
    shown = [_boards(session) for session in in_order]
    return [each for each in shown if each.unsealed or each.sealed]


def neighbouring_boards(board: Board) -> Neighbours:
    """The nearest boards of its session that are open too."""
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
