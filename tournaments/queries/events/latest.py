"""The event that a director made last, which the next one is likely to resemble."""

from tournaments.models import Event
from tournaments.permissions.roles import MAY_RUN, clubs_run_by


def last_event_to_repeat(user_id: int) -> Event | None:
    """The newest event of the clubs whose events the user makes; None where there is none yet.

    Rehearsals, and events that came from elsewhere or were made by the demo, are left out.
    """
    own = Event.objects.shown().filter(
        club__in=clubs_run_by(user_id, MAY_RUN),
        read_only=False,
        travelled=False,
        demo=False,
        rehearsal=None,
    )
    return own.order_by("-created_at", "-pk").first()
