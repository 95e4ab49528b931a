"""When a table has said a result: in its round or after it, and by which clock."""

from datetime import datetime, timedelta

from django.utils import timezone

from tournaments.actions.actor import Actor
from tournaments.models import Entry, Play
from tournaments.permissions.visibility.devices import read_device_access


def is_late(play: Play, actor: Actor) -> bool:
    """Return whether an entry waits for the director: from a device after its round, or after both
    agreed.

    Once two sides have said the same, a device that is bound to nobody at the table changes nothing
    any more. A member types what both sides signed while the board was played.
    """
    if actor.table_id is None:
        return False
    if play.seating.round.ended_at is not None:
        return True
    has_agreed = (
        play.state == Play.State.CONFIRMED and play.entry and play.entry.kind == Entry.Kind.TABLE
    )
    if not has_agreed:
        return False
    return not read_device_access(actor.device, play.board.session).is_bound_at(play.seating)


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
