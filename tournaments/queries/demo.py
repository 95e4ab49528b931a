"""What of a club the demo made: the audit says it."""

from django.db.models import Exists, OuterRef, QuerySet

from tournaments.models import Club, Event

DEMO = "make demo"
"""The verb by which the audit marks an event of the demo."""


def demo_events(club: Club) -> QuerySet[Event]:
    """The events of a club that the demo made."""
    return club.events.filter(audit__verb=DEMO).distinct()


def with_demo(clubs: QuerySet[Club]) -> QuerySet[Club]:
    """The clubs, each with `has_demo`: whether there is something of the demo to clear."""
    return clubs.annotate(has_demo=Exists(Event.objects.filter(club=OuterRef("pk"), audit__verb=DEMO)))
