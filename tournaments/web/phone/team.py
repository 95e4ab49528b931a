"""The page of a team, opened by its secret link: line-ups and seats of its next match."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.problems import Problem, ValidationFailed
from tournaments.access.request_access import get_latest_session_or_404, team_actor
from tournaments.actions.rounds.line_ups import submit_line_up
from tournaments.forms import parse_number
from tournaments.models import Contestant, Round
from tournaments.permissions.visibility.line_ups import line_ups_for_team
from tournaments.queries.contestants.team_links import get_team_by_token
from tournaments.queries.rounds.line_ups import (
    Seats,
    rounds_to_line_up,
    team_rounds_in_progress,
    upcoming_matches_of_team,
)
from tournaments.web.contestants.line_ups import LineUpForm, line_up_form, submitted_seats
from tournaments.web.phone.page_contexts import code_page
from tournaments.web.try_action import page_with_problems, try_action


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def team_view(request: HttpRequest, token: str) -> HttpResponse:
    """Show the current match and the line-ups for the next ones; on POST submit a line-up."""
    try:
        team = get_team_by_token(token)
    except ValidationFailed as error:
        return code_page(request, problems=error.problems, status=404)
    if request.method != "POST":
        return _render_page(request, team)
    round_id = parse_number(request.POST.get("round"))
    if round_id not in [
        round_.pk for round_ in rounds_to_line_up(get_latest_session_or_404(team.event))
    ]:
        too_late = Problem(
            "round_begun", _("This round has begun. Only the director can change its line-ups now.")
        )
        return _render_page(request, team, [too_late])
    seats, actor = submitted_seats(request, team.event.game), team_actor(request, team)
    if problems := try_action(lambda: submit_line_up(round_id, team.pk, seats, actor)):
        return _render_page(request, team, problems)
    messages.success(request, _("Your line-up is submitted."))
    return redirect("team", token)


def _render_page(
    request: HttpRequest, team: Contestant, problems: Sequence[Problem] = ()
) -> HttpResponse:
    forms = _forms(request, team)
    context = {
        "club": team.event.club,
        "event": team.event,
        "contestant": team,
        "forms": forms,
        "next": next((form for form in forms if form.is_asked), None),
    }
    return page_with_problems(request, "phone/team.html", context, problems)


def _forms(request: HttpRequest, team: Contestant) -> list[LineUpForm]:
    """Return the forms of the current and upcoming rounds in which the team plays."""
    session, forms = get_latest_session_or_404(team.event), list[LineUpForm]()
    for round_ in team_rounds_in_progress(session) + rounds_to_line_up(session):
        forms += _round_forms(request, round_, team, forms[-1].team.seats if forms else {})
    return forms


def _round_forms(
    request: HttpRequest, round_: Round, team: Contestant, previous_seats: Seats
) -> list[LineUpForm]:
    """Return the form of the team for a round, with the submitted seats; empty if it sits out.

    `previous_seats` is the line-up of the round before on the page.
    """
    game, is_submitted = team.event.game, parse_number(request.POST.get("round")) == round_.pk
    return [
        line_up_form(
            match,
            match_team,
            game,
            submitted_seats(request, game) if is_submitted else None,
            previous_seats,
        )
        for match in upcoming_matches_of_team(round_, team, line_ups_for_team(round_, team))
        for match_team in match.teams
        if match_team.contestant == team
    ]
