"""One board: its hands and its results, once nobody is still to play it."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from tournaments.api import results, serializers
from tournaments.api.views import One
from tournaments.models import Board
from tournaments.queries.silence import is_hidden
from tournaments.queries.travellers import shown_deal, traveller


def find_board(session_id: int, number: int) -> Board:
    """A board by its session and number; raises `Http404`."""
    boards = Board.objects.select_related("session__stage__event")
    return get_object_or_404(boards, session=session_id, number=number)


class OneBoard(One):
    """A board."""

    @extend_schema(responses=serializers.BoardShape)
    def get(self, request: Any, session: int, number: int) -> Response:
        """Its dealer, and its cards once it is unsealed."""
        board = find_board(session, number)
        told = {"number": number, "dealer": board.conditions.dealer, "sealed": is_hidden(board)}
        cards = shown_deal(board)
        hands, talon = cards or (None, None)
        return Response(serializers.BoardShape({**told, "hands": hands, "talon": talon}).data)


class Traveller(One):
    """All that happened on a board."""

    @extend_schema(responses=results.TravellerShape)
    def get(self, request: Any, session: int, number: int) -> Response:
        """Every table's result once it is unsealed."""
        board = find_board(session, number)
        sealed = is_hidden(board)
        told = {"number": number, "sealed": sealed, "results": [] if sealed else traveller(board)}
        return Response(results.TravellerShape(told).data)
