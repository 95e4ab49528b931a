"""View of the scorecard of a contestant."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_view

from tournaments.api.serializers import scorecards
from tournaments.api.serializers.explanations import EXPLAINED_PARAMETER
from tournaments.api.views.base import PublicListView
from tournaments.models import Contestant
from tournaments.queries.scorecards.scorecards import public_scorecard_rounds


@extend_schema_view(get=extend_schema(parameters=[EXPLAINED_PARAMETER]))
class ScorecardView(PublicListView):
    """Lists the rounds of a contestant's scorecard, without the results of sealed boards."""

    parameters = PublicListView.parameters | {"explained"}
    serializer_class = scorecards.ScorecardRoundSerializer

    def get_queryset(self) -> Any:
        """Return the rounds that the contestant has begun to play."""
        contestants = Contestant.objects.filter(event__archived_at=None).select_related("event")
        return public_scorecard_rounds(
            get_object_or_404(contestants, event=self.kwargs["event"], number=self.kwargs["number"])
        )
