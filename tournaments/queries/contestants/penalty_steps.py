"""What a contestant is to have next of a kind of penalty that his club gives again and again."""

from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count

from scoring.penalty_steps import WARNING, PenaltyStep, parse_step
from tournaments.models import ClubPenalty, Contestant, Penalty, Play, Stage


@dataclass(frozen=True)
class ProposedStep:
    """The step of a kind after those that he `had` in this event; after the last one it is that
    again.

    `amount` is what it takes, exact; None where it is in percent and the method has none, or no
    board.
    """

    kind: ClubPenalty
    contestant: Contestant
    had: int
    text: str
    amount: Fraction | None

    @property
    def turn(self) -> int:
        """Which one of this kind it would be, from 1."""
        return self.had + 1

    @property
    def is_warning(self) -> bool:
        """Whether it takes nothing."""
        return self.text == WARNING

    @property
    def step(self) -> PenaltyStep:
        """The same as scoring reads it."""
        return parse_step(self.text)


def proposed_step(kind: ClubPenalty, contestant: Contestant, stage: Stage) -> ProposedStep:
    """What is next, by how many of that name stand in the event."""
    penalties = Penalty.objects.filter(
        stage__event=stage.event_id, contestant=contestant, kind=kind.name
    )
    earlier_count = penalties.count()
    text = kind.steps[min(earlier_count, len(kind.steps) - 1)]
    amount = parse_step(text).amount(stage.event.method, _plays_per_board(stage))
    return ProposedStep(kind, contestant, earlier_count, text, amount)


def _plays_per_board(stage: Stage) -> int:
    """How many plays a board of the stage is to have: of boards that differ, the most."""
    plays = (
        Play.objects.filter(board__session__stage=stage).exclude(state=Play.State.VOID).order_by()
    )
    counts = plays.values_list("board_id", "field").annotate(Count("pk"))
    return max((number for _board, _field, number in counts), default=0)
