"""The director's events, and the form that makes a new one."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.problems import Refused
from tournaments.actions.evenings import create_evening
from tournaments.actions.receipts import Conflict
from tournaments.forms import sentence
from tournaments.queries.demo import with_demo
from tournaments.queries.desk import clubs_run_by, desks
from tournaments.queries.people import completions
from tournaments.web.asking import MAY_ENTER, MAY_RUN, Role, director, form_key, user_id
from tournaments.web.evening_form import EveningForm


@login_required
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """The events of the clubs in which the user has a role, open ones first, and the clubs he owns."""
    context = {
        "sessions": desks(user_id(request), MAY_ENTER),
        "clubs": clubs_run_by(user_id(request), MAY_RUN),
        "owned": with_demo(clubs_run_by(user_id(request), [Role.OWNER])),
    }
    return render(request, "director/mine.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """The form of a new evening; asked to show options or movements it only looks at what was typed."""
    if request.method != "POST":
        return _form_page(request, _form(request, initial={"key": form_key()}))
    if "show" in request.POST:
        return _form_page(request, _form(request, initial=request.POST.dict()))
    form = _form(request, request.POST)
    return _create(request, form) if form.is_valid() else _form_page(request, form, status=422)


@login_required
@require_POST
def game(request: HttpRequest) -> HttpResponse:
    """The part of the form that depends on the game and on who is ranked, with what was typed so far."""
    form = _form(request, initial=request.POST.dict())
    return render(request, "director/_game.html", {"form": form})


@login_required
@require_POST
def proposals(request: HttpRequest) -> HttpResponse:
    """The movements for what was typed so far."""
    form = _form(request, initial=request.POST.dict())
    return render(request, "director/_proposals.html", {"form": form})


@login_required
@require_POST
def suggestions(request: HttpRequest) -> HttpResponse:
    """The club's people who may be meant by the line being typed."""
    number = request.POST.get("club", "")
    club = get_object_or_404(clubs_run_by(user_id(request), MAY_RUN), pk=number if number.isdecimal() else 0)
    players_each = _form(request, initial=request.POST.dict()).players_each
    found = completions(club, request.POST.get("contestants", ""), players_each)
    return render(request, "director/_suggestions.html", {"suggestions": found})


def _create(request: HttpRequest, form: EveningForm) -> HttpResponse:
    said = form.cleaned_data
    try:
        answer = create_evening(said["club"], form.plan(), director(request), said["key"])
    except Refused as refused:
        for problem in refused.problems:
            form.add_error(None, sentence(problem))
        return _form_page(request, form, status=409 if isinstance(refused, Conflict) else 422)
    return redirect("event_desk", answer["event"])


def _form(request: HttpRequest, *args: object, **kwargs: object) -> EveningForm:
    return EveningForm(clubs_run_by(user_id(request), MAY_RUN), *args, **kwargs)


def _form_page(request: HttpRequest, form: EveningForm, status: int = 200) -> HttpResponse:
    return render(request, "director/new.html", {"form": form}, status=status)
