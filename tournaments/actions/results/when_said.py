"""When a table has said a result: in its round or after it, and by which clock."""

from datetime import datetime, timedelta

from django.utils import timezone

from tournaments.actions.actor import Actor
from tournaments.models import Play


def is_late(play: Play, actor: Actor) -> bool:
    """A device's entry after its round is; a member types what both sides signed while it was played."""
    return actor.table_id is not None and play.seating.round.ended_at is not None


def moment_said(play: Play, age: int | None) -> datetime | None:
    """The moment so many seconds ago; None where it is yet to come, or the round had not begun.

    Nor is there one where our own clock was set back: the round has not ended yet, by it.

    A phone's clock that is wrong counts seconds as any other; one that was set meanwhile does not.
    """
    round_, now = play.seating.round, timezone.now()
    if age is None or round_.started_at is None or (round_.ended_at and now < round_.ended_at):
        return None
    is_within = 0 <= age <= (now - round_.started_at).total_seconds()
    return now - timedelta(seconds=age) if is_within else None
