"""The one door through which hands and scenarios leave: derived from the seed, shown when nobody
can profit.

Nobody else reads a seed or deals from it.
"""

from dataclasses import dataclass
from datetime import UTC

from games.deals import DealtBoard, draw_key
from tournaments.models import Board, Seed, Session, Verb
from tournaments.permissions.visibility.results_shown import is_board_hidden
from tournaments.permissions.visibility.sealed_boards import is_sealed_by_organiser


@dataclass(frozen=True)
class Viewer:
    """Who wants to see hands; `purpose` is what entitles them to a sealed board, if anything."""

    purpose: str = ""


PUBLIC = Viewer()
PRINTING_SLIPS = Viewer(Verb.PRINT_SLIPS)
PREPARING_BOARD = Viewer(Verb.PREPARE_BOARD)
CHECKING_RESULT = Viewer("judge a result")
"""The rules themselves, which look at the cards and tell nobody."""
SIMULATING = Viewer("play out")
"""A made-up evening that plays itself at every table."""
_ENTITLED = {
    PRINTING_SLIPS.purpose,
    PREPARING_BOARD.purpose,
    CHECKING_RESULT.purpose,
    SIMULATING.purpose,
}


def visible_hands(viewer: Viewer, board: Board) -> DealtBoard | None:
    """The board with its hands, or its scenario; None while it is hidden from this viewer, or not
    known.

    What a quiet event keeps to itself it keeps whole: a board shows its cards when it shows its
    results.
    """
    session = board.session
    if session.salt is None or not session.commitment or not session.stage.event.game.uses_seed:
        return None
    if viewer.purpose not in _ENTITLED and is_board_hidden(board):
        return None
    seed = _seed(session)
    return session.stage.event.game.deal(seed.hex, session.salt, board.number) if seed else None


def public_seed(session: Session) -> str | None:
    """The session's seed once it is over; None before, where there is none, and while it is kept
    closed."""
    if not session.is_over or not session.commitment or is_sealed_by_organiser(session):
        return None
    seed = _seed(session)
    return seed.hex if seed else None


def seed_for_export(session: Session) -> str | None:
    """The seed for the file of a section, which is sealed; None where the hands are not known."""
    seed = _seed(session) if session.commitment else None
    return seed.hex if seed else None


def seat_draw_key(session: Session) -> str:
    """Return the key from which the session's seats are drawn; neither seed nor hands follow from
    it.

    A session without a seed, because nothing is dealt in it, uses the moment at which it was
    created.
    """
    seed = _seed(session)
    secret = seed.hex if seed else session.created_at.astimezone(UTC).isoformat()
    return draw_key(secret, session.salt or "")


def _seed(session: Session) -> Seed | None:
    """The session's seed, read once however many boards are asked for."""
    try:
        return session.seed
    except Seed.DoesNotExist:
        return None
