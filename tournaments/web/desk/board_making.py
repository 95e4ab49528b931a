"""Making up boards, at the desk: who does it, how far they are, and the guide for who does not
play."""

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
    latest_session,
    member_actor,
    user_id,
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
def desk_board_making_view(request: HttpRequest, event: int) -> HttpResponse:
    """Which boards are made up, by whom, and which are missing; sent, who is to make them up."""
    own = get_event_or_404(request, event)
    if not boards_with_copies(latest_session(own)):
        messages.error(
            request,
            _("There are no boards to make up: no hands are known, or the session is over."),
        )
        return redirect("event_desk", own.pk)
    if request.method != "POST":
        return _shown(request, own, PrintForm())
    if (chosen := request.POST.get("makers")) not in (_TABLES, _DESK):
        return _shown(request, own, PrintForm(), status=422)
    session = latest_session(own)
    done = (
        _("The tables make up the boards.")
        if chosen == _TABLES
        else _("The desk sees to the boards.")
    )
    return _do(
        request,
        own,
        lambda: set_preparation_mode(session, chosen == _TABLES, member_actor(request)),
        done,
    )


@login_required
@require_POST
def boards_ready_view(request: HttpRequest, event: int) -> HttpResponse:
    """Boards came ready, from a machine or with slips: nobody is asked."""
    own, form = get_event_or_404(request, event), PrintForm(request.POST)
    if not form.is_valid() or "ready" not in request.POST:
        return _shown(request, own, form, status=422)
    session, numbers = latest_session(own), form.cleaned_data["boards"]
    done = _("These boards are ready: nobody is asked to make them up.")
    return _do(
        request, own, lambda: mark_boards_ready(session, numbers, member_actor(request)), done
    )


@login_required
@require_POST
def making_give_view(request: HttpRequest, event: int, number: int) -> HttpResponse:
    """Another table makes up a board."""
    own, submitted = get_event_or_404(request, event), request.POST.get("table", "")
    session = latest_session(own)
    tables = Table.objects.select_related("section").filter(section__session=session)
    table = tables.filter(pk=parse_number(submitted)).first()
    if table is None:
        return _shown(
            request, own, PrintForm(), status=422, sentences=[_("Choose a table of this event.")]
        )
    what = {"board": number, "table": table.label}
    done = _("Table %(table)s makes up board %(board)s.") % what
    return _do(
        request,
        own,
        lambda: assign_preparation(session, number, table, member_actor(request)),
        done,
    )


@login_required
@require_POST
def making_anew_view(request: HttpRequest, event: int, number: int) -> HttpResponse:
    """A board is made up anew."""
    own = get_event_or_404(request, event)
    session = latest_session(own)
    done = _("Board %(board)s is to be made up anew.") % {"board": number}
    return _do(
        request, own, lambda: restart_preparation(session, number, member_actor(request)), done
    )


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def desk_make_board_view(request: HttpRequest, event: int, number: int) -> HttpResponse:
    """The guide at the desk, for whoever does not play the board; the audit says who opened it."""
    own = get_event_or_404(request, event)
    session = latest_session(own)
    try:
        return _made(request, session, number)
    except ValidationFailed as refused:
        add_problem_messages(request, refused.problems)
        return redirect("desk_board_making", own.pk)


def _made(request: HttpRequest, session: Session, number: int) -> HttpResponse:
    problems: list[Problem] = []
    if "check" in request.POST:
        try:
            finish_preparation(session, None, number, request.POST.dict(), member_actor(request))
        except ValidationFailed as refused:
            problems = refused.problems
            if not any(problem.code in CHECK_PROBLEM_CODES for problem in problems):
                raise
        else:
            messages.success(request, _("Board %(board)s is ready.") % {"board": number})
            return redirect("desk_board_making", session.stage.event_id)
    return _guided(request, session, number, problems)


def _guided(
    request: HttpRequest, session: Session, number: int, problems: Iterable[Problem]
) -> HttpResponse:
    problems, way, actor = list(problems), request.POST.get("way", ""), member_actor(request)
    frame: dict[str, object] = {
        "action": reverse("desk_make_board", args=[session.stage.event_id, number]),
        "back": reverse("desk_board_making", args=[session.stage.event_id]),
        "copies": sum(
            len(each.copies) for each in boards_with_copies(session) if each.number == number
        ),
    }
    if way not in DEALING_ORDERS:
        must_be_face_down(session, None, number, actor)
        return board_preparation_page(
            request, session, number, frame, status=422 if request.method == "POST" else 200
        )
    opened = open_hands(session, None, number, actor)
    frame["guide"] = preparation_guide(session, opened, way, request.POST.dict(), problems)
    return board_preparation_page(
        request, session, number, frame, problems, status=422 if problems else 200
    )


def _shown(
    request: HttpRequest,
    event: Event,
    form: PrintForm,
    status: int = 200,
    sentences: Iterable[str] = (),
) -> HttpResponse:
    session = latest_session(event)
    travelling = [section for section, alone in has_single_copies(session).items() if alone]
    tables = (
        Table.objects.filter(section__in=travelling)
        .exclude(seatings=None)
        .select_related("section")
    )
    context = {
        "club": event.club,
        "event": event,
        "session": session,
        "boards": boards_with_copies(session),
        "summary": preparation_summary(session),
        "own": boards_to_play(user_id(request), session),
        "travels": bool(travelling),
        "tables": tables.order_by("section__number", "number").distinct(),
        "form": form,
        "sentences": list(sentences),
    }
    return render(request, "desk/board_making/boards.html", context, status=status)


def _do(request: HttpRequest, event: Event, act: Callable[[], object], done: str) -> HttpResponse:
    """Do it, say what came of it on the page of the boards."""
    try_action_with_message(request, act, done)
    return redirect("desk_board_making", event.pk)
