"""Rounds into rows: a plan's when a session is dealt, a drawn one when it is its turn."""

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
    section: Section, rounds: Mapping[int, Draw], who: Mapping[int, Contestant]
) -> None:
    """Store rounds by number, with whatever tables and boards they need that are not there yet.

    `who` says whom the numbers in the draws mean; their partners are read already. Rounds are
    numbered as the movement counts them: of teams each is stored as its halves, with two tables for
    each of theirs.
    """
    stage = section.session.stage
    if stage.event.at_two_tables:
        rounds = dict(_at_two_tables(rounds, stage.halves))
    left_out = {number: section.boards_left_out_in(number) for number in rounds}
    _Rows(
        section,
        {number: _without_last(draw, left_out[number]) for number, draw in rounds.items()},
        who,
    ).write()


def _without_last(draw: Draw, boards: int) -> Draw:
    """So many boards less at every table: movements number whole sets, of which the last ones
    go."""
    tables = (
        replace(each, boards=each.boards[: len(each.boards) - boards]) for each in draw.tables
    )
    return draw._replace(tables=tuple(tables))


def _at_two_tables(draws: Mapping[int, Draw], halves: int) -> Iterator[tuple[int, Draw]]:
    for number, draw in draws.items():
        yield from zip(rounds_of_match_round(number, halves), team_draws(draw, halves), strict=True)


class _Rows:
    """Rounds on their way into rows."""

    def __init__(
        self, section: Section, draws: Mapping[int, Draw], who: Mapping[int, Contestant]
    ) -> None:
        session = section.session
        self.instead = current_substitutes(session)
        self.lines, self.contestants, self.section = session.stage.event.game.lines, who, section
        rounds = Round.objects.bulk_create(
            Round(section=self.section, number=number) for number in draws
        )
        self.drawn = list(zip(rounds, draws.values(), strict=True))
        tables = [seated for draw in draws.values() for seated in draw.tables]
        self.tables = self._tables({seated.table for seated in tables})
        self.boards = _boards(session, {board for seated in tables for board in seated.boards})

    def write(self) -> None:
        """Seatings with their places and plays, and who sits out."""
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
        """Every seating, not stored yet, beside what the movement says of it."""
        for round_, draw in self.drawn:
            for seated in draw.tables:
                why = serialize_reason(draw.reasons.get(seated.table))
                yield (
                    Seating(round=round_, table=self.tables[seated.table], draw_reason=why),
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
    """A pair or a team fills the seats of its line, single contestants one each; players may be
    unknown.

    Who of more players sits there, nobody has said yet.
    """
    known = [
        partner.player_id for contestant in contestants for partner in contestant.partners.all()
    ]
    players: list[int | None] = [*known] if len(known) <= len(seats) else []
    players += [None] * (len(seats) - len(players))
    owners = list(contestants) * (len(seats) // len(contestants))
    return [
        SeatHolder(seating=seating, seat=seat, contestant=owner, player_id=player)
        for seat, owner, player in zip(seats, owners, players, strict=False)
    ]


def apply_current_substitutes(
    places: Iterable[SeatHolder], instead: Mapping[tuple[int, int], int]
) -> None:
    """Have substitutes sit on places not stored yet, as `current_substitutes` says of contestant and
    player."""
    for place in places:
        listed = place.player_id or 0
        place.player_id = instead.get((place.contestant_id, listed), place.player_id)


def serialize_reason(reason: Text | None) -> dict[str, object]:
    """A reason as it is stored."""
    return {"template": reason.template, "params": dict(reason.params)} if reason else {}


def _boards(session: Session, numbers: set[int]) -> dict[int, Board]:
    missing = sorted(numbers.difference(session.boards.values_list("number", flat=True)))
    Board.objects.bulk_create(Board(session=session, number=number) for number in missing)
    return {board.number: board for board in session.boards.all()}
