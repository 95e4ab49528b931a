"""The barometer: all tables play the same boards, so that all totals can be compared."""

from collections.abc import Iterator

from games.deals import shuffle_by_hash
from games.options import Option
from games.text import gettext_noop as _
from tournaments.movements.base.movement import PairMovement, table_count
from tournaments.movements.base.plan import PHANTOM, PlannedTable, RoundSeating, number_boards
from tournaments.movements.designs.balance import balanced_north_south
from tournaments.movements.designs.orientation import with_best_orientation
from tournaments.movements.mitchell import Mitchell


class Barometer(PairMovement):
    """A round robin, a Mitchell or random pairings, with a copy of each board for every table.

    With `rotation=round_robin` all contestants meet, by the circle method, and one pair is
    stationary at the last table. With `rotation=mitchell` one line is stationary, and the other
    moves up one table each round. With `rotation=random` opponents are drawn at random without
    repetition: a round robin with shuffled numbers and rounds, derived from the draw key.

    With an odd number of pairs the phantom takes part, and its table is empty.
    """

    key = "barometer"
    all_tables_play_same_boards = True
    name = _("Barometer")
    source = (
        "the circle method: T. P. Kirkman (1847); all boards at all tables, as in Swedish "
        "barometer events"
    )
    contestant_counts = range(4, 201)
    own_options = (
        Option(
            "rotation",
            "round_robin",
            ("round_robin", "mitchell", "random"),
            _("Rotation"),
            {
                "round_robin": _("everybody meets everybody"),
                "mitchell": _("one line stays, the other moves"),
                "random": _("opponents are drawn, new ones each round"),
            },
        ),
    )

    @property
    def has_stationary_line(self) -> bool:
        """Whether one line is stationary, as in a Mitchell."""
        return self.options["rotation"] == "mitchell"

    @property
    def has_random_plan(self) -> bool:
        """Whether opponents are drawn at random instead of by a rotation."""
        return self.options["rotation"] == "random"

    @property
    def title(self) -> str:
        """The name, which says if one line is stationary."""
        return _("Barometer, one line stays") if self.has_stationary_line else self.name

    def winner_count(self, contestant_count: int) -> int:
        """Return 1, or 2 if one line is stationary."""
        return 2 if self.has_stationary_line else 1

    def full_round_count(self, contestant_count: int) -> int:
        """Return one round for each opponent, including the phantom."""
        tables = table_count(contestant_count)
        return tables if self.has_stationary_line else 2 * tables - 1

    def base_copy_count(self, contestant_count: int) -> int:
        """Return one copy for each table in use."""
        return contestant_count // 2

    def rounds(
        self, contestant_count: int, round_count: int, boards_per_round: int
    ) -> tuple[RoundSeating, ...]:
        """Return the first `round_count` rounds.

        In a movement with one winner, N-S and E-W are exchanged at some tables, so that comparisons
        are as even as possible with this number of rounds.
        """
        planned_rounds = [
            tuple(self.planned_tables(contestant_count, round_index))
            for round_index in range(round_count)
        ]
        return number_boards(
            planned_rounds if self.has_stationary_line else with_best_orientation(planned_rounds),
            boards_per_round,
        )

    def planned_tables(self, contestant_count: int, round_index: int) -> Iterator[PlannedTable]:
        """Return the tables of a round by the option `rotation`."""
        if self.has_random_plan:
            return self._random_round(contestant_count, round_index)
        return (_mitchell_round if self.has_stationary_line else _round_robin_round)(
            contestant_count, round_index
        )

    def _random_round(self, contestant_count: int, round_index: int) -> Iterator[PlannedTable]:
        """Yield a round of the round robin with shuffled numbers, rounds and tables.

        The phantom's table comes last.
        """
        size, draw_text = (
            2 * table_count(contestant_count),
            f"{self.draw_key}:barometer:{contestant_count}",
        )
        numbers = shuffle_by_hash(range(1, size + 1), f"{draw_text}:numbers")
        round_order = shuffle_by_hash(range(size - 1), f"{draw_text}:rounds")
        contestant_at = [PHANTOM if number > contestant_count else number for number in numbers]
        meetings = [
            (contestant_at[table.ns - 1], contestant_at[table.ew - 1])
            for table in _round_robin_round(size, round_order[round_index])
        ]
        shuffled = shuffle_by_hash(meetings, f"{draw_text}:tables:{round_index + 1}")
        for table, (ns, ew) in enumerate(
            sorted(shuffled, key=lambda meeting: PHANTOM in meeting), 1
        ):
            yield PlannedTable(table, ns, ew, round_index)


def _mitchell_round(contestant_count: int, round_index: int) -> Iterator[PlannedTable]:
    """Yield a round of the Mitchell in which all tables play the same board set."""
    for table in Mitchell().planned_tables(contestant_count, round_index):
        yield table._replace(board_set=round_index)


def _round_robin_round(contestant_count: int, round_index: int) -> Iterator[PlannedTable]:
    """Yield a round of the circle method.

    All pairs but the last sit on a circle. In each round one of them meets the last pair, and pairs
    at equal distances from it on both sides meet each other.
    """
    circle_size = 2 * table_count(contestant_count) - 1
    north_south = balanced_north_south(circle_size)
    for table in range(1, circle_size // 2 + 1):
        above, below = (
            (round_index + table) % circle_size + 1,
            (round_index - table) % circle_size + 1,
        )
        yield PlannedTable(
            table, *((above, below) if table in north_south else (below, above)), round_index
        )
    yield PlannedTable(
        circle_size // 2 + 1,
        contestant_count if contestant_count > circle_size else PHANTOM,
        round_index + 1,
        round_index,
    )
