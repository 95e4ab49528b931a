"""List the boards that the public may see, and those that are still sealed."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import NamedTuple

from tournaments.models import Board, Event, Play, Session
from tournaments.permissions.visibility.results_shown import hidden_board_numbers
from tournaments.queries.rounds.early_end import plays_left_at_finish


@dataclass(frozen=True)
class SessionBoards:
    """The numbers of a session's boards: those that the public may see, and the others.

    `unplayed` are visible boards that nobody had played when the evening was ended early.
    """

    session: Session
    unsealed: list[int]
    sealed: list[int]
    unplayed: Collection[int] = ()

    @property
    def with_results(self) -> list[int]:
        """The visible boards without those that nobody has played."""
        return [number for number in self.unsealed if number not in self.unplayed]


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
    ordered_sessions = list(sessions.order_by("stage__number", "number"))
    for session in ordered_sessions:
        session.stage.event = event
    boards_by_session = [_session_boards(session) for session in ordered_sessions]
    return [boards for boards in boards_by_session if boards.unsealed or boards.sealed]


def with_unplayed_boards(boards: SessionBoards) -> SessionBoards:
    """Return the boards of a session with those left unplayed at every table at its finish."""
    if not boards.session.is_over:
        return boards
    unplayed = plays_left_at_finish(boards.session)
    other_plays = Play.objects.filter(board__session=boards.session).exclude(pk__in=unplayed)
    unplayed_numbers = set(unplayed.values_list("board__number", flat=True))
    return replace(
        boards, unplayed=unplayed_numbers - set(other_plays.values_list("board__number", flat=True))
    )


def neighbouring_boards(board: Board) -> Neighbours:
    """Return the nearest visible boards of the same session."""
    unsealed = _session_boards(board.session).unsealed
    lower = [number for number in unsealed if number < board.number]
    higher = [number for number in unsealed if number > board.number]
    return Neighbours(max(lower, default=None), min(higher, default=None))


def _session_boards(session: Session) -> SessionBoards:
    sealed_numbers = hidden_board_numbers(session)
    numbers = [board.number for board in session.boards.all()]
    return SessionBoards(
        session,
        unsealed=[number for number in numbers if number not in sealed_numbers],
        sealed=[number for number in numbers if number in sealed_numbers],
    )
