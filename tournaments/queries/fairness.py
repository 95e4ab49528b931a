"""How fair a plan is, in the figures that a page puts into words, and as a picture of who is compared."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from games.text import Words
from games.text import gettext_noop as _
from tournaments.models import Stage
from tournaments.movements import checks
from tournaments.movements.advice import Proposal, checked
from tournaments.movements.catalogue import get_movement
from tournaments.movements.fairness import Fairness, fairness, rankings_of_plan, within
from tournaments.movements.plan import Plan
from tournaments.movements.quality import Comparisons, comparisons, evenness, has_comparisons
from tournaments.queries.crossings import CELL, Crossings, crossings
from tournaments.queries.meetings import meetings_of_plan
from tournaments.queries.planned import plan_in_rows

MOST_PICTURED = 40
"""Contestants up to whom there is a picture of their comparisons: its squares are as many as their square."""

FEW_PICTURED = 16
"""The same for proposals that are not chosen, of which a page has several."""

_LISTED = 4
"""Different values that are told one by one; of more, the least, the most and the most frequent."""

_TONES = 5

_CHANGED = {
    "board_again": _("Somebody has a board twice."),
    "opponents_again": _("Somebody meets an opponent more often than planned."),
    "rests_uneven": _("Somebody rests more often than others, by more than one round."),
}
"""What is said when the plan no longer passes a check that matters to contestants."""


class Times(NamedTuple):
    """How many `pairs` of contestants have this `value`."""

    value: int
    pairs: int

    @property
    def text(self) -> str:
        """The value with a true minus sign."""
        return str(self.value).replace("-", "−")


@dataclass(frozen=True)
class Counts:
    """A histogram over pairs of contestants, by value; at least one of them."""

    all: tuple[Times, ...]

    @property
    def are_few(self) -> bool:
        """Whether they are told one by one."""
        return len(self.all) <= _LISTED

    @property
    def least(self) -> Times:
        """The lowest value."""
        return self.all[0]

    @property
    def most(self) -> Times:
        """The highest value."""
        return self.all[-1]

    @property
    def usual(self) -> Times:
        """The most frequent value, of equally frequent ones the lowest."""
        return max(self.all, key=lambda each: each.pairs)


@dataclass(frozen=True)
class Ranked:
    """How evenly those of one ranking are compared; `line` is `all`, or the line that is ranked apart.

    `evenness` is Qf in whole percent, `absent` what is left of it when `missed` stays away, None where that
    is not worked out. `least` are the contestants compared least evenly, the worst first; nobody where all
    are alike.
    """

    line: str
    evenness: int
    absent: int | None
    missed: int | None
    least: tuple[int, ...]
    comparisons: Counts


@dataclass(frozen=True)
class FairnessShown:
    """What can be said of a plan. Contestants are numbers of the event.

    Each contestant plays from `least_boards` to `most_boards` and rests from `least_rests` to `most_rests`
    rounds. There are no `rankings` and no `picture` where tables are not compared, or where they cannot be:
    of individuals `deviation` speaks. `changed` says what is no longer as planned.
    """

    meetings: Counts
    least_boards: int
    most_boards: int
    least_rests: int
    most_rests: int
    rankings: tuple[Ranked, ...]
    picture: Crossings | None
    deviation: Words | None = None
    checked: Words | None = None
    changed: tuple[str, ...] = ()


@dataclass(frozen=True)
class Report:
    """The report of a stage's plan as it is now; `drawn` where only what was begun can be told."""

    movement: str
    rounds: int
    drawn: bool
    meetings: Crossings
    fairness: FairnessShown


def fairness_of_proposal(proposal: Proposal, chosen: bool) -> FairnessShown | None:
    """How fair a proposed plan is; None where its rounds are still to be drawn."""
    movement = get_movement(proposal.movement, proposal.options)
    if not movement.fixed:
        return None
    plan = proposal.plan
    pictured = MOST_PICTURED if chosen else FEW_PICTURED
    shown = _Figures(plan, range(1, plan.contestants + 1), proposal.quality is not None)
    return shown.all(pictured, movement.deviation(plan))


def report_of(stage: Stage) -> Report | None:
    """How fair the plan of a stage is by now; None where nothing is planned yet."""
    planned, movement = plan_in_rows(stage), stage.movement
    plan = planned.plan
    if plan.contestants < 2:
        return None
    drawn = movement is not None and not movement.fixed
    figures = _Figures(plan, planned.numbers, stage.event.method.compares and not drawn)
    changed = () if drawn else tuple(_changed(plan))
    return Report(
        movement=movement.name if movement else "",
        rounds=len(plan.rounds),
        drawn=drawn,
        meetings=meetings_of_plan(plan).numbered(planned.numbers),
        fairness=figures.all(
            MOST_PICTURED,
            None if movement is None or drawn else movement.deviation(plan),
            None if changed or drawn else checked(plan, fixed=True),
            changed,
        ),
    )


class _Figures:
    """The figures of one plan; `numbers` are the event's numbers of its contestants."""

    def __init__(self, plan: Plan, numbers: Iterable[int], compares: bool) -> None:
        self._plan, self._numbers = plan, tuple(numbers)
        apart = rankings_of_plan(plan) if compares and has_comparisons(plan) else {}
        self._fair = {line: fairness(plan, who) for line, who in apart.items()}
        compared = comparisons(plan) if apart else {}
        self._compared = {line: within(compared, who) for line, who in apart.items()}

    def all(
        self,
        pictured: int,
        deviation: Words | None,
        checked: Words | None = None,
        changed: tuple[str, ...] = (),
    ) -> FairnessShown:
        """Everything, with a picture for at most so many contestants."""
        boards, rests = _boards_each(self._plan), _rests_each(self._plan)
        return FairnessShown(
            meetings=_counts(fairness(self._plan, ()).meetings),
            least_boards=min(boards),
            most_boards=max(boards),
            least_rests=min(rests),
            most_rests=max(rests),
            rankings=tuple(self._ranked(line) for line in self._fair),
            picture=self._picture() if self._plan.contestants <= pictured else None,
            deviation=deviation,
            checked=checked,
            changed=changed,
        )
