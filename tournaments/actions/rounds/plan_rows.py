"""Create the rounds, tables and boards of a session from the plan of its movement.

Later the rows may differ from the plan, because contestants leave, arrive late or are reseated.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from fractions import Fraction

from django.db.models import Max, ProtectedError

from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import Text
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.rounds.seating_rows import create_round_rows
from tournaments.actions.rounds.section_assignments import assign_newcomers
from tournaments.actions.rounds.stage_state import score_and_read_stage_state, store_draw_basis
from tournaments.models import AuditAction, Event, Play, Round, Section, Session, Stage, Table
from tournaments.movements.advice.no_proposals import no_movement_problem
from tournaments.movements.advice.proposals import Proposal, propose_movements, single_ranking_first
from tournaments.movements.advice.time_budget import (
    ALLOWED_SESSION_MINUTES,
    TimeBudget,
    duration_minutes,
)
from tournaments.movements.base.plan import Plan
from tournaments.movements.base.stage_state import AllRoundsPlayed, Draw
from tournaments.movements.catalogue import get_movement
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable
from tournaments.permissions.visibility.hands import seat_draw_key
from tournaments.queries.offline.sections import exported_sections
from tournaments.queries.rounds.seating import contestants_of_section
from tournaments.support.progress import with_progress

_SECTION_EXPORTED = _(
    "%(section)s was exported and its plan would change: cancel its copies first, on the "
    "page of offline sections."
)
_RULING_LOST = _(
    "Board %(board)s at table %(table)s has a ruling that would be lost: undo the ruling first."
)
_ODD_NUMBER = _("The number is odd: everybody sits out one round.")


def create_plan_rows(session: Session) -> None:
    """Create the rounds, boards, seatings, seat holders and plays of a session without rounds.

    Existing tables and their codes stay. If rounds are drawn, only the first one is created. Raises
    `ValidationFailed` if the movement of a section has no plan for its number of contestants and
    rounds.
    """
    problems: list[Problem] = []
    for section in with_progress(
        list(session.sections.order_by("number")), _("Planning the rounds")
    ):
        section.session = session  # has stage and event loaded
        try:
            _create_section_rows(section)
        except AllRoundsPlayed:
            problems.append(
                Problem("nothing_left", _("All sessions are played: there is none left to start."))
            )
        except ValidationFailed as error:
            problems += (prefix_section_name(section.name, problem) for problem in error.problems)
    raise_if_any(problems)
    _delete_unused_tables(session)


def prefix_section_name(name: str, problem: Problem) -> Problem:
    """Return the problem with the section's name in front, if the section has a name."""
    if not name:
        return problem
    params = {"section": name, "why": Text(problem.template, problem.params)}
    return replace(problem, template=_("%(section)s: %(why)s"), params=params)


def _create_section_rows(section: Section) -> None:
    session, contestants = section.session, contestants_of_section(section)
    movement = get_movement(*_movement_and_options(section)).with_draw_key(
        section_draw_key(section)
    )
    if movement.is_fixed:
        plan = movement.plan(
            len(contestants), section.movement_rounds_to_play, session.boards_per_movement_round
        )
        create_round_rows(section, dict(enumerate(_draws(plan, session.stage), 1)), contestants)
    else:
        state = score_and_read_stage_state(session.stage, session.boards_per_movement_round)
        create_round_rows(section, {1: movement.next_round(state)}, contestants)
        store_draw_basis(section, range(1, 1 + session.stage.halves))


def section_draw_key(section: Section) -> str:
    """Return the key of a section's random draws; each section of a session has another one."""
    return f"{seat_draw_key(section.session)}:{section.number}"


def _draws(plan: Plan, stage: Stage) -> Iterator[Draw]:
    """Yield the rounds of a plan; for teams with the sit-outs, which may earn an award."""
    for tables, sit_out_numbers in zip(plan.rounds, plan.sit_outs, strict=True):
        sit_outs = (
            dict.fromkeys(sit_out_numbers, Text(_ODD_NUMBER)) if stage.event.at_two_tables else {}
        )
        yield Draw(tables, {}, sit_outs)


def _movement_and_options(section: Section) -> tuple[str, dict[str, str]]:
    owner = movement_owner(section)
    return owner.movement_key, owner.movement_options


def movement_owner(section: Section) -> Section | Stage:
    """Return the section, or else the stage, that stores the section's movement."""
    return section if section.movement_key else section.session.stage


def _delete_unused_tables(session: Session) -> None:
    """Delete tables that have no seatings and calls, and to which no protected row refers."""
    for table in Table.objects.filter(section__session=session, seatings=None, calls=None):
        with suppress(ProtectedError):
            table.delete()


@contextmanager
def replan_around(event: Event, actor: Actor) -> Iterator[None]:
    """Context manager that plans the upcoming sessions of an event again after its body.

    The body changes the contestants of the event. Sessions that have started do not change. Seed
    and salt stay the same, so printed boards keep their hands. Use it inside a transaction. Raises
    `ValidationFailed` once the last session has started, if a section that would be planned again
    was exported, if a ruling would be lost, and if no movement suits the new number of contestants.
    """
    require_editable(event, AuditAction.REPLAN_SESSION)
    sessions = _lock_upcoming_sessions(event)
    # Rounds are deleted before the body runs, because their seat holders protect contestants from
    # being deleted.
    for session in sessions:
        Round.objects.filter(section__session=session).delete()
        session.boards.all().delete()
    ids_before = set(event.contestants.values_list("pk", flat=True))
    yield
    newcomers = list(event.contestants.exclude(pk__in=ids_before))
    for session in sessions:
        session.refresh_from_db()
        assign_newcomers(session, newcomers)
        for section in session.sections.all():
            fit_movement(section)
        _record_plan(session, actor)
        if session.state == Session.State.DEALT:
            create_plan_rows(session)


