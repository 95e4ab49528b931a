"""Build the movement's view of seatings (`TableSeating`) from database rows."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from django.db.models import QuerySet

from tournaments.models import Contestant, Play, Round, SeatHolder, Seating
from tournaments.movements.base.plan import TableSeating

# The tables of each round by its id, in the order of their numbers, each with the id of its
# seating.
SeatingsByRound = Mapping[int, list[tuple[TableSeating, int]]]


def table_seatings(rounds: Sequence[Round], lines: Mapping[str, Sequence[str]]) -> SeatingsByRound:
    """Return the seatings of some rounds, with contestants by line of the game."""
    seatings_by_round: dict[int, list[tuple[TableSeating, int]]] = {
        round_.pk: [] for round_ in rounds
    }
    seat_holders = SeatHolder.objects.filter(seating__round__in=rounds)
    plays = Play.objects.filter(seating__round__in=rounds)
    for round_, at_table in _tables(seat_holders, plays, lines):
        seatings_by_round[round_].append(at_table)
    return seatings_by_round


def table_seatings_of_team(
    team: Contestant, round_: Round, lines: Mapping[str, Sequence[str]]
) -> list[tuple[TableSeating, int]]:
    """Return the seatings of one contestant in a round."""
    own_seatings = list(Seating.objects.filter(round=round_, places__contestant=team).distinct())
    seat_holders, plays = (
        SeatHolder.objects.filter(seating__in=own_seatings),
        Play.objects.filter(seating__in=own_seatings),
    )
    return [at_table for _round, at_table in _tables(seat_holders, plays, lines)]


def _tables(
    seat_holders: QuerySet[SeatHolder], plays: QuerySet[Play], lines: Mapping[str, Sequence[str]]
) -> Iterator[tuple[int, tuple[TableSeating, int]]]:
    line_of = {seat: line for line, seats in lines.items() for seat in seats}
    order = list(line_of)
    tables_by_round: dict[tuple[int, int, int], dict[str, dict[int, None]]] = {}
    columns = (
        "seating__round_id",
        "seating_id",
        "seating__table__number",
        "seat",
        "contestant__number",
    )
    rows = seat_holders.values_list(*columns)
    for round_, seating, table, seat, number in sorted(
        rows, key=lambda row: (row[2], order.index(row[3]))
    ):
        tables_by_round.setdefault((round_, seating, table), {line: {} for line in lines})[
            line_of[seat]
        ][number] = None
    boards = _boards(plays)
    for (round_, seating, table), by_line in tables_by_round.items():
        numbers = {line: tuple(numbers) for line, numbers in by_line.items()}
        yield round_, (TableSeating(table, numbers, tuple(boards[seating])), seating)


def _boards(plays: QuerySet[Play]) -> Mapping[int, list[int]]:
    boards: dict[int, list[int]] = defaultdict(list)
    plays = plays.order_by("board__number")
    for seating, board in plays.values_list("seating_id", "board__number"):
        boards[seating].append(board)
    return boards
