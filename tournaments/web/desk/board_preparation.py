"""Views for preparing boards from packs of cards: who does it, progress, and the guide."""

from collections.abc import Callable, Iterable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.problems import Problem, ValidationFailed
from tournaments.access.request_access import (
    get_event_or_404,
    get_latest_session_or_404,
    member_actor,
    user_id_or_404,
)
from tournaments.actions.boards.board_preparation import (
    assign_preparation,
    finish_preparation,
    mark_boards_ready,
    must_be_face_down,
    open_hands,
    restart_preparation,
    set_preparation_mode,
)
from tournaments.forms import parse_number
from tournaments.models import Event, Session, Table
from tournaments.permissions.visibility.playing_members import boards_to_play
from tournaments.queries.boards.board_preparation import boards_with_copies, preparation_summary
from tournaments.queries.boards.copies import has_single_copies
from tournaments.web.board_preparation_guide import (
    CHECK_PROBLEM_CODES,
    DEALING_ORDERS,
    board_preparation_page,
    preparation_guide,
)
from tournaments.web.desk.forms import PrintForm
from tournaments.web.try_action import add_problem_messages, try_action_with_message

_TABLES, _DESK = "tables", "desk"


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def board_preparation_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show which boards are prepared, and by whom; on POST set whether tables or desk do it."""
    event = get_event_or_404(request, event_id)
    if not boards_with_copies(get_latest_session_or_404(event)):
        messages.error(
            request,
            _("There are no boards to make up: no hands are known, or the session is over."),
        )
        return redirect("event_desk", event.pk)
    if request.method != "POST":
        return _render_page(request, event, PrintForm())
    if (mode := request.POST.get("makers")) not in (_TABLES, _DESK):
        return _render_page(request, event, PrintForm(), status=422)
    session = get_latest_session_or_404(event)
    message = (
        _("The tables make up the boards.")
        if mode == _TABLES
        else _("The desk sees to the boards.")
    )
    return _apply(
        request,
        event,
        lambda: set_preparation_mode(session, mode == _TABLES, member_actor(request)),
        message,
    )


@login_required
@require_POST
def mark_boards_ready_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Mark boards as ready that came from a machine or were made up with slips."""
    event, form = get_event_or_404(request, event_id), PrintForm(request.POST)
    if not form.is_valid() or "ready" not in request.POST:
        return _render_page(request, event, form, status=422)
    session, numbers = get_latest_session_or_404(event), form.cleaned_data["boards"]
    message = _("These boards are ready: nobody is asked to make them up.")
    return _apply(
        request, event, lambda: mark_boards_ready(session, numbers, member_actor(request)), message
    )


@login_required
@require_POST
def assign_board_preparation_view(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """Let another table prepare a board."""
    event, submitted = get_event_or_404(request, event_id), request.POST.get("table", "")
    session = get_latest_session_or_404(event)
    tables = Table.objects.select_related("section").filter(section__session=session)
    table = tables.filter(pk=parse_number(submitted)).first()
    if table is None:
        return _render_page(
            request, event, PrintForm(), status=422, sentences=[_("Choose a table of this event.")]
        )
    params = {"board": number, "table": table.label}
    message = _("Table %(table)s makes up board %(board)s.") % params
    return _apply(
        request,
        event,
        lambda: assign_preparation(session, number, table, member_actor(request)),
        message,
    )


@login_required
@require_POST
def restart_board_preparation_view(
    request: HttpRequest, event_id: int, number: int
) -> HttpResponse:
    """Have a board prepared again."""
    event = get_event_or_404(request, event_id)
    session = get_latest_session_or_404(event)
    message = _("Board %(board)s is to be made up anew.") % {"board": number}
    return _apply(
        request,
        event,
        lambda: restart_preparation(session, number, member_actor(request)),
        message,
    )


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def prepare_board_view(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """Guide a member who does not play a board through its preparation; the audit records it."""
    event = get_event_or_404(request, event_id)
    session = get_latest_session_or_404(event)
    try:
        return _prepare(request, session, number)
    except ValidationFailed as error:
        add_problem_messages(request, error.problems)
        return redirect("board_preparation", event.pk)


def _prepare(request: HttpRequest, session: Session, number: int) -> HttpResponse:
    problems: list[Problem] = []
    if "check" in request.POST:
        try:
            finish_preparation(session, None, number, request.POST.dict(), member_actor(request))
        except ValidationFailed as error:
            problems = error.problems
            if not any(problem.code in CHECK_PROBLEM_CODES for problem in problems):
                raise
        else:
            messages.success(request, _("Board %(board)s is ready.") % {"board": number})
            return redirect("board_preparation", session.stage.event_id)
    return _guide_page(request, session, number, problems)


def _guide_page(
    request: HttpRequest, session: Session, number: int, problems: Iterable[Problem]
) -> HttpResponse:
    problems, way, actor = list(problems), request.POST.get("way", ""), member_actor(request)
    context: dict[str, object] = {
        "action": reverse("prepare_board", args=[session.stage.event_id, number]),
        "back": reverse("board_preparation", args=[session.stage.event_id]),
        "copies": sum(
            len(board.copies) for board in boards_with_copies(session) if board.number == number
        ),
    }
    if way not in DEALING_ORDERS:
        must_be_face_down(session, None, number, actor)  # raises if the board cannot be prepared
        return board_preparation_page(
            request, session, number, context, status=422 if request.method == "POST" else 200
        )
    hands = open_hands(session, None, number, actor)
    context["guide"] = preparation_guide(session, hands, way, request.POST.dict(), problems)
    return board_preparation_page(
        request, session, number, context, problems, status=422 if problems else 200
    )


def _render_page(
    request: HttpRequest,
    event: Event,
    form: PrintForm,
    status: int = 200,
    sentences: Iterable[str] = (),
) -> HttpResponse:
    session = get_latest_session_or_404(event)
    shared_sections = [
        section for section, is_shared in has_single_copies(session).items() if is_shared
    ]
    tables = (
        Table.objects.filter(section__in=shared_sections)
        .exclude(seatings=None)
        .select_related("section")
    )
    context = {
        "club": event.club,
        "event": event,
        "session": session,
        "boards": boards_with_copies(session),
        "summary": preparation_summary(session),
        "own_boards": boards_to_play(user_id_or_404(request), session),
        "has_shared_boards": bool(shared_sections),
        "tables": tables.order_by("section__number", "number").distinct(),
        "form": form,
        "sentences": list(sentences),
    }
    return render(request, "desk/board_preparation/boards.html", context, status=status)


def _apply(
    request: HttpRequest, event: Event, action: Callable[[], object], message: str
) -> HttpResponse:
    """Run an action and report its outcome on the page of the boards."""
    try_action_with_message(request, action, message)
    return redirect("board_preparation", event.pk)
