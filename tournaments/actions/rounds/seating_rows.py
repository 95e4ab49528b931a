"""Store rounds, planned or drawn, as database rows."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from games.text import Text
from tournaments.models import (
    Board,
    Contestant,
    Play,
    Round,
    SeatHolder,
    Seating,
    Section,
    Session,
    SitOut,
    Table,
)
from tournaments.movements.base.plan import TableSeating
from tournaments.movements.base.stage_state import Draw
from tournaments.movements.base.team_matches import rounds_of_match_round, team_draws
from tournaments.queries.rounds.substitutes import current_substitutes


def create_round_rows(
    section: Section, rounds: Mapping[int, Draw], contestants: Mapping[int, Contestant]
) -> None:
    """Create rounds by number, with the tables and boards that they lack.

    `who` maps the numbers in the draws to contestants with their players prefetched. Round numbers
    are those of the movement: for teams each is stored as its halves, with two tables per match.
    """
    stage = section.session.stage
    if stage.event.at_two_tables:
        rounds = dict(_at_two_tables(rounds, stage.halves))
    left_out = {number: section.boards_left_out_in(number) for number in rounds}
    _Rows(
        section,
        {number: _without_last(draw, left_out[number]) for number, draw in rounds.items()},
        contestants,
    ).write()


def _without_last(draw: Draw, boards: int) -> Draw:
    """Drop the last boards of each table's set: movements always number whole sets."""
    tables = (
        replace(table, boards=table.boards[: len(table.boards) - boards]) for table in draw.tables
    )
    return draw._replace(tables=tuple(tables))


def _at_two_tables(draws: Mapping[int, Draw], halves: int) -> Iterator[tuple[int, Draw]]:
    for number, draw in draws.items():
        yield from zip(rounds_of_match_round(number, halves), team_draws(draw, halves), strict=True)


class _Rows:
    """Builds the rows of several rounds and writes them in bulk."""

    def __init__(
        self, section: Section, draws: Mapping[int, Draw], contestants: Mapping[int, Contestant]
    ) -> None:
        session = section.session
        self.instead = current_substitutes(session)
        self.lines, self.contestants, self.section = (
            session.stage.event.game.lines,
            contestants,
            section,
        )
        rounds = Round.objects.bulk_create(
            Round(section=self.section, number=number) for number in draws
        )
        self.drawn = list(zip(rounds, draws.values(), strict=True))
        tables = [seated for draw in draws.values() for seated in draw.tables]
        self.tables = self._tables({seated.table for seated in tables})
        self.boards = _boards(session, {board for seated in tables for board in seated.boards})

    def write(self) -> None:
        """Create the seatings with their seat holders and plays, and the sit-outs."""
        planned = list(self._seatings())
        Seating.objects.bulk_create(seating for seating, _seated in planned)
        places = [place for seating, seated in planned for place in self._at_table(seating, seated)]
        apply_current_substitutes(places, self.instead)
        SeatHolder.objects.bulk_create(places)
        Play.objects.bulk_create(
            Play(seating=seating, board=self.boards[board], field=self.section.field)
            for seating, seated in planned
            for board in seated.boards
        )
        SitOut.objects.bulk_create(
            SitOut(
                round=round_,
                contestant=self.contestants[number],
                draw_reason=serialize_reason(reason),
            )
            for round_, draw in self.drawn
            for number, reason in draw.sit_outs.items()
        )

    def _seatings(self) -> Iterator[tuple[Seating, TableSeating]]:
        """Yield each unsaved seating with the movement's seating that it stores."""
        for round_, draw in self.drawn:
            for seated in draw.tables:
                draw_reason = serialize_reason(draw.reasons.get(seated.table))
                yield (
                    Seating(round=round_, table=self.tables[seated.table], draw_reason=draw_reason),
                    seated,
                )

    def _tables(self, numbers: set[int]) -> dict[int, Table]:
        missing = sorted(numbers.difference(self.section.tables.values_list("number", flat=True)))
        Table.objects.bulk_create(Table(section=self.section, number=number) for number in missing)
        return {table.number: table for table in self.section.tables.all()}

    def _at_table(self, seating: Seating, seated: TableSeating) -> Iterable[SeatHolder]:
        for line, numbers in seated.lines.items():
            yield from seat_holders_for(
                seating, self.lines[line], [self.contestants[number] for number in numbers]
            )


def seat_holders_for(
    seating: Seating, seats: Sequence[str], contestants: Sequence[Contestant]
) -> list[SeatHolder]:
    """Return unsaved seat holders: a pair or team fills its line's seats, singles one each.

    The player is left empty if the contestant has more players than seats, since it is not known
    yet who plays.
    """
    player_ids = [
        partner.player_id for contestant in contestants for partner in contestant.partners.all()
    ]
    players: list[int | None] = [*player_ids] if len(player_ids) <= len(seats) else []
    players += [None] * (len(seats) - len(players))
    owners = list(contestants) * (len(seats) // len(contestants))
    return [
        SeatHolder(seating=seating, seat=seat, contestant=owner, player_id=player)
        for seat, owner, player in zip(seats, owners, players, strict=False)
    ]


def apply_current_substitutes(
    places: Iterable[SeatHolder], substitutes: Mapping[tuple[int, int], int]
) -> None:
    """Replace listed players by their current substitutes on unsaved seat holders.

    `substitutes` maps (contestant, listed player) to the substitute, as `current_substitutes`
    returns it.
    """
    for place in places:
        listed = place.player_id or 0
        place.player_id = substitutes.get((place.contestant_id, listed), place.player_id)


def serialize_reason(reason: Text | None) -> dict[str, object]:
    """Return the reason of a draw as JSON columns store it; empty for None."""
    return {"template": reason.template, "params": dict(reason.params)} if reason else {}


def _boards(session: Session, numbers: set[int]) -> dict[int, Board]:
    missing = sorted(numbers.difference(session.boards.values_list("number", flat=True)))
    Board.objects.bulk_create(Board(session=session, number=number) for number in missing)
    return {board.number: board for board in session.boards.all()}
