"""The league: all contestants meet twice, once on each line."""

from collections.abc import Sequence

from games.text import gettext_noop as _
from tournaments.movements.base.head_to_head import HeadToHeadMovement
from tournaments.movements.base.plan import RoundSeating
from tournaments.movements.round_robin import circle_round, circle_round_count


class League(HeadToHeadMovement):
    """A double round robin; the second half repeats the first with lines exchanged.

    Every table needs a copy of each board.
    """

    key = "league"
    name = _("League")
    source = "the circle method, played there and back: T. P. Kirkman (1847)"
    requires_all_rounds = True
    is_season = True
    contestant_counts = range(3, 61)

    def full_round_count(self, contestant_count: int) -> int:
        """Return two rounds for each opponent, including the phantom."""
        return 2 * circle_round_count(contestant_count)

    def max_meetings(self, rounds: Sequence[RoundSeating]) -> int:
        """Return 2, one meeting on each line."""
        return 2

    def rounds(
        self, contestant_count: int, round_count: int, boards_per_round: int
    ) -> tuple[RoundSeating, ...]:
        """Return the first rounds of the double round robin."""
        return tuple(
            self._round(contestant_count, round_index, boards_per_round)
            for round_index in range(round_count)
        )

    def _round(
        self, contestant_count: int, round_index: int, boards_per_round: int
    ) -> RoundSeating:
        is_second_half, index_in_half = divmod(round_index, circle_round_count(contestant_count))
        return tuple(
            self.table_seating(
                table,
                (second, first) if is_second_half else (first, second),
                round_index,
                boards_per_round,
            )
            for table, first, second in circle_round(contestant_count, index_in_half)
        )
