"""What a room knows when a result comes in, and what is unlikely about it."""

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
    """The results of a session so far; `deal` gives a board, with its cards where they are
    known."""

    game: Game
    deal: Callable[[int], DealtBoard]
    outcomes: OutcomesByBoard
    _forecasts: dict[object, Forecast] = field(default_factory=dict, repr=False)

    @property
    def can_compare(self) -> bool:
        """Whether results can be compared: the deal is the same for all, and two lines share it."""
        return self.game.has_play and len(self.game.lines) == 2

    @cached_property
    def spread(self) -> Spread | None:
        """How far results lie from what could be expected, here and in the game."""
        residuals_by_board = (
            [self._residual(outcome, number) for outcome in by_table.values()]
            for number, by_table in self.outcomes.items()
        )
        return estimate_spread(residuals_by_board, self.game.spread)

    def reasons(
        self, outcome: Outcome, number: int, table_outcomes: TableOutcomes, table: int
    ) -> list[str]:
        """Why to ask `who` about a result that he writes on board `number`; see
        `unlikely_reasons`."""
        if not self.can_compare or self.game.is_flagged(outcome) or self.spread is None:
            skips = any(is_skipped(other, number, table_outcomes) for other in table_outcomes)
            return ["order"] if skips else []
        entered = self._hypothesis(outcome, number, table)
        mirrored_outcome = self._mirrored(outcome, number)
        mirrored = self._hypothesis(mirrored_outcome, number, table) if mirrored_outcome else None
        rivals = self._rivals(outcome, number, table_outcomes, table)
        return unlikely_reasons(entered, mirrored, rivals, self.spread)

    def _mirrored(self, outcome: Outcome, number: int) -> Outcome | None:
        """What the other side would have made, where that is possible at all."""
        mirrored = self.game.mirrored(outcome)
        return (
            mirrored
            if mirrored and not self.game.problems(mirrored, self.game.board(number))
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
            self._difference(outcome, number), forecast.difference, forecast.call, residuals
        )

    def _residual(self, outcome: Outcome, number: int) -> float:
        return self._difference(outcome, number) - self._forecast(outcome, number).difference

    def _difference(self, outcome: Outcome, number: int) -> float:
        first, second = self.game.made(outcome, self.game.board(number)).values()
        return float(first - second)

    def _forecast(self, outcome: Outcome, number: int) -> Forecast:
        key = (number, *outcome.values())
        if key not in self._forecasts:
            board = self.deal(number)
            forecast = self.game.forecast(outcome, board) if board.deal else None
            self._forecasts[key] = forecast or _NO_FORECAST
        return self._forecasts[key]


def is_skipped(other: int, number: int, table_outcomes: TableOutcomes) -> bool:
    """Whether writing on `number` first goes past board `other`, which has no result.

    Once a later board has one, the table is known to take its boards as it likes, and is not asked
    again.
    """
    return (
        other < number
        and table_outcomes[other] is None
        and not any(
            outcome is not None for later, outcome in table_outcomes.items() if later > other
        )
    )
