"""The one door through which hands leave: derived from the seed, shown only when nobody can profit."""

from dataclasses import dataclass

from games.deals import Board as DealtBoard
from tournaments.models import Board, Play, Seed, Session


@dataclass(frozen=True)
class Viewer:
    """Who wants to see hands. `deed` is the audited deed that entitles him to a sealed board, if one does."""

    deed: str = ""


ANYBODY = Viewer()
PRINTING_SLIPS = Viewer("print slips")
PREPARING = Viewer("prepare board")
JUDGING = Viewer("judge a result")
"""The rules themselves, which look at the cards and tell nobody."""
_ENTITLED = {PRINTING_SLIPS.deed, PREPARING.deed, JUDGING.deed}


def visible_hands(viewer: Viewer, board: Board) -> DealtBoard | None:
    """The board with its hands; None while it is sealed to this viewer, or where they are not known."""
    session = board.session
    if session.salt is None or not session.commitment or not session.stage.event.game.has_play:
        return None
    if viewer.deed not in _ENTITLED and is_sealed(board):
        return None
    seed = _seed(session)
    return session.stage.event.game.deal(seed.hex, session.salt, board.number) if seed else None


def _seed(session: Session) -> Seed | None:
    """The session's seed, read once however many boards are asked for."""
    try:
        return session.seed
    except Seed.DoesNotExist:
        return None


def is_sealed(board: Board) -> bool:
    """Whether a table is still to play the board: then its hands and results stay secret."""
    if board.session.is_over:
        return False
    plays = list(board.plays.values_list("state", flat=True))
    return not plays or Play.State.DUE in plays


def sealed_numbers(session: Session) -> set[int]:
    """The numbers of the session's sealed boards."""
    if session.is_over:
        return set()
    boards = session.boards.filter(plays__state=Play.State.DUE) | session.boards.filter(plays=None)
    return set(boards.values_list("number", flat=True))


def public_seed(session: Session) -> str | None:
    """The session's seed once it is over; None before, and where there is none."""
    return Seed.objects.get(session=session).hex if session.is_over and session.commitment else None