def _lock_upcoming_sessions(event: Event) -> list[Session]:
    """Return the sessions that have not started, after locking all sessions of the event.

    Raises `ValidationFailed` if the last session has started, if a section of an upcoming session
    was exported, or if one of its boards already has an entry or ruling.
    """
    sessions_of_event = Session.objects.filter(stage__event=event).select_related(
        "stage__event__club"
    )
    sessions = list(
        sessions_of_event.select_for_update(of=("self",)).order_by("stage__number", "number")
    )
    started_states = (Session.State.RUNNING, Session.State.FINISHED)
    if sessions and sessions[-1].state in started_states:
        template = _("Play has begun: who plays in the event can no longer be changed.")
        raise ValidationFailed([Problem("started", template)])
    upcoming_sessions = [session for session in sessions if session.state not in started_states]
    exported_upcoming_sections = exported_sections(
        Section.objects.filter(session__in=upcoming_sessions)
    ).order_by("session", "number")
    raise_if_any(
        [
            Problem("section_away", _SECTION_EXPORTED, {"section": section.name})
            for section in exported_upcoming_sections
        ]
    )
    raise_if_any(_entry_problems(upcoming_sessions))
    return upcoming_sessions


def _entry_problems(sessions: Collection[Session]) -> Iterator[Problem]:
    """Yield a problem for each board with an entry or ruling that a new plan would delete."""
    plays = Play.objects.filter(board__session__in=sessions).exclude(state=Play.State.DUE)
    for play in plays.select_related("board", "seating__table__section").order_by("pk"):
        params = {"board": play.board.number, "table": play.seating.table.label}
        yield Problem("spoken_of", _RULING_LOST, params)


def fit_movement(section: Section) -> None:
    """Replace the section's movement by a proposed one if it has no plan for the contestants.

    If the movement has fewer rounds than are planned, the planned rounds are reduced.
    """
    owner, contestant_count = movement_owner(section), len(contestants_of_section(section))
    movement = get_movement(owner.movement_key, owner.movement_options)
    if contestant_count not in movement.contestant_counts:
        proposal = propose_movement(section, contestant_count)
        owner.movement_key, owner.movement_options = proposal.movement, dict(proposal.options)
        movement = get_movement(proposal.movement, proposal.options)
        owner.save(update_fields=["movement_key", "movement_options"])
    if movement.full_round_count(contestant_count) < section.movement_rounds_to_play:
        set_planned_rounds(
            section, movement.full_round_count(contestant_count) * section.session.stage.halves
        )


def set_planned_rounds(section: Section, round_count: int) -> None:
    """Set the planned rounds of a section, and those of its session to the section with most."""
    session = section.session
    if section.movement_key:
        section.rounds_planned = round_count
        section.save(update_fields=["rounds_planned"])
        round_count = session.sections.aggregate(most=Max("rounds_planned"))["most"]
    session.rounds_planned = round_count
    session.save(update_fields=["rounds_planned"])


def _record_plan(session: Session, actor: Actor) -> None:
    sections = list(session.sections.all())
    record_audit(
        actor,
        AuditAction.REPLAN_SESSION,
        session.stage.event,
        session=session.pk,
        contestants=sum(len(contestants_of_section(section)) for section in sections),
        movement=", ".join(
            dict.fromkeys(movement_owner(section).movement_key for section in sections)
        ),
        rounds=session.rounds_planned,
    )


def propose_movement(section: Section, contestant_count: int) -> Proposal:
    """Return the best movement for a number of contestants and the section's rounds.

    If the results of several sections are compared with each other, movements with a single ranking
    are preferred. Raises `ValidationFailed` if no movement fits.
    """
    session = section.session
    event, rounds, boards = (
        session.stage.event,
        section.movement_rounds_to_play,
        session.boards_per_movement_round,
    )
    planned_minutes = duration_minutes(rounds, boards, Fraction(event.game.minutes_per_board))
    budget = TimeBudget.for_game(
        event.game,
        contestant_count,
        event.players_each,
        minutes=max(ALLOWED_SESSION_MINUTES[0], min(ALLOWED_SESSION_MINUTES[-1], planned_minutes)),
        boards_per_round=boards,
        rounds=rounds,
        halves=session.stage.halves,
    )
    if proposals := _suitable_proposals(section, propose_movements(budget)):
        return proposals[0]
    raise ValidationFailed([no_movement_problem(budget)])


def _suitable_proposals(section: Section, proposals: list[Proposal]) -> list[Proposal]:
    if section.movement_key:
        proposals = [
            proposal
            for proposal in proposals
            if get_movement(proposal.movement, proposal.options).is_fixed
        ]
    has_shared_field = (
        section.session.sections.count() > 1 and not section.session.stage.ranks_sections_separately
    )
    return single_ranking_first(proposals) if has_shared_field else proposals
