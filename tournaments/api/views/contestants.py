"""The contestants of an event."""

from django.db.models import QuerySet

from tournaments.api.serializers import events
from tournaments.api.views.base import PublicListView
from tournaments.api.views.events import get_event_or_404
from tournaments.models import Contestant


class ContestantListView(PublicListView):
    """The contestants of an event."""

    serializer_class = events.EventContestantSerializer

    def get_queryset(self) -> QuerySet[Contestant]:
        """By number."""
        return (
            get_event_or_404(self.kwargs["event"])
            .contestants.order_by("number")
            .prefetch_related("categories")
        )
