"""The boards of a session, and one board with its hands and results once nobody has it to play."""

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
from tournaments.queries.boards.travellers import shown_deal, shown_scenario, traveller
from tournaments.queries.standings.explained_awards import explained_awards, plain_awards


def get_board_or_404(session_id: int, number: int) -> Board:
    """A board by its session and number; raises `Http404`."""
    shown = Board.objects.filter(session__stage__event__archived_at=None)
    boards = shown.select_related("session__stage__event")
    return get_object_or_404(boards, session=session_id, number=number)


class BoardView(PublicView):
    """A board."""

    @extend_schema(responses=events.BoardSerializer)
    def get(self, request: Any, session: int, number: int) -> Response:
        """Its dealer, and its cards or scenario once it is unsealed."""
        board = get_board_or_404(session, number)
        hands, talon = shown_deal(board) or (None, None)
        scenario = shown_scenario(board) or None
        shown = {
            "dealer": board.conditions.dealer,
            "hands": hands,
            "talon": talon,
            "scenario": scenario,
        }
        return Response(events.BoardSerializer(_sealed(board) | shown).data)


@method_decorator(limit_readers, "dispatch")
class TravellerView(PublicView):
    """All that happened on a board."""

    parameters = frozenset({"explained"})

    @extend_schema(parameters=[EXPLAINED_PARAMETER], responses=results.TravellerSerializer)
    def get(self, request: Any, session: int, number: int) -> Response:
        """Every table's result once it is unsealed."""
        board = get_board_or_404(session, number)
        seal = _sealed(board)
        read_awards = explained_awards if "explained" in request.query_params else plain_awards
        shown = [] if seal["sealed"] else traveller(board, read_awards)
        told = results.TravellerSerializer(seal | {"results": shown}, context={"request": request})
        return Response(told.data)


def _sealed(board: Board) -> dict[str, Any]:
    """A board's number, and whether it is sealed and until when."""
    until = board_hidden_until(board)
    return {"number": board.number, "sealed": bool(until), "sealed_until": until}


class BoardListView(PublicListView):
    """The boards of a session, without their hands."""

    serializer_class = events.ListedBoardSerializer

    def get_queryset(self) -> list[dict[str, object]]:
        """By number."""
        session = get_session_or_404(self.kwargs["session"])
        sealed = hidden_board_numbers(session)
        return [
            {
                "number": number,
                "dealer": session.stage.event.game.board(number).dealer,
                "sealed": number in sealed,
            }
            for number in session.boards.order_by("number").values_list("number", flat=True)
        ]
