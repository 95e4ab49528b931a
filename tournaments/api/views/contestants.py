"""The contestants of an event."""

from django.db.models import QuerySet

from tournaments.api.serializers import facts
from tournaments.api.views.events import event_numbered
from tournaments.api.views.route import Many
from tournaments.models import Contestant


class ContestantsRoute(Many):
    """The contestants of an event."""

    serializer_class = facts.EnteredShape

    def get_queryset(self) -> QuerySet[Contestant]:
        """By number."""
        return (
            event_numbered(self.kwargs["event"])
            .contestants.order_by("number")
            .prefetch_related("categories")
        )
