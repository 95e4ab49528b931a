"""How often each X was made of a board: what awards are worked out of."""

from collections.abc import Mapping
from typing import NamedTuple

from games.x import X

# The number of results of a line for each X; never 0.
Frequencies = Mapping[X, int]


class FieldResults(NamedTuple):
    """What was made of a line of a board, or of one group of it, at the tables that have an X."""

    ordinary: Frequencies
    flagged: Frequencies
    due: int
    group_due: int | None = None

    @property
    def plays_due_in_group(self) -> int:
        """How many plays the group was to have: without groups all of the board."""
        return self.due if self.group_due is None else self.group_due
