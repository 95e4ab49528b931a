"""The barometer: every table plays the same boards at once, so standings are fair after each round."""

from collections.abc import Iterator

from games.options import Option
from games.text import gettext_noop as _
from tournaments.movements.balance import north_south
from tournaments.movements.mitchell import Mitchell
from tournaments.movements.movement import PairMovement, tables_for
from tournaments.movements.plan import PHANTOM, Sitting


class Barometer(PairMovement):
    """Needs a copy of each board for every table.

    `rotation=round_robin`: everybody meets everybody (the circle method, one pair staying N-S at the last
    table). `rotation=mitchell`: one line stays, the other moves up a table a round. With an odd number of
    pairs the phantom has the stationary place of the last table, which is left empty.
    """

    key = "barometer"
    name = "Barometer"
    source = (
        "the circle method: T. P. Kirkman (1847); all boards at all tables, as in Swedish barometer events"
    )
    sizes = range(4, 201)
    own_options = (
        Option(
            "rotation",
            "round_robin",
            ("round_robin", "mitchell"),
            _("Rotation"),
            {"round_robin": _("everybody meets everybody"), "mitchell": _("one line stays, the other moves")},
        ),
    )

    @property
    def line_stays(self) -> bool:
        """Whether one line stays seated, as in a Mitchell."""
        return self.options["rotation"] == "mitchell"

    def winners(self, contestants: int) -> int:
        """One, or two where a line stays."""
        return 2 if self.line_stays else 1

    def full_rounds(self, contestants: int) -> int:
        """One for each opponent, the phantom among them."""
        tables = tables_for(contestants)
        return tables if self.line_stays else 2 * tables - 1

    def copies(self, contestants: int) -> int:
        """One for each table in use."""
        return contestants // 2

    def sittings(self, contestants: int, turn: int) -> Iterator[Sitting]:
        """See `Movement.sittings`."""
        return _mitchell(contestants, turn) if self.line_stays else _round_robin(contestants, turn)


def _mitchell(contestants: int, turn: int) -> Iterator[Sitting]:
    for sitting in Mitchell().sittings(contestants, turn):
        yield sitting._replace(board_set=turn)


def _round_robin(contestants: int, turn: int) -> Iterator[Sitting]:
    v = 2 * tables_for(contestants) - 1
    north = north_south(v)
    for table in range(1, v // 2 + 1):
        ahead, behind = (turn + table) % v + 1, (turn - table) % v + 1
        yield Sitting(table, *((ahead, behind) if table in north else (behind, ahead)), turn)
    yield Sitting(v // 2 + 1, contestants if contestants > v else PHANTOM, turn + 1, turn)
