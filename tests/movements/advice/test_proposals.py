"""What is proposed for so many contestants in so many minutes."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.catalogue import get_game
from games.problems import Refused
from games.seats import PAIRS, play_order, singles
from tests.examples import one_in
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

LINES = [PAIRS, *(singles(play_order(number, "clockwise")) for number in range(2, 7))]
evenings = st.builds(
    TimeBudget,
    contestants=st.sampled_from((4, 5, 7, 8, 11, 12, 13, 14, 17, 40)),
    minutes=st.sampled_from((90, 150, 201)),
    minutes_per_board=st.sampled_from((Fraction(7), Fraction(19, 2))),
    boards_per_round=st.sampled_from((None, None, 1, 4)),
)
"""Few enough that a plan which is searched for is often known already."""


def first(contestants, minutes=150, **known):
    return propose_movements(TimeBudget(contestants, minutes, **known))[0]


@pytest.mark.parametrize("contestants", [8, 128, 132, 400, 999])
@pytest.mark.parametrize("compares", [True, False])
def test_there_are_no_more_groups_than_there_may_be(contestants, compares):
    for proposal in propose_movements(
        TimeBudget(contestants, players_each=4 if compares else 1, compares=compares)
    ):
        get_movement(proposal.movement, proposal.options)


@pytest.mark.thorough
@given(evenings)
@example(TimeBudget(13))
@one_in(5)
def test_every_proposal_fits_the_time_and_its_figures_are_those_of_a_fair_plan(evening):
    proposals = propose_movements(evening)
    assert proposals
    for proposal in proposals:
        each = proposal.boards_per_round * evening.minutes_per_board + ROUND_CHANGE_MINUTES
        assert proposal.rounds * each <= proposal.minutes <= evening.minutes
        assert_figures(proposal, evening)
        assert_no_round_is_left(proposal, evening)


def assert_figures(proposal, evening):
    movement, plan = get_movement(proposal.movement, proposal.options), proposal.plan
    assert plan == movement.plan(evening.contestants, proposal.rounds, proposal.boards_per_round)
    assert (proposal.tables, proposal.copies) == (plan.table_count, plan.copies)
    assert proposal.winner_count == movement.winner_count(evening.contestants)
    assert bool(proposal.sit_out_note) == bool(proposal.sit_outs_per_round)
    if not movement.is_fixed:
        return
    assert_plan_is_fair(plan)
    assert (len(plan.rounds), plan.board_count) == (proposal.rounds, proposal.boards)
    assert {len(seating.boards) for _, seating in plan.seatings} == {proposal.boards_per_round}
    assert {len(resting) for resting in plan.sit_outs} == {proposal.sit_outs_per_round}
    rested = [sum(one in resting for resting in plan.sit_outs) for one in range(1, 41)]
    assert (proposal.quality, proposal.max_sit_outs) == (quality_factor(plan), max(rested))


def assert_no_round_is_left(proposal, evening):
    movement = get_movement(proposal.movement, proposal.options)
    longer = duration_minutes(
        proposal.rounds + 1, proposal.boards_per_round, evening.minutes_per_board
    )
    whole = proposal.rounds == movement.full_rounds(evening.contestants)
    assert whole or longer > evening.minutes or _refuses(movement, evening, proposal)


def _refuses(movement, evening, proposal):
    try:
        movement.plan(evening.contestants, proposal.rounds + 1, proposal.boards_per_round)
    except Refused:
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
def test_an_evening_of_pairs_is_mostly_played_with_few_rests(contestants):
    best = first(contestants)
    assert best.copies == 1
    assert best.boards_per_round in (2, 3, 4)
    assert best.sit_outs_per_round <= contestants % 2
    assert best.max_sit_outs <= 1
    assert 12 <= best.rounds * best.boards_per_round <= 20


@pytest.mark.daily(1)
@pytest.mark.parametrize("contestants", [8, 12, 16])
def test_where_play_mixes_the_cards_every_table_has_a_copy_of_its_own(contestants):
    game = get_game("tantony", {"legs": "1"})
    proposed = propose_movements(TimeBudget.for_game(game, contestants, 2, minutes=150))
    assert proposed[0].copies == proposed[0].tables
    assert proposed[0].remake_minutes == 0
    kept = propose_movements(
        replace(TimeBudget.for_game(game, contestants, 2, minutes=150), keeps_hands=True)
    )
    assert kept[0].copies < kept[0].tables


@pytest.mark.parametrize("boards", [1, 2])
def test_a_board_that_is_made_up_again_takes_its_minutes(boards):
    game = get_game("tantony", {"legs": "1"})
    budget = TimeBudget.for_game(game, 8, 2, minutes=200, boards_per_round=boards, rounds=4)
    howell = next(each for each in propose_movements(budget) if each.movement == "howell")
    kept = next(
        each
        for each in propose_movements(replace(budget, keeps_hands=True))
        if each.movement == "howell"
    )
    assert (howell.remake_minutes, kept.remake_minutes) == (REMAKE_MINUTES, 0)
    assert howell.minutes - kept.minutes == 4 * boards * REMAKE_MINUTES
    for each in propose_movements(budget):
        assert each.remake_minutes == (each.copies < each.tables) * REMAKE_MINUTES


@pytest.mark.parametrize(("boards", "copies"), [(1, 2), (2, 1)])
def test_one_board_for_two_tables_at_once_is_not_proposed_with_one_copy(boards, copies):
    game = get_game("tantony", {"legs": "1"})
    budget = TimeBudget.for_game(
        game, 4, 2, minutes=240, boards_per_round=boards, minutes_per_board=Fraction(30)
    )
    howell = next(each for each in propose_movements(budget) if each.movement == "howell")
    assert howell.copies == copies
    assert howell.remake_minutes == (copies == 1) * REMAKE_MINUTES


@pytest.mark.parametrize(
    ("key", "number", "each", "words"),
    [
        ("donguri", 5, 1, "5 players do not fill two tables"),
        ("botifarra", 3, 2, "enter at least 4 pairs"),
        ("donguri", 1000, 1, "No movement takes 1000 players: divide them"),
    ],
)
def test_why_nothing_is_proposed_says_what_is_the_case(key, number, each, words):
    assert words in no_movement_problem(TimeBudget.for_game(get_game(key), number, each)).message


def test_thirteen_pairs_and_one_more_at_the_last_moment():
    before, after = first(13), first(14)
    assert (before.sit_outs_per_round, after.sit_outs_per_round) == (1, 0)
    assert before.sit_out_note
    assert abs(before.minutes - after.minutes) <= 30
    assert before.movement == after.movement


def test_a_small_room_has_one_winner_where_all_can_meet():
    for contestants, minutes in [(4, 150), (7, 150), (8, 150), (8, 200), (12, 300)]:
        best = first(contestants, minutes)
        assert (best.winner_count, best.quality) == (1, 100)
        assert str(best.reason).startswith("Everybody meets everybody")


@pytest.mark.parametrize("contestants", [4, 5, 6])
def test_a_movement_that_changes_sides_is_proposed_where_it_has_one_winner(contestants):
    """At two tables nobody would change, and its reason would speak of one winner all the same."""
    proposed = propose_movements(TimeBudget(contestants, 60))
    for each in proposed:
        assert each.winner_count == 1 or each.options.get("switch") != "best"
        assert ("one winner" in each.reason.template.lower()) <= (each.winner_count == 1)


def test_two_winners_are_worth_less_than_one_as_even():
    howell, mitchell = (
        next(
            each
            for each in propose_movements(TimeBudget(8))
            if (each.movement, each.winner_count) == what
        )
        for what in (("howell", 1), ("mitchell", 2))
    )
    assert howell.quality == 100 > mitchell.quality
    assert howell.merit > mitchell.merit


@pytest.mark.thorough
def test_more_time_is_used():
    evenings = [first(16, minutes) for minutes in (60, 120, 180, 240)]
    played = [best.rounds * best.boards_per_round for best in evenings]
    assert played == sorted(set(played))


def test_the_best_comes_first():
    merits = [proposal.merit for proposal in propose_movements(TimeBudget(14))]
    assert merits == sorted(merits, reverse=True)
    assert len(merits) >= 4


@pytest.mark.thorough
def test_what_the_organiser_says_is_kept_though_it_takes_too_long():
    best = first(14, 60, boards_per_round=5, rounds=6)
    assert (best.boards_per_round, best.rounds, best.minutes) == (5, 6, 228)
    assert "228 of 60 minutes" in str(best.reason)
    few = first(14, 100, rounds=3)
    assert (few.rounds, few.boards_per_round) == (3, 4)
    assert first(14, 20, rounds=6).boards_per_round == 1
    assert first(8, rounds=40).rounds <= 14


@pytest.mark.parametrize("said", [{}, {"rounds": 2}])
@pytest.mark.parametrize("contestants", [0, 1, 2, -3])
def test_nothing_is_proposed_to_a_number_no_movement_takes(contestants, said):
    assert propose_movements(TimeBudget(contestants, **said)) == []


def test_everything_wrong_is_said_at_once():
    with pytest.raises(Refused) as refused:
        propose_movements(TimeBudget(8, 0, Fraction(0), boards_per_round=0, rounds=0))
    assert [problem.field for problem in refused.value.problems] == [
        "minutes",
        "minutes_per_board",
        "rounds",
        "boards_per_round",
    ]


def test_too_little_time_for_one_round_is_said():
    with pytest.raises(Refused) as refused:
        propose_movements(TimeBudget(8, 20, boards_per_round=3))
    assert [problem.message for problem in refused.value.problems] == [
        "One round takes 24 minutes: allow more than 20 minutes, or play fewer boards."
    ]


@pytest.mark.parametrize("lines", LINES)
def test_individuals_are_proposed_movements_for_their_game(lines):
    for proposal in propose_movements(TimeBudget(24, lines=lines, players_each=1)):
        movement = get_movement(proposal.movement, proposal.options)
        assert (movement.lines, movement.players_each) == (lines, 1)
    assert propose_movements(TimeBudget(24, lines=lines, players_each=1))
    assert propose_movements(TimeBudget(1, lines=lines, players_each=1)) == []


def test_every_sentence_takes_the_figures():
    said = dict.fromkeys(("minutes", "time", "rounds", "full"), 7)
    for choice in (
        *PAIR_CANDIDATES,
        *candidate_movements(TimeBudget(24, players_each=1)),
        *match_candidates(24),
    ):
        assert (choice.reason_full % said).endswith(".")
        assert (choice.reason_reduced % said).endswith(".")
        assert choice.sit_out_note.endswith(".")


def matches(contestants, minutes):
    return propose_movements(
        TimeBudget.for_game(get_game("match"), contestants, 2, minutes=minutes)
    )[0]


def test_matches_are_a_round_robin_where_all_fit_and_else_a_swiss():
    assert [matches(6, 300).movement, matches(20, 300).movement] == ["round_robin", "swiss"]
    assert matches(6, 300).quality is None
    assert matches(20, 300).rounds * (45 + ROUND_CHANGE_MINUTES) == matches(20, 300).minutes


@pytest.mark.thorough
def test_where_the_room_is_compared_a_fixed_plan_comes_before_a_drawn_one():
    for contestants in (5, 6, 8, 13, 40):
        fixed = [
            get_movement(each.movement, each.options).is_fixed
            for each in propose_movements(TimeBudget(contestants))
        ]
        assert fixed[0]
        assert False in fixed


def test_a_drawn_plan_is_checked_as_far_as_it_goes():
    swiss = next(each for each in propose_movements(TimeBudget(13)) if each.movement == "swiss")
    assert str(swiss.check_summary).startswith("Checked: the first round;")
    assert (swiss.sit_outs_per_round, swiss.max_sit_outs, swiss.quality) == (1, 1, None)
    assert swiss.boards == swiss.rounds * swiss.boards_per_round
