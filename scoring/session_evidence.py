"""Decide from the results of a session so far whether to ask about a new result."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from games.deals import BoardSetup
from games.fields import Outcome
from games.forecast import Forecast, Spread
from games.game import Game
from scoring.result_likelihood import Hypothesis, RivalBoard, estimate_spread, unlikely_reasons

# Outcomes by board board_number and by a key of the table; without flagged results.
OutcomesByBoard = Mapping[int, Mapping[int, Outcome]]

# The outcomes of one table in one round by board board_number; None for a board without a result.
TableOutcomes = Mapping[int, Outcome | None]

_NO_FORECAST = Forecast(0.0, 0.0)


@dataclass
class SessionEvidence:
    """The results of a session so far, as evidence for or against a new result.

    `deal` returns a board by its number, with its cards if they are known. `outcomes` are the
    results of all tables.
    """

    game: Game
    deal: Callable[[int], BoardSetup]
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
            [self._residual(outcome, board_number) for outcome in outcome_by_table.values()]
            for board_number, outcome_by_table in self.outcomes.items()
        )
        return estimate_spread(residuals_by_board, self.game.forecast_deviations)

    def reasons(
        self, outcome: Outcome, board_number: int, table_outcomes: TableOutcomes, table_key: int
    ) -> list[str]:
        """Return why to ask a table about an outcome on a board; see `unlikely_reasons`.

        `table_outcomes` are the boards of the table in this round. `table_key` is the table's key
        in `outcomes`.
        """
        if not self.can_compare or self.game.is_flagged(outcome) or self.spread is None:
            skips_board = any(
                is_skipped(other_number, board_number, table_outcomes)
                for other_number in table_outcomes
            )
            return ["order"] if skips_board else []
        entered_hypothesis = self._hypothesis(outcome, board_number, table_key)
        swapped_outcome = self._with_swapped_sides(outcome, board_number)
        swapped_hypothesis = (
            self._hypothesis(swapped_outcome, board_number, table_key) if swapped_outcome else None
        )
        rivals = self._rivals(outcome, board_number, table_outcomes, table_key)
        return unlikely_reasons(entered_hypothesis, swapped_hypothesis, rivals, self.spread)

    def _with_swapped_sides(self, outcome: Outcome, board_number: int) -> Outcome | None:
        """Return the outcome with the sides swapped, or None if it is impossible."""
        swapped_outcome = self.game.swap_sides(outcome)
        return (
            swapped_outcome
            if swapped_outcome
            and not self.game.problems(swapped_outcome, self.game.board(board_number))
            else None
        )

    def _rivals(
        self, outcome: Outcome, board_number: int, table_outcomes: TableOutcomes, table_key: int
    ) -> Iterator[RivalBoard]:
        for rival_number, rival_outcome in table_outcomes.items():
            entered_on_rival = self._hypothesis(outcome, rival_number, table_key)
            if rival_number == board_number or (
                rival_outcome and self.game.is_flagged(rival_outcome)
            ):
                continue
            if rival_outcome is None:
                yield RivalBoard(
                    entered_on_rival, is_skipped(rival_number, board_number, table_outcomes)
                )
            else:
                stored_on_entered = self._hypothesis(rival_outcome, board_number, table_key)
                stored_on_rival = self._hypothesis(rival_outcome, rival_number, table_key)
                yield RivalBoard(entered_on_rival, False, stored_on_entered, stored_on_rival)

    def _hypothesis(self, outcome: Outcome, board_number: int, table_key: int) -> Hypothesis:
        """Return the hypothesis that an outcome of a table belongs to board `board_number`."""
        other_outcomes = [
            other_outcome
            for other_table, other_outcome in self.outcomes.get(board_number, {}).items()
            if other_table != table_key
        ]
        forecast = self._forecast(outcome, board_number)
        residuals = tuple(
            self._residual(other_outcome, board_number) for other_outcome in other_outcomes
        )
        return Hypothesis(
            self._difference(outcome, board_number),
            forecast.difference,
            forecast.call_log_probability,
            residuals,
        )

    def _residual(self, outcome: Outcome, board_number: int) -> float:
        return (
            self._difference(outcome, board_number)
            - self._forecast(outcome, board_number).difference
        )

    def _difference(self, outcome: Outcome, board_number: int) -> float:
        first_points, second_points = self.game.table_points(
            outcome, self.game.board(board_number)
        ).values()
        return float(first_points - second_points)

    def _forecast(self, outcome: Outcome, board_number: int) -> Forecast:
        key = (board_number, *outcome.values())
        if key not in self._forecasts:
            board = self.deal(board_number)
            forecast = self.game.forecast(outcome, board) if board.deal else None
            self._forecasts[key] = forecast or _NO_FORECAST
        return self._forecasts[key]


def is_skipped(other_number: int, board_number: int, table_outcomes: TableOutcomes) -> bool:
    """Return whether an entry on `board_number` skips `other_number`, which has no result.

    If any board after `other_number` has a result, the table does not play its boards in order. It
    has then been asked before, so the board does not count as skipped.
    """
    return (
        other_number < board_number
        and table_outcomes[other_number] is None
        and not any(
            outcome is not None
            for later_number, outcome in table_outcomes.items()
            if later_number > other_number
        )
    )
