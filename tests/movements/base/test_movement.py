"""What is common to all movements: refused plans, and one round at a time."""

import pytest

from games.problems import ValidationFailed
from tournaments.movements.base.movement import ALLOWED_BOARDS_PER_ROUND, Movement, PairMovement
from tournaments.movements.base.plan import PlannedTable
from tournaments.movements.base.stage_state import AllRoundsPlayed, PlayedRound, StageState
from tournaments.movements.mitchell import Mitchell


class RepeatingMovement(PairMovement):
    """A faulty construction: the same two contestants play the same boards every round."""

    key = name = source = "rematch"
    contestant_counts = range(2, 3)

    def winner_count(self, contestants):
        return 2

    def full_round_count(self, contestants):
        return 2

    def planned_tables(self, contestants, round_index):
        return [PlannedTable(1, 1, 2, 0)]


def refused_problems(movement: Movement, *size: int) -> list[tuple[str, str | None]]:
    with pytest.raises(ValidationFailed) as refused:
        movement.plan(*size)
    return [(problem.code, problem.field) for problem in refused.value.problems]


def test_all_problems_are_reported_together():
    assert refused_problems(Mitchell(), 200, 0, 0) == [
        ("wrong_size", "contestants"),
        ("too_few_rounds", "rounds"),
        ("wrong_boards", "boards_per_round"),
    ]


def test_more_boards_than_a_long_match_are_refused():
    assert refused_problems(Mitchell(), 14, 7, ALLOWED_BOARDS_PER_ROUND[-1] + 1) == [
        ("wrong_boards", "boards_per_round")
    ]


def test_problem_names_the_remedy():
    (problem,) = Mitchell().problems(14, 8, 2)
    assert problem.message == "Mitchell for 14 has 7 rounds: ask for 7 or fewer, not 8."


def test_faulty_construction_is_refused():
    assert refused_problems(RepeatingMovement(), 2) == [
        ("board_again", None),
        ("board_again", None),
        ("board_again", None),
        ("board_again", None),
        ("opponents_again", None),
    ]


def test_fixed_movement_draws_the_rounds_of_its_plan():
    plan = Mitchell().plan(10, 4, 3)
    played = ()
    while len(played) < 4:
        played += (PlayedRound(Mitchell().next_round(StageState(10, 3, 4, played)).tables),)
    assert tuple(round_.tables for round_ in played) == plan.rounds
    with pytest.raises(AllRoundsPlayed):
        Mitchell().next_round(StageState(10, 3, 4, played))
