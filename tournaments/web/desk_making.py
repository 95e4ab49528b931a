"""Making up boards, at the desk: who does it, how far they are, and the guide for who does not play."""

from collections.abc import Callable, Iterable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.problems import Problem, Refused
from tournaments.actions import preparing
from tournaments.forms import sentence
from tournaments.models import Event, Session, Table
from tournaments.queries.making import boards_at_desk, summary, travels
from tournaments.queries.playing import boards_to_play
from tournaments.web.asking import director, latest_session, own_event, posted, user_id
from tournaments.web.desk_forms import PrintForm
from tournaments.web.making import CHECKS, WAYS, board_page, guide

_TABLES, _DESK = "tables", "desk"


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def making(request: HttpRequest, event: int) -> HttpResponse:
    """Which boards are made up, by whom, and which are missing; sent, who is to make them up."""
    own = own_event(request, event)
    if not boards_at_desk(latest_session(own)):
        messages.error(
            request, _("There are no boards to make up: no hands are known, or the session is over.")
        )
        return redirect("event_desk", own.pk)
    if request.method != "POST":
        return _shown(request, own, PrintForm())
    if (chosen := request.POST.get("makers")) not in (_TABLES, _DESK):
        return _shown(request, own, PrintForm(), status=422)
    session = latest_session(own)
    done = _("The tables make up the boards.") if chosen == _TABLES else _("The desk sees to the boards.")
    return _do(
        request, own, lambda: preparing.choose_makers(session, chosen == _TABLES, director(request)), done
    )


@login_required
@require_POST
def ready(request: HttpRequest, event: int) -> HttpResponse:
    """Boards came ready, from a machine or with slips: nobody is asked."""
    own, form = own_event(request, event), PrintForm(request.POST)
    if not form.is_valid() or "ready" not in request.POST:
        return _shown(request, own, form, status=422)
    session, numbers = latest_session(own), form.cleaned_data["boards"]
    done = _("These boards are ready: nobody is asked to make them up.")
    return _do(request, own, lambda: preparing.mark_ready(session, numbers, director(request)), done)


@login_required
@require_POST
def give(request: HttpRequest, event: int, number: int) -> HttpResponse:
    """Another table makes up a board."""
    own, said = own_event(request, event), request.POST.get("table", "")
    session = latest_session(own)
    tables = Table.objects.select_related("section").filter(section__session=session)
    table = tables.filter(pk=int(said[:9]) if said.isdecimal() else 0).first()
    if table is None:
        return _shown(request, own, PrintForm(), status=422, sentences=[_("Choose a table of this event.")])
    told = {"board": number, "table": table.number}
    done = _("Table %(table)s makes up board %(board)s.") % told
    return _do(request, own, lambda: preparing.give_board(session, number, table, director(request)), done)


@login_required
@require_POST
def anew(request: HttpRequest, event: int, number: int) -> HttpResponse:
    """A board is made up anew."""
    own = own_event(request, event)
    session = latest_session(own)
    done = _("Board %(board)s is to be made up anew.") % {"board": number}
    return _do(request, own, lambda: preparing.make_anew(session, number, director(request)), done)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def board(request: HttpRequest, event: int, number: int) -> HttpResponse:
    """The guide at the desk, for whoever does not play the board; the audit says who opened it."""
    own = own_event(request, event)
    session = latest_session(own)
    try:
        return _made(request, session, number)
    except Refused as refused:
        return _refused(request, own, refused)


def _made(request: HttpRequest, session: Session, number: int) -> HttpResponse:
    problems: list[Problem] = []
    if "check" in request.POST:
        try:
            preparing.finish_board(session, None, number, posted(request), director(request))
        except Refused as refused:
            problems = refused.problems
            if not any(problem.code in CHECKS for problem in problems):
                raise
        else:
            messages.success(request, _("Board %(board)s is ready.") % {"board": number})
            return redirect("desk_prepare", session.stage.event_id)
    return _guided(request, session, number, problems)


def _guided(request: HttpRequest, session: Session, number: int, problems: Iterable[Problem]) -> HttpResponse:
    problems, way, actor = list(problems), request.POST.get("way", ""), director(request)
    frame: dict[str, object] = {
        "action": reverse("desk_prepare_board", args=[session.stage.event_id, number]),
        "back": reverse("desk_prepare", args=[session.stage.event_id]),
        "copies": sum(len(each.copies) for each in boards_at_desk(session) if each.number == number),
    }
    if way not in WAYS:
        preparing.may_prepare(session, None, number, actor)
        return board_page(request, session, number, frame, status=422 if request.method == "POST" else 200)
    opened = preparing.prepare_board(session, None, number, actor)
    frame["guide"] = guide(session, opened, way, posted(request), problems)
    return board_page(request, session, number, frame, problems, status=422 if problems else 200)


def _shown(
    request: HttpRequest, event: Event, form: PrintForm, status: int = 200, sentences: Iterable[str] = ()
) -> HttpResponse:
    session = latest_session(event)
    tables = Table.objects.filter(section__session=session).exclude(seatings=None)
    context = {
        "club": event.club,
        "event": event,
        "session": session,
        "boards": boards_at_desk(session),
        "summary": summary(session),
        "own": boards_to_play(user_id(request), session),
        "travels": travels(session),
        "tables": tables.order_by("number").distinct(),
        "form": form,
        "sentences": list(sentences),
    }
    return render(request, "preparing/desk.html", context, status=status)


def _do(request: HttpRequest, event: Event, deed: Callable[[], object], done: str) -> HttpResponse:
    """Do it, say what came of it on the page of the boards."""
    try:
        deed()
    except Refused as refused:
        return _refused(request, event, refused)
    messages.success(request, done)
    return redirect("desk_prepare", event.pk)


def _refused(request: HttpRequest, event: Event, refused: Refused) -> HttpResponse:
    for problem in refused.problems:
        messages.error(request, sentence(problem))
    return redirect("desk_prepare", event.pk)
