"""Choose another movement before the start, and show how fair the planned one is."""

from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop
from tournaments.access.request_access import get_event_or_404, get_latest_session_or_404
from tournaments.actions.events.movement_choice import ChosenMovement, choose_movement
from tournaments.forms import parse_number, problem_text
from tournaments.models import Event, Section, Session
from tournaments.movements.advice.proposals import propose_movements
from tournaments.movements.advice.time_budget import ALLOWED_SESSION_MINUTES, TimeBudget
from tournaments.permissions.actor import Actor
from tournaments.queries.contestants.contestant_list import ContestantList
from tournaments.queries.rounds.club_pace import minutes_per_board
from tournaments.queries.rounds.fairness import fairness_report
from tournaments.queries.rounds.meetings import meetings_of_sections
from tournaments.queries.rounds.seating import contestants_of_section
from tournaments.templatetags.contestants import contestant_count
from tournaments.templatetags.sentences import hours
from tournaments.web.events.proposals import ProposalChoice, proposal_choices, proposal_value

_PROPOSAL_GONE = Problem(
    "no_proposal",
    gettext_noop("This movement no longer fits: choose one of those shown."),
    field="movement",
)
_HALF_HOUR_MINUTES = 30


@dataclass(frozen=True)
class MovementProposals:
    """The movements that fit the contestants and `minutes`, or the reasons why none does.

    `minutes` may be the text that was typed.
    """

    minutes: int | str
    proposals: list[ProposalChoice]
    problems: list[str]

    @property
    def available_minutes(self) -> int:
        """The minutes as a number, or 0; the page compares each proposal's length with it."""
        return parse_number(str(self.minutes))

    @property
    def differs_from_plan(self) -> bool:
        """Return whether the first proposal is not the planned movement."""
        return bool(self.proposals) and not self.proposals[0].chosen


def movement_proposals(
    event: Event, session: Session, contestant_list: ContestantList, typed_minutes: str | None
) -> MovementProposals:
    """Return proposals for the typed minutes, or else for those the session was planned for.

    If the session was planned without a limit, its present length is used, rounded up to half an
    hour.
    """
    planned_minutes = (
        session.minutes_available
        # `-(-x // y) * y` rounds x up to a multiple of y.
        or -(-contestant_list.plan.minutes // _HALF_HOUR_MINUTES) * _HALF_HOUR_MINUTES
    )
    minutes = planned_minutes if typed_minutes is None else typed_minutes
    section = session.sections.select_related("session__stage__event").earliest("number")
    movement = section.movement
    planned_value = proposal_value(movement.key, movement.options) if movement else ""
    try:
        proposals = proposal_choices(
            propose_movements(_time_budget(section, minutes)), planned_value
        )
        return MovementProposals(minutes, proposals, [])
    except ValidationFailed as error:
        return MovementProposals(minutes, [], [problem_text(problem) for problem in error.problems])


def choose_proposal(event: Event, session: Session, minutes: str, value: str, actor: Actor) -> None:
    """Choose the movement of the proposal with this form value.

    Raises `ValidationFailed` if no proposal has the value.
    """
    section = session.sections.select_related("session__stage__event").earliest("number")
    proposals = [
        choice.proposal
        for choice in proposal_choices(propose_movements(_time_budget(section, minutes)), value)
        if choice.value == value
    ]
    if not proposals:
        raise ValidationFailed([_PROPOSAL_GONE])
    proposal = proposals[0]
    boards = proposal.boards_per_round // session.stage.halves
    chosen = ChosenMovement(
        proposal.movement, proposal.options, proposal.rounds, boards, parse_number(minutes)
    )
    choose_movement(session, chosen, actor)


def plan_change_text(event: Event, list_before: ContestantList, list_after: ContestantList) -> str:
    """Return a sentence with the plans before and after the contestants were changed."""
    template = gettext("Before: %(before)s. Now: %(after)s.")
    return template % {
        "before": _plan_text(event, list_before),
        "after": _plan_text(event, list_after),
    }


def _plan_text(event: Event, contestant_list: ContestantList) -> str:
    template = gettext(
        "%(contestants)s, %(movement)s, %(rounds)s × %(boards)s boards, takes about %(time)s"
    )
    return template % {
        "contestants": contestant_count(event.players_each, len(contestant_list.contestants)),
        "movement": gettext(contestant_list.plan.movement),
        "rounds": contestant_list.plan.rounds,
        "boards": contestant_list.plan.boards_per_round,
        "time": hours(contestant_list.plan.minutes),
    }


def _time_budget(section: Section, minutes: int | str) -> TimeBudget:
    available_minutes, event = parse_number(str(minutes)), section.session.stage.event
    return TimeBudget.for_game(
        event.game,
        len(contestants_of_section(section)),
        event.players_each,
        # One minute above the limit is enough for the check to report it.
        minutes=min(available_minutes, ALLOWED_SESSION_MINUTES[-1] + 1),
        minutes_per_board=minutes_per_board(event.club, event.game).minutes,
        halves=section.session.stage.halves,
    )


@login_required
@require_safe
def event_movement_report_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show how fair the plan of the latest stage is, and who meets whom in the session."""
    event = get_event_or_404(request, event_id)
    session = get_latest_session_or_404(event)
    context = {
        "club": event.club,
        "event": event,
        "session": session,
        "report": fairness_report(session.stage),
        "meetings": meetings_of_sections(session, session.sections.all()),
    }
    return render(request, "events/movement_report.html", context)
