"""Boards that a table makes up, on its phone: which, and the guide to each. No card is in any
address."""

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
    """The boards this table makes up, and how far they are; where it makes up none, the table's
    own page."""
    if not _boards_of_table(table):
        return redirect("table", code_of(table))
    return _list_page(request, table)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@resolve_table_code
def table_prepare_board_view(request: HttpRequest, table: Table, number: int) -> HttpResponse:
    """Asked for, what to do first; sent, the hands, and the audit says who opened them; then the
    check."""
    try:
        return _prepare(request, table, number)
    except ValidationFailed as refused:
        missing = any(problem.code == "no_such_board" for problem in refused.problems)
        return _list_page(request, table, refused.problems, status=404 if missing else 422)


def _prepare(request: HttpRequest, table: Table, number: int) -> HttpResponse:
    session, actor = table.section.session, table_actor(request, table, "")
    _forbid_players_of_board(request, table, number)
    if "check" in request.POST:
        return _check(request, table, number)
    if request.POST.get("way") in DEALING_ORDERS:
        opened = open_hands(session, table, number, actor)
        return _guide_page(request, table, number, opened)
    face_down = must_be_face_down(session, table, number, actor)
    asked = request.method == "POST"
    frame = {**_board_context(table, number), "face_down": face_down}
    return board_preparation_page(request, session, number, frame, status=422 if asked else 200)


def _forbid_players_of_board(request: HttpRequest, table: Table, number: int) -> None:
    """A member who is signed in on a table's phone opens no board he has yet to play."""
    if request.user.pk and number in boards_to_play(request.user.pk, table.section.session):
        raise ValidationFailed(
            [Problem("plays_himself", _STILL_TO_PLAY, {"board": number}, "board")]
        )


def _check(request: HttpRequest, table: Table, number: int) -> HttpResponse:
    session, actor = table.section.session, table_actor(request, table, "")
    try:
        finish_preparation(session, table, number, request.POST.dict(), actor)
    except ValidationFailed as refused:
        if not any(problem.code in CHECK_PROBLEM_CODES for problem in refused.problems):
            raise
        opened = open_hands(session, table, number, actor)
        return _guide_page(request, table, number, opened, refused.problems)
    messages.success(request, _("Board %(board)s is ready.") % {"board": number})
    return redirect("table_board_preparation", code_of(table))


def _guide_page(
    request: HttpRequest,
    table: Table,
    number: int,
    opened: OpenedHands,
    problems: Iterable[Problem] = (),
) -> HttpResponse:
    session, problems = table.section.session, list(problems)
    shown = preparation_guide(
        session, opened, request.POST.get("way", ""), request.POST.dict(), problems
    )
    frame = {**_board_context(table, number), "face_down": opened.face_down, "guide": shown}
    return board_preparation_page(
        request, session, number, frame, problems, status=422 if problems else 200
    )


def _board_context(table: Table, number: int) -> dict[str, Any]:
    made = next((each for each in _boards_of_table(table) if each.number == number), None)
    code = code_of(table)
    return {
        "made": made,
        "action": reverse("table_prepare_board", args=[code, number]),
        "back": reverse("table_board_preparation", args=[code]),
        "table": table,
    }


def _list_page(
    request: HttpRequest, table: Table, problems: Iterable[Problem] = (), status: int = 200
) -> HttpResponse:
    session = table.section.session
    event, now = session.stage.event, boards_to_prepare(table)
    context = {
        "club": event.club,
        "event": event,
        "session": session,
        "table": table,
        "code": code_of(table),
        "now": now,
        "later": _other_boards(_boards_of_table(table), now),
        "sentences": [problem_text(problem) for problem in problems],
    }
    return render(request, "phone/boards_to_prepare.html", context, status=status)


def _boards_of_table(table: Table) -> list[BoardCopy | RemadeBoard]:
    """What the table has played and makes up again first."""
    return [*boards_to_remake(table), *copies_of_table(table)]


def _other_boards(
    made: Iterable[BoardCopy | RemadeBoard], now: Iterable[BoardCopy | RemadeBoard]
) -> list[BoardCopy | RemadeBoard]:
    """The table's other boards: ready, played already, or for a later round."""
    offered = {each.number for each in now}
    return [each for each in made if each.number not in offered]
