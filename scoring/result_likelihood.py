"""Compare how likely a result is on its board, on other boards, and with swapped sides.

The likelihoods are floats, because they only decide whether a page asks about a result.
See docs/developers/result-checks.md.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import exp, log, sqrt

from games.forecast import Spread

# A table is asked whether the sides are swapped if swapping them increases the log likelihood by
# more than this: the result is then twenty times likelier.
SIDES_THRESHOLD = 3.0
# A table is asked whether the result belongs to another board of the round if it is thirty times
# likelier there.
BOARD_THRESHOLD = 3.5
# A table is asked about an earlier board without a result even if the result is a little less
# likely there, because the table has skipped that board.
ORDER_THRESHOLD = -1.0
# The number of standard deviations from the expected result from which a table is always asked.
MAX_DEVIATIONS = 4.0

# The weight of the game's own spread, as a number of results of the session.
PRIOR_RESULTS = 20

# The assumed share of outliers among all results, and the factor of their standard deviation.
_OUTLIER_SHARE, _OUTLIER_WIDTH = 0.04, 3.0


@dataclass(frozen=True)
class Hypothesis:
    """The assumption that a result belongs to a board, whether entered on it or not.

    `difference` is what the first line scored minus what the second scored. `forecast_difference`
    and `log_call_probability` are taken from the forecast from the cards, and are 0 without a
    forecast. `residuals` are the differences at the other tables minus their forecasts.
    """

    difference: float
    forecast_difference: float = 0.0
    log_call_probability: float = 0.0
    residuals: tuple[float, ...] = ()

    def expected(self, spread: Spread) -> tuple[float, float]:
        """Return the expected difference and its standard deviation.

        The results of the other tables shift the forecast: the more of them, the less the spread
        between boards counts (the posterior of a normal distribution).
        """
        board_variance, table_variance = spread.board_deviation**2, spread.table_deviation**2
        precision = 1 / board_variance + len(self.residuals) / table_variance
        board_effect = sum(self.residuals) / table_variance / precision
        return self.forecast_difference + board_effect, sqrt(1 / precision + table_variance)

    def deviation(self, spread: Spread) -> float:
        """Return how many standard deviations the difference is from the expected one."""
        mean, width = self.expected(spread)
        return abs(self.difference - mean) / width

    def log_likelihood(self, spread: Spread) -> float:
        """Return the log likelihood of the result on this board, up to a constant."""
        mean, width = self.expected(spread)
        deviation = (self.difference - mean) / width
        outlier = _OUTLIER_SHARE / _OUTLIER_WIDTH * exp(-((deviation / _OUTLIER_WIDTH) ** 2) / 2)
        regular = (1 - _OUTLIER_SHARE) * exp(-(deviation**2) / 2)
        return self.log_call_probability + log(regular + outlier + 1e-300) - log(width)


@dataclass(frozen=True)
class RivalBoard:
    """Another board of the round that the entered result may belong to.

    `entered_on_rival` assumes that the entered result belongs to the rival board. `is_skipped` is
    true if the rival board has no result and the entry is the first for a later board.

    If the rival board has a result, the two results may have been exchanged. `stored_on_entered`
    assumes that the stored result belongs to the board of the entry, `stored_on_rival` that it
    belongs to the rival board, where it is stored.
    """

    entered_on_rival: Hypothesis
    is_skipped: bool = False
    stored_on_entered: Hypothesis | None = None
    stored_on_rival: Hypothesis | None = None


def unlikely_reasons(
    entered: Hypothesis,
    swapped: Hypothesis | None,
    rivals: Iterable[RivalBoard],
    spread: Spread | None,
) -> list[str]:
    """Return why to ask about a result: any of `sides`, `far`, `cards`, `board` and `order`.

    `sides`: the sides are swapped. `far`: the result is far from what is expected, and other tables
    have played the board; `cards`: the same, but only the cards say so. `board`: it belongs to
    another board. `order`: a board was skipped. `swapped` is the same result with the sides
    swapped, or None if that is impossible. Without a spread only `order` is possible.
    """
    rivals = list(rivals)
    if spread is None:
        return ["order"] if any(rival.is_skipped for rival in rivals) else []
    return list(dict.fromkeys(_reasons(entered, swapped, rivals, spread)))


def _reasons(
    entered: Hypothesis, swapped: Hypothesis | None, rivals: list[RivalBoard], spread: Spread
) -> Iterator[str]:
    log_likelihood = entered.log_likelihood(spread)
    if swapped and swapped.log_likelihood(spread) - log_likelihood > SIDES_THRESHOLD:
        yield "sides"
    if entered.deviation(spread) > MAX_DEVIATIONS:
        yield "far" if entered.residuals else "cards"
    for rival in rivals:
        gain = _gain(rival, log_likelihood, spread)
        if rival.is_skipped and gain > ORDER_THRESHOLD:
            yield "order"
        elif gain > BOARD_THRESHOLD:
            yield "board"


def _gain(rival: RivalBoard, log_likelihood: float, spread: Spread) -> float:
    """Return the gain in log likelihood if the entered result belongs to the rival board."""
    gain = rival.entered_on_rival.log_likelihood(spread) - log_likelihood
    if rival.stored_on_entered is None or rival.stored_on_rival is None:
        return gain
    exchange_gain = rival.stored_on_entered.log_likelihood(
        spread
    ) - rival.stored_on_rival.log_likelihood(spread)
    return gain + exchange_gain


def estimate_spread(boards: Iterable[Iterable[float]], prior: Spread | None) -> Spread | None:
    """Estimate the spread of a session from the residuals of each board.

    `prior` is the spread of the game, and counts as much as `PRIOR_RESULTS` results. For a game
    without it, return None until the session has as many degrees of freedom: results minus boards.
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
        table_variance = (PRIOR_RESULTS * prior.table_deviation**2 + squares_within_boards) / (
            PRIOR_RESULTS + degrees_of_freedom
        )
        return Spread(prior.board_deviation, sqrt(table_variance))
    if degrees_of_freedom < PRIOR_RESULTS:
        return None
    board_variance = sum(mean**2 for mean in means) / len(means)
    table_variance = squares_within_boards / degrees_of_freedom
    return Spread(sqrt(max(board_variance, 1)), sqrt(max(table_variance, 1)))
