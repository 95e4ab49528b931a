"""Pages on which a table's phone guides the preparation of boards from a pack of cards.

No URL contains a card.
"""

from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop
from tournaments.access.request_access import table_actor
from tournaments.actions.boards.board_preparation import (
    finish_preparation,
    must_be_face_down,
    open_hands,
)
from tournaments.actions.boards.opened_hands import OpenedHands
from tournaments.forms import problem_text
from tournaments.models import Table
from tournaments.permissions.visibility.playing_members import boards_to_play
from tournaments.queries.boards.board_preparation import (
    BoardCopy,
    boards_to_prepare,
    copies_of_table,
)
from tournaments.queries.boards.remade_boards import RemadeBoard, boards_to_remake
from tournaments.queries.phone.table_codes import code_of
from tournaments.web.board_preparation_guide import (
    CHECK_PROBLEM_CODES,
    DEALING_ORDERS,
    board_preparation_page,
    preparation_guide,
)
from tournaments.web.phone.views import resolve_table_code

_STILL_TO_PLAY = gettext_noop(
    "You still have board %(board)s to play: somebody who does not play it must make it up."
)


@require_safe
@resolve_table_code
def table_board_preparation_view(request: HttpRequest, table: Table) -> HttpResponse:
    """List the boards that this table prepares; redirect to the table if there are none."""
    if not _boards_of_table(table):
        return redirect("table", code_of(table))
    return _list_page(request, table)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@resolve_table_code
def table_prepare_board_view(request: HttpRequest, table: Table, number: int) -> HttpResponse:
    """Show the first instructions for a board; on POST open its hands, or check the piles."""
    try:
        return _prepare(request, table, number)
    except ValidationFailed as error:
        is_missing = any(problem.code == "no_such_board" for problem in error.problems)
        return _list_page(request, table, error.problems, status=404 if is_missing else 422)


def _prepare(request: HttpRequest, table: Table, number: int) -> HttpResponse:
    """Return the page that the request asks for.

    That is the outcome of checking the piles of cards (`check`), the guide through the hands in a
    dealing order (`way`), or else the instructions.
    """
    session, actor = table.section.session, table_actor(request, table, "")
    _forbid_players_of_board(request, table, number)
    if "check" in request.POST:
        return _check_piles(request, table, number)
    if request.POST.get("way") in DEALING_ORDERS:
        opened_hands = open_hands(session, table, number, actor)
        return _guide_page(request, table, number, opened_hands)
    face_down = must_be_face_down(session, table, number, actor)
    is_post = request.method == "POST"
    context = {**_board_context(table, number), "face_down": face_down}
    return board_preparation_page(request, session, number, context, status=422 if is_post else 200)


def _forbid_players_of_board(request: HttpRequest, table: Table, number: int) -> None:
    """Raise `ValidationFailed` if a signed-in member still has this board to play."""
    if request.user.pk and number in boards_to_play(request.user.pk, table.section.session):
        raise ValidationFailed(
            [Problem("plays_himself", _STILL_TO_PLAY, {"board": number}, "board")]
        )


def _check_piles(request: HttpRequest, table: Table, number: int) -> HttpResponse:
    """Finish the preparation, or show the guide again with what the check found."""
    session, actor = table.section.session, table_actor(request, table, "")
    try:
        finish_preparation(session, table, number, request.POST.dict(), actor)
    except ValidationFailed as error:
        if not any(problem.code in CHECK_PROBLEM_CODES for problem in error.problems):
            raise
        opened_hands = open_hands(session, table, number, actor)
        return _guide_page(request, table, number, opened_hands, error.problems)
    messages.success(request, _("Board %(board)s is ready.") % {"board": number})
    return redirect("table_board_preparation", code_of(table))


def _guide_page(
    request: HttpRequest,
    table: Table,
    number: int,
    opened_hands: OpenedHands,
    problems: Iterable[Problem] = (),
) -> HttpResponse:
    session, problems = table.section.session, list(problems)
    guide = preparation_guide(
        session, opened_hands, request.POST.get("way", ""), request.POST.dict(), problems
    )
    context = {**_board_context(table, number), "face_down": opened_hands.face_down, "guide": guide}
    return board_preparation_page(
        request, session, number, context, problems, status=422 if problems else 200
    )


def _board_context(table: Table, number: int) -> dict[str, Any]:
    board = next((board for board in _boards_of_table(table) if board.number == number), None)
    code = code_of(table)
    return {
        "made": board,
        "action": reverse("table_prepare_board", args=[code, number]),
        "back": reverse("table_board_preparation", args=[code]),
        "table": table,
    }


def _list_page(
    request: HttpRequest, table: Table, problems: Iterable[Problem] = (), status: int = 200
) -> HttpResponse:
    session = table.section.session
    event, boards = session.stage.event, boards_to_prepare(table)
    context = {
        "club": event.club,
        "event": event,
        "session": session,
        "table": table,
        "code": code_of(table),
        "boards": boards,
        "other_boards": _other_boards(_boards_of_table(table), boards),
        "sentences": [problem_text(problem) for problem in problems],
    }
    return render(request, "phone/boards_to_prepare.html", context, status=status)


def _boards_of_table(table: Table) -> list[BoardCopy | RemadeBoard]:
    """Return the boards that the table prepares.

    Boards that it has played, and now mixes and makes up again for others, come first.
    """
    return [*boards_to_remake(table), *copies_of_table(table)]


def _other_boards(
    all_boards: Iterable[BoardCopy | RemadeBoard], offered: Iterable[BoardCopy | RemadeBoard]
) -> list[BoardCopy | RemadeBoard]:
    """Return the boards that need no preparation now: ready, played, or for a later round."""
    offered_numbers = {board.number for board in offered}
    return [board for board in all_boards if board.number not in offered_numbers]
