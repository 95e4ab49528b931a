"""Seats for a contestant who comes late to a full plan: in each round another one gives up the
seat."""

from collections.abc import Iterator
from typing import NamedTuple

from tournaments.models import Place, Seating, Section
from tournaments.queries.free_tables import NEWCOMER, FreeTable, slots_of
from tournaments.queries.rounds_to_come import rounds_to_come

# Ways to seat the newcomer that are tried for each line before the best one found is taken.
MAX_STEPS = 4000


class _Seat(NamedTuple):
    """A seat that can be given up: the table with the newcomer on it, and who is met there."""

    table: FreeTable
    met: frozenset[int]


def seats_in_turn(section: Section) -> list[FreeTable]:
    """Seats in as many rounds to come as there can be, on one line: no board and no opponent twice.

    Nobody sits out twice. Empty where two contestants share a line, or a team sits at two tables.
    """
    event = section.session.stage.event
    slots = slots_of(event)
    if event.at_two_tables or section.session.stage.is_drawn:
        return []
    rounds = [each for each in rounds_to_come(section.session) if each.section_id == section.pk]
    found = [
        _best([list(_seats(round_.pk, slots, slot)) for round_ in rounds])
        for slot in range(len(slots))
    ]
    return max(found, key=len, default=[])


def can_be_given_up(table: FreeTable, section: Section) -> bool:
    """Return whether a seat that was found is still held by the contestant who is to give it up."""
    here = Seating.objects.filter(
        round=table.round, table__section=section, table__number=table.table
    )
    slots = slots_of(section.session.stage.event)
    if not table.sits_out or NEWCOMER not in table.seated or not here.exists():
        return False
    return any(
        seat.table == table for seat in _seats(table.round, slots, table.seated.index(NEWCOMER))
    )


def _seats(round_: int, slots: dict[str, tuple[str, ...]], slot: int) -> Iterator[_Seat]:
    """The full tables of a round, each with the newcomer in one part of it; none with a
    substitute."""
    seatings = (
        Seating.objects.filter(round=round_)
        .select_related("table")
        .prefetch_related("places", "plays")
    )
    stand_ins = set(
        Place.objects.filter(seating__round=round_, substitutions__isnull=False).values_list(
            "seating", flat=True
        )
    )
    for seating in seatings.order_by("table__number"):
        at = {place.seat: place.contestant_id for place in seating.places.all()}
        seated = [at.get(seats[0]) for seats in slots.values()]
        if None in seated or seating.pk in stand_ins:
            continue
        who = [pk for pk in seated if pk is not None]
        others = (*who[:slot], NEWCOMER, *who[slot + 1 :])
        boards = tuple(sorted(play.board_id for play in seating.plays.all()))
        table = FreeTable(round_, seating.table.number, others, boards, who[slot])
        yield _Seat(table, frozenset(pk for pk in others if pk != NEWCOMER))


def _best(rounds: list[list[_Seat]]) -> list[FreeTable]:
    """The longest choice of one seat a round that a bounded search finds."""
    best: list[_Seat] = []
    steps = 0

    def search(at: int, chosen: list[_Seat]) -> None:
        nonlocal best, steps
        steps += 1
        if len(chosen) > len(best):
            best = list(chosen)
        if at == len(rounds) or steps > MAX_STEPS or len(chosen) + len(rounds) - at <= len(best):
            return
        for seat in rounds[at]:
            if _fits(seat, chosen):
                search(at + 1, [*chosen, seat])
        search(at + 1, chosen)

    search(0, [])
    return [seat.table for seat in best]


def _fits(seat: _Seat, chosen: list[_Seat]) -> bool:
    return all(
        seat.table.sits_out != other.table.sits_out
        and seat.met.isdisjoint(other.met)
        and not set(seat.table.boards) & set(other.table.boards)
        for other in chosen
    )
