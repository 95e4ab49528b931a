"""The scorecard of a contestant."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_view

from tournaments.api.serializers import scorecards
from tournaments.api.serializers.explained import EXPLAINED
from tournaments.api.views.route import Many
from tournaments.models import Contestant
from tournaments.queries.scorecards.scorecards import public_scorecard_rounds


@extend_schema_view(get=extend_schema(parameters=[EXPLAINED]))
class ScorecardRoute(Many):
    """All that one contestant did, round by round, with nothing of a sealed board."""

    parameters = Many.parameters | {"explained"}
    serializer_class = scorecards.CardRoundShape

    def get_queryset(self) -> Any:
        """The rounds he has begun."""
        contestants = Contestant.objects.filter(event__archived_at=None).select_related("event")
        return public_scorecard_rounds(
            get_object_or_404(contestants, event=self.kwargs["event"], number=self.kwargs["number"])
        )
