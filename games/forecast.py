"""Forecasts of results from the cards, used by plausibility checks and never by rankings."""

from typing import NamedTuple


class Spread(NamedTuple):
    """Standard deviations around a forecast: common to all tables of a board, and per table."""

    board_deviation: float
    table_deviation: float


class Forecast(NamedTuple):
    """What the cards of a board predict about an outcome.

    `difference` is the expected margin of the first line, in table points, given the call.
    `call_log_probability` is the natural logarithm of the probability that these hands lead to the
    call.
    """

    difference: float
    call_log_probability: float
