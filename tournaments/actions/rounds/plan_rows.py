"""A movement's plan copied into rows, so that what happens in the room can depart from it."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from fractions import Fraction

from django.db.models import Max, ProtectedError

from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import Text
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.rounds.draw_state import current_stage_state, store_draw_basis
from tournaments.actions.rounds.seating_rows import create_round_rows
from tournaments.actions.rounds.section_assignments import assign_newcomers
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

_SENT = _(
    "%(section)s was exported and its plan would change: cancel its copies first, on the "
    "page of offline sections."
)
_SPOKEN = _(
    "Board %(board)s at table %(table)s has a ruling that would be lost: undo the ruling first."
)
_RESTS = _("The number is odd: everybody sits out one round.")


def create_plan_rows(session: Session) -> None:
    """Rounds, boards, seatings, places and plays of a session that has none; its tables keep their
    codes.

    Of a drawn movement it is the first round alone. Raises `ValidationFailed` when the movement of
    a section has no plan for this number of contestants and rounds.
    """
    problems: list[Problem] = []
    for section in with_progress(
        list(session.sections.order_by("number")), _("Planning the rounds")
    ):
        section.session = session  # with its stage and event, which every section asks for
        try:
            _copy(section)
        except AllRoundsPlayed:
            problems.append(
                Problem("nothing_left", _("All sessions are played: there is none left to start."))
            )
        except ValidationFailed as refused:
            problems += (prefix_section_name(section.name, each) for each in refused.problems)
    raise_if_any(problems)
    _remove_empty(session)


def prefix_section_name(name: str, problem: Problem) -> Problem:
    """The problem with the name of its section before it, where that has one."""
    if not name:
        return problem
    params = {"section": name, "why": Text(problem.template, problem.params)}
    return replace(problem, template=_("%(section)s: %(why)s"), params=params)


def _copy(section: Section) -> None:
    session, who = section.session, contestants_of_section(section)
    movement = get_movement(*_held(section)).with_draw_key(section_draw_key(section))
    if movement.is_fixed:
        plan = movement.plan(len(who), section.turns_to_play, session.boards_a_meeting)
        create_round_rows(section, dict(enumerate(_draws(plan, session.stage), 1)), who)
    else:
        state = current_stage_state(session.stage, session.boards_a_meeting)
        create_round_rows(section, {1: movement.next_round(state)}, who)
        store_draw_basis(section, range(1, 1 + session.stage.halves))


def section_draw_key(section: Section) -> str:
    """Return the key of the section's random draws; sections of equal size get different ones."""
    return f"{seat_draw_key(section.session)}:{section.number}"


def _draws(plan: Plan, stage: Stage) -> Iterator[Draw]:
    """The rounds of a plan; a rest of teams is a sit-out, since their methods may give an award
    for it."""
    for tables, resting in zip(plan.rounds, plan.sit_outs, strict=True):
        rests = dict.fromkeys(resting, Text(_RESTS)) if stage.event.at_two_tables else {}
        yield Draw(tables, {}, rests)


def _held(section: Section) -> tuple[str, dict[str, str]]:
    holder = movement_owner(section)
    return holder.movement_key, holder.movement_options


def movement_owner(section: Section) -> Section | Stage:
    """Where the movement of a section is written: with itself, or with its stage."""
    return section if section.movement_key else section.session.stage


def _remove_empty(session: Session) -> None:
    """Tables nobody needs; one that has acted, as by making up a board, stays: what it did names
    it."""
    for table in Table.objects.filter(section__session=session, seatings=None, calls=None):
        with suppress(ProtectedError):
            table.delete()


@contextmanager
def replan_around(event: Event, actor: Actor) -> Iterator[None]:
    """Inside, who plays in the event may change; afterwards every session already dealt has a new
    plan.

    Sessions that are over stay as they were played. Seed and salt stay, so a board that is printed
    keeps its hands. To be used in a transaction. Raises `ValidationFailed` once the last session
    has started, where a section that would have a new plan was sent as a file, and when no movement
    takes the new number.
    """
    require_editable(event, AuditAction.PLAN_ANEW)
    sessions = _to_come(event)
    for (
        session
    ) in sessions:  # before anybody is removed: a place in a round keeps its contestant from it
        Round.objects.filter(section__session=session).delete()
        session.boards.all().delete()
    known = set(event.contestants.values_list("pk", flat=True))
    yield
    newcomers = list(event.contestants.exclude(pk__in=known))
    for session in sessions:
        session.refresh_from_db()
        assign_newcomers(session, newcomers)
        for section in session.sections.all():
            fit_movement(section)
        _record_plan(session, actor)
        if session.state == Session.State.DEALT:
            create_plan_rows(session)


