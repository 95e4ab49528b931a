"""The page of a team, by its own link: who sits where in the match to come."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.problems import Problem, Refused
from tournaments.access.who_asks import for_team, latest_session
from tournaments.actions.rounds.line_ups import declare_line_up
from tournaments.forms import number_in, sentence
from tournaments.models import Contestant, Round
from tournaments.queries.line_ups import own_matches_to_come, rounds_to_line_up
from tournaments.queries.team_links import find_team
from tournaments.queries.visibility.line_ups import line_ups_for_team
from tournaments.web.attempt import attempt
from tournaments.web.event.line_up_form import LineUpForm, line_up_form, seats_said
from tournaments.web.phone.pages import code_page


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def team_view(request: HttpRequest, token: str) -> HttpResponse:
    """What the team has declared for its next match; sent, a line-up."""
    try:
        team = find_team(token)
    except Refused as refused:
        return code_page(request, problems=refused.problems, status=404)
    if request.method != "POST":
        return _page(request, team)
    round_id = number_in(request.POST.get("round"))
    if round_id not in [each.pk for each in _rounds(team)]:
        gone = Problem("round_begun", _("This round has begun: its line-ups can no longer be changed."))
        return _page(request, team, [gone], status=422)
    said, actor = seats_said(request, team.event.game), for_team(request, team)
    if problems := attempt(lambda: declare_line_up(round_id, team.pk, said, actor)):
        return _page(request, team, problems, status=422)
    messages.success(request, _("Your line-up is declared."))
    return redirect("team", token)


def _rounds(team: Contestant) -> list[Round]:
    return rounds_to_line_up(latest_session(team.event))


def _page(
    request: HttpRequest, team: Contestant, problems: Sequence[Problem] = (), status: int = 200
) -> HttpResponse:
    context = {
        "club": team.event.club,
        "event": team.event,
        "contestant": team,
        "forms": [form for round_ in _rounds(team) for form in _own(request, round_, team)],
        "sentences": [sentence(problem) for problem in problems],
    }
    return render(request, "phone/team.html", context, status=status)


def _own(request: HttpRequest, round_: Round, team: Contestant) -> list[LineUpForm]:
    """The form of a team for a round, as it was just sent; none where it rests."""
    game, here = team.event.game, number_in(request.POST.get("round")) == round_.pk
    return [
        line_up_form(match, own, game, seats_said(request, game) if here else None)
        for match in own_matches_to_come(round_, team, line_ups_for_team(round_, team))
        for own in match.teams
        if own.contestant == team
    ]
