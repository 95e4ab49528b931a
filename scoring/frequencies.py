"""How often each X was made on a board: the input of every scale."""

from collections.abc import Mapping
from typing import NamedTuple

from games.x import X

# The number of results of a line for each X; never 0.
Frequencies = Mapping[X, int]


class FieldResults(NamedTuple):
    """The results of one line of a board, at all tables that have an X.

    `due` is how many plays the board was to have, including those decided by a ruling. If tables
    played different cards on a fouled board, the results are those of one group of tables with the
    same cards, and `group_due_count` is how many of the plays the group was to have; otherwise
    None.
    """

    ordinary: Frequencies
    flagged: Frequencies
    due: int
    group_due_count: int | None = None

    @property
    def plays_due_in_group(self) -> int:
        """How many plays the group was to have; without groups, those of the whole board."""
        return self.due if self.group_due_count is None else self.group_due_count
