"""What an organiser decides about a stage that follows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from games.problems import ValidationFailed
from tournaments.actions.rounds.plan_rows import prefix_section_name
from tournaments.models import Session, Stage
from tournaments.movements.advice.no_proposals import no_movement_problem
from tournaments.movements.advice.proposals import propose_movements
from tournaments.movements.advice.time_budget import TimeBudget
from tournaments.movements.base.movement import Movement
from tournaments.movements.catalogue import get_movement
from tournaments.movements.drawing.finals_selection import PlaceRange
from tournaments.movements.knock_out import KnockOut

MAX_CARRY_OVER_DENOMINATOR = 1000
"""The largest denominator of what is carried over."""


@dataclass(frozen=True)
class FinalPlan:
    """A final to be: its movement, for how many rounds, and who plays in it.

    Without a movement it has the one that is proposed first to so many, of those that rank
    everybody together where any does. `rounds` None are all that its movement has for so many, or
    as many as before; `who` None are the rest.
    """

    movement_key: str
    places: PlaceRange | None
    name: str = ""
    movement_options: Mapping[str, str] = field(default_factory=dict)
    rounds: int | None = None

    @property
    def movement(self) -> Movement:
        """Its movement under its options; raises `UnknownName` or `InvalidOption`."""
        return get_movement(self.movement_key, self.movement_options)


@dataclass(frozen=True)
class NextStagePlan:
    """What an organiser decides about the stage that follows; `boards_per_round` None: as many
    as before."""

    finals: tuple[FinalPlan, ...]
    boards_per_round: int | None = None
    carry_over: Fraction = Fraction(0)
    """The part of what everybody has made so far that counts in it too: 0 to 1."""


def knock_out_plan(stage: Stage, places: int) -> NextStagePlan:
    """A knock-out of the first `places`, and of the best others as far as the bracket has room.

    Of each group, where the stage was played in groups; sections and lines are none.
    It seats as many at a table as the stage before; outside teams a match is one board.
    """
    options = {key: value for key, value in stage.movement_options.items() if key == "seats"}
    groups = int(stage.movement_options.get("groups", 1))
    who = PlaceRange(1, places, each=groups > 1, bracket=True)
    boards = None if stage.event.at_two_tables else 1
    return NextStagePlan((FinalPlan(KnockOut.key, who, movement_options=options),), boards)


def complete_plan(plan: NextStagePlan, before: Stage, numbers: Sequence[int]) -> NextStagePlan:
    """The plan with as many boards as before, and with a movement for each final, where it says
    neither.

    `numbers` says how many go on to each. Raises `ValidationFailed` where no movement takes so
    many.
    """
    last = before.sessions.latest("number")
    boards = plan.boards_per_round or last.boards_per_round
    finals = [
        each
        if each.movement_key
        else _with_the_best(each, last, boards, number, len(plan.finals) > 1)
        for each, number in zip(plan.finals, numbers, strict=True)
    ]
    return replace(plan, finals=tuple(finals), boards_per_round=boards)


def _with_the_best(
    final: FinalPlan, last: Session, boards: int, number: int, apart: bool
) -> FinalPlan:
    event, halves = last.stage.event, last.stage.halves
    budget = TimeBudget.for_game(
        event.game,
        number,
        event.players_each,
        boards_per_round=boards * halves,
        rounds=final.rounds or last.rounds_planned // halves,
    )
    fitting = [
        each
        for each in propose_movements(budget)
        if get_movement(each.movement, each.options).is_fixed or not apart
    ]
    # A final has one winner where it can.
    for best in sorted(fitting, key=lambda each: each.winner_count > 1):
        return replace(
            final, movement_key=best.movement, movement_options=best.options, rounds=best.rounds
        )
    raise ValidationFailed(
        [prefix_section_name(final.name, replace(no_movement_problem(budget), field=None))]
    )