def _to_come(event: Event) -> list[Session]:
    """The sessions that have not started, locked; raises `ValidationFailed` where that is not the
    last one."""
    of_event = Session.objects.filter(stage__event=event).select_related("stage__event__club")
    sessions = list(of_event.select_for_update(of=("self",)).order_by("stage__number", "number"))
    begun = (Session.State.RUNNING, Session.State.FINISHED)
    if sessions and sessions[-1].state in begun:
        template = _("Play has begun: who plays in the event can no longer be changed.")
        raise ValidationFailed([Problem("started", template)])
    to_come = [session for session in sessions if session.state not in begun]
    sent = exported_sections(Section.objects.filter(session__in=to_come)).order_by(
        "session", "number"
    )
    raise_if_any([Problem("section_away", _SENT, {"section": each.name}) for each in sent])
    raise_if_any(_spoken_of(to_come))
    return to_come


def _spoken_of(to_come: Collection[Session]) -> Iterator[Problem]:
    """Boards of which something was said before they are played, or again: a new plan would lose
    it."""
    plays = Play.objects.filter(board__session__in=to_come).exclude(state=Play.State.DUE)
    for play in plays.select_related("board", "seating__table__section").order_by("pk"):
        about = {"board": play.board.number, "table": play.seating.table.label}
        yield Problem("spoken_of", _SPOKEN, about)


def fit_movement(section: Section) -> None:
    """Keep the movement with as many of the planned rounds as it has; else take the first one
    proposed."""
    holder, number = movement_owner(section), len(contestants_of_section(section))
    movement = get_movement(holder.movement_key, holder.movement_options)
    if number not in movement.sizes:
        best = propose_movement(section, number)
        holder.movement_key, holder.movement_options = best.movement, dict(best.options)
        movement = get_movement(best.movement, best.options)
        holder.save(update_fields=["movement_key", "movement_options"])
    if movement.full_rounds(number) < section.turns_to_play:
        set_planned_rounds(section, movement.full_rounds(number) * section.session.stage.halves)


def set_planned_rounds(section: Section, rounds: int) -> None:
    """Give a section so many rounds; its session has those of its longest section."""
    session = section.session
    if section.movement_key:
        section.rounds_planned = rounds
        section.save(update_fields=["rounds_planned"])
        rounds = session.sections.aggregate(most=Max("rounds_planned"))["most"]
    session.rounds_planned = rounds
    session.save(update_fields=["rounds_planned"])


def _record_plan(session: Session, actor: Actor) -> None:
    sections = list(session.sections.all())
    record_audit(
        actor,
        AuditAction.PLAN_ANEW,
        session.stage.event,
        session=session.pk,
        contestants=sum(len(contestants_of_section(section)) for section in sections),
        movement=", ".join(
            dict.fromkeys(movement_owner(section).movement_key for section in sections)
        ),
        rounds=session.rounds_planned,
    )


def propose_movement(section: Section, contestants: int) -> Proposal:
    """What is proposed to so many for as many rounds and boards as the section has.

    Where several sections are one field it ranks everybody together, if any does.
    """
    session = section.session
    event, rounds, boards = session.stage.event, section.turns_to_play, session.boards_a_meeting
    planned = duration_minutes(rounds, boards, Fraction(event.game.minutes_per_board))
    budget = TimeBudget.for_game(
        event.game,
        contestants,
        event.players_each,
        minutes=max(ALLOWED_SESSION_MINUTES[0], min(ALLOWED_SESSION_MINUTES[-1], planned)),
        boards_per_round=boards,
        rounds=rounds,
        halves=session.stage.halves,
    )
    if proposed := _suited(section, propose_movements(budget)):
        return proposed[0]
    raise ValidationFailed([no_movement_problem(budget)])


def _suited(section: Section, proposed: list[Proposal]) -> list[Proposal]:
    if section.movement_key:
        proposed = [each for each in proposed if get_movement(each.movement, each.options).is_fixed]
    one_field = (
        section.session.sections.count() > 1 and not section.session.stage.ranks_sections_separately
    )
    return single_ranking_first(proposed) if one_field else proposed
