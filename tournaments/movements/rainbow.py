"""The rainbow individual: N, S, E and W move by different steps, so nobody meets twice."""

from collections.abc import Sequence
from math import gcd

from games.text import gettext_noop as _
from tournaments.movements.base.individual_movement import IndividualMovement, Tables
from tournaments.movements.base.plan import RoundSeating, TableSeating, boards_of_set

# The allowed numbers of tables. Players move by 0, 1, 2 or -2 tables and boards by -1; the
# differences of these steps, 1 to 4, must be coprime to the number of tables.
TABLE_COUNTS = tuple(tables for tables in range(5, 36) if gcd(tables, 6) == 1)


class Rainbow(IndividualMovement):
    """N is stationary, S moves up one table, E up two, W down two, boards down one.

    The players of one seat form a colour. Two players of different colours meet once, two players
    of the same colour never, and nobody changes seat. N and S are partners and are ranked together,
    and so are E and W. One copy of each board is enough.
    """

    key = "rainbow"
    name = _("Rainbow")
    source = (
        "the rainbow individual: http://www.baronbarclay.com/rainbow.html; "
        "docs/developers/individual-movements.md"
    )
    contestant_counts = tuple(4 * tables for tables in TABLE_COUNTS)

    def winner_count(self, contestant_count: int) -> int:
        """Return 2: N and S are ranked together, and so are E and W."""
        return 2

    def full_round_count(self, contestant_count: int) -> int:
        """Return one round for each table."""
        return contestant_count // 4

    def base_copy_count(self, contestant_count: int) -> int:
        """Return 1, because every table has other boards."""
        return 1

    def tables_by_round(self, contestant_count: int, round_count: int) -> Sequence[Tables]:
        """Return the tables of each round: N stay, S and E move up 1 and 2 tables, W down 2."""
        tables = contestant_count // 4
        steps = (0, 1, 2, -2)
        return tuple(
            tuple(
                tuple(
                    tables * colour + (table - step * round_index) % tables + 1
                    for colour, step in enumerate(steps)
                )
                for table in range(tables)
            )
            for round_index in range(round_count)
        )

    def rounds(
        self, contestant_count: int, round_count: int, boards_per_round: int
    ) -> tuple[RoundSeating, ...]:
        """Return the rounds; each table has its own boards, which move down one table."""
        planned_rounds = super().rounds(contestant_count, round_count, boards_per_round)
        tables = contestant_count // 4
        return tuple(
            tuple(
                TableSeating(
                    seating.table,
                    seating.lines,
                    boards_of_set((seating.table - 1 + round_index) % tables, boards_per_round),
                )
                for seating in round_
            )
            for round_index, round_ in enumerate(planned_rounds)
        )
