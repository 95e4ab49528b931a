"""The scorecard of one stage: its rounds, and the rows between them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from games.explanations.explanation import Explanation
from scoring.explanations.scorecard_rows import (
    explain_carry_over,
    explain_penalty,
    explain_sit_out,
    explain_unplayed_boards,
)
from scoring.explanations.totals import explain_running_sum
from tournaments.models import Round, Stage
from tournaments.queries.scorecards.match_rows import MatchRow
from tournaments.queries.scorecards.rounds import ScorecardRound

# Kinds of rows that reveal the mean of the contestant's awards.
_BY_MEAN = ("rest_by_mean", "board_by_mean")


@dataclass(frozen=True)
class SumRow:
    """A row of a scorecard other than a board or a match.

    `kind` is carried, rest, rested (for no award), rest_by_mean, board_by_mean, penalty, bonus or
    warning. `amount` is what it adds to the sum, exact; `total` is the sum with it, None under an
    embargo. A row of a sit-out has its `round`, that of a penalty its `reason`. A row by the mean
    of the contestant's own boards has the `number` of the round or board, and the number of
    `boards` it counts for. `carry_over_fraction` is the fraction of the previous stage that was
    carried over.
    """

    kind: str
    amount: Fraction
    total: Fraction | None
    round: Round | None = None
    reason: str = ""
    number: int = 0
    boards: int = 0
    carry_over_fraction: Fraction = Fraction(1)

    @property
    def explanation(self) -> Explanation:
        """The explanation of the amount."""
        match self.kind:
            case "carried":
                return explain_carry_over(
                    self.amount / self.carry_over_fraction, self.carry_over_fraction
                )
            case "rest":
                return explain_sit_out(self.amount)
            case "rest_by_mean" | "board_by_mean":
                return explain_unplayed_boards(self.boards, self.mean)
            case _:
                return explain_penalty(-self.amount)

    @property
    def sum_explanation(self) -> Explanation | None:
        """The explanation of the sum; None under an embargo."""
        return (
            None
            if self.total is None
            else explain_running_sum(self.total - self.amount, self.amount)
        )

    @property
    def mean(self) -> Fraction:
        """What the row adds for each board; raises ZeroDivisionError if it counts for no board."""
        return self.amount / self.boards

    @property
    def without_totals(self) -> "SumRow":
        """The row without its sum."""
        return replace(self, total=None)


@dataclass(frozen=True)
class StageCard:
    """The scorecard of a stage: carry-over, rounds and sit-outs in order, and penalties.

    The last sum is the total in the standings, once no board is sealed. For teams the sums are in
    `match_rows`.
    """

    stage: Stage
    carry_over_row: SumRow | None
    rows: Sequence[ScorecardRound | SumRow]
    match_rows: Sequence[MatchRow]
    penalty_rows: Sequence[SumRow]

    @property
    def rounds(self) -> list[ScorecardRound]:
        """The rounds that the contestant played."""
        return [row for row in self.rows if isinstance(row, ScorecardRound)]

    @property
    def unplayed_rounds(self) -> list[ScorecardRound]:
        """The rounds that nobody played because the evening ended early."""
        return [round_ for round_ in self.rounds if round_.is_unplayed_at_finish]

    @property
    def sealed_rounds(self) -> list[ScorecardRound]:
        """The rounds of which no board is open yet."""
        return [
            round_
            for round_ in self.rounds
            if round_.is_sealed and not round_.is_unplayed_at_finish
        ]

    @property
    def has_sealed_boards(self) -> bool:
        """Whether a board is sealed, so that sums of open boards are not the total so far."""
        return any(board.is_sealed for round_ in self.rounds for board in round_.boards)

    @property
    def is_blank(self) -> bool:
        """Whether the scorecard has no rows."""
        return not (self.carry_over_row or self.rows or self.match_rows or self.penalty_rows)

    @property
    def is_rounded(self) -> bool:
        """Whether a sum has more decimals than the two that are shown."""
        return any(100 % total.denominator for total in self._totals if total is not None)

    @property
    def _totals(self) -> Iterator[Fraction | None]:
        """The sum of every row; None where there is none yet or it is hidden."""
        for row in self.rows:
            yield from (
                (board.total for board in row.boards)
                if isinstance(row, ScorecardRound)
                else (row.total,)
            )
        yield from (
            row.total for row in (self.carry_over_row, *self.match_rows, *self.penalty_rows) if row
        )

    @property
    def without_totals(self) -> "StageCard":
        """The scorecard without sums, carry-over, and awards that add up to the sums."""
        return StageCard(
            self.stage,
            None,
            [row.without_totals for row in self.rows if getattr(row, "kind", "") not in _BY_MEAN],
            [row.without_award for row in self.match_rows],
            [row.without_totals for row in self.penalty_rows],
        )
