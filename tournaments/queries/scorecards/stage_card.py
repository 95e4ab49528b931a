"""What a scorecard is made of: a card for each stage, its rounds, and the rows beside them."""

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

# Rows that tell the mean of the awards that somebody has.
_BY_MEAN = ("rest_by_mean", "board_by_mean")


@dataclass(frozen=True)
class SumRow:
    """A row beside boards and matches.

    `kind` is carried, rest, rested (for no award), rest_by_mean, board_by_mean, penalty, bonus or
    warning. `amount` is what it adds to the sum, exact; `total` is the sum with it, None while
    standings are held back. A rest has its `round`, what a director took or gave its `reason`;
    what counts by the mean of one's own boards has the number of the round or of the board, and
    for how many `boards` it counts. `part` is how much of the stage before was carried over.
    """

    kind: str
    amount: Fraction
    total: Fraction | None
    round: Round | None = None
    reason: str = ""
    number: int = 0
    boards: int = 0
    part: Fraction = Fraction(1)

    @property
    def explanation(self) -> Explanation:
        """How its amount came about."""
        match self.kind:
            case "carried":
                return explain_carry_over(self.amount / self.part, self.part)
            case "rest":
                return explain_sit_out(self.amount)
            case "rest_by_mean" | "board_by_mean":
                return explain_unplayed_boards(self.boards, self.mean)
            case _:
                return explain_penalty(-self.amount)

    @property
    def sum_explanation(self) -> Explanation | None:
        """How the sum with it came about; None while standings are held back."""
        return (
            None
            if self.total is None
            else explain_running_sum(self.total - self.amount, self.amount)
        )

    @property
    def mean(self) -> Fraction:
        """What it adds for each of its boards; raises ZeroDivisionError where it is of none."""
        return self.amount / self.boards

    @property
    def without_totals(self) -> "SumRow":
        """The same with no sum."""
        return replace(self, total=None)


@dataclass(frozen=True)
class StageCard:
    """One stage on a card: what was carried over, rounds and rests in order of play, penalties as
    given.

    The last sum is the total of the standings, once no board is sealed. Of teams the `lines` of
    matches have the sums.
    """

    stage: Stage
    carried: SumRow | None
    played: Sequence[ScorecardRound | SumRow]
    lines: Sequence[MatchRow]
    penalties: Sequence[SumRow]

    @property
    def rounds(self) -> list[ScorecardRound]:
        """The rounds alone."""
        return [each for each in self.played if isinstance(each, ScorecardRound)]

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing on it."""
        return not (self.carried or self.played or self.lines or self.penalties)

    @property
    def is_rounded(self) -> bool:
        """Whether any of its sums has more decimals than the two that cards show."""
        return any(100 % total.denominator for total in self._totals if total is not None)

    @property
    def _totals(self) -> Iterator[Fraction | None]:
        """Every sum on it; None where it has none yet, or may not be shown."""
        for each in self.played:
            yield from (
                (board.total for board in each.boards)
                if isinstance(each, ScorecardRound)
                else (each.total,)
            )
        yield from (each.total for each in (self.carried, *self.lines, *self.penalties) if each)

    @property
    def without_totals(self) -> "StageCard":
        """The same with no sum, nothing that adds up to one, and nothing of the stage before."""
        return StageCard(
            self.stage,
            None,
            [
                each.without_totals
                for each in self.played
                if getattr(each, "kind", "") not in _BY_MEAN
            ],
            [each.without_award for each in self.lines],
            [each.without_totals for each in self.penalties],
        )
