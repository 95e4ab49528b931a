"""What is unlikely about a result: likelihoods in floats, which rank nobody and only ever make a
page ask."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import exp, log, sqrt

from games.forecast import Spread

# The gain in log likelihood from which a table is asked whether the result is the other side's,
SIDES_THRESHOLD = 1.7
# whether it belongs to another board of the round,
BOARD_THRESHOLD = 3.0
# or to an earlier board without a result: a lower one, since the table is out of order.
ORDER_THRESHOLD = -1.0
# The number of standard deviations from the expected result from which a table is always asked.
MAX_DEVIATIONS = 4.0

# The weight of the game's own spread, as a number of results of the session.
PRIOR_RESULTS = 20

# This share of all results are outliers, with a standard deviation wider by this factor.
_OUTLIER_SHARE, _OUTLIER_WIDTH = 0.04, 3.0


@dataclass(frozen=True)
class Hypothesis:
    """A result held against a board, which need not be the one it was written on.

    `difference` is what the first line made more than the other; `promise` and `call` are the
    forecast of the cards, 0 without one; `others` are how far the other tables' results lie from
    their own forecasts.
    """

    difference: float
    forecast_difference: float = 0.0
    log_call_chance: float = 0.0
    residuals: tuple[float, ...] = ()

    def expected(self, spread: Spread) -> tuple[float, float]:
        """The difference that the cards and the other tables let expect, and its standard
        deviation."""
        board_variance, table_variance = spread.board**2, spread.table**2
        precision = 1 / board_variance + len(self.residuals) / table_variance
        board_effect = sum(self.residuals) / table_variance / precision
        return self.forecast_difference + board_effect, sqrt(1 / precision + table_variance)

    def deviation(self, spread: Spread) -> float:
        """How many standard deviations it lies from what is expected."""
        mean, width = self.expected(spread)
        return abs(self.difference - mean) / width

    def log_likelihood(self, spread: Spread) -> float:
        """Return the log likelihood of the result on this board, up to a constant."""
        mean, width = self.expected(spread)
        deviation = (self.difference - mean) / width
        outlier = _OUTLIER_SHARE / _OUTLIER_WIDTH * exp(-((deviation / _OUTLIER_WIDTH) ** 2) / 2)
        regular = (1 - _OUTLIER_SHARE) * exp(-(deviation**2) / 2)
        return self.log_call_chance + log(regular + outlier + 1e-300) - log(width)


@dataclass(frozen=True)
class RivalBoard:
    """Another board of the round that the result may belong to.

    `there` is the result held against it. `skipped` says that it comes before, and is still without
    a result though the table has not gone past it before. Where it has a result, `exchanged` is
    that one held against this board, `kept` against its own: then the two may have been exchanged.
    """

    entered_there: Hypothesis
    skipped: bool = False
    stored_here: Hypothesis | None = None
    stored_there: Hypothesis | None = None


def unlikely_reasons(
    entered: Hypothesis,
    mirrored: Hypothesis | None,
    rivals: Iterable[RivalBoard],
    spread: Spread | None,
) -> list[str]:
    """Why to ask about a result: `sides`, `board`, `order`, `far`; without a spread only
    `order`."""
    rivals = list(rivals)
    if spread is None:
        return ["order"] if any(rival.skipped for rival in rivals) else []
    return list(dict.fromkeys(_reasons(entered, mirrored, rivals, spread)))


def _reasons(
    entered: Hypothesis, mirrored: Hypothesis | None, rivals: list[RivalBoard], spread: Spread
) -> Iterator[str]:
    log_likelihood = entered.log_likelihood(spread)
    if mirrored and mirrored.log_likelihood(spread) - log_likelihood > SIDES_THRESHOLD:
        yield "sides"
    if entered.deviation(spread) > MAX_DEVIATIONS:
        yield "far"
    for rival in rivals:
        gain = _gain(rival, log_likelihood, spread)
        if rival.skipped and gain > ORDER_THRESHOLD:
            yield "order"
        elif gain > BOARD_THRESHOLD:
            yield "board"


def _gain(rival: RivalBoard, log_likelihood: float, spread: Spread) -> float:
    """How much likelier everything is if the result is the rival board's."""
    gain = rival.entered_there.log_likelihood(spread) - log_likelihood
    if rival.stored_here is None or rival.stored_there is None:
        return gain
    exchange_gain = rival.stored_here.log_likelihood(spread) - rival.stored_there.log_likelihood(
        spread
    )
    return gain + exchange_gain


def estimate_spread(boards: Iterable[Iterable[float]], prior: Spread | None) -> Spread | None:
    """The spread of a room's results, given by board as they lie from their forecasts.

    `usual` is that of the game and counts for `PRIOR_RESULTS` results; without one it is None until
    so many exist.
    """
    residuals_by_board = [residuals for board in boards if (residuals := list(board))]
    degrees_of_freedom = sum(len(residuals) - 1 for residuals in residuals_by_board)
    means = [sum(residuals) / len(residuals) for residuals in residuals_by_board]
    squares_within_boards = sum(
        (residual - mean) ** 2
        for residuals, mean in zip(residuals_by_board, means, strict=True)
        for residual in residuals
    )
    if prior:
        table_variance = (PRIOR_RESULTS * prior.table**2 + squares_within_boards) / (
            PRIOR_RESULTS + degrees_of_freedom
        )
        return Spread(prior.board, sqrt(table_variance))
    if degrees_of_freedom < PRIOR_RESULTS:
        return None
    board_variance = sum(mean**2 for mean in means) / len(means)
    table_variance = squares_within_boards / degrees_of_freedom
    return Spread(sqrt(max(board_variance, 1)), sqrt(max(table_variance, 1)))
