"""The movement of an event: another one before the start, and the report of how fair its plan
is."""

from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop
from tournaments.access.request_access import get_event_or_404, latest_session
from tournaments.actions.events.movement_choice import ChosenMovement, choose_movement
from tournaments.forms import parse_number, problem_text
from tournaments.models import Event, Section, Session
from tournaments.movements.advice.proposals import propose_movements
from tournaments.movements.advice.time_budget import ALLOWED_SESSION_MINUTES, TimeBudget
from tournaments.permissions.actor import Actor
from tournaments.queries.contestants.registered import ContestantList
from tournaments.queries.rounds.club_pace import minutes_per_board
from tournaments.queries.rounds.fairness import fairness_report
from tournaments.queries.rounds.meetings import meetings_of_sections
from tournaments.queries.rounds.seating import contestants_of_section
from tournaments.templatetags.contestants import contestant_count
from tournaments.templatetags.sentences import hours
from tournaments.web.events.proposals import ShownProposal, shown_proposals, value_of

_GONE = Problem(
    "no_proposal",
    gettext_noop("This movement no longer fits: choose one of those shown."),
    field="movement",
)
_HALF_AN_HOUR = 30


@dataclass(frozen=True)
class Replanning:
    """The movements that fit an event's contestants in `minutes`; `problems` where none does, in
    words."""

    minutes: int | str
    proposals: list[ShownProposal]
    problems: list[str]

    @property
    def is_other(self) -> bool:
        """Whether what is proposed first is not what is planned."""
        return bool(self.proposals) and not self.proposals[0].chosen


def replanning(
    event: Event, session: Session, pairs: ContestantList, typed: str | None
) -> Replanning:
    """The proposals for the minutes typed here, else for those typed when the session was planned.

    Where nobody has typed any, for the time the plan takes, up to the next half-hour.
    """
    planned_for = (
        session.minutes_available or -(-pairs.plan.minutes // _HALF_AN_HOUR) * _HALF_AN_HOUR
    )
    minutes = planned_for if typed is None else typed
    section = session.sections.select_related("session__stage__event").earliest("number")
    movement = section.movement
    planned = value_of(movement.key, movement.options) if movement else ""
    try:
        proposals = shown_proposals(propose_movements(_time_budget(section, minutes)), planned)
        return Replanning(minutes, proposals, [])
    except ValidationFailed as refused:
        return Replanning(minutes, [], [problem_text(problem) for problem in refused.problems])


def choose(event: Event, session: Session, minutes: str, value: str, actor: Actor) -> None:
    """Plan by the proposal shown under `value` for so many minutes; raises `ValidationFailed` when
    it is none."""
    section = session.sections.select_related("session__stage__event").earliest("number")
    found = [
        each.proposal
        for each in shown_proposals(propose_movements(_time_budget(section, minutes)), value)
        if each.value == value
    ]
    if not found:
        raise ValidationFailed([_GONE])
    best = found[0]
    boards = best.boards_per_round // session.stage.halves
    chosen = ChosenMovement(best.movement, best.options, best.rounds, boards, parse_number(minutes))
    choose_movement(session, chosen, actor)


def change_in_words(event: Event, before: ContestantList, after: ContestantList) -> str:
    """What was planned and what is planned now, in a sentence."""
    template = gettext("Before: %(before)s. Now: %(after)s.")
    return template % {"before": _in_words(event, before), "after": _in_words(event, after)}


def _in_words(event: Event, pairs: ContestantList) -> str:
    template = gettext(
        "%(contestants)s, %(movement)s, %(rounds)s × %(boards)s boards, done in %(time)s"
    )
    return template % {
        "contestants": contestant_count(event.players_each, len(pairs.contestants)),
        "movement": gettext(pairs.plan.movement),
        "rounds": pairs.plan.rounds,
        "boards": pairs.plan.boards_per_round,
        "time": hours(pairs.plan.minutes),
    }


def _time_budget(section: Section, minutes: int | str) -> TimeBudget:
    number, event = parse_number(str(minutes)), section.session.stage.event
    return TimeBudget.for_game(
        event.game,
        len(contestants_of_section(section)),
        event.players_each,
        minutes=min(number, ALLOWED_SESSION_MINUTES[-1] + 1),
        minutes_per_board=minutes_per_board(event.club, event.game).minutes,
        halves=section.session.stage.halves,
    )


@login_required
@require_safe
def event_movement_report_view(request: HttpRequest, event: int) -> HttpResponse:
    """Show how fair the plan of the present stage is, and who meets whom in each section of its
    session."""
    own = get_event_or_404(request, event)
    session = latest_session(own)
    context = {
        "club": own.club,
        "event": own,
        "session": session,
        "report": fairness_report(session.stage),
        "meetings": meetings_of_sections(session, session.sections.all()),
    }
    return render(request, "events/movement_report.html", context)
