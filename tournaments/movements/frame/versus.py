"""What movements share whose tables seat one contestant against one other."""

from collections.abc import Mapping
from typing import ClassVar

from games.options import Option
from games.seats import PAIR_LINES, play_order, single_seat_lines
from games.text import gettext_noop as _
from tournaments.movements.frame.movement import Movement
from tournaments.movements.frame.plan import Seated, numbered

SEATS = Option(
    "seats",
    "pairs",
    ("pairs", "2"),
    _("At a table"),
    {"pairs": _("a pair against a pair"), "2": _("two players")},
)


class Versus(Movement):
    """Two contestants at every table, and all tables play the same boards in the same round.

    `seats=pairs`: a contestant is a pair, N-S or E-W. `seats=2`: a contestant is one player.
    """

    own_options: ClassVar[tuple[Option, ...]] = (SEATS,)

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        """See `Movement`; how many players a contestant is follows from the option."""
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

    def winners(self, contestants: int) -> int:
        """One."""
        return 1

    def copies(self, contestants: int) -> int:
        """One for each table."""
        return contestants // 2

    def seated(
        self, table: int, sides: tuple[int, int], turn: int, boards_per_round: int
    ) -> Seated:
        """A table after `turn` rounds; the first of `sides` has the first line."""
        lines = {line: (contestant,) for line, contestant in zip(self.lines, sides, strict=True)}
        return Seated(table, lines, numbered(turn, boards_per_round))
