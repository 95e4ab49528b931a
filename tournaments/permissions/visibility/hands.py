"""Hands and scenarios for readers who may see them, derived from the seed.

No other module reads a seed or deals boards from it.
"""

from dataclasses import dataclass
from datetime import UTC

from games.deals import BoardSetup, draw_key
from tournaments.models import AuditAction, Board, Seed, Session
from tournaments.permissions.visibility.results_shown import is_board_hidden
from tournaments.permissions.visibility.sealed_boards import is_sealed_by_organiser


@dataclass(frozen=True)
class Viewer:
    """The reader of hands and the purpose of reading; some purposes need sealed boards."""

    purpose: str = ""


PUBLIC = Viewer()
PRINTING_SLIPS = Viewer(AuditAction.PRINT_SLIPS)
PREPARING_BOARD = Viewer(AuditAction.PREPARE_BOARD)
# A check of a result uses the cards and does not show them.
CHECKING_RESULT = Viewer("judge a result")
# A simulated event is played by the program at every table.
SIMULATING = Viewer("play out")
_PURPOSES_FOR_SEALED_BOARDS = {
    PRINTING_SLIPS.purpose,
    PREPARING_BOARD.purpose,
    CHECKING_RESULT.purpose,
    SIMULATING.purpose,
}


def visible_hands(viewer: Viewer, board: Board) -> BoardSetup | None:
    """Return a board with its hands or scenario, or None if they are hidden or unknown.

    Hands are hidden as long as the results of the board are hidden.
    """
    session = board.session
    if session.salt is None or not session.commitment or not session.stage.event.game.uses_seed:
        return None
    if viewer.purpose not in _PURPOSES_FOR_SEALED_BOARDS and is_board_hidden(board):
        return None
    seed = _get_seed(session)
    return session.stage.event.game.deal(seed.hex, session.salt, board.number) if seed else None


def public_seed(session: Session) -> str | None:
    """Return the seed of a session that is over, otherwise None.

    None is also returned if nothing was dealt from a seed, and while the organiser keeps the boards
    of an offline section sealed.
    """
    if not session.is_over or not session.commitment or is_sealed_by_organiser(session):
        return None
    seed = _get_seed(session)
    return seed.hex if seed else None


def seed_for_export(session: Session) -> str | None:
    """Return the seed for the encrypted file of an exported section; None if nothing is dealt."""
    seed = _get_seed(session) if session.commitment else None
    return seed.hex if seed else None


def seat_draw_key(session: Session) -> str:
    """Return the key for the random draws of a session, such as those of seats.

    Nobody can derive the seed or hands from the key. A session without a seed uses its time of
    creation instead.
    """
    seed = _get_seed(session)
    secret = seed.hex if seed else session.created_at.astimezone(UTC).isoformat()
    return draw_key(secret, session.salt or "")


def _get_seed(session: Session) -> Seed | None:
    """Return the session's seed or None; Django caches it on the session object."""
    try:
        return session.seed
    except Seed.DoesNotExist:
        return None
