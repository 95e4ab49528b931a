"""An event held for an act that changes it or takes it on: another session, the next stage,
publishing."""

from tournaments.models import Event


def lock_event(event_id: int) -> Event:
    """The event as it is now; until the transaction ends nobody else changes it or takes it on."""
    locked = Event.objects.select_for_update(of=("self",), no_key=True).select_related("club")
    return locked.get(pk=event_id)
