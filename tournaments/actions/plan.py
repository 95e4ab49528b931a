"""A movement's plan copied into rows, so that what happens in the room can depart from it."""

from collections.abc import Mapping, Sequence

from tournaments.models import Board, Contestant, Place, Play, Round, Seating, Section, Session, Table
from tournaments.movements.catalogue import get_movement
from tournaments.movements.plan import Plan


def copy_plan(session: Session) -> None:
    """Rounds, tables, boards, seatings, places and plays of a session that has none yet.

    Raises `Refused` when the movement has no plan for this number of contestants and rounds.
    """
    stage = session.stage
    movement = get_movement(stage.movement_key, stage.movement_options)
    contestants = list(stage.event.contestants.prefetch_related("partners"))
    plan = movement.plan(len(contestants), session.rounds_planned, session.boards_per_round)
    _Copy(session, plan, {contestant.number: contestant for contestant in contestants}).write()


class _Copy:
    """One plan on its way into rows."""

    def __init__(self, session: Session, plan: Plan, contestants: Mapping[int, Contestant]) -> None:
        self.plan, self.contestants = plan, contestants
        self.lines = session.stage.event.game.lines
        section = Section.objects.create(session=session)
        numbers = range(1, len(plan.rounds) + 1)
        self.rounds = Round.objects.bulk_create(Round(section=section, number=number) for number in numbers)
        tables = sorted({seated.table for seatings in plan.rounds for seated in seatings})
        self.tables = {
            table.number: table
            for table in Table.objects.bulk_create(Table(section=section, number=number) for number in tables)
        }
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
