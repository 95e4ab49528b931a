"""Build the movement's view of seatings (`TableSeating`) from database rows."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from django.db.models import QuerySet

from tournaments.models import Contestant, Play, Round, SeatHolder, Seating
from tournaments.movements.base.plan import TableSeating

# The tables of each round, by round id and in the order of table numbers. Each `TableSeating` comes
# with the id of the `Seating` row that it was built from.
SeatingsByRound = Mapping[int, list[tuple[TableSeating, int]]]


def table_seatings(rounds: Sequence[Round], lines: Mapping[str, Sequence[str]]) -> SeatingsByRound:
    """Return the seatings of some rounds; `lines` maps each line of the game to its seats."""
    seatings_by_round: dict[int, list[tuple[TableSeating, int]]] = {
        round_.pk: [] for round_ in rounds
    }
    seat_holders = SeatHolder.objects.filter(seating__round__in=rounds)
    plays = Play.objects.filter(seating__round__in=rounds)
    for round_id, seating_with_id in _rounds_and_seatings(seat_holders, plays, lines):
        seatings_by_round[round_id].append(seating_with_id)
    return seatings_by_round


def table_seatings_of_team(
    team: Contestant, round_: Round, lines: Mapping[str, Sequence[str]]
) -> list[tuple[TableSeating, int]]:
    """Return the seatings of a team in a round, with the ids of their rows."""
    own_seatings = list(Seating.objects.filter(round=round_, places__contestant=team).distinct())
    seat_holders = SeatHolder.objects.filter(seating__in=own_seatings)
    plays = Play.objects.filter(seating__in=own_seatings)
    return [
        seating_with_id
        for _round_id, seating_with_id in _rounds_and_seatings(seat_holders, plays, lines)
    ]


def _rounds_and_seatings(
    seat_holders: QuerySet[SeatHolder], plays: QuerySet[Play], lines: Mapping[str, Sequence[str]]
) -> Iterator[tuple[int, tuple[TableSeating, int]]]:
    """Yield (round id, (table seating, seating id)), by table number."""
    line_of = {seat: line for line, seats in lines.items() for seat in seats}
    seat_order = list(line_of)
    # The contestants' numbers on each line, by (round id, seating id, table number). A contestant
    # may hold several seats of a line: the keys of a dict are each number once, in order of seats.
    numbers_by_table: dict[tuple[int, int, int], dict[str, dict[int, None]]] = {}
    columns = (
        "seating__round_id",
        "seating_id",
        "seating__table__number",
        "seat",
        "contestant__number",
    )
    rows = seat_holders.values_list(*columns)
    for round_id, seating_id, table_number, seat, contestant_number in sorted(
        rows, key=lambda row: (row[2], seat_order.index(row[3]))
    ):
        numbers_by_line = numbers_by_table.setdefault(
            (round_id, seating_id, table_number), {line: {} for line in lines}
        )
        numbers_by_line[line_of[seat]][contestant_number] = None
    boards = _board_numbers_by_seating(plays)
    for (round_id, seating_id, table_number), numbers_by_line in numbers_by_table.items():
        numbers = {line: tuple(numbers) for line, numbers in numbers_by_line.items()}
        yield round_id, (TableSeating(table_number, numbers, tuple(boards[seating_id])), seating_id)


def _board_numbers_by_seating(plays: QuerySet[Play]) -> Mapping[int, list[int]]:
    board_numbers: dict[int, list[int]] = defaultdict(list)
    plays = plays.order_by("board__number")
    for seating_id, board_number in plays.values_list("seating_id", "board__number"):
        board_numbers[seating_id].append(board_number)
    return board_numbers
