"""Lock an event for actions that edit or publish it, or add a session or a stage."""

from tournaments.models import Event


def lock_event(event_id: int) -> Event:
    """Lock the event's row until the transaction ends, and return it with its club."""
    events = Event.objects.select_for_update(of=("self",), no_key=True).select_related("club")
    return events.get(pk=event_id)
