"""The Mitchell: one line stays, the other moves up a table a round, and the boards move down."""

from collections.abc import Iterator

from games.options import Option
from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.movements.designs.orientation import oriented
from tournaments.movements.frame.movement import PairMovement, tables_for
from tournaments.movements.frame.plan import PHANTOM, Round, Sitting, laid_out
from tournaments.movements.frame.switches import SWITCH, switched

FEWEST_SWITCHED = 6
"""At two tables no switch makes it more even, so that nobody changes line."""


class Mitchell(PairMovement):
    """With an odd number of tables the plain movement; an even number shares and relays, or skips.

    N-S pairs come first in the numbering. With an odd number of pairs the phantom sits N-S at the
    last table: that table stays empty, N-S never rest, and each E-W pair rests once in the full
    movement. `even=share`: the first and the last table share boards, and all rounds can be played.
    `even=skip`: nothing is shared, but half-way E-W pass over a table, and there is one round less.
    """

    key = "mitchell"
    shares_boards = True
    name = _("Mitchell")
    source = (
        "John T. Mitchell, Duplicate Whist (1891); share-and-relay and skip as bridge clubs play "
        "them"
    )
    sizes = range(4, 161)
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
        SWITCH,
    )

    @property
    def skips(self) -> bool:
        """Whether E-W pass over a table half-way."""
        return self.options["even"] == "skip"

    @property
    def title(self) -> str:
        """See `Movement.title`."""
        return _("Mitchell, switched") if switched(self.options) else self.name

    def winners(self, contestants: int) -> int:
        """Two, for a pair is never compared with one of the other line; one where tables are
        switched."""
        return 1 if switched(self.options) and contestants >= FEWEST_SWITCHED else 2

    def full_rounds(self, contestants: int) -> int:
        """As many as tables; one less where E-W skip."""
        return tables_for(contestants) - self.skips

    def shared_tables(self, contestants: int) -> tuple[tuple[int, int], ...]:
        """The first and the last, with an even number of tables that are all in use and none is
        skipped."""
        tables = tables_for(contestants)
        shares = contestants == 2 * tables and tables % 2 == 0 and not self.skips
        return ((1, tables),) if shares else ()

    def sittings(self, contestants: int, turn: int) -> Iterator[Sitting]:
        """See `Movement.sittings`."""
        tables, north_south = tables_for(contestants), contestants // 2
        moved = turn + 1 if self.skips and turn >= tables // 2 else turn
        for place in range(tables):
            yield Sitting(
                table=place + 1,
                ns=place + 1 if place < north_south else PHANTOM,
                ew=north_south + 1 + (place - moved) % tables,
                board_set=((place if self.skips else _on_circuit(place, tables)) + turn) % tables,
            )

    def rounds(self, contestants: int, turns: int, boards_per_round: int) -> tuple[Round, ...]:
        """See `Movement.rounds`; which tables are switched depends on how many rounds there are."""
        unswitched = [tuple(self.sittings(contestants, turn)) for turn in range(turns)]
        return laid_out(
            oriented(unswitched) if switched(self.options) else unswitched, boards_per_round
        )

    def _size_problems(self, contestants: int, rounds: int | None) -> list[Problem]:
        if self.skips and contestants in self.sizes and not _can_skip(tables_for(contestants)):
            return [_nothing_to_skip(contestants)]
        return super()._size_problems(contestants, rounds)


def _on_circuit(place: int, tables: int) -> int:
    # An even circuit would bring E-W the boards of half the room twice: a bye-stand half-way
    # shifts them by one, and brings the last table level with the first, which share.
    return place + 1 if tables % 2 == 0 and place >= tables // 2 else place


def _can_skip(tables: int) -> bool:
    return tables % 2 == 0 and tables >= 4


def _nothing_to_skip(contestants: int) -> Problem:
    tables = tables_for(contestants)
    near = tables + 1 if tables % 2 else 4
    sentence = _(
        "E-W skip a table only where the tables are an even number from 4: %(contestants)d "
        "contestants need "
        "%(tables)d. Choose even=share, or the nearest that skips: %(near)d contestants."
    )
    params = {"contestants": contestants, "tables": tables, "near": 2 * near - contestants % 2}
    return Problem("wrong_size", sentence, params, "contestants")
