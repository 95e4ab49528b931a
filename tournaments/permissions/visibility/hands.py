"""Hands and scenarios, derived from the seed, for readers who may see them.

No other module reads a seed or deals from it.
"""

from dataclasses import dataclass
from datetime import UTC

from games.deals import DealtBoard, draw_key
from tournaments.models import AuditAction, Board, Seed, Session
from tournaments.permissions.visibility.results_shown import is_board_hidden
from tournaments.permissions.visibility.sealed_boards import is_sealed_by_organiser


@dataclass(frozen=True)
class Viewer:
    """The reader of hands; some purposes give access to sealed boards."""

    purpose: str = ""


PUBLIC = Viewer()
PRINTING_SLIPS = Viewer(AuditAction.PRINT_SLIPS)
PREPARING_BOARD = Viewer(AuditAction.PREPARE_BOARD)
# Checks of results look at the cards and show them to nobody.
CHECKING_RESULT = Viewer("judge a result")
# A simulated event plays itself at every table.
SIMULATING = Viewer("play out")
_MAY_SEE_SEALED = {
    PRINTING_SLIPS.purpose,
    PREPARING_BOARD.purpose,
    CHECKING_RESULT.purpose,
    SIMULATING.purpose,
}


def visible_hands(viewer: Viewer, board: Board) -> DealtBoard | None:
    """Return a board with its hands or scenario, or None if hidden or unknown.

    A hidden board shows neither cards nor results, so both open at the same time.
    """
    session = board.session
    if session.salt is None or not session.commitment or not session.stage.event.game.uses_seed:
        return None
    if viewer.purpose not in _MAY_SEE_SEALED and is_board_hidden(board):
        return None
    seed = _seed_of(session)
    return session.stage.event.game.deal(seed.hex, session.salt, board.number) if seed else None


def public_seed(session: Session) -> str | None:
    """Return the seed of a session that is over, otherwise None.

    None also if nothing was dealt from a seed, or while the organiser keeps the boards sealed.
    """
    if not session.is_over or not session.commitment or is_sealed_by_organiser(session):
        return None
    seed = _seed_of(session)
    return seed.hex if seed else None


def seed_for_export(session: Session) -> str | None:
    """Return the seed for the encrypted file of an exported section, or None."""
    seed = _seed_of(session) if session.commitment else None
    return seed.hex if seed else None


def seat_draw_key(session: Session) -> str:
    """Return the key from which the seats of a session are drawn.

    Neither seed nor hands can be derived from it. A session without a seed uses its time of
    creation.
    """
    seed = _seed_of(session)
    secret = seed.hex if seed else session.created_at.astimezone(UTC).isoformat()
    return draw_key(secret, session.salt or "")


def _seed_of(session: Session) -> Seed | None:
    """Return the session's seed, cached on the session, or None."""
    try:
        return session.seed
    except Seed.DoesNotExist:
        return None
