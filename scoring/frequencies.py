"""How often each X was made of a board: what awards are worked out of."""

from collections.abc import Mapping
from typing import NamedTuple

from games.x import X

Frequencies = Mapping[X, int]
"""How many results of a line of a board came to each X; never 0."""


class FieldResults(NamedTuple):
    """What was made of a line of a board, or of one group of it, at the tables that have an X."""

    ordinary: Frequencies
    flagged: Frequencies
    due: int
    """How many plays the board was to have, that of a ruling among them."""
    group_due: int | None = None
    """How many of these the group was to have; None where all tables had the same cards."""

    @property
    def plays_due_in_group(self) -> int:
        """How many plays the group was to have: without groups all of the board."""
        return self.due if self.group_due is None else self.group_due
