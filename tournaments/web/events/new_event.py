"""The page that creates an event, and the parts of its form that change while it is filled in."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from games.problems import ValidationFailed
from tournaments.access.request_access import member_actor, user_id_or_404
from tournaments.actions.contestants.pasted_list import number_problem_lines
from tournaments.actions.events.create_with_session import create_event_from_names
from tournaments.actions.idempotency import Conflict
from tournaments.forms import new_idempotency_key, parse_number
from tournaments.models import Event
from tournaments.permissions.roles import DIRECTOR_ROLES, clubs_of_user
from tournaments.queries.people.players import suggested_lines
from tournaments.web.events.new_event_form import NewEventForm, initial_values
from tournaments.web.events.shared_form_fields import next_full_hour


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_new_view(request: HttpRequest) -> HttpResponse:
    """Show the form; on POST create the event, or with `show` only update the form.

    The button `show` is for browsers without scripts.
    """
    if request.method != "POST":
        last = _last_event(user_id_or_404(request))
        initial = {"key": new_idempotency_key(), "starts_at": next_full_hour()}
        form = _form(request, initial=initial | (initial_values(last) if last else {}))
        return _form_page(request, form, last_event=last)
    if "show" in request.POST:
        return _form_page(request, _form(request, initial=request.POST.dict()))
    form = _form(request, request.POST)
    return _create(request, form) if form.is_valid() else _form_page(request, form, status=422)


@login_required
@require_POST
def event_game_view(request: HttpRequest) -> HttpResponse:
    """Render the parts of the form that depend on the game and on who is ranked."""
    form = _form(request, initial=request.POST.dict())
    return render(request, "events/new_event/_game.html", {"form": form})


@login_required
@require_POST
def event_proposals_view(request: HttpRequest) -> HttpResponse:
    """Render the proposed movements for what has been typed so far."""
    form = _form(request, initial=request.POST.dict())
    return render(request, "events/new_event/_proposals.html", {"form": form})


@login_required
@require_POST
def event_suggestions_view(request: HttpRequest) -> HttpResponse:
    """Render players of the club whose names begin like the line being typed."""
    number = request.POST.get("club", "")
    club = get_object_or_404(
        clubs_of_user(user_id_or_404(request), DIRECTOR_ROLES), pk=parse_number(number)
    )
    players_each = _form(request, initial=request.POST.dict()).players_each
    suggestions = suggested_lines(club, request.POST.get("contestants", ""), players_each)
    return render(request, "events/new_event/_suggestions.html", {"suggestions": suggestions})


def _create(request: HttpRequest, form: NewEventForm) -> HttpResponse:
    submitted = form.cleaned_data
    try:
        with number_problem_lines(form.list_lines):
            answer = create_event_from_names(
                submitted["club"], form.event_setup(), member_actor(request), submitted["key"]
            )
    except ValidationFailed as error:
        form.add_problems(error.problems)
        return _form_page(request, form, status=409 if isinstance(error, Conflict) else 422)
    return redirect("event_desk", answer["event"])


def _form(request: HttpRequest, *args: object, **kwargs: object) -> NewEventForm:
    """Return the form with the clubs where the user may create events.

    Raises `Http404` if there is no such club.
    """
    clubs = clubs_of_user(user_id_or_404(request), DIRECTOR_ROLES)
    if not clubs.exists():
        raise Http404
    return NewEventForm(clubs, *args, **kwargs)


def _form_page(
    request: HttpRequest, form: NewEventForm, status: int = 200, last_event: Event | None = None
) -> HttpResponse:
    context = {"form": form, "last": last_event}
    return render(request, "events/new_event/new.html", context, status=status)


def _last_event(user_id: int) -> Event | None:
    """Return the newest event of the user's clubs; the next one is likely to resemble it.

    Rehearsals, demo events, and events imported from other installations are left out.
    """
    events = Event.objects.unarchived().filter(
        club__in=clubs_of_user(user_id, DIRECTOR_ROLES),
        read_only=False,
        is_offline_section=False,
        demo=False,
        rehearsal=None,
    )
    return events.order_by("-created_at", "-pk").first()
