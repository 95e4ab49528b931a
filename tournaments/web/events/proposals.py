"""Proposed movements as radio buttons, for a new event and for a session before its start."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from math import ceil

from django.utils.translation import gettext

from tournaments.movements.advice.proposals import Proposal
from tournaments.queries.rounds.fairness import FairnessSummary, fairness_of_proposal
from tournaments.queries.rounds.meetings import ContestantGrid, meetings_of_plan

# A plan with more contestants times rounds than this has no grid of who meets whom. Eighty pairs in
# twelve rounds are half of it.
MAX_GRID_CELLS = 2_000


@dataclass(frozen=True)
class SharedBoards:
    """The `rounds` in which this many `tables` share a copy of `boards`, those of the first."""

    tables: int
    rounds: Sequence[int]
    boards: Sequence[str]


@dataclass(frozen=True)
class ProposalChoice:
    """A proposed movement as a radio button with this form `value`.

    `beats_more_even` is True for the first proposal if another proposal is more even.
    """

    proposal: Proposal
    value: str
    chosen: bool
    starts_at: datetime | None = None
    beats_more_even: bool = False

    @cached_property
    def meetings(self) -> ContestantGrid | None:
        """Return who would meet whom, None if the grid would be too large."""
        plan = self.proposal.plan
        return (
            meetings_of_plan(plan)
            if plan.contestants * len(plan.rounds) <= MAX_GRID_CELLS
            else None
        )

    @cached_property
    def fairness(self) -> FairnessSummary | None:
        """Return how fair the plan would be, None if its rounds are still to be drawn."""
        return fairness_of_proposal(self.proposal, self.chosen)

    @cached_property
    def sharing(self) -> SharedBoards | None:
        """Return where the most tables share one copy of their boards; None if none do.

        The tables are divided by the copies, and rounded up.
        """
        plan = self.proposal.plan
        tables: dict[tuple[int, tuple[int, ...]], int] = Counter(
            (number, seating.boards) for number, seating in plan.seatings
        )
        most = max(tables.values(), default=1)
        if not self.proposal.copies or most <= plan.copies:
            return None
        places = [place for place, count in tables.items() if count == most]
        rounds = list(dict.fromkeys(number for number, _boards in places))
        boards = [str(board) for board in places[0][1]]
        return SharedBoards(ceil(most / plan.copies), rounds, boards)

    @property
    def ends_at(self) -> datetime | None:
        """Return when play would end, None if the start is unknown."""
        return self.starts_at and self.starts_at + timedelta(minutes=float(self.proposal.minutes))

    @property
    def evenness(self) -> int | None:
        """Return the evenness Qf, rounded; None if there is more than one ranking to compare in."""
        return _rounded_evenness(self.proposal)


@dataclass(frozen=True)
class ProposalChange:
    """A movement that is proposed now, for the same contestants, instead of the `previous` one.

    `previous` is None if the previous one does not fit any more.
    """

    current: ProposalChoice
    previous: ProposalChoice | None

    @property
    def reason(self) -> str:
        """Return the first advantage of the current movement: waiting, evenness, boards, copies."""
        if self.previous is None:
            return gettext("The movement proposed before does not fit any more.")
        current, previous = self.current.proposal, self.previous.proposal
        advantages = (
            (
                bool(previous.waiting_minutes) and not current.waiting_minutes,
                gettext("With %(movement)s, tables would wait for boards that they share."),
            ),
            (
                (self.current.evenness or 0) > (self.previous.evenness or 100),
                gettext("It is fairer than %(movement)s."),
            ),
            (
                _boards_of_contestant(current) > _boards_of_contestant(previous),
                gettext("With %(movement)s, everybody would play fewer boards."),
            ),
            (
                current.copies < previous.copies,
                gettext("%(movement)s would need more copies of each board."),
            ),
        )
        sentences = (sentence for is_better, sentence in advantages if is_better)
        usual = gettext("All in all it fits these numbers better than %(movement)s.")
        return next(sentences, usual) % {"movement": gettext(previous.name)}


def proposal_change(
    choices: Sequence[ProposalChoice], previous_value: object
) -> ProposalChange | None:
    """Return the change if the proposed movement is chosen and `previous_value` is another one."""
    if not choices or not choices[0].chosen or choices[0].value == previous_value:
        return None
    previous = next((choice for choice in choices if choice.value == previous_value), None)
    return ProposalChange(choices[0], previous)


def proposal_choices(
    proposals: Iterable[Proposal], chosen_value: object, starts_at: datetime | None = None
) -> list[ProposalChoice]:
    """Return the proposals as choices; the first one is chosen unless `chosen_value` is valid."""
    by_value = {
        proposal_value(proposal.movement, proposal.options): proposal for proposal in proposals
    }
    first = next(iter(by_value), "")
    chosen = chosen_value if chosen_value in by_value else first
    most_even = max((_rounded_evenness(proposal) or 0 for proposal in by_value.values()), default=0)
    return [
        ProposalChoice(
            proposal,
            value,
            value == chosen,
            starts_at,
            beats_more_even=(
                value == first and (_rounded_evenness(proposal) or most_even) < most_even
            ),
        )
        for value, proposal in by_value.items()
    ]


def _rounded_evenness(proposal: Proposal) -> int | None:
    quality = proposal.quality
    return None if quality is None or proposal.winner_count > 1 else round(quality)


def _boards_of_contestant(proposal: Proposal) -> int:
    """Return how many boards are played by a contestant who sits out no round."""
    return proposal.rounds * proposal.boards_per_round


def proposal_value(movement: str, options: Mapping[str, str]) -> str:
    """Return the form value of a movement with its options."""
    return " ".join([movement, *(f"{key}={value}" for key, value in options.items())])
