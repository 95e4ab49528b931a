"""Matches of teams: expanded to two tables and one or two halves, and converted back."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.text import Text
from tests.movements.base.test_plan_checks import FAULTY
from tournaments.movements.base.plan import TableSeating
from tournaments.movements.base.plan_checks import plan_problems
from tournaments.movements.base.stage_state import Draw, PlayedRound, StageState
from tournaments.movements.base.team_matches import (
    ALLOWED_HALVES,
    as_match_rounds,
    half_number,
    match_number,
    match_round_number,
    matches_in,
    rounds_of_match_round,
    tables_of_match,
    team_draws,
    team_plan,
    unmatched_tables,
)
from tournaments.movements.knock_out import KnockOut
from tournaments.movements.round_robin import RoundRobin
from tournaments.movements.swiss import Swiss


def pairs_at(table, ns, ew, *boards):
    return TableSeating(table, {"ns": (ns,), "ew": (ew,)}, boards)


DRAW = Draw(
    (pairs_at(1, 3, 5, 1, 2), pairs_at(2, 4, 1, 1, 2)),
    {1: Text("Both have a total of 3."), 2: Text("Drawn at random.")},
    {2: Text("Lowest of those who have not rested yet.")},
)
ROUND = team_draws(DRAW)[0].tables


def problem_codes(faulty):
    return {problem.code for problem in plan_problems(faulty)}


def with_tables(round_, **tables):
    """Return the round with other tables, given as t1, t2 …; None removes a table."""
    seatings = (tables.get(f"t{seating.table}", seating) for seating in round_)
    return tuple(seating for seating in seatings if seating)


def test_match_two_is_played_at_tables_three_and_four():
    assert [tables_of_match(match) for match in (1, 2, 3)] == [(1, 2), (3, 4), (5, 6)]
    assert [match_number(table) for table in range(1, 7)] == [1, 1, 2, 2, 3, 3]


@pytest.mark.parametrize(
    ("halves", "half", "match_round"),
    [(1, [1, 1, 1, 1], [1, 2, 3, 4]), (2, [1, 2, 1, 2], [1, 1, 2, 2])],
)
def test_round_is_a_half_of_its_match_round(halves, half, match_round):
    assert [half_number(number, halves) for number in range(1, 5)] == half
    assert [match_round_number(number, halves) for number in range(1, 5)] == match_round
    assert all(
        number in rounds_of_match_round(match_round_number(number, halves), halves)
        for number in range(1, 5)
    )


def test_teams_exchange_lines_and_both_tables_have_the_boards_and_the_reason():
    (match_draw,) = team_draws(DRAW)
    assert match_draw.tables == (
        pairs_at(1, 3, 5, 1, 2),
        pairs_at(2, 5, 3, 1, 2),
        pairs_at(3, 4, 1, 1, 2),
        pairs_at(4, 1, 4, 1, 2),
    )
    assert [str(match_draw.reasons[table]) for table in (1, 2, 3, 4)] == [
        "Both have a total of 3."
    ] * 2 + ["Drawn at random."] * 2
    assert match_draw.sit_outs == DRAW.sit_outs


def test_each_half_has_its_part_of_the_boards():
    halves = team_draws(DRAW, 2)
    assert [{seating.boards for seating in half.tables} for half in halves] == [{(1,)}, {(2,)}]
    assert all(
        half.reasons == halves[0].reasons and half.sit_outs == DRAW.sit_outs for half in halves
    )


def test_odd_number_of_boards_cannot_be_halved():
    with pytest.raises(ValueError, match="3 boards make no 2 equal halves"):
        team_draws(Draw((pairs_at(1, 1, 2, 1, 2, 3),)), 2)


def test_matches_are_recovered_from_a_round():
    first_match, second_match = matches_in(ROUND)
    assert (first_match.number, first_match.teams, first_match.boards) == (1, (3, 5), (1, 2))
    assert (second_match.number, second_match.teams) == (2, (4, 1))
    assert (second_match.first.table, second_match.second.table) == (3, 4)
    assert second_match.as_one_table == DRAW.tables[1]
    assert unmatched_tables(ROUND) == ()


@pytest.mark.parametrize(
    ("broken", "unmatched"),
    [
        (with_tables(ROUND, t2=None), (1,)),
        (with_tables(ROUND, t3=None), (4,)),
        (with_tables(ROUND, t2=pairs_at(2, 3, 5, 1, 2)), (1, 2)),
        (with_tables(ROUND, t2=pairs_at(2, 5, 4, 1, 2), t3=pairs_at(3, 3, 1, 1, 2)), (1, 2, 3, 4)),
        (with_tables(ROUND, t1=TableSeating(1, {"ns": (3, 7), "ew": (5, 8)}, (1, 2))), (1, 2)),
    ],
)
def test_tables_that_form_no_match_are_unmatched(broken, unmatched):
    assert unmatched_tables(broken) == unmatched
    assert {match.number for match in matches_in(broken)} == {1, 2} - {
        match_number(table) for table in unmatched
    }


def test_match_has_only_the_boards_of_both_tables():
    (match, _other) = matches_in(with_tables(ROUND, t2=pairs_at(2, 5, 3, 2, 9)))
    assert match.boards == (2,)


def test_second_half_of_other_teams_adds_no_boards():
    first, second = (half.tables for half in team_draws(DRAW, 2))
    swapped = with_tables(second, t1=pairs_at(1, 3, 1, 2), t2=pairs_at(2, 1, 3, 2))
    assert as_match_rounds([first, swapped], 2) == (
        (pairs_at(1, 3, 5, 1), pairs_at(2, 4, 1, 1, 2)),
    )


def test_last_match_round_may_lack_its_second_half():
    rounds = [half.tables for half in team_draws(DRAW, 2)]
    assert as_match_rounds([*rounds, rounds[0]], 2) == (
        DRAW.tables,
        (pairs_at(1, 3, 5, 1), pairs_at(2, 4, 1, 1)),
    )


@pytest.mark.thorough
@given(st.integers(3, 24), st.integers(1, 3), st.sampled_from(ALLOWED_HALVES))
def test_round_robin_of_teams_is_valid_and_converts_back(team_count, boards, halves):
    plan = RoundRobin().plan(team_count, boards_per_round=boards * halves)
    for_teams = team_plan(plan, halves)
    assert plan_problems(for_teams) == []
    assert as_match_rounds(for_teams.rounds, halves) == plan.rounds
    assert (len(for_teams.rounds), for_teams.table_count) == (
        halves * len(plan.rounds),
        2 * plan.table_count,
    )
    for number, round_ in enumerate(for_teams.rounds, 1):
        lines = Counter(
            (team, line)
            for seating in round_
            for line, teams_of_line in seating.lines.items()
            for team in teams_of_line
        )
        assert set(lines.values()) == {1}
        assert set(for_teams.sit_outs[number - 1]) == set(
            plan.sit_outs[match_round_number(number, halves) - 1]
        )


@given(
    st.integers(4, 12),
    st.sampled_from([Swiss(), KnockOut({"third": "yes"})]),
    st.sampled_from(ALLOWED_HALVES),
)
def test_converted_rounds_equal_the_draw_of_the_movement(team_count, movement, halves):
    """The movement sees the matches that it drew, each at a single table."""
    played = ()
    for _round in range(2):
        draw = movement.next_round(StageState(team_count, 4, 3, played, tables_per_match=2))
        real_rounds = [half.tables for half in team_draws(draw, halves)]
        (matches,) = as_match_rounds(real_rounds, halves)
        assert matches == draw.tables
        awards = {
            team: int(team == seating.contestants[0])
            for seating in matches
            for team in seating.contestants
        }
        played += (PlayedRound(matches, tuple(draw.sit_outs), awards),)


SOUND = team_plan(RoundRobin().plan(5, boards_per_round=4), 2)


def with_second_half(round_):
    return replace(SOUND, rounds=(SOUND.rounds[0], round_, *SOUND.rounds[2:]))


def test_broken_match_is_reported_with_its_table():
    second = SOUND.rounds[1]
    assert problem_codes(with_second_half(with_tables(second, t2=None))) == {
        "match_broken",
        "halves_unlike",
    }
    (problem,) = plan_problems(
        with_second_half(with_tables(second, t2=replace(second[1], boards=(3,))))
    )
    assert problem.message == (
        "Round 2, table 2: seat the same two teams at both tables of a match, lines exchanged, "
        "and give them the same boards."
    )


def test_second_half_with_exchanged_lines_is_reported():
    exchanged = tuple(
        replace(seating, lines={"ns": seating.lines["ew"], "ew": seating.lines["ns"]})
        for seating in SOUND.rounds[1]
    )
    (problem,) = plan_problems(with_second_half(exchanged))
    assert problem.message == (
        "Round 2 is the second half of matches: the same teams meet at the same tables."
    )


@pytest.mark.parametrize("code", sorted(FAULTY.keys() - {"table_incomplete"}))
def test_fault_of_a_plan_is_found_in_its_team_plan(code):
    assert problem_codes(team_plan(FAULTY[code])) == {code}


def test_plan_for_teams_needs_a_copy_for_each_table():
    assert SOUND.copies == 4
    assert problem_codes(replace(SOUND, copies=3)) == {"board_shared"}
