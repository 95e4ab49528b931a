"""What a table may see of results: its own, and what others made of a board once its own is settled."""

from tournaments.models import Play, Seating
from tournaments.queries.visibility.quiet import silent_until
from tournaments.queries.visibility.sealed import is_sealed

_SETTLED = (Play.State.CONFIRMED, Play.State.RULED, Play.State.VOID)


def may_see_others_results(seating: Seating | None, play: Play) -> bool:
    """Whether a table may see what others did on a board: all whom `seating` puts there now have it settled.

    A board no longer sealed may be seen by all; where nobody sits now, a sealed one by nobody. While the
    event is silent about the play nobody may.
    """
    if silent_until(play):
        return False
    return not is_sealed(play.board) or _have_settled(seating, play)


def may_see_own_result(seating: Seating | None, play: Play) -> bool:
    """Whether a table may see its own result on a board: those `seating` puts there now may be others."""
    return (seating is not None and play.seating_id == seating.pk) or may_see_others_results(seating, play)


def _have_settled(seating: Seating | None, play: Play) -> bool:
    """Whether somebody sits here, and nobody who has the board yet to play or its result still open.

    Of a team nobody may have it at either of its tables: what the one made would help the other.
    """
    seated = {place.contestant_id for place in seating.places.all()} if seating else set()
    plays = Play.objects.filter(board=play.board, seating__places__contestant__in=seated)
    settled = plays.filter(state__in=_SETTLED).values_list("seating__places__contestant", flat=True)
    return bool(seated) and seated <= set(settled) and not plays.exclude(state__in=_SETTLED).exists()
