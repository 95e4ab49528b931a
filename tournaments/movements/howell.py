"""The Howell: every pair has new opponents in each round, and there is one winner."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from games.text import gettext_noop as _
from tournaments.movements.base.movement import Movement, table_count
from tournaments.movements.base.plan import PlannedTable, RoundSeating, number_boards
from tournaments.movements.designs.howell_circle import HowellDesign, howell_design
from tournaments.movements.designs.howell_starters import complete_howell_design
from tournaments.movements.designs.orientation import with_best_orientation

# With five or six pairs tables share boards only in the last round of the full movement; with four
# they share boards in every round.
MIN_PAIRS_SHARING_ONCE = 5


class Howell(Movement):
    """The complete Howell, or one reduced to fewer rounds.

    In the complete Howell one pair is stationary at the last table, and each other pair follows the
    pair with the next lower number. In a Howell of R rounds, R pairs move, the others are
    stationary, and all play the same R board sets. If no design with R rounds is known, the first R
    rounds of the next longer design are played.

    With an odd number of pairs the phantom is stationary at the last table, which is empty, so that
    the numbers of sit-outs differ by one at most. With two tables, both share the boards of every
    round; with three tables, all share those of the fifth round. No design of these sizes avoids
    it, since there is no Room square of side 3 or 5.
    """

    key = "howell"
    may_share_boards = True
    name = _("Howell")
    source = (
        "Edwin C. Howell's movement, built from starters and adders: Stanton and Mullin, Room "
        "squares (1968)"
    )
    contestant_counts = range(4, 41)

    def winner_count(self, contestant_count: int) -> int:
        """Return 1: everybody is ranked together."""
        return 1

    def full_round_count(self, contestant_count: int) -> int:
        """Return one round for each opponent, including the phantom."""
        return 2 * table_count(contestant_count) - 1

    def shared_tables(self, contestant_count: int) -> tuple[tuple[int, int], ...]:
        """Return all pairs of tables if two or three are in use."""
        return {4: ((1, 2),), 5: ((1, 2),), 6: ((1, 2), (1, 3), (2, 3))}.get(contestant_count, ())

    def shared_tables_within(
        self, contestant_count: int, round_count: int
    ) -> tuple[tuple[int, int], ...]:
        """Return the pairs of tables that share boards if this many rounds are played.

        Five or six pairs share boards in their fifth and last round only.
        """
        is_sharing = (
            contestant_count < MIN_PAIRS_SHARING_ONCE
            or round_count == self.full_round_count(contestant_count)
        )
        return self.shared_tables(contestant_count) if is_sharing else ()

    def rounds(
        self, contestant_count: int, round_count: int, boards_per_round: int
    ) -> tuple[RoundSeating, ...]:
        """Return the rounds of the construction for this number of tables and rounds.

        N-S and E-W are exchanged at some tables, so that comparisons are as even as possible.
        """
        tables_in_round = _construction(table_count(contestant_count), round_count)
        planned_rounds = [
            list(_without_phantom(tables_in_round(round_index), contestant_count))
            for round_index in range(round_count)
        ]
        return number_boards(with_best_orientation(planned_rounds), boards_per_round)


# A function that returns the tables of a round, counted from 0.
ConstructionRounds = Callable[[int], Iterable[PlannedTable]]


def _construction(table_count: int, round_count: int) -> ConstructionRounds:
    if table_count == 2:
        return _two_tables
    designs = (
        _design(table_count, design_rounds)
        for design_rounds in range(max(round_count, table_count), 2 * table_count)
    )
    design = next((design for design in designs if design is not None), None)
    return _three_tables if design is None else partial(_on_circle, design)


def _design(table_count: int, round_count: int) -> HowellDesign | None:
    if round_count < 2 * table_count - 1:
        return howell_design(table_count, round_count)
    return complete_howell_design(table_count) if table_count > 3 else None


def _on_circle(design: HowellDesign, round_index: int) -> Iterator[PlannedTable]:
    size = design.rounds
    for table, meeting in enumerate(design.meetings, 1):
        ns, ew = (meeting.ns + round_index) % size, (meeting.ew + round_index) % size
        yield PlannedTable(table, ns + 1, ew + 1, (round_index - meeting.adder) % size)
    for number, pair in enumerate(design.stationary_pairs, 1):
        moving = (pair.place + round_index) % size + 1
        yield PlannedTable(
            len(design.meetings) + number, size + number, moving, (round_index - pair.adder) % size
        )


def _two_tables(round_index: int) -> Iterator[PlannedTable]:
    yield PlannedTable(1, (round_index + 1) % 3 + 1, (round_index + 2) % 3 + 1, round_index)
    yield PlannedTable(2, 4, round_index + 1, round_index)


def _three_tables(round_index: int) -> Iterator[PlannedTable]:
    """Yield a round for three tables, by two circle methods.

    The first gives the meetings of the round. The second, in which two places are exchanged, gives
    the board set of each meeting, so that all tables share a set in one round only.
    """
    place = (round_index + 1) % 5
    meetings = [((place + distance) % 5, (place - distance) % 5) for distance in (1, 2)] + [
        (STATIONARY_PLACE, place)
    ]
    for table, (ns, ew) in enumerate(meetings, 1):
        yield PlannedTable(
            table,
            ns + 1,
            ew + 1,
            _round_of_meeting(EXCHANGED_PLACES.get(ns, ns), EXCHANGED_PLACES.get(ew, ew)),
        )


STATIONARY_PLACE = 5
EXCHANGED_PLACES = {STATIONARY_PLACE: 0, 0: STATIONARY_PLACE}


def _round_of_meeting(one: int, other: int) -> int:
    """Return the round of the circle method for five places in which two places meet."""
    if STATIONARY_PLACE in (one, other):
        return min(one, other)
    return 3 * (one + other) % 5


def _without_phantom(
    tables: Iterable[PlannedTable], contestant_count: int
) -> Iterator[PlannedTable]:
    return (table for table in tables if max(table.ns, table.ew) <= contestant_count)
