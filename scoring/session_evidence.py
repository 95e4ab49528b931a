"""Decide from the results of a session so far whether to ask about a new one."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from games.deals import DealtBoard
from games.fields import Outcome
from games.forecast import Forecast, Spread
from games.game import Game
from scoring.result_likelihood import Hypothesis, RivalBoard, estimate_spread, unlikely_reasons

# Outcomes by board number and by a key of the table; without flagged results.
OutcomesByBoard = Mapping[int, Mapping[int, Outcome]]

# The outcomes of one table in one round by board number; None for a board without a result.
TableOutcomes = Mapping[int, Outcome | None]

_NO_FORECAST = Forecast(0.0, 0.0)


@dataclass
class SessionEvidence:
    """The results of a session so far, as evidence for or against a new one.

    `deal` returns a board by its number, with its cards if they are known. `outcomes` are the
    results of all tables.
    """

    game: Game
    deal: Callable[[int], DealtBoard]
    outcomes: OutcomesByBoard
    _forecasts: dict[object, Forecast] = field(default_factory=dict, repr=False)

    @property
    def can_compare(self) -> bool:
        """Whether results can be compared: two lines play the same deals at all tables."""
        return self.game.has_play and len(self.game.lines) == 2

    @cached_property
    def spread(self) -> Spread | None:
        """The spread of results around their forecasts, estimated for this session."""
        residuals_by_board = (
            [self._residual(outcome, number) for outcome in by_table.values()]
            for number, by_table in self.outcomes.items()
        )
        return estimate_spread(residuals_by_board, self.game.spread)

    def reasons(
        self, outcome: Outcome, number: int, table_outcomes: TableOutcomes, table: int
    ) -> list[str]:
        """Return why to ask a table about an outcome on board `number`; see `unlikely_reasons`.

        `table_outcomes` are the boards of the table in this round, `table` is its key in
        `outcomes`.
        """
        if not self.can_compare or self.game.is_flagged(outcome) or self.spread is None:
            skips = any(is_skipped(other, number, table_outcomes) for other in table_outcomes)
            return ["order"] if skips else []
        entered = self._hypothesis(outcome, number, table)
        swapped_outcome = self._with_swapped_sides(outcome, number)
        swapped = self._hypothesis(swapped_outcome, number, table) if swapped_outcome else None
        rivals = self._rivals(outcome, number, table_outcomes, table)
        return unlikely_reasons(entered, swapped, rivals, self.spread)

    def _with_swapped_sides(self, outcome: Outcome, number: int) -> Outcome | None:
        """Return the outcome with the sides exchanged, or None if it is impossible."""
        swapped = self.game.swap_sides(outcome)
        return (
            swapped
            if swapped and not self.game.problems(swapped, self.game.board(number))
            else None
        )

    def _rivals(
        self, outcome: Outcome, number: int, table_outcomes: TableOutcomes, table: int
    ) -> Iterator[RivalBoard]:
        for other, stored in table_outcomes.items():
            entered_there = self._hypothesis(outcome, other, table)
            if other == number or (stored and self.game.is_flagged(stored)):
                continue
            if stored is None:
                yield RivalBoard(entered_there, is_skipped(other, number, table_outcomes))
            else:
                stored_here = self._hypothesis(stored, number, table)
                stored_there = self._hypothesis(stored, other, table)
                yield RivalBoard(entered_there, False, stored_here, stored_there)

    def _hypothesis(self, outcome: Outcome, number: int, table: int) -> Hypothesis:
        """Return the hypothesis that an outcome of a table belongs to board `number`."""
        others = [
            other_outcome
            for other_table, other_outcome in self.outcomes.get(number, {}).items()
            if other_table != table
        ]
        forecast = self._forecast(outcome, number)
        residuals = tuple(self._residual(other_outcome, number) for other_outcome in others)
        return Hypothesis(
            self._difference(outcome, number),
            forecast.difference,
            forecast.call_log_probability,
            residuals,
        )

    def _residual(self, outcome: Outcome, number: int) -> float:
        return self._difference(outcome, number) - self._forecast(outcome, number).difference

    def _difference(self, outcome: Outcome, number: int) -> float:
        first, second = self.game.table_points(outcome, self.game.board(number)).values()
        return float(first - second)

    def _forecast(self, outcome: Outcome, number: int) -> Forecast:
        key = (number, *outcome.values())
        if key not in self._forecasts:
            board = self.deal(number)
            forecast = self.game.forecast(outcome, board) if board.deal else None
            self._forecasts[key] = forecast or _NO_FORECAST
        return self._forecasts[key]


def is_skipped(other_board: int, number: int, table_outcomes: TableOutcomes) -> bool:
    """Return whether an entry on board `number` goes past `other_board`, which has no result.

    Not if any board after `other_board` has a result: then the table plays its boards in an order
    of its own, and is not asked again.
    """
    return (
        other_board < number
        and table_outcomes[other_board] is None
        and not any(
            outcome is not None for later, outcome in table_outcomes.items() if later > other_board
        )
    )
