"""Matches of teams: two tables a match, one or two halves, and the way back."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.text import Words
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


def at(table, ns, ew, *boards):
    return TableSeating(table, {"ns": (ns,), "ew": (ew,)}, boards)


DRAW = Draw(
    (at(1, 3, 5, 1, 2), at(2, 4, 1, 1, 2)),
    {1: Words("Both have a total of 3."), 2: Words("Drawn at random.")},
    {2: Words("Lowest of those who have not rested yet.")},
)
ROUND = team_draws(DRAW)[0].tables


def codes(faulty):
    return {problem.code for problem in plan_problems(faulty)}


def changed(round_, **tables):
    """The round with some tables replaced, named t1, t2 …; None takes one away."""
    kept = (tables.get(f"t{seating.table}", seating) for seating in round_)
    return tuple(seating for seating in kept if seating)


def test_match_two_is_tables_three_and_four():
    assert [tables_of_match(match) for match in (1, 2, 3)] == [(1, 2), (3, 4), (5, 6)]
    assert [match_number(table) for table in range(1, 7)] == [1, 1, 2, 2, 3, 3]


@pytest.mark.parametrize(
    ("halves", "half", "match_round"),
    [(1, [1, 1, 1, 1], [1, 2, 3, 4]), (2, [1, 2, 1, 2], [1, 1, 2, 2])],
)
def test_a_round_is_a_half_of_its_round_of_matches(halves, half, match_round):
    assert [half_number(number, halves) for number in range(1, 5)] == half
    assert [match_round_number(number, halves) for number in range(1, 5)] == match_round
    assert all(
        number in rounds_of_match_round(match_round_number(number, halves), halves)
        for number in range(1, 5)
    )


def test_each_team_sits_both_ways_with_the_same_boards_and_reasons_stand_at_both_tables():
    (whole,) = team_draws(DRAW)
    assert whole.tables == (
        at(1, 3, 5, 1, 2),
        at(2, 5, 3, 1, 2),
        at(3, 4, 1, 1, 2),
        at(4, 1, 4, 1, 2),
    )
    assert [str(whole.reasons[table]) for table in (1, 2, 3, 4)] == [
        "Both have a total of 3."
    ] * 2 + ["Drawn at random."] * 2
    assert whole.sit_outs == DRAW.sit_outs


def test_each_half_has_its_part_of_the_boards():
    halves = team_draws(DRAW, 2)
    assert [{seating.boards for seating in half.tables} for half in halves] == [{(1,)}, {(2,)}]
    assert all(
        half.reasons == halves[0].reasons and half.sit_outs == DRAW.sit_outs for half in halves
    )


def test_boards_that_make_no_halves_are_an_error():
    with pytest.raises(ValueError, match="3 boards make no 2 equal halves"):
        team_draws(Draw((at(1, 1, 2, 1, 2, 3),)), 2)


def test_the_way_back_tells_who_meets_and_where():
    one, other = matches_in(ROUND)
    assert (one.number, one.teams, one.boards) == (1, (3, 5), (1, 2))
    assert (other.number, other.teams) == (2, (4, 1))
    assert (other.first.table, other.second.table) == (3, 4)
    assert other.as_one_table == DRAW.tables[1]
    assert unmatched_tables(ROUND) == ()


@pytest.mark.parametrize(
    ("broken", "alone"),
    [
        (changed(ROUND, t2=None), (1,)),
        (changed(ROUND, t3=None), (4,)),
        (changed(ROUND, t2=at(2, 3, 5, 1, 2)), (1, 2)),
        (changed(ROUND, t2=at(2, 5, 4, 1, 2), t3=at(3, 3, 1, 1, 2)), (1, 2, 3, 4)),
        (changed(ROUND, t1=TableSeating(1, {"ns": (3, 7), "ew": (5, 8)}, (1, 2))), (1, 2)),
    ],
)
def test_tables_that_are_no_match_are_told(broken, alone):
    assert unmatched_tables(broken) == alone
    assert {match.number for match in matches_in(broken)} == {1, 2} - {
        match_number(table) for table in alone
    }


def test_only_boards_of_both_tables_are_boards_of_a_match():
    (match, _other) = matches_in(changed(ROUND, t2=at(2, 5, 3, 2, 9)))
    assert match.boards == (2,)


def test_a_second_half_of_other_teams_adds_nothing():
    first, second = (half.tables for half in team_draws(DRAW, 2))
    swapped = changed(second, t1=at(1, 3, 1, 2), t2=at(2, 1, 3, 2))
    assert as_match_rounds([first, swapped], 2) == ((at(1, 3, 5, 1), at(2, 4, 1, 1, 2)),)


def test_the_last_round_of_matches_may_lack_its_second_half():
    rounds = [half.tables for half in team_draws(DRAW, 2)]
    assert as_match_rounds([*rounds, rounds[0]], 2) == (
        DRAW.tables,
        (at(1, 3, 5, 1), at(2, 4, 1, 1)),
    )


@pytest.mark.thorough
@given(st.integers(3, 24), st.integers(1, 3), st.sampled_from(ALLOWED_HALVES))
def test_a_round_robin_of_teams_is_sound_and_leads_back(teams, boards, halves):
    plan = RoundRobin().plan(teams, boards_per_round=boards * halves)
    doubled = team_plan(plan, halves)
    assert plan_problems(doubled) == []
    assert as_match_rounds(doubled.rounds, halves) == plan.rounds
    assert (len(doubled.rounds), doubled.tables) == (
        halves * len(plan.rounds),
        2 * plan.table_count,
    )
    for number, round_ in enumerate(doubled.rounds, 1):
        lines = Counter(
            (one, line) for seating in round_ for line, who in seating.lines.items() for one in who
        )
        assert set(lines.values()) == {1}
        assert set(doubled.sit_outs[number - 1]) == set(
            plan.sit_outs[match_round_number(number, halves) - 1]
        )


@given(
    st.integers(4, 12),
    st.sampled_from([Swiss(), KnockOut({"third": "yes"})]),
    st.sampled_from(ALLOWED_HALVES),
)
def test_what_is_drawn_for_teams_leads_on_to_the_next_draw(teams, movement, halves):
    """Matches read back from real rounds are what the movement would have seen at one table
    each."""
    played = ()
    for _round in range(2):
        draw = movement.next_round(StageState(teams, 4, 3, played, tables_per_match=2))
        real = [half.tables for half in team_draws(draw, halves)]
        (matches,) = as_match_rounds(real, halves)
        assert matches == draw.tables
        awards = {
            one: int(one == seating.contestants[0])
            for seating in matches
            for one in seating.contestants
        }
        played += (PlayedRound(matches, tuple(draw.sit_outs), awards),)


SOUND = team_plan(RoundRobin().plan(5, boards_per_round=4), 2)


def with_second_half(round_):
    return replace(SOUND, rounds=(SOUND.rounds[0], round_, *SOUND.rounds[2:]))


def test_what_is_no_match_is_told_with_its_table():
    second = SOUND.rounds[1]
    assert codes(with_second_half(changed(second, t2=None))) == {"match_broken", "halves_unlike"}
    (problem,) = plan_problems(
        with_second_half(changed(second, t2=replace(second[1], boards=(3,))))
    )
    assert problem.message == (
        "Round 2, table 2: seat the same two teams at both tables of a match, lines exchanged, "
        "and give them the same boards."
    )


def test_a_second_half_has_the_opponents_of_the_first():
    turned = tuple(
        replace(seating, lines={"ns": seating.lines["ew"], "ew": seating.lines["ns"]})
        for seating in SOUND.rounds[1]
    )
    (problem,) = plan_problems(with_second_half(turned))
    assert problem.message == (
        "Round 2 is the second half of matches: the same teams meet at the same tables."
    )


@pytest.mark.parametrize("code", sorted(FAULTY.keys() - {"table_incomplete"}))
def test_what_is_wrong_with_meetings_is_wrong_with_matches(code):
    assert codes(team_plan(FAULTY[code])) == {code}


def test_a_copy_for_each_table_is_needed():
    assert SOUND.copies == 4
    assert codes(replace(SOUND, copies=3)) == {"board_shared"}
