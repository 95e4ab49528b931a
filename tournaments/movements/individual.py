"""The individual movement: new opponents in every round, and new partners if any."""

from collections.abc import Mapping, Sequence

from games.options import Option
from games.seats import PAIR_LINES, play_order, single_seat_lines
from games.text import gettext_noop as _
from tournaments.movements.base.individual_movement import IndividualMovement, Tables
from tournaments.movements.designs import whist
from tournaments.movements.designs.table_search import MAX_SEARCHED_ROUNDS, searched_rounds

_SEAT_COUNTS = tuple(map(str, range(2, 7)))


class Individual(IndividualMovement):
    """A whist design, or tables searched round by round; all tables play the same boards.

    With `seats=partners` two play against two in a whist design, so that any two players are
    partners once and opponents twice, or nearly so. If `seats` is a number, that many players sit
    at a table, each playing alone, and tables are searched round by round for the fewest repeated
    meetings. Players who are left over sit out.
    """

    key = "individual"
    name = _("Individual")
    source = (
        "whist tournament designs: E. H. Moore (1896), starters in whist_starters.py; otherwise "
        "chosen round "
        "by round; docs/developers/individual-movements.md"
    )
    contestant_counts = range(4, 81)
    own_options = (
        Option(
            "seats",
            "partners",
            ("partners", *_SEAT_COUNTS),
            _("At a table"),
            {"partners": _("two against two"), **{number: number for number in _SEAT_COUNTS}},
        ),
    )

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        """Set the allowed sizes: if everybody plays alone, at least two tables.

        With a single table there would be nobody to be compared with.
        """
        super().__init__(options)
        if not self._plays_in_partnerships:
            self.contestant_counts = range(2 * self.seats, 81)

    @property
    def lines(self) -> Mapping[str, tuple[str, ...]]:
        """N-S and E-W for partners, otherwise single seats."""
        if self._plays_in_partnerships:
            return PAIR_LINES
        return single_seat_lines(play_order(int(self.options["seats"]), "clockwise"))

    def full_round_count(self, contestant_count: int) -> int:
        """Return the rounds of the design, or else one for each opponent.

        Without a design there are at most `MAX_SEARCHED_ROUNDS`.
        """
        if self._plays_in_partnerships and whist.has_whist_design(contestant_count):
            return len(whist.whist_rounds(contestant_count))
        return min(contestant_count - 1, MAX_SEARCHED_ROUNDS)

    def tables_by_round(self, contestant_count: int, round_count: int) -> Sequence[Tables]:
        """Return the tables of each round, from a whist design if there is one, else searched."""
        if self._plays_in_partnerships and whist.has_whist_design(contestant_count):
            return whist.whist_rounds(contestant_count)[:round_count]
        return searched_rounds(contestant_count, tuple(map(len, self.lines.values())), round_count)

    @property
    def _plays_in_partnerships(self) -> bool:
        return self.options["seats"] == "partners"
