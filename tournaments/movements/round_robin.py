"""The round robin: everybody meets everybody once, in one group or in several."""

from collections.abc import Iterator, Mapping

from games.options import Option
from games.text import gettext_noop as _
from tournaments.movements.barometer import Barometer
from tournaments.movements.base.head_to_head import SEATS_OPTION, HeadToHeadMovement
from tournaments.movements.base.movement import table_count
from tournaments.movements.base.plan import PHANTOM, RoundSeating, TableSeating

# The lowest number of contestants in a group.
MIN_GROUP_SIZE = 3

# The highest number of groups.
MAX_GROUPS = 32

_NUMBERS = tuple(map(str, range(1, MAX_GROUPS + 1)))


class RoundRobin(HeadToHeadMovement):
    """A round robin in groups; every table needs a copy of each board.

    The option `groups` is the number of groups, to which `groups_by_contestant` distributes the
    contestants. All groups play the same boards at once, at separate tables. A smaller group
    finishes before the others.
    """

    key = "round_robin"
    name = _("Round robin")
    source = "the circle method: T. P. Kirkman (1847)"
    requires_all_rounds = True
    supports_teams = True
    own_options = (
        SEATS_OPTION,
        Option("groups", "1", _NUMBERS, _("Groups"), {number: number for number in _NUMBERS}),
    )

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        """Set the allowed sizes: at least `MIN_GROUP_SIZE` contestants in each group."""
        super().__init__(options)
        self.groups = int(self.options["groups"])
        self.contestant_counts = range(MIN_GROUP_SIZE * self.groups, 121)

    @property
    def title(self) -> str:
        """The name, which says if there are several groups."""
        return _("Round robin in groups") if self.groups > 1 else self.name

    def winner_count(self, contestant_count: int) -> int:
        """Return the number of groups: each has its own winner."""
        return self.groups

    def full_round_count(self, contestant_count: int) -> int:
        """Return one round for each other contestant of the largest group.

        The phantom of an odd group counts as a contestant.
        """
        # Negating before and after the division rounds up.
        return circle_round_count(-(-contestant_count // self.groups))

    def rounds(
        self, contestant_count: int, round_count: int, boards_per_round: int
    ) -> tuple[RoundSeating, ...]:
        """Return the first rounds, in which all groups play at the same time."""
        groups = group_members(contestant_count, self.groups)
        return tuple(
            tuple(self._round(groups, round_index, boards_per_round))
            for round_index in range(round_count)
        )

    def _round(
        self, groups: list[list[int]], round_index: int, boards_per_round: int
    ) -> Iterator[TableSeating]:
        tables_before = 0
        for group in groups:
            for table, first, second in circle_round(len(group), round_index):
                sides = group[first - 1], group[second - 1]
                yield self.table_seating(
                    tables_before + table, sides, round_index, boards_per_round
                )
            tables_before += len(group) // 2


def circle_round_count(contestant_count: int) -> int:
    """Return the number of rounds in which all contestants meet once."""
    return 2 * table_count(contestant_count) - 1


def circle_round(contestant_count: int, round_index: int) -> Iterator[tuple[int, int, int]]:
    """Yield table, first and second contestant of a round by the circle method.

    After the last round nothing is yielded. Tables of the phantom are left out.
    """
    if round_index < circle_round_count(contestant_count):
        for table, first, second, _set in Barometer().planned_tables(contestant_count, round_index):
            if PHANTOM not in (first, second):
                yield table, first, second


def groups_by_contestant(contestant_count: int, group_count: int) -> dict[int, int]:
    """Return the group of each contestant, from 1, in serpentine order.

    With three groups, contestants 1 2 3 are in groups 1 2 3, then 4 5 6 in groups 3 2 1, so that
    the groups are equally strong. Their sizes differ by one at most.
    """
    serpentine = [*range(1, group_count + 1), *range(group_count, 0, -1)]
    return {
        contestant: serpentine[(contestant - 1) % len(serpentine)]
        for contestant in range(1, contestant_count + 1)
    }


def group_members(contestant_count: int, group_count: int) -> list[list[int]]:
    """Return the contestants of each group, in ascending order."""
    group_of = groups_by_contestant(contestant_count, group_count)
    return [
        [contestant for contestant in group_of if group_of[contestant] == group]
        for group in range(1, group_count + 1)
    ]
