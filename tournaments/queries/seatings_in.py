"""Rows into what a movement looks at: who sits where, with which boards."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from tournaments.models import Place, Play, Round
from tournaments.movements.frame.plan import Seated

Tables = Mapping[int, list[tuple[Seated, int]]]
"""The tables of each round, the rounds as they were asked for, the tables by number with their seatings."""


def seatings_in(rounds: Sequence[Round], lines: Mapping[str, Sequence[str]]) -> Tables:
    """Who sits where in some rounds, by line as the game has them."""
    line_of = {seat: line for line, seats in lines.items() for seat in seats}
    order = list(line_of)
    at: dict[tuple[int, int, int], dict[str, dict[int, None]]] = {}
    columns = ("seating__round_id", "seating_id", "seating__table__number", "seat", "contestant__number")
    places = Place.objects.filter(seating__round__in=rounds).values_list(*columns)
    for round_, seating, table, seat, number in sorted(places, key=lambda row: (row[2], order.index(row[3]))):
        at.setdefault((round_, seating, table), {line: {} for line in lines})[line_of[seat]][number] = None
    boards = _boards(rounds)
    seated: dict[int, list[tuple[Seated, int]]] = {round_.pk: [] for round_ in rounds}
    for (round_, seating, table), by_line in at.items():
        numbers = {line: tuple(numbers) for line, numbers in by_line.items()}
        seated[round_].append((Seated(table, numbers, tuple(boards[seating])), seating))
    return seated


def _boards(rounds: Sequence[Round]) -> Mapping[int, list[int]]:
    boards: dict[int, list[int]] = defaultdict(list)
    plays = Play.objects.filter(seating__round__in=rounds).order_by("board__number")
    for seating, board in plays.values_list("seating_id", "board__number"):
        boards[seating].append(board)
    return boards
