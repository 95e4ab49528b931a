"""One board: its hands and its results, once nobody is still to play it."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from tournaments.api.routes.route import One
from tournaments.api.shapes import facts, results
from tournaments.models import Board
from tournaments.queries.travellers import shown_deal, traveller
from tournaments.queries.visibility.quiet import is_hidden


def board_numbered(session_id: int, number: int) -> Board:
    """A board by its session and number; raises `Http404`."""
    boards = Board.objects.select_related("session__stage__event")
    return get_object_or_404(boards, session=session_id, number=number)


class BoardRoute(One):
    """A board."""

    @extend_schema(responses=facts.BoardShape)
    def get(self, request: Any, session: int, number: int) -> Response:
        """Its dealer, and its cards once it is unsealed."""
        board = board_numbered(session, number)
        shown = {"number": number, "dealer": board.conditions.dealer, "sealed": is_hidden(board)}
        cards = shown_deal(board)
        hands, talon = cards or (None, None)
        return Response(facts.BoardShape({**shown, "hands": hands, "talon": talon}).data)


class TravellerRoute(One):
    """All that happened on a board."""

    @extend_schema(responses=results.TravellerShape)
    def get(self, request: Any, session: int, number: int) -> Response:
        """Every table's result once it is unsealed."""
        board = board_numbered(session, number)
        sealed = is_hidden(board)
        shown = {"number": number, "sealed": sealed, "results": [] if sealed else traveller(board)}
        return Response(results.TravellerShape(shown).data)
