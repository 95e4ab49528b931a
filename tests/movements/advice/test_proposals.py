"""Proposals of movements for a number of contestants and minutes."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.catalogue import get_game
from games.problems import ValidationFailed
from games.seats import PAIR_LINES, play_order, single_seat_lines
from tests.hypothesis_examples import one_in
from tests.movements.plan_assertions import assert_plan_is_fair
from tournaments.movements.advice.candidate_movements import candidate_movements
from tournaments.movements.advice.match_candidates import match_candidates
from tournaments.movements.advice.no_proposals import no_movement_problem
from tournaments.movements.advice.pair_candidates import PAIR_CANDIDATES
from tournaments.movements.advice.proposals import propose_movements
from tournaments.movements.advice.time_budget import (
    REMAKE_MINUTES,
    ROUND_CHANGE_MINUTES,
    TimeBudget,
    duration_minutes,
)
from tournaments.movements.catalogue import get_movement
from tournaments.movements.fairness.quality import quality_factor

LINES = [
    PAIR_LINES,
    *(single_seat_lines(play_order(number, "clockwise")) for number in range(2, 7)),
]
# Few distinct budgets, so that plans that need a search are often cached.
budgets = st.builds(
    TimeBudget,
    contestants=st.sampled_from((4, 5, 7, 8, 11, 12, 13, 14, 17, 40)),
    minutes=st.sampled_from((90, 150, 201)),
    minutes_per_board=st.sampled_from((Fraction(7), Fraction(19, 2))),
    boards_per_round=st.sampled_from((None, None, 1, 4)),
)


def best_proposal(contestants, minutes=150, **attributes):
    return propose_movements(TimeBudget(contestants, minutes, **attributes))[0]


@pytest.mark.parametrize("contestants", [8, 128, 132, 400, 999])
@pytest.mark.parametrize("compares_tables", [True, False])
def test_proposed_group_count_is_always_allowed(contestants, compares_tables):
    for proposal in propose_movements(
        TimeBudget(
            contestants, players_each=4 if compares_tables else 1, compares_tables=compares_tables
        )
    ):
        get_movement(proposal.movement, proposal.options)


@pytest.mark.thorough
@given(budgets)
@example(TimeBudget(13))
@one_in(5)
def test_every_proposal_fits_the_time_and_has_the_figures_of_a_fair_plan(budget):
    proposals = propose_movements(budget)
    assert proposals
    for proposal in proposals:
        minutes_per_round = (
            proposal.boards_per_round * budget.minutes_per_board + ROUND_CHANGE_MINUTES
        )
        assert proposal.rounds * minutes_per_round <= proposal.minutes <= budget.minutes
        assert_figures(proposal, budget)
        assert_no_more_rounds_fit(proposal, budget)


def assert_figures(proposal, budget):
    movement, plan = get_movement(proposal.movement, proposal.options), proposal.plan
    assert plan == movement.plan(budget.contestants, proposal.rounds, proposal.boards_per_round)
    assert (proposal.tables, proposal.copies) == (plan.table_count, plan.copies)
    assert proposal.winner_count == movement.winner_count(budget.contestants)
    assert bool(proposal.sit_out_note) == bool(proposal.sit_outs_per_round)
    if not movement.is_fixed:
        return
    assert_plan_is_fair(plan)
    assert (len(plan.rounds), plan.board_count) == (proposal.rounds, proposal.boards)
    assert {len(seating.boards) for _, seating in plan.seatings} == {proposal.boards_per_round}
    assert {len(sitting_out) for sitting_out in plan.sit_outs} == {proposal.sit_outs_per_round}
    sit_out_counts = [
        sum(contestant in sitting_out for sitting_out in plan.sit_outs)
        for contestant in range(1, 41)
    ]
    assert (proposal.quality, proposal.max_sit_outs) == (quality_factor(plan), max(sit_out_counts))


def assert_no_more_rounds_fit(proposal, budget):
    movement = get_movement(proposal.movement, proposal.options)
    longer_minutes = duration_minutes(
        proposal.rounds + 1, proposal.boards_per_round, budget.minutes_per_board
    )
    is_full = proposal.rounds == movement.full_round_count(budget.contestants)
    assert is_full or longer_minutes > budget.minutes or is_refused(movement, budget, proposal)


def is_refused(movement, budget, proposal):
    try:
        movement.plan(budget.contestants, proposal.rounds + 1, proposal.boards_per_round)
    except ValidationFailed:
        return True
    return False


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    "contestants",
    [
        8,
        13,
        16,
        *(
            pytest.param(number, marks=pytest.mark.thorough)
            for number in range(9, 21)
            if number not in (13, 16)
        ),
    ],
)
def test_best_proposal_for_pairs_has_few_sit_outs(contestants):
    best = best_proposal(contestants)
    assert best.copies == 1
    assert best.boards_per_round in (2, 3, 4)
    assert best.sit_outs_per_round <= contestants % 2
    assert best.max_sit_outs <= 1
    assert 12 <= best.rounds * best.boards_per_round <= 20


@pytest.mark.daily(1)
@pytest.mark.parametrize("contestants", [8, 12, 16])
def test_game_that_mixes_the_cards_gets_a_copy_for_every_table(contestants):
    game = get_game("tantony", {"legs": "1"})
    proposals = propose_movements(TimeBudget.for_game(game, contestants, 2, minutes=150))
    assert proposals[0].copies == proposals[0].tables
    assert proposals[0].remake_minutes == 0
    proposals_without_mixing = propose_movements(
        replace(TimeBudget.for_game(game, contestants, 2, minutes=150), keeps_hands=True)
    )
    assert proposals_without_mixing[0].copies < proposals_without_mixing[0].tables


@pytest.mark.parametrize("boards", [1, 2])
def test_remaking_boards_adds_its_minutes(boards):
    game = get_game("tantony", {"legs": "1"})
    budget = TimeBudget.for_game(game, 8, 2, minutes=200, boards_per_round=boards, rounds=4)
    howell = next(
        proposal for proposal in propose_movements(budget) if proposal.movement == "howell"
    )
    howell_without_mixing = next(
        proposal
        for proposal in propose_movements(replace(budget, keeps_hands=True))
        if proposal.movement == "howell"
    )
    assert (howell.remake_minutes, howell_without_mixing.remake_minutes) == (REMAKE_MINUTES, 0)
    assert howell.minutes - howell_without_mixing.minutes == 4 * boards * REMAKE_MINUTES
    for proposal in propose_movements(budget):
        assert proposal.remake_minutes == (proposal.copies < proposal.tables) * REMAKE_MINUTES


@pytest.mark.parametrize(("boards", "copies"), [(1, 2), (2, 1)])
def test_single_board_shared_by_two_tables_needs_two_copies(boards, copies):
    game = get_game("tantony", {"legs": "1"})
    budget = TimeBudget.for_game(
        game, 4, 2, minutes=240, boards_per_round=boards, minutes_per_board=Fraction(30)
    )
    howell = next(
        proposal for proposal in propose_movements(budget) if proposal.movement == "howell"
    )
    assert howell.copies == copies
    assert howell.remake_minutes == (copies == 1) * REMAKE_MINUTES


def test_time_includes_the_board_for_which_three_tables_wait():
    """Three tables of six pairs have the same two boards in the last of five rounds."""
    proposals = {
        proposal.movement: proposal
        for proposal in propose_movements(TimeBudget(6, 150, boards_per_round=2))
        if proposal.rounds == 5
    }
    howell, barometer = proposals["howell"], proposals["barometer"]
    assert (howell.minutes, howell.waiting_minutes) == (92, 7)
    assert (barometer.minutes, barometer.waiting_minutes) == (85, 0)


@pytest.mark.parametrize(("boards", "first"), [(2, "barometer"), (3, "howell")])
def test_movement_without_waiting_comes_first_if_it_is_as_even(boards, first):
    assert best_proposal(6, boards_per_round=boards).movement == first


@pytest.mark.parametrize(("minutes", "rounds"), [(91, 4), (92, 5)])
def test_movement_in_which_tables_wait_is_shortened_to_fit(minutes, rounds):
    howell = next(
        proposal
        for proposal in propose_movements(TimeBudget(6, minutes, boards_per_round=2))
        if proposal.movement == "howell"
    )
    assert (howell.rounds, bool(howell.waiting_minutes)) == (rounds, rounds == 5)


@pytest.mark.parametrize(
    ("key", "number", "players_each", "words"),
    [
        ("donguri", 5, 1, "5 players do not fill two tables"),
        ("botifarra", 3, 2, "enter at least 4 pairs"),
        ("donguri", 1000, 1, "No movement takes 1000 players: divide them"),
    ],
)
def test_problem_without_proposals_names_the_cause(key, number, players_each, words):
    assert (
        words
        in no_movement_problem(TimeBudget.for_game(get_game(key), number, players_each)).message
    )


def test_fourteenth_pair_changes_neither_movement_nor_time_much():
    without_the_newcomer, with_the_newcomer = best_proposal(13), best_proposal(14)
    assert (without_the_newcomer.sit_outs_per_round, with_the_newcomer.sit_outs_per_round) == (1, 0)
    assert without_the_newcomer.sit_out_note
    assert abs(without_the_newcomer.minutes - with_the_newcomer.minutes) <= 30
    assert without_the_newcomer.movement == with_the_newcomer.movement


def test_small_field_gets_one_winner_if_all_can_meet():
    for contestants, minutes in [(4, 150), (7, 150), (8, 150), (8, 200), (12, 300)]:
        best = best_proposal(contestants, minutes)
        assert (best.winner_count, best.quality) == (1, 100)
        assert str(best.reason).startswith("Everybody meets everybody")


@pytest.mark.parametrize("contestants", [4, 5, 6])
def test_arrow_switch_is_proposed_only_with_one_winner(contestants):
    """With two tables nobody changes line, so the reason would promise one winner wrongly."""
    proposals = propose_movements(TimeBudget(contestants, 60))
    for proposal in proposals:
        assert proposal.winner_count == 1 or proposal.options.get("switch") != "best"
        assert ("one winner" in proposal.reason.template.lower()) <= (proposal.winner_count == 1)


def test_two_winners_have_less_merit_than_one():
    howell, mitchell = (
        next(
            proposal
            for proposal in propose_movements(TimeBudget(8))
            if (proposal.movement, proposal.winner_count) == expected
        )
        for expected in (("howell", 1), ("mitchell", 2))
    )
    assert howell.quality == 100 > mitchell.quality
    assert howell.merit > mitchell.merit


@pytest.mark.thorough
def test_more_time_gives_more_boards():
    proposals = [best_proposal(16, minutes) for minutes in (60, 120, 180, 240)]
    board_counts = [best.rounds * best.boards_per_round for best in proposals]
    assert board_counts == sorted(set(board_counts))


def test_proposals_are_sorted_by_merit():
    merits = [proposal.merit for proposal in propose_movements(TimeBudget(14))]
    assert merits == sorted(merits, reverse=True)
    assert len(merits) >= 4


@pytest.mark.thorough
def test_given_rounds_and_boards_are_used_even_if_time_is_short():
    best = best_proposal(14, 60, boards_per_round=5, rounds=6)
    assert (best.boards_per_round, best.rounds, best.minutes) == (5, 6, 228)
    assert "228 of 60 minutes" in str(best.reason)
    without_boards = best_proposal(14, 100, rounds=3)
    assert (without_boards.rounds, without_boards.boards_per_round) == (3, 4)
    assert best_proposal(14, 20, rounds=6).boards_per_round == 1
    assert best_proposal(8, rounds=40).rounds <= 14


@pytest.mark.parametrize("chosen", [{}, {"rounds": 2}])
@pytest.mark.parametrize("contestants", [0, 1, 2, -3])
def test_too_few_contestants_get_no_proposals(contestants, chosen):
    assert propose_movements(TimeBudget(contestants, **chosen)) == []


def test_all_problems_are_reported_together():
    with pytest.raises(ValidationFailed) as refused:
        propose_movements(TimeBudget(8, 0, Fraction(0), boards_per_round=0, rounds=0))
    assert [problem.field for problem in refused.value.problems] == [
        "minutes",
        "minutes_per_board",
        "rounds",
        "boards_per_round",
    ]


def test_too_little_time_for_one_round_is_reported():
    with pytest.raises(ValidationFailed) as refused:
        propose_movements(TimeBudget(8, 20, boards_per_round=3))
    assert [problem.message for problem in refused.value.problems] == [
        "One round takes 24 minutes: allow more than 20 minutes, or play fewer boards."
    ]


@pytest.mark.parametrize("lines", LINES)
def test_individuals_get_movements_with_the_lines_of_their_game(lines):
    for proposal in propose_movements(TimeBudget(24, lines=lines, players_each=1)):
        movement = get_movement(proposal.movement, proposal.options)
        assert (movement.lines, movement.players_each) == (lines, 1)
    assert propose_movements(TimeBudget(24, lines=lines, players_each=1))
    assert propose_movements(TimeBudget(1, lines=lines, players_each=1)) == []


def test_every_reason_accepts_the_figures():
    params = dict.fromkeys(("rounds", "full"), 7)
    for candidate in (
        *PAIR_CANDIDATES,
        *candidate_movements(TimeBudget(24, players_each=1)),
        *match_candidates(24),
    ):
        assert (candidate.reason_full % params).endswith(".")
        assert (candidate.reason_reduced % params).endswith(".")
        assert candidate.sit_out_note.endswith(".")


def best_match_proposal(contestants, minutes):
    return propose_movements(
        TimeBudget.for_game(get_game("match"), contestants, 2, minutes=minutes)
    )[0]


def test_matches_get_a_round_robin_if_it_fits_and_otherwise_a_swiss():
    assert [best_match_proposal(6, 300).movement, best_match_proposal(20, 300).movement] == [
        "round_robin",
        "swiss",
    ]
    assert best_match_proposal(6, 300).quality is None
    assert (
        best_match_proposal(20, 300).rounds * (45 + ROUND_CHANGE_MINUTES)
        == best_match_proposal(20, 300).minutes
    )


@pytest.mark.thorough
def test_fixed_plan_is_preferred_to_a_drawn_one_if_tables_are_compared():
    for contestants in (5, 6, 8, 13, 40):
        are_fixed = [
            get_movement(proposal.movement, proposal.options).is_fixed
            for proposal in propose_movements(TimeBudget(contestants))
        ]
        assert are_fixed[0]
        assert False in are_fixed


def test_check_summary_of_a_swiss_speaks_of_the_first_round():
    swiss = next(
        proposal for proposal in propose_movements(TimeBudget(13)) if proposal.movement == "swiss"
    )
    assert str(swiss.check_summary).startswith("Checked: the first round;")
    assert (swiss.sit_outs_per_round, swiss.max_sit_outs, swiss.quality) == (1, 1, None)
    assert swiss.boards == swiss.rounds * swiss.boards_per_round
