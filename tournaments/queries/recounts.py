"""What the last recount of an event has found."""

from datetime import datetime

from tournaments.models import Recount


def differs_since(event_id: int) -> datetime | None:
    """When it was last found that what is kept does not follow from the entries; None where it
    does.

    Not what it was: the sentences are for whoever looks after the site, and name results that are
    sealed.
    """
    return (
        Recount.objects.filter(event=event_id)
        .exclude(differs=[])
        .values_list("at", flat=True)
        .first()
    )
