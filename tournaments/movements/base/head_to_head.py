"""Base class of movements with two contestants at each table, all on the same boards."""

from collections.abc import Mapping
from typing import ClassVar

from games.options import Option
from games.seats import PAIR_LINES, play_order, single_seat_lines
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
    """A movement with two contestants at each table; all tables play the same boards.

    With `seats=pairs` a contestant is a pair, which sits N-S or E-W. With `seats=2` a contestant is
    a single player.
    """

    own_options: ClassVar[tuple[Option, ...]] = (SEATS_OPTION,)

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        """Make contestants single players instead of pairs if the option `seats` is `2`."""
        super().__init__(options)
        if self.options["seats"] == "2":
            self.players_each = 1

    @property
    def lines(self) -> Mapping[str, tuple[str, ...]]:
        """N-S and E-W, or the two seats."""
        return (
            PAIR_LINES
            if self.options["seats"] == "pairs"
            else single_seat_lines(play_order(2, "anticlockwise"))
        )

    def winner_count(self, contestant_count: int) -> int:
        """Return 1: everybody is ranked together."""
        return 1

    def base_copy_count(self, contestant_count: int) -> int:
        """Return the number of tables: each needs its own copy of every board."""
        return contestant_count // 2

    def table_seating(
        self, table: int, sides: tuple[int, int], round_index: int, boards_per_round: int
    ) -> TableSeating:
        """Return the seating of a table; the first of `sides` gets the first line."""
        lines = {line: (contestant,) for line, contestant in zip(self.lines, sides, strict=True)}
        return TableSeating(table, lines, boards_of_set(round_index, boards_per_round))
