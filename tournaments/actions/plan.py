"""A movement's plan copied into rows, so that what happens in the room can depart from it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction

from games.problems import Problem, Refused
from games.text import gettext_noop as _
from tournaments.actions.actor import Actor
from tournaments.actions.audit import record
from tournaments.models import Board, Contestant, Event, Place, Play, Round, Seating, Section, Session, Table
from tournaments.movements.advice import Proposal, advise
from tournaments.movements.catalogue import get_movement
from tournaments.movements.evening import MINUTES, Evening, duration
from tournaments.movements.plan import Plan

NO_MOVEMENT = {
    1: _("No movement takes %(number)s players: divide them over two events, or find more."),
    2: _("No movement takes %(number)s pairs: divide them over two events, or find more."),
}
"""What is said where no movement takes so many, by how many players one contestant is."""


def copy_plan(session: Session) -> None:
    """Rounds, boards, seatings, places and plays of a session that has none; its tables keep their codes.

    Raises `Refused` when the movement has no plan for this number of contestants and rounds.
    """
    stage = session.stage
    movement = get_movement(stage.movement_key, stage.movement_options)
    contestants = list(stage.event.contestants.prefetch_related("partners"))
    plan = movement.plan(len(contestants), session.rounds_planned, session.boards_per_round)
    _Copy(session, plan, {contestant.number: contestant for contestant in contestants}).write()
    Table.objects.filter(section__session=session, seatings=None).delete()


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
    for session in sessions:
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
        best = _best(session, contestants)
        stage.movement_key, stage.movement_options = best.movement, dict(best.options)
        movement = get_movement(best.movement, best.options)
    session.rounds_planned = min(session.rounds_planned, movement.full_rounds(contestants))
    stage.save(update_fields=["movement_key", "movement_options"])
    session.save(update_fields=["rounds_planned"])
    record(
        actor,
        "plan anew",
        stage.event,
        session=session.pk,
        contestants=contestants,
        movement=stage.movement_key,
        rounds=session.rounds_planned,
    )


def _best(session: Session, contestants: int) -> Proposal:
    """What is proposed to so many for as many rounds and boards as the session has."""
    event, rounds, boards = session.stage.event, session.rounds_planned, session.boards_per_round
    pace = Fraction(event.game.minutes_per_board)
    time = max(MINUTES[0], min(MINUTES[-1], duration(rounds, boards, pace)))
    evening = Evening(contestants, time, pace, boards, rounds, event.game.lines, event.players_each)
    if not (proposed := advise(evening)):
        params = {"number": contestants}
        raise Refused([Problem("no_movement", NO_MOVEMENT[event.players_each], params, "contestants")])
    return proposed[0]


class _Copy:
    """One plan on its way into rows."""

    def __init__(self, session: Session, plan: Plan, contestants: Mapping[int, Contestant]) -> None:
        self.plan, self.contestants = plan, contestants
        self.lines = session.stage.event.game.lines
        section, _new = Section.objects.get_or_create(session=session, number=1)
        numbers = range(1, len(plan.rounds) + 1)
        self.rounds = Round.objects.bulk_create(Round(section=section, number=number) for number in numbers)
        tables = {seated.table for seatings in plan.rounds for seated in seatings}
        missing = sorted(tables.difference(section.tables.values_list("number", flat=True)))
        Table.objects.bulk_create(Table(section=section, number=number) for number in missing)
        self.tables = {table.number: table for table in section.tables.all()}
        boards = sorted({board for seatings in plan.rounds for seated in seatings for board in seated.boards})
        self.boards = {
            board.number: board
            for board in Board.objects.bulk_create(Board(session=session, number=number) for number in boards)
        }

    def write(self) -> None:
        """Seatings with their places and plays."""
        planned = [
            (Seating(round=round_, table=self.tables[seated.table]), seated)
            for round_, seatings in zip(self.rounds, self.plan.rounds, strict=True)
            for seated in seatings
        ]
        Seating.objects.bulk_create(seating for seating, _seated in planned)
        Place.objects.bulk_create(
            place
            for seating, seated in planned
            for line, numbers in seated.lines.items()
            for place in self._places(seating, self.lines[line], numbers)
        )
        Play.objects.bulk_create(
            Play(seating=seating, board=self.boards[board])
            for seating, seated in planned
            for board in seated.boards
        )

    def _places(self, seating: Seating, seats: Sequence[str], numbers: Sequence[int]) -> list[Place]:
        """A pair fills both seats of its line, single contestants one each; players may be unknown."""
        contestants = [self.contestants[number] for number in numbers]
        players: list[int | None] = [
            partner.player_id for contestant in contestants for partner in contestant.partners.all()
        ]
        players += [None] * (len(seats) - len(players))
        owners = contestants * (len(seats) // len(contestants))
        return [
            Place(seating=seating, seat=seat, contestant=owner, player_id=player)
            for seat, owner, player in zip(seats, owners, players, strict=True)
        ]
