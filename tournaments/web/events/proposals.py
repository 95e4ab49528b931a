"""Proposed movements as radio buttons, on the form of a new event and where one is chosen anew."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from tournaments.movements.advice.proposals import Proposal
from tournaments.queries.rounds.fairness import FairnessSummary, fairness_of_proposal
from tournaments.queries.rounds.meetings import PairGrid, meetings_of_plan

MAX_GRID_CELLS = 2_000
"""So many squares a proposal pictures at most: twelve rounds of eighty pairs are half of them."""


@dataclass(frozen=True)
class ProposalChoice:
    """A proposed movement as a radio button."""

    proposal: Proposal
    value: str
    chosen: bool
    starts_at: datetime | None = None
    beats_more_even: bool = False
    """Whether it is proposed before one that is more even."""

    @cached_property
    def meetings(self) -> PairGrid | None:
        """Who would meet whom; None where it is too large a picture for one of several
        proposals."""
        plan = self.proposal.plan
        return (
            meetings_of_plan(plan)
            if plan.contestants * len(plan.rounds) <= MAX_GRID_CELLS
            else None
        )

    @cached_property
    def fairness(self) -> FairnessSummary | None:
        """How fair it would be; None where its rounds are still to be drawn."""
        return fairness_of_proposal(self.proposal, self.chosen)

    @property
    def ends_at(self) -> datetime | None:
        """When play would be over; None while nobody knows when it begins."""
        return self.starts_at and self.starts_at + timedelta(minutes=float(self.proposal.minutes))

    @property
    def evenness(self) -> int | None:
        """Qf as a whole number; None where it says nothing: it weighs one ranking of everybody."""
        return _evenness(self.proposal)


def proposal_choices(
    proposals: Iterable[Proposal], typed: object, starts_at: datetime | None = None
) -> list[ProposalChoice]:
    """The proposals with the `typed` one chosen, and unless it is one of them the first."""
    by_value = {proposal_value(each.movement, each.options): each for each in proposals}
    first = next(iter(by_value), "")
    chosen = typed if typed in by_value else first
    most_even = max((_evenness(each) or 0 for each in by_value.values()), default=0)
    return [
        ProposalChoice(
            each,
            value,
            value == chosen,
            starts_at,
            beats_more_even=value == first and (_evenness(each) or most_even) < most_even,
        )
        for value, each in by_value.items()
    ]


def _evenness(proposal: Proposal) -> int | None:
    quality = proposal.quality
    return None if quality is None or proposal.winner_count > 1 else round(quality)


def proposal_value(movement: str, options: Mapping[str, str]) -> str:
    """A movement under its options as a form sends it."""
    return " ".join([movement, *(f"{key}={value}" for key, value in options.items())])
