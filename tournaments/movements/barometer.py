"""The barometer: every table plays the same boards at once, so standings are fair after each round."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from random import Random

from games.options import Option
from games.text import gettext_noop as _
from tournaments.movements.designs.balance import balanced_north_south
from tournaments.movements.designs.orientation import oriented
from tournaments.movements.frame.movement import PairMovement, tables_for
from tournaments.movements.frame.plan import PHANTOM, Round, Sitting, laid_out
from tournaments.movements.mitchell import Mitchell


class Barometer(PairMovement):
    """Needs a copy of each board for every table.

    `rotation=round_robin`: everybody meets everybody (the circle method, one pair staying at the last
    table). `rotation=mitchell`: one line stays, the other moves up a table a round. `rotation=random`: the
    opponents of each round are drawn, nobody twice: a round robin of shuffled numbers in shuffled rounds;
    the draw follows from the number of contestants alone. With an odd number of pairs the phantom plays
    along, and its table is left empty.
    """

    key = "barometer"
    same_boards_at_once = True
    name = _("Barometer")
    source = (
        "the circle method: T. P. Kirkman (1847); all boards at all tables, as in Swedish barometer events"
    )
    sizes = range(4, 201)
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
    def line_stays(self) -> bool:
        """Whether one line stays seated, as in a Mitchell."""
        return self.options["rotation"] == "mitchell"

    @property
    def title(self) -> str:
        """See `Movement.title`."""
        return _("Barometer, one line stays") if self.line_stays else self.name

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

    def rounds(self, contestants: int, turns: int, boards_per_round: int) -> tuple[Round, ...]:
        """See `Movement.rounds`; with one winner, tables are turned for the rounds that are played."""
        construction = [tuple(self.sittings(contestants, turn)) for turn in range(turns)]
        return laid_out(construction if self.line_stays else oriented(construction), boards_per_round)

    def sittings(self, contestants: int, turn: int) -> Iterator[Sitting]:
        """See `PairMovement.sittings`."""
        return ROTATIONS[self.options["rotation"]](contestants, turn)


def _mitchell(contestants: int, turn: int) -> Iterator[Sitting]:
    for sitting in Mitchell().sittings(contestants, turn):
        yield sitting._replace(board_set=turn)


def _round_robin(contestants: int, turn: int) -> Iterator[Sitting]:
    v = 2 * tables_for(contestants) - 1
    north = balanced_north_south(v)
    for table in range(1, v // 2 + 1):
        ahead, behind = (turn + table) % v + 1, (turn - table) % v + 1
        yield Sitting(table, *((ahead, behind) if table in north else (behind, ahead)), turn)
    yield Sitting(v // 2 + 1, contestants if contestants > v else PHANTOM, turn + 1, turn)


def _drawn(contestants: int, turn: int) -> Iterator[Sitting]:
    numbers, turns = _drawing(2 * tables_for(contestants))
    number = [PHANTOM if one > contestants else one for one in numbers]
    drawn = [(number[each.ns - 1], number[each.ew - 1]) for each in _round_robin(len(numbers), turns[turn])]
    Random(f"barometer {contestants} {turn}").shuffle(drawn)
    for table, (ns, ew) in enumerate(sorted(drawn, key=lambda meeting: PHANTOM in meeting), 1):
        yield Sitting(table, ns, ew, turn)


@cache
def _drawing(places: int) -> tuple[list[int], list[int]]:
    """Who has each place of the circle, and which of its rounds is played when."""
    random = Random(f"barometer {places}")
    return random.sample(range(1, places + 1), places), random.sample(range(places - 1), places - 1)


ROTATIONS: Mapping[str, Callable[[int, int], Iterator[Sitting]]] = {
    "round_robin": _round_robin,
    "mitchell": _mitchell,
    "random": _drawn,
}
