"""What the cards of a board make likely: never a fact, and never a number that ranks anybody."""

from typing import NamedTuple


class Spread(NamedTuple):
    """Standard deviations round a forecast of a difference: of a board for all its tables, of
    each table."""

    board: float
    table: float


class Forecast(NamedTuple):
    """What the cards promise of an outcome.

    `difference` is what the first line makes more than the other, by the count of the table, given
    the call; `call` the natural logarithm of the chance that these hands lead to that call.
    """

    difference: float
    call: float
