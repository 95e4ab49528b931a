"""Line-ups of teams at the desk, and the form in which a team or director submits one."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.game import Game
from games.problems import Problem
from tournaments.access.request_access import (
    get_event_or_404,
    get_latest_session_or_404,
    member_actor,
    user_id_or_404,
)
from tournaments.actions.contestants.team_link import replace_team_link
from tournaments.actions.rounds.line_ups import submit_line_up
from tournaments.forms import parse_number
from tournaments.models import Contestant, Event, Player, Round, Session
from tournaments.permissions.visibility.line_ups import line_ups_for_member, teams_with_visible_link
from tournaments.queries.contestants.team_links import team_token
from tournaments.queries.rounds.line_ups import (
    Seats,
    UpcomingMatch,
    UpcomingTeam,
    rounds_to_line_up,
    team_rounds_in_progress,
    upcoming_matches,
)
from tournaments.web.network import url_for_phones
from tournaments.web.qr_code import qr_code
from tournaments.web.try_action import page_with_problems, try_action


class SeatField(NamedTuple):
    """A seat, the team's players by their numbers in it, and the chosen player's number."""

    seat: str
    players: tuple[tuple[int, Player], ...]
    chosen: int


class TableFields(NamedTuple):
    """The two seats of a team at one table of its match."""

    line: str
    table: str
    seats: tuple[SeatField, ...]


class LineUpForm(NamedTuple):
    """The line-up of a team for a match, with the seats of its two tables.

    `has_enough_players` is False if the team has fewer named players than seats.
    """

    match: UpcomingMatch
    team: UpcomingTeam
    has_enough_players: bool
    tables: tuple[TableFields, ...]

    @property
    def other(self) -> UpcomingTeam:
        """Return the opposing team."""
        return self.match.opponents_of(self.team)

    @property
    def is_asked(self) -> bool:
        """Return whether the team can submit a line-up for this match, and has not yet done so."""
        return self.has_enough_players and not (
            self.team.has_line_up or self.match.has_started or self.match.has_public_line_ups
        )


def submitted_seats(request: HttpRequest, game: Game) -> dict[str, int]:
    """Return the submitted player numbers by seat."""
    chosen = ((seat, parse_number(request.POST.get(f"seat_{seat}"))) for seat in game.seats)
    return {seat: number for seat, number in chosen if number}


def line_up_form(
    match: UpcomingMatch,
    team: UpcomingTeam,
    game: Game,
    submitted: Mapping[str, int] | None,
    previous: Seats,
) -> LineUpForm:
    """Return the form with the `submitted` players, the stored line-up, or a proposal.

    The proposal is the line-up of the `previous` round on the page, else the line-up last played,
    else the players in the team's order.
    """
    players = tuple(enumerate(team.players, 1))
    numbers = {player: number for number, player in players}
    proposed = team.seats or previous or team.previous_seats
    proposed_numbers = {
        seat: numbers[player] for seat, player in proposed.items() if player in numbers
    }
    seats_in_order = (seat for seats in game.lines.values() for seat in seats)
    chosen = (
        submitted
        or proposed_numbers
        or {seat: number for number, seat in enumerate(seats_in_order, 1)}
    )
    tables = tuple(
        TableFields(
            line,
            team.tables[line],
            tuple(SeatField(seat, players, chosen.get(seat, 0)) for seat in seats),
        )
        for line, seats in game.lines.items()
    )
    return LineUpForm(match, team, len(players) >= len(game.seats), tables)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_line_ups_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the line-ups of current and upcoming matches; on POST submit one for a team."""
    event = get_event_or_404(request, event_id)
    if not event.at_two_tables:
        raise Http404
    session = get_latest_session_or_404(event)
    if request.method != "POST":
        return _render_page(request, event, session)
    team = get_object_or_404(event.contestants, number=parse_number(request.POST.get("team")))
    chosen = submitted_seats(request, event.game)
    rounds = [round_.pk for round_ in _rounds_to_show(session)]
    round_id = parse_number(request.POST.get("round"))
    if round_id not in rounds:
        raise Http404
    if problems := try_action(
        lambda: submit_line_up(round_id, team.pk, chosen, member_actor(request))
    ):
        return _render_page(request, event, session, problems)
    messages.success(request, _("The line-up of %(team)s is submitted.") % {"team": team.name})
    return redirect("event_line_ups", event.pk)


def _render_page(
    request: HttpRequest, event: Event, session: Session, problems: Sequence[Problem] = ()
) -> HttpResponse:
    context = {
        "club": event.club,
        "event": event,
        "session": session,
        "rounds": _rounds_with_forms(request, session),
    }
    return page_with_problems(request, "contestants/line_ups.html", context, problems)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_team_links_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the teams' links for printing; on POST replace a team's link."""
    event = get_event_or_404(request, event_id)
    if not event.at_two_tables:
        raise Http404
    teams, problems = teams_with_visible_link(event, user_id_or_404(request)), list[Problem]()
    if request.method == "POST":
        team = get_object_or_404(teams, number=parse_number(request.POST.get("team")))
        if not (problems := try_action(lambda: replace_team_link(team, member_actor(request)))):
            messages.success(
                request, _("%(team)s has a new link. The old one no longer works.") % {"team": team}
            )
            return redirect("event_team_links", event.pk)
    context = {
        "club": event.club,
        "event": event,
        "session": get_latest_session_or_404(event),
        "teams": [_team_with_link(request, team) for team in teams],
        "others_kept": teams.count() < event.contestants.filter(withdrawn_at=None).count(),
    }
    return page_with_problems(request, "contestants/team_links.html", context, problems)


def _rounds_to_show(session: Session) -> list[Round]:
    return team_rounds_in_progress(session) + rounds_to_line_up(session)


def _rounds_with_forms(
    request: HttpRequest, session: Session
) -> list[tuple[Round, list[list[LineUpForm]]]]:
    """Return the current and upcoming rounds, each with the forms of its matches."""
    previous: dict[int, Seats] = {}
    rounds = []
    for round_ in _rounds_to_show(session):
        matches = _forms_of_round(request, round_, previous)
        previous |= {
            form.team.contestant.pk: form.team.seats for forms in matches for form in forms
        }
        rounds.append((round_, matches))
    return rounds


def _forms_of_round(
    request: HttpRequest, round_: Round, previous: Mapping[int, Seats]
) -> list[list[LineUpForm]]:
    """Return the two forms of each match; a refused form shows the submitted players."""
    game = round_.section.session.stage.event.game
    team_number = parse_number(request.POST.get("team"))
    is_submitted_round = parse_number(request.POST.get("round")) == round_.pk
    chosen = submitted_seats(request, game)

    def form(match: UpcomingMatch, team: UpcomingTeam) -> LineUpForm:
        submitted = chosen if is_submitted_round and team.contestant.number == team_number else None
        return line_up_form(match, team, game, submitted, previous.get(team.contestant.pk, {}))

    return [
        [form(match, team) for team in match.teams]
        for match in upcoming_matches(round_, line_ups_for_member(round_, user_id_or_404(request)))
    ]


def _team_with_link(request: HttpRequest, team: Contestant) -> tuple[Contestant, str, SafeString]:
    """Return a team, the URL of its page, and the QR code of that URL."""
    address = url_for_phones(request, reverse("team", args=[team_token(team)]))
    return team, address, qr_code(address)
