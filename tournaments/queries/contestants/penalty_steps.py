"""The next step of a kind of penalty that a club gives repeatedly."""

from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count

from scoring.penalty_steps import WARNING, PenaltyStep, parse_step
from tournaments.models import ClubPenalty, Contestant, Penalty, Play, Stage


@dataclass(frozen=True)
class ProposedStep:
    """The next step of a penalty, after `earlier_count` steps; the last step is repeated.

    `amount` is the exact deduction. It is None for a percentage if the method has no percentages,
    or the stage has no boards.
    """

    kind: ClubPenalty
    contestant: Contestant
    earlier_count: int
    text: str
    amount: Fraction | None

    @property
    def step_number(self) -> int:
        """Return the number of the penalty among those of its kind, counted from 1."""
        return self.earlier_count + 1

    @property
    def is_warning(self) -> bool:
        """Return whether the step deducts nothing."""
        return self.text == WARNING

    @property
    def step(self) -> PenaltyStep:
        """Return the step as scoring parses it."""
        return parse_step(self.text)


def proposed_step(kind: ClubPenalty, contestant: Contestant, stage: Stage) -> ProposedStep:
    """Return the next step, from the number of penalties of this kind in the event."""
    penalties = Penalty.objects.filter(
        stage__event=stage.event_id, contestant=contestant, kind=kind.name
    )
    earlier_count = penalties.count()
    text = kind.steps[min(earlier_count, len(kind.steps) - 1)]
    amount = parse_step(text).amount(stage.event.method, _plays_per_board(stage))
    return ProposedStep(kind, contestant, earlier_count, text, amount)


def _plays_per_board(stage: Stage) -> int:
    """Return how many plays each board has; the highest number if boards differ."""
    plays = (
        Play.objects.filter(board__session__stage=stage).exclude(state=Play.State.VOID).order_by()
    )
    counts = plays.values_list("board_id", "field").annotate(Count("pk"))
    return max((number for _board, _field, number in counts), default=0)
