"""Line-ups of teams: who sits where in a match, declared before either side sees the other's."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from tournaments.actions.idempotency import Answer, idempotent
from tournaments.actions.rounds.line_ups import declare_line_up
from tournaments.api.permissions import club_director_actor, required_idempotency_key
from tournaments.api.serializers import line_ups
from tournaments.api.views.base import IDEMPOTENCY_KEY, PublicListView
from tournaments.api.views.draws import event_of
from tournaments.api.views.sessions import get_round_or_404
from tournaments.models import SeatHolder


class LineUpListView(PublicListView):
    """Who of each team sits where in a round."""

    serializer_class = line_ups.LineUpSeatSerializer

    def get_queryset(self) -> QuerySet[SeatHolder]:
        """By table and seat, as far as anybody may know: until then nobody is said to sit there."""
        round_ = get_round_or_404(self.kwargs["round"])
        places = SeatHolder.objects.filter(seating__round=round_).exclude(player=None)
        if not event_of(round_).at_two_tables:
            places = places.none()
        read = places.select_related("seating__table__section", "contestant", "player")
        return read.order_by("seating__table__number", "seat")

    @extend_schema(
        request=line_ups.LineUpBody,
        responses={201: line_ups.LineUpAnswer},
        parameters=[IDEMPOTENCY_KEY],
        filters=False,
    )
    def post(self, request: Any, round: int) -> Response:
        """A director declares for a team, until the round ends."""
        found = get_round_or_404(round)
        actor = club_director_actor(request, event_of(found).club)
        key, body = required_idempotency_key(request), line_ups.LineUpBody(data=request.data)
        body.is_valid(raise_exception=True)
        number, seats = body.validated_data["contestant"], body.validated_data["seats"]

        def do() -> Answer:
            team = event_of(found).contestants.filter(number=number).first()
            declare_line_up(found.pk, team.pk if team else 0, seats, actor)
            return {"round": found.pk, "contestant": number}

        return Response(
            idempotent(actor, key, ["line-up", found.pk, number, seats], do), status=201
        )
