"""Views that correct a board: some tables played other cards, or it should not count."""

from functools import partial

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access.readable_plays import member_reader
from tournaments.access.request_access import get_event_or_404, user_id_or_404
from tournaments.actions.corrections.fouled_board import foul_board, take_out_board
from tournaments.forms import parse_number
from tournaments.models import Board
from tournaments.permissions.roles import can_direct
from tournaments.queries.corrections.choices import plays_of_board
from tournaments.web.corrections.descriptions import plays_text
from tournaments.web.corrections.preview_or_apply import Correction, choice_page, preview_or_apply

_get_or_post = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@login_required
@require_safe
def board_corrections_view(request: HttpRequest, event_id: int, board_id: int) -> HttpResponse:
    """List the corrections of a board."""
    board = _get_board_or_404(request, event_id, board_id)
    return _choice_page(request, board)


@never_cache
@login_required
@_get_or_post
def correction_fouled_view(request: HttpRequest, event_id: int, board_id: int) -> HttpResponse:
    """Choose the tables that played other cards, and score them separately."""
    board = _get_board_or_404(request, event_id, board_id)
    chosen_ids = [parse_number(value) for value in request.GET.getlist("play")]
    if not chosen_ids:
        return _choice_page(request, board)
    plays = plays_of_board(member_reader(request), board)
    title = _("Board %(board)s: some tables played other cards") % {"board": board.number}
    description = plays_text(row.play for row in plays if row.play.pk in chosen_ids)
    action = partial(foul_board, board.pk, chosen_ids)
    button = _("Separate these tables")
    return preview_or_apply(
        request, Correction(board.session.stage, title, button, action, description)
    )


@never_cache
@login_required
@_get_or_post
def correction_void_board_view(request: HttpRequest, event_id: int, board_id: int) -> HttpResponse:
    """Take a board out of the scoring."""
    board = _get_board_or_404(request, event_id, board_id)
    title = _("Board %(board)s should not count") % {"board": board.number}
    button, description = _("Take the board out"), _("No result of it counts, at any table.")
    action = partial(take_out_board, board.pk)
    return preview_or_apply(
        request, Correction(board.session.stage, title, button, action, description)
    )


def _choice_page(request: HttpRequest, board: Board) -> HttpResponse:
    event = board.session.stage.event
    plays = plays_of_board(member_reader(request), board)
    return choice_page(
        request, event, "corrections/board_corrections.html", {"board": board, "plays": plays}
    )


def _get_board_or_404(request: HttpRequest, event_id: int, board_id: int) -> Board:
    """Return a board of a started session, 404 unless the reader directs the whole event."""
    event = get_event_or_404(request, event_id)
    boards = Board.objects.filter(
        pk=board_id, session__stage__event=event, session__started_at__isnull=False
    )
    board = boards.select_related("session__stage__event__club").first()
    if board is None or not can_direct(user_id_or_404(request), event):
        raise Http404
    return board
