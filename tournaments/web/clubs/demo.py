"""The owner's page to clear the demo and start the club."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.problems import ValidationFailed
from tournaments.access.request_access import get_owned_club_or_404, member_actor
from tournaments.actions.clubs.demo import clear_demo
from tournaments.forms import problem_text
from tournaments.models import Club
from tournaments.queries.clubs.demo import demo_events
from tournaments.web.clubs.forms import ClubNameForm


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def clear_demo_view(request: HttpRequest, club_id: int) -> HttpResponse:
    """Show which events would be deleted and which kept; on POST delete the demo."""
    club = get_owned_club_or_404(request, club_id)
    if request.method != "POST":
        return _render_page(request, club, ClubNameForm())
    form = ClubNameForm(request.POST)
    return (
        _clear_demo(request, club, form)
        if form.is_valid()
        else _render_page(request, club, form, status=422)
    )


def _clear_demo(request: HttpRequest, club: Club, form: ClubNameForm) -> HttpResponse:
    try:
        clear_demo(club, form.cleaned_data["name"], member_actor(request))
    except ValidationFailed as error:
        for problem in error.problems:
            form.add_error(problem.field, problem_text(problem))
        return _render_page(request, club, form, status=422)
    messages.success(
        request, _("The demo has been cleared. Your club is ready for its first event.")
    )
    return redirect("desk")


def _render_page(
    request: HttpRequest, club: Club, form: ClubNameForm, status: int = 200
) -> HttpResponse:
    context = {
        "club": club,
        "form": form,
        "events": demo_events(club),
        "kept": club.events.exclude(pk__in=demo_events(club)),
    }
    return render(request, "clubs/clear_demo.html", context, status=status)
