"""The events and clubs that the demo created."""

from django.db.models import Exists, OuterRef, QuerySet

from games.text import gettext_noop as _
from tournaments.models import Club, Event

# The note of an event in earlier versions of the demo, shown in the reader's language.
LEGACY_DEMO_NOTE = _(
    "An example to look at, not an evening of the club: one board as the manual of butinet.org "
    "prints it, so "
    "that its awards can be compared with those printed there. The names are the manual’s own: "
    "aaa1 and aaa2 "
    "play together, then bbb1 and bbb2, and so on. The page gives points and awards, not the "
    "calls: where "
    "E-W’s X is doubled we read coins and contro, with North as dealer. The hands are not known."
)


def demo_events(club: Club) -> QuerySet[Event]:
    """Return the club's events that the demo created."""
    return club.events.filter(demo=True)


def with_demo(clubs: QuerySet[Club]) -> QuerySet[Club]:
    """Annotate clubs with `has_demo`: whether they have events of the demo."""
    return clubs.annotate(has_demo=Exists(Event.objects.filter(club=OuterRef("pk"), demo=True)))
