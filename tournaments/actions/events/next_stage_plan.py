"""Plans of a next stage: its finals, who qualifies for each final, and their movements."""

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


@dataclass(frozen=True)
class FinalPlan:
    """A planned final: its movement and rounds, and the places that qualify for it.

    `places` is None for all contestants who do not qualify for another final. If `movement_key` is
    empty, the best proposed movement is used, preferably one with a single winner. If `rounds` is
    None, the final has all rounds of its `movement_key`, or about as many as the stage before if
    the movement is proposed.
    """

    movement_key: str
    places: PlaceRange | None
    name: str = ""
    movement_options: Mapping[str, str] = field(default_factory=dict)
    rounds: int | None = None

    @property
    def movement(self) -> Movement:
        """The movement with its options; raises `UnknownName` or `InvalidOption`."""
        return get_movement(self.movement_key, self.movement_options)


@dataclass(frozen=True)
class NextStagePlan:
    """The plan of a next stage.

    If `boards_per_round` is None, rounds have as many boards as in the stage before. `carry_over`
    is the fraction of the previous total, from 0 to 1, that counts in the next stage.
    """

    finals: tuple[FinalPlan, ...]
    boards_per_round: int | None = None
    carry_over: Fraction = Fraction(0)


def knock_out_plan(stage: Stage, place_count: int) -> NextStagePlan:
    """Return the plan of a knock-out for which the first `place_count` qualify.

    If the stage has groups, the first `place_count` of each group qualify. The bracket is filled up
    with the best other contestants. Tables have as many seats as in the stage before. A match is
    one board, or as many as before between teams.
    """
    options = {key: value for key, value in stage.movement_options.items() if key == "seats"}
    groups = int(stage.movement_options.get("groups", 1))
    qualifying_places = PlaceRange(1, place_count, each=groups > 1, bracket=True)
    boards = None if stage.event.at_two_tables else 1
    return NextStagePlan(
        (FinalPlan(KnockOut.key, qualifying_places, movement_options=options),), boards
    )


def complete_plan(
    plan: NextStagePlan, previous: Stage, contestant_counts: Sequence[int]
) -> NextStagePlan:
    """Return the plan with boards per round and movements filled in where they are missing.

    `contestant_counts` has the number of qualifiers for each final. Raises `ValidationFailed` if
    there is no movement for such a number.
    """
    last_session = previous.sessions.latest("number")
    boards = plan.boards_per_round or last_session.boards_per_round
    finals = [
        final
        if final.movement_key
        else _with_best_movement(final, last_session, boards, count, len(plan.finals) > 1)
        for final, count in zip(plan.finals, contestant_counts, strict=True)
    ]
    return replace(plan, finals=tuple(finals), boards_per_round=boards)


def _with_best_movement(
    final: FinalPlan,
    last_session: Session,
    board_count: int,
    contestant_count: int,
    has_several_finals: bool,
) -> FinalPlan:
    event, halves = last_session.stage.event, last_session.stage.halves
    budget = TimeBudget.for_game(
        event.game,
        contestant_count,
        event.players_each,
        boards_per_round=board_count * halves,
        rounds=final.rounds or last_session.rounds_planned // halves,
    )
    # Rounds are drawn for a whole stage, so of several finals none can have drawn rounds.
    proposals = [
        proposal
        for proposal in propose_movements(budget)
        if get_movement(proposal.movement, proposal.options).is_fixed or not has_several_finals
    ]
    # The sort is stable: the best proposals with one winner come first.
    for proposal in sorted(proposals, key=lambda proposal: proposal.winner_count > 1):
        return replace(
            final,
            movement_key=proposal.movement,
            movement_options=proposal.options,
            rounds=proposal.rounds,
        )
    raise ValidationFailed(
        [prefix_section_name(final.name, replace(no_movement_problem(budget), field=None))]
    )
