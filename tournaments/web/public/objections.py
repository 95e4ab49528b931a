"""Objections: a contestant reports on the scorecard that a result is wrong."""

from collections.abc import Sequence

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.problems import Problem, ValidationFailed
from tournaments.access.request_access import member_actor, table_actor
from tournaments.actions.rate_limits import RateLimitExceeded
from tournaments.actions.results.objections import object_to_result
from tournaments.forms import new_idempotency_key, problem_text
from tournaments.models import Contestant, Play
from tournaments.models.results import MAX_OBJECTION_LENGTH
from tournaments.permissions.actor import Actor
from tournaments.permissions.visibility.objections import Objector, plays_open_to_objection
from tournaments.permissions.visibility.results_shown import is_board_hidden
from tournaments.queries.boards.travellers import play_notation
from tournaments.queries.results.objections import contestant_objections
from tournaments.web.phone.phone_user import objector_of
from tournaments.web.public.page_context import event_context, get_event_by_slugs_or_404
from tournaments.web.results.entry_form import idempotency_key_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def objection_view(
    request: HttpRequest, club_slug: str, event_slug: str, number: int, play_id: int
) -> HttpResponse:
    """Ask what is wrong with a result; on POST send the objection to the director.

    Raises `Http404` for readers who do not play for the contestant.
    """
    contestants = get_event_by_slugs_or_404(club_slug, event_slug).contestants.select_related(
        "event__club"
    )
    contestant = get_object_or_404(contestants, number=number)
    objector = objector_of(request)
    play = get_object_or_404(_open_plays(objector, contestant), pk=play_id)
    if request.method == "POST":
        return _submit_objection(request, play, contestant)
    if not contestant_objections(objector, contestant).by_play[play.pk].may_object:
        return redirect(_scorecard_url(contestant, play))
    return _render_page(request, play, contestant)


def _open_plays(objector: Objector, contestant: Contestant) -> QuerySet[Play]:
    return plays_open_to_objection(objector, contestant).select_related(
        "board__session__stage__event__club", "entry", "seating__table__section", "seating__round"
    )


def _submit_objection(request: HttpRequest, play: Play, contestant: Contestant) -> HttpResponse:
    try:
        actor = _objecting_actor(request, play, contestant)
        object_to_result(
            play, contestant, request.POST.get("words", ""), actor, idempotency_key_of(request)
        )
    except ValidationFailed as error:
        status = 429 if isinstance(error, RateLimitExceeded) else 422
        return _render_page(request, play, contestant, error.problems, status)
    messages.success(request, _("The director has your report. The answer will appear here."))
    return redirect(_scorecard_url(contestant, play))


def _objecting_actor(request: HttpRequest, play: Play, contestant: Contestant) -> Actor:
    """Return the signed-in user as actor if they play for the contestant, else the device."""
    if (
        plays_open_to_objection(Objector(user_id=request.user.pk), contestant)
        .filter(pk=play.pk)
        .exists()
    ):
        return member_actor(request)
    devices = contestant.devices.linked().filter(session=play.board.session_id)
    device_link = devices.select_related("table__section__session__stage").get(
        device=objector_of(request).device
    )
    seats = play.seating.places.filter(contestant=contestant).values_list("seat", flat=True)
    lines = contestant.event.game.lines
    line = next(line for line, line_seats in lines.items() if seats[0] in line_seats)
    return table_actor(request, device_link.table, line)


def _scorecard_url(contestant: Contestant, play: Play) -> str:
    event = contestant.event
    card = reverse("scorecard", args=[event.club.slug, event.slug, contestant.number])
    return f"{card}#play-{play.pk}"


def _render_page(
    request: HttpRequest,
    play: Play,
    contestant: Contestant,
    problems: Sequence[Problem] = (),
    status: int = 200,
) -> HttpResponse:
    context = event_context(request, contestant.event) | {
        "contestant": contestant,
        "play": play,
        "result": None
        if is_board_hidden(play.board)
        else play_notation(contestant.event.game, play),
        "key": new_idempotency_key(),
        "words": request.POST.get("words", ""),
        "max_length": MAX_OBJECTION_LENGTH,
        "sentences": [problem_text(problem) for problem in problems],
    }
    return render(request, "public/objection.html", context, status=status)
