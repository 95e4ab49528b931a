"""Store planned or drawn rounds as database rows."""

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
    """Create the rows of rounds; tables and boards that the session lacks are created too.

    `rounds` are keyed by their number in the movement. A round of team matches is stored as one
    round for each half, with two tables for each match. `contestants` maps the numbers in the draws
    to contestants with prefetched players.
    """
    stage = section.session.stage
    if stage.event.at_two_tables:
        rounds = dict(_half_rounds(rounds, stage.halves))
    boards_left_out = {number: section.boards_left_out_in(number) for number in rounds}
    _RoundRows(
        section,
        {
            number: _without_last_boards(draw, boards_left_out[number])
            for number, draw in rounds.items()
        },
        contestants,
    ).write()


def _without_last_boards(draw: Draw, board_count: int) -> Draw:
    """Return the draw without the last boards of each table.

    Movements always plan whole board sets, so boards that a session leaves out are removed here.
    """
    tables = (
        replace(table, boards=table.boards[: len(table.boards) - board_count])
        for table in draw.tables
    )
    return draw._replace(tables=tuple(tables))


def _half_rounds(draws: Mapping[int, Draw], halves_per_match: int) -> Iterator[tuple[int, Draw]]:
    for number, draw in draws.items():
        yield from zip(
            rounds_of_match_round(number, halves_per_match),
            team_draws(draw, halves_per_match),
            strict=True,
        )


class _RoundRows:
    """Rows of several rounds, written in bulk.

    Creating an instance writes the rounds and missing tables and boards. `write` writes all other
    rows.
    """

    def __init__(
        self, section: Section, draws: Mapping[int, Draw], contestants: Mapping[int, Contestant]
    ) -> None:
        session = section.session
        self.substitutes = current_substitutes(session)
        self.lines, self.contestants, self.section = (
            session.stage.event.game.lines,
            contestants,
            section,
        )
        rounds = Round.objects.bulk_create(
            Round(section=self.section, number=number) for number in draws
        )
        self.rounds_with_draws = list(zip(rounds, draws.values(), strict=True))
        table_seatings = [table_seating for draw in draws.values() for table_seating in draw.tables]
        self.tables = self._get_or_create_tables(
            {table_seating.table for table_seating in table_seatings}
        )
        self.boards = _get_or_create_boards(
            session, {board for table_seating in table_seatings for board in table_seating.boards}
        )

    def write(self) -> None:
        """Create the seatings with their seat holders and plays, and the sit-outs."""
        seatings = list(self._seatings())
        Seating.objects.bulk_create(seating for seating, _table_seating in seatings)
        seat_holders = [
            seat_holder
            for seating, table_seating in seatings
            for seat_holder in self._seat_holders(seating, table_seating)
        ]
        apply_current_substitutes(seat_holders, self.substitutes)
        SeatHolder.objects.bulk_create(seat_holders)
        Play.objects.bulk_create(
            Play(seating=seating, board=self.boards[board], field=self.section.field)
            for seating, table_seating in seatings
            for board in table_seating.boards
        )
        SitOut.objects.bulk_create(
            SitOut(
                round=round_,
                contestant=self.contestants[number],
                draw_reason=serialize_reason(reason),
            )
            for round_, draw in self.rounds_with_draws
            for number, reason in draw.sit_outs.items()
        )

    def _seatings(self) -> Iterator[tuple[Seating, TableSeating]]:
        """Yield unsaved seatings, each with the movement's `TableSeating` that it stores."""
        for round_, draw in self.rounds_with_draws:
            for table_seating in draw.tables:
                draw_reason = serialize_reason(draw.reasons.get(table_seating.table))
                yield (
                    Seating(
                        round=round_,
                        table=self.tables[table_seating.table],
                        draw_reason=draw_reason,
                    ),
                    table_seating,
                )

    def _get_or_create_tables(self, numbers: set[int]) -> dict[int, Table]:
        missing_numbers = sorted(
            numbers.difference(self.section.tables.values_list("number", flat=True))
        )
        Table.objects.bulk_create(
            Table(section=self.section, number=number) for number in missing_numbers
        )
        return {table.number: table for table in self.section.tables.all()}

    def _seat_holders(self, seating: Seating, table_seating: TableSeating) -> Iterable[SeatHolder]:
        for line, numbers in table_seating.lines.items():
            yield from seat_holders_for(
                seating, self.lines[line], [self.contestants[number] for number in numbers]
            )


def seat_holders_for(
    seating: Seating, seats: Sequence[str], contestants: Sequence[Contestant]
) -> list[SeatHolder]:
    """Return unsaved seat holders for the seats of a line.

    A pair or team holds all the seats, single players hold one each. If the contestants have more
    players than there are seats, the players stay empty, because it is not known yet who plays.
    """
    player_ids = [
        contestant_player.player_id
        for contestant in contestants
        for contestant_player in contestant.partners.all()
    ]
    seat_player_ids: list[int | None] = [*player_ids] if len(player_ids) <= len(seats) else []
    seat_player_ids += [None] * (len(seats) - len(seat_player_ids))
    line_contestants = list(contestants) * (len(seats) // len(contestants))
    return [
        SeatHolder(seating=seating, seat=seat, contestant=contestant, player_id=player_id)
        for seat, contestant, player_id in zip(
            seats, line_contestants, seat_player_ids, strict=False
        )
    ]


def apply_current_substitutes(
    seat_holders: Iterable[SeatHolder], substitutes: Mapping[tuple[int, int], int]
) -> None:
    """Replace regular players of unsaved seat holders by their current substitutes.

    `substitutes` maps the ids of contestant and regular player to the id of the substitute, see
    `current_substitutes`.
    """
    for seat_holder in seat_holders:
        listed_player_id = seat_holder.player_id or 0
        seat_holder.player_id = substitutes.get(
            (seat_holder.contestant_id, listed_player_id), seat_holder.player_id
        )


def serialize_reason(reason: Text | None) -> dict[str, object]:
    """Return the reason of a draw as it is stored in JSON columns; an empty object for None."""
    return {"template": reason.template, "params": dict(reason.params)} if reason else {}


def _get_or_create_boards(session: Session, numbers: set[int]) -> dict[int, Board]:
    missing_numbers = sorted(numbers.difference(session.boards.values_list("number", flat=True)))
    Board.objects.bulk_create(Board(session=session, number=number) for number in missing_numbers)
    return {board.number: board for board in session.boards.all()}
