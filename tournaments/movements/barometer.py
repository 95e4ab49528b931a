"""The barometer: every table plays the same boards at once, so standings are fair after each
round."""

from collections.abc import Iterator

from games.deals import shuffle_by_hash
from games.options import Option
from games.text import gettext_noop as _
from tournaments.movements.designs.balance import balanced_north_south
from tournaments.movements.designs.orientation import oriented
from tournaments.movements.frame.movement import PairMovement, tables_for
from tournaments.movements.frame.plan import PHANTOM, Round, Sitting, laid_out
from tournaments.movements.mitchell import Mitchell


class Barometer(PairMovement):
    """Needs a copy of each board for every table.

    `rotation=round_robin`: everybody meets everybody (the circle method, one pair staying at the
    last table). `rotation=mitchell`: one line stays, the other moves up a table a round.
    `rotation=random`: the opponents of each round are drawn, nobody twice: a round robin of
    shuffled numbers in shuffled rounds, which follow from the draw key. With an odd number of pairs
    the phantom plays along, and its table is left empty.
    """

    key = "barometer"
    same_boards_at_once = True
    name = _("Barometer")
    source = (
        "the circle method: T. P. Kirkman (1847); all boards at all tables, as in Swedish "
        "barometer events"
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
    def has_random_plan(self) -> bool:
        """See `Movement.has_random_plan`."""
        return self.options["rotation"] == "random"

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
        """See `Movement.rounds`; with one winner, tables are turned for the rounds that are
        played."""
        construction = [tuple(self.sittings(contestants, turn)) for turn in range(turns)]
        return laid_out(
            construction if self.line_stays else oriented(construction), boards_per_round
        )

    def sittings(self, contestants: int, turn: int) -> Iterator[Sitting]:
        """See `PairMovement.sittings`."""
        if self.has_random_plan:
            return self._random_round(contestants, turn)
        return (_mitchell if self.line_stays else _round_robin)(contestants, turn)

    def _random_round(self, contestants: int, turn: int) -> Iterator[Sitting]:
        """Seat one round of the round robin of shuffled numbers, its tables shuffled, the
        phantom's last."""
        places, text = 2 * tables_for(contestants), f"{self.draw_key}:barometer:{contestants}"
        numbers = shuffle_by_hash(range(1, places + 1), f"{text}:numbers")
        turns = shuffle_by_hash(range(places - 1), f"{text}:rounds")
        number = [PHANTOM if one > contestants else one for one in numbers]
        meetings = [
            (number[each.ns - 1], number[each.ew - 1]) for each in _round_robin(places, turns[turn])
        ]
        shuffled = shuffle_by_hash(meetings, f"{text}:tables:{turn + 1}")
        for table, (ns, ew) in enumerate(
            sorted(shuffled, key=lambda meeting: PHANTOM in meeting), 1
        ):
            yield Sitting(table, ns, ew, turn)


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
