"""The Mitchell: N-S are stationary, E-W move up one table each round, boards down one."""

from collections.abc import Iterator

from games.options import Option
from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.movements.base.arrow_switch import ARROW_SWITCH, is_arrow_switched
from tournaments.movements.base.movement import PairMovement, table_count
from tournaments.movements.base.plan import PHANTOM, PlannedTable, RoundSeating, number_boards
from tournaments.movements.designs.orientation import with_best_orientation

# With two tables no arrow switch makes comparisons more even, so nobody changes line.
MIN_CONTESTANTS_SWITCHED = 6


class Mitchell(PairMovement):
    """The plain Mitchell or, with an even number of tables, share-and-relay or skip.

    N-S pairs have the lower numbers. With an odd number of pairs the phantom sits N-S at the last
    table: that table is empty, N-S never sit out, and each E-W pair sits out once in the full
    movement.

    For an even number of tables there are two variants. With `even=share` the first and the last
    table share boards, and there are as many rounds as tables. With `even=skip` no boards are
    shared, but E-W skip a table half-way, and there is one round less.
    """

    key = "mitchell"
    may_share_boards = True
    name = _("Mitchell")
    source = (
        "John T. Mitchell, Duplicate Whist (1891); share-and-relay and skip as bridge clubs play "
        "them"
    )
    contestant_counts = range(4, 161)
    own_options = (
        Option(
            "even",
            "share",
            ("share", "skip"),
            _("An even number of tables"),
            {
                "share": _("the first and the last share boards"),
                "skip": _("E-W skip a table half-way"),
            },
        ),
        ARROW_SWITCH,
    )

    @property
    def skips_table(self) -> bool:
        """Whether E-W skip a table half-way."""
        return self.options["even"] == "skip"

    @property
    def title(self) -> str:
        """The name, with “switched” if the arrow switch is on."""
        return _("Mitchell, switched") if is_arrow_switched(self.options) else self.name

    def winner_count(self, contestant_count: int) -> int:
        """Return 2, since N-S are never compared with E-W, or 1 with an arrow switch."""
        return (
            1
            if is_arrow_switched(self.options) and contestant_count >= MIN_CONTESTANTS_SWITCHED
            else 2
        )

    def full_round_count(self, contestant_count: int) -> int:
        """Return one round for each table, or one less if E-W skip."""
        return table_count(contestant_count) - self.skips_table

    def shared_tables(self, contestant_count: int) -> tuple[tuple[int, int], ...]:
        """Return the first and the last table if they share boards: with `even=share`."""
        tables = table_count(contestant_count)
        is_sharing = contestant_count == 2 * tables and tables % 2 == 0 and not self.skips_table
        return ((1, tables),) if is_sharing else ()

    def planned_tables(self, contestant_count: int, round_index: int) -> Iterator[PlannedTable]:
        """Yield the tables of a round: N-S stay, E-W move up one table, boards move down one."""
        tables, north_south = table_count(contestant_count), contestant_count // 2
        steps = round_index + 1 if self.skips_table and round_index >= tables // 2 else round_index
        for table_index in range(tables):
            yield PlannedTable(
                table=table_index + 1,
                ns=table_index + 1 if table_index < north_south else PHANTOM,
                ew=north_south + 1 + (table_index - steps) % tables,
                board_set=(
                    (table_index if self.skips_table else _with_bye_stand(table_index, tables))
                    + round_index
                )
                % tables,
            )

    def rounds(
        self, contestant_count: int, round_count: int, boards_per_round: int
    ) -> tuple[RoundSeating, ...]:
        """Return the first rounds; the number of rounds decides which tables are switched."""
        unswitched = [
            tuple(self.planned_tables(contestant_count, round_index))
            for round_index in range(round_count)
        ]
        return number_boards(
            with_best_orientation(unswitched) if is_arrow_switched(self.options) else unswitched,
            boards_per_round,
        )

    def _size_problems(self, contestant_count: int, round_count: int | None) -> list[Problem]:
        if (
            self.skips_table
            and contestant_count in self.contestant_counts
            and not _can_skip(table_count(contestant_count))
        ):
            return [_nothing_to_skip(contestant_count)]
        return super()._size_problems(contestant_count, round_count)


def _with_bye_stand(table_index: int, table_count: int) -> int:
    # With an even number of tables E-W would meet half of the boards twice. Therefore one board set
    # lies on a bye-stand between the two halves of the room. It shifts the boards of the second
    # half by one, so that the last table plays the same boards as the first.
    return (
        table_index + 1 if table_count % 2 == 0 and table_index >= table_count // 2 else table_index
    )


def _can_skip(table_count: int) -> bool:
    return table_count % 2 == 0 and table_count >= 4


def _nothing_to_skip(contestant_count: int) -> Problem:
    tables = table_count(contestant_count)
    nearest_tables = tables + 1 if tables % 2 else 4
    sentence = _(
        "E-W skip a table only where the tables are an even number from 4: %(contestants)d "
        "contestants need "
        "%(tables)d. Choose even=share, or the nearest that skips: %(near)d contestants."
    )
    params = {
        "contestants": contestant_count,
        "tables": tables,
        "near": 2 * nearest_tables - contestant_count % 2,
    }
    return Problem("wrong_size", sentence, params, "contestants")
