"""What movements share whose tables seat one contestant against one other."""

from collections.abc import Mapping
from typing import ClassVar

from games.options import Option
from games.seats import PAIRS, play_order, singles
from games.text import gettext_noop as _
from tournaments.movements.base.movement import Movement
from tournaments.movements.base.plan import TableSeating, boards_of_set

SEATS_OPTION = Option(
    "seats",
    "pairs",
    ("pairs", "2"),
    _("At a table"),
    {"pairs": _("a pair against a pair"), "2": _("two players")},
)


class HeadToHeadMovement(Movement):
    """Two contestants at every table, and all tables play the same boards in the same round.

    `seats=pairs`: a contestant is a pair, N-S or E-W. `seats=2`: a contestant is one player.
    """

    own_options: ClassVar[tuple[Option, ...]] = (SEATS_OPTION,)

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        """See `Movement`; how many players a contestant is follows from the option."""
        super().__init__(options)
        if self.options["seats"] == "2":
            self.players_each = 1

    @property
    def lines(self) -> Mapping[str, tuple[str, ...]]:
        """N-S and E-W, or the two seats."""
        return (
            PAIRS if self.options["seats"] == "pairs" else singles(play_order(2, "anticlockwise"))
        )

    def winner_count(self, contestants: int) -> int:
        """One."""
        return 1

    def copies(self, contestants: int) -> int:
        """One for each table."""
        return contestants // 2

    def table_seating(
        self, table: int, sides: tuple[int, int], round_index: int, boards_per_round: int
    ) -> TableSeating:
        """A table after `round_index` rounds; the first of `sides` has the first line."""
        lines = {line: (contestant,) for line, contestant in zip(self.lines, sides, strict=True)}
        return TableSeating(table, lines, boards_of_set(round_index, boards_per_round))
