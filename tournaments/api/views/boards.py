"""The boards of a session, and one board: its hands and results once it is no longer hidden."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.decorators import method_decorator
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from tournaments.access.heavy_pages import limit_readers
from tournaments.api.serializers import events, results
from tournaments.api.serializers.explanations import EXPLAINED_PARAMETER
from tournaments.api.views.base import PublicListView, PublicView
from tournaments.api.views.sessions import get_session_or_404
from tournaments.models import Board
from tournaments.permissions.visibility.results_shown import (
    board_hidden_until,
    hidden_board_numbers,
)
from tournaments.queries.boards.travellers import shown_deal, shown_scenario, traveller_rows
from tournaments.queries.standings.explained_awards import explained_awards, plain_awards


def get_board_or_404(session_id: int, number: int) -> Board:
    """Return a board of an event that is not archived, or raise `Http404`."""
    boards = Board.objects.filter(session__stage__event__archived_at=None).select_related(
        "session__stage__event"
    )
    return get_object_or_404(boards, session=session_id, number=number)


class BoardView(PublicView):
    """Reads one board of a session."""

    @extend_schema(responses=events.BoardSerializer)
    def get(self, request: Any, session: int, number: int) -> Response:
        """Return a board, with its hands and scenario unless they are hidden."""
        board = get_board_or_404(session, number)
        hands, talon = shown_deal(board) or (None, None)
        fields = _hiding_fields(board) | {
            "dealer": board.conditions.dealer,
            "hands": hands,
            "talon": talon,
            "scenario": shown_scenario(board) or None,
        }
        return Response(events.BoardSerializer(fields).data)


@method_decorator(limit_readers, "dispatch")
class TravellerView(PublicView):
    """Reads the results of a board at all tables."""

    parameters = frozenset({"explained"})

    @extend_schema(parameters=[EXPLAINED_PARAMETER], responses=results.TravellerSerializer)
    def get(self, request: Any, session: int, number: int) -> Response:
        """Return the result of every table, none while the board is hidden."""
        board = get_board_or_404(session, number)
        fields = _hiding_fields(board)
        read_awards = explained_awards if "explained" in request.query_params else plain_awards
        fields["results"] = [] if fields["sealed"] else traveller_rows(board, read_awards)
        serializer = results.TravellerSerializer(fields, context={"request": request})
        return Response(serializer.data)


def _hiding_fields(board: Board) -> dict[str, Any]:
    # The published key `sealed` is true for any board that is hidden, not only for sealed ones.
    sealed_until = board_hidden_until(board)
    return {"number": board.number, "sealed": bool(sealed_until), "sealed_until": sealed_until}


class BoardListView(PublicListView):
    """The boards of a session by number, without their hands."""

    serializer_class = events.ListedBoardSerializer

    def get_queryset(self) -> list[dict[str, object]]:
        """Return number, dealer and whether it is sealed for each board."""
        session = get_session_or_404(self.kwargs["session"])
        hidden_numbers = hidden_board_numbers(session)
        return [
            {
                "number": number,
                "dealer": session.stage.event.game.board(number).dealer,
                "sealed": number in hidden_numbers,
            }
            for number in session.boards.order_by("number").values_list("number", flat=True)
        ]
