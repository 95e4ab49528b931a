"""A movement's plan copied into rows, so that what happens in the room can depart from it."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from fractions import Fraction

from django.db.models import ProtectedError

from games.game import TEAM
from games.problems import Problem, Refused
from games.text import gettext_noop as _
from tournaments.actions.actor import Actor
from tournaments.actions.audit import record
from tournaments.actions.rounds.draw_state import up_to_date_state
from tournaments.actions.rounds.seating_rows import seat_rounds
from tournaments.models import Event, Round, Session, Table, Verb
from tournaments.movements.advice.proposals import Proposal, advise
from tournaments.movements.advice.time_budget import MINUTES, TimeBudget, duration
from tournaments.movements.catalogue import get_movement
from tournaments.movements.frame.state import Draw

NO_MOVEMENT = {
    1: _("No movement takes %(number)s players: divide them over two events, or find more."),
    2: _("No movement takes %(number)s pairs: divide them over two events, or find more."),
    TEAM: _("No movement takes %(number)s teams: divide them over two events, or find more."),
}
"""What is said where no movement takes so many, by how many players one contestant is."""


def copy_plan(session: Session) -> None:
    """Rounds, boards, seatings, places and plays of a session that has none; its tables keep their codes.

    Of a drawn movement it is the first round alone.

    Raises `Refused` when the movement has no plan for this number of contestants and rounds.
    """
    stage = session.stage
    movement = get_movement(stage.movement_key, stage.movement_options)
    if movement.fixed:
        contestants = stage.event.contestants.count()
        plan = movement.plan(contestants, session.rounds_planned, session.boards_per_round)
        seat_rounds(session, {number: Draw(tables) for number, tables in enumerate(plan.rounds, 1)})
    else:
        seat_rounds(session, {1: movement.next_round(up_to_date_state(stage, session.boards_per_round))})
    _remove_empty(session)


def _remove_empty(session: Session) -> None:
    """Tables nobody needs; one that has acted, as by making up a board, stays: what it did names it."""
    for table in Table.objects.filter(section__session=session, seatings=None, calls=None):
        with suppress(ProtectedError):
            table.delete()


@contextmanager
def reseating(event: Event, actor: Actor) -> Iterator[None]:
    """Inside, who plays in the event may change; afterwards every session already dealt has a new plan.

    Seed and salt stay, so a board that is printed keeps its hands. To be used in a transaction. Raises
    `Refused` once a session has started, and when no movement takes the new number.
    """
    sessions = [
        session for stage in event.stages.all() for session in stage.sessions.select_for_update().all()
    ]
    _refuse_started(sessions)
    for session in sessions:  # before anybody is removed: a place in a round keeps its contestant from it
        Round.objects.filter(section__session=session).delete()
        session.boards.all().delete()
    yield
    for session in sessions:
        session.refresh_from_db()
        _fit(session, event.contestants.count(), actor)
        if session.state == Session.State.DEALT:
            copy_plan(session)


def _refuse_started(sessions: Iterable[Session]) -> None:
    if any(session.state in (Session.State.RUNNING, Session.State.FINISHED) for session in sessions):
        raise Refused(
            [Problem("started", _("Play has begun: who plays in the event can no longer be changed."))]
        )


def _fit(session: Session, contestants: int, actor: Actor) -> None:
    """Keep the movement with as many of the planned rounds as it has; else take the first one proposed."""
    stage = session.stage
    movement = get_movement(stage.movement_key, stage.movement_options)
    if contestants not in movement.sizes:
        best = best_movement(session, contestants)
        stage.movement_key, stage.movement_options = best.movement, dict(best.options)
        movement = get_movement(best.movement, best.options)
    session.rounds_planned = min(session.rounds_planned, movement.full_rounds(contestants))
    stage.save(update_fields=["movement_key", "movement_options"])
    session.save(update_fields=["rounds_planned"])
    record(
        actor,
        Verb.PLAN_ANEW,
        stage.event,
        session=session.pk,
        contestants=contestants,
        movement=stage.movement_key,
        rounds=session.rounds_planned,
    )


def best_movement(session: Session, contestants: int) -> Proposal:
    """What is proposed to so many for as many rounds and boards as the session has."""
    event, rounds, boards = session.stage.event, session.rounds_planned, session.boards_per_round
    planned = duration(rounds, boards, Fraction(event.game.minutes_per_board))
    budget = TimeBudget.of(
        event.game,
        contestants,
        event.players_each,
        minutes=max(MINUTES[0], min(MINUTES[-1], planned)),
        boards_per_round=boards,
        rounds=rounds,
    )
    if not (proposed := advise(budget)):
        params = {"number": contestants}
        raise Refused([Problem("no_movement", NO_MOVEMENT[event.players_each], params, "contestants")])
    return proposed[0]
