"""The web movement: everybody in a large section plays every board, although copies are few."""

from collections import Counter
from dataclasses import replace

from games.text import gettext_noop as _
from tournaments.movements.base.arrow_switch import ARROW_SWITCH, is_arrow_switched
from tournaments.movements.base.movement import Movement, table_count
from tournaments.movements.base.plan import Plan, RoundSeating, number_boards
from tournaments.movements.designs.orientation import with_best_orientation
from tournaments.movements.designs.web_board_sets import web_board_sets
from tournaments.movements.mitchell import Mitchell


class WebMovement(Movement):
    """A movement in which N-S are stationary, E-W move up, and all play the same boards.

    E-W move up one table each round. There are as many board sets as rounds, and every pair plays
    each of them. If the number n of tables is even, and that of rounds odd and at most n / 2 + 1,
    boards ascend in one half of the room and descend in the other.
    Otherwise `web_board_sets` searches for an arrangement that needs few copies, and the printed
    card of each table says where its boards go. With an odd number of pairs the phantom sits N-S at
    the last table, as in a Mitchell.
    """

    key = "web"
    name = _("Web")
    source = (
        "the web movement of the American Contract Bridge League; board sets are distributed with "
        "Kempe chains"
    )
    contestant_counts = range(19, 121)
    own_options = (ARROW_SWITCH,)

    @property
    def title(self) -> str:
        """The name, with “switched” if the arrow switch is on."""
        return _("Web, switched") if is_arrow_switched(self.options) else self.name

    def winner_count(self, contestant_count: int) -> int:
        """Return 2, or 1 with an arrow switch."""
        return 1 if is_arrow_switched(self.options) else 2

    def full_round_count(self, contestant_count: int) -> int:
        """Return one round for each table."""
        return table_count(contestant_count)

    def base_copy_count(self, contestant_count: int) -> int:
        """Return one copy for each table, an upper bound that `plan` replaces."""
        return table_count(contestant_count)

    def plan(
        self, contestant_count: int, round_count: int | None = None, boards_per_round: int = 2
    ) -> Plan:
        """Return the plan with one copy for each of the tables that play the same board at once.

        The number is the maximum of all boards and rounds.
        """
        plan = super().plan(contestant_count, round_count, boards_per_round)
        table_counts_by_board_of_each_round = [
            Counter(seating.boards[0] for seating in round_) for round_ in plan.rounds
        ]
        return replace(
            plan, copies=max(max(counts.values()) for counts in table_counts_by_board_of_each_round)
        )

    def rounds(
        self, contestant_count: int, round_count: int, boards_per_round: int
    ) -> tuple[RoundSeating, ...]:
        """Return the rounds of a Mitchell movement with the board sets of a web movement."""
        board_sets = web_board_sets(table_count(contestant_count), round_count)
        planned_rounds = [
            tuple(
                table._replace(board_set=board_set)
                for table, board_set in zip(
                    Mitchell().planned_tables(contestant_count, round_index),
                    sets_of_round,
                    strict=True,
                )
            )
            for round_index, sets_of_round in enumerate(board_sets)
        ]
        return number_boards(
            with_best_orientation(planned_rounds)
            if is_arrow_switched(self.options)
            else planned_rounds,
            boards_per_round,
        )
