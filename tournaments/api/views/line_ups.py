"""Views of line-ups; teams submit theirs before either team sees the other's."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from tournaments.actions.idempotency import Answer, idempotent
from tournaments.actions.rounds.line_ups import submit_line_up
from tournaments.api.permissions import club_director_actor, required_idempotency_key
from tournaments.api.serializers import line_ups
from tournaments.api.views.base import IDEMPOTENCY_KEY, PublicListView
from tournaments.api.views.sessions import event_of, get_round_or_404
from tournaments.models import SeatHolder


class LineUpListView(PublicListView):
    """Lists the players of each team in a round by table and seat, and submits line-ups.

    Only public line-ups are listed.
    """

    serializer_class = line_ups.LineUpSeatSerializer

    def get_queryset(self) -> QuerySet[SeatHolder]:
        """Return the seats with a player; a seat gets its player when the line-up is public."""
        round_ = get_round_or_404(self.kwargs["round"])
        seat_holders = SeatHolder.objects.filter(seating__round=round_).exclude(player=None)
        if not event_of(round_).at_two_tables:
            seat_holders = seat_holders.none()
        return seat_holders.select_related(
            "seating__table__section", "contestant", "player"
        ).order_by("seating__table__number", "seat")

    @extend_schema(
        request=line_ups.LineUpBody,
        responses={201: line_ups.LineUpAnswer},
        parameters=[IDEMPOTENCY_KEY],
        filters=False,
    )
    def post(self, request: Any, round: int) -> Response:
        """Submit the line-up of a team as a director, until the round ends."""
        round_ = get_round_or_404(round)
        actor = club_director_actor(request, event_of(round_).club)
        key, body = required_idempotency_key(request), line_ups.LineUpBody(data=request.data)
        body.is_valid(raise_exception=True)
        number, seats = body.validated_data["contestant"], body.validated_data["seats"]

        def submit() -> Answer:
            team = event_of(round_).contestants.filter(number=number).first()
            submit_line_up(round_.pk, team.pk if team else 0, seats, actor)
            return {"round": round_.pk, "contestant": number}

        answer = idempotent(actor, key, ["line-up", round_.pk, number, seats], submit)
        return Response(answer, status=201)
