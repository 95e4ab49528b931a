"""Matches of teams: two tables a match, one or two halves, and the way back."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.text import Text
from tests.movements.frame.test_checks import FAULTY
from tournaments.movements.frame.checks import plan_problems
from tournaments.movements.frame.plan import Seated
from tournaments.movements.frame.state import Draw, PlayedRound, State
from tournaments.movements.frame.two_tables import (
    HALVES,
    half_of,
    match_of,
    match_round_of,
    match_rounds,
    matches_in,
    rounds_of_match,
    seated_for_teams,
    tables_of,
    team_plan,
    unmatched_tables,
)
from tournaments.movements.knock_out import KnockOut
from tournaments.movements.round_robin import RoundRobin
from tournaments.movements.swiss import Swiss


def at(table, ns, ew, *boards):
    return Seated(table, {"ns": (ns,), "ew": (ew,)}, boards)


DRAW = Draw(
    (at(1, 3, 5, 1, 2), at(2, 4, 1, 1, 2)),
    {1: Text("Both have a total of 3."), 2: Text("Drawn at random.")},
    {2: Text("Lowest of those who have not rested yet.")},
)
ROUND = seated_for_teams(DRAW)[0].tables


def codes(faulty):
    return {problem.code for problem in plan_problems(faulty)}


def changed(rnd, **tables):
    """The round with some tables replaced, named t1, t2 …; None takes one away."""
    kept = (tables.get(f"t{seated.table}", seated) for seated in rnd)
    return tuple(seated for seated in kept if seated)


def test_match_two_is_tables_three_and_four():
    assert [tables_of(match) for match in (1, 2, 3)] == [(1, 2), (3, 4), (5, 6)]
    assert [match_of(table) for table in range(1, 7)] == [1, 1, 2, 2, 3, 3]


@pytest.mark.parametrize(
    ("halves", "half", "match_round"),
    [(1, [1, 1, 1, 1], [1, 2, 3, 4]), (2, [1, 2, 1, 2], [1, 1, 2, 2])],
)
def test_a_round_is_a_half_of_its_round_of_matches(halves, half, match_round):
    assert [half_of(number, halves) for number in range(1, 5)] == half
    assert [match_round_of(number, halves) for number in range(1, 5)] == match_round
    assert all(
        number in rounds_of_match(match_round_of(number, halves), halves) for number in range(1, 5)
    )


def test_each_team_sits_both_ways_with_the_same_boards_and_reasons_stand_at_both_tables():
    (whole,) = seated_for_teams(DRAW)
    assert whole.tables == (
        at(1, 3, 5, 1, 2),
        at(2, 5, 3, 1, 2),
        at(3, 4, 1, 1, 2),
        at(4, 1, 4, 1, 2),
    )
    assert [str(whole.why[table]) for table in (1, 2, 3, 4)] == ["Both have a total of 3."] * 2 + [
        "Drawn at random."
    ] * 2
    assert whole.sit_outs == DRAW.sit_outs


def test_each_half_has_its_part_of_the_boards():
    halves = seated_for_teams(DRAW, 2)
    assert [{seated.boards for seated in half.tables} for half in halves] == [{(1,)}, {(2,)}]
    assert all(half.why == halves[0].why and half.sit_outs == DRAW.sit_outs for half in halves)


def test_boards_that_make_no_halves_are_an_error():
    with pytest.raises(ValueError, match="3 boards make no 2 equal halves"):
        seated_for_teams(Draw((at(1, 1, 2, 1, 2, 3),)), 2)


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
        (changed(ROUND, t1=Seated(1, {"ns": (3, 7), "ew": (5, 8)}, (1, 2))), (1, 2)),
    ],
)
def test_tables_that_are_no_match_are_told(broken, alone):
    assert unmatched_tables(broken) == alone
    assert {match.number for match in matches_in(broken)} == {1, 2} - {
        match_of(table) for table in alone
    }


def test_only_boards_of_both_tables_are_boards_of_a_match():
    (match, _other) = matches_in(changed(ROUND, t2=at(2, 5, 3, 2, 9)))
    assert match.boards == (2,)


def test_a_second_half_of_other_teams_adds_nothing():
    first, second = (half.tables for half in seated_for_teams(DRAW, 2))
    swapped = changed(second, t1=at(1, 3, 1, 2), t2=at(2, 1, 3, 2))
    assert match_rounds([first, swapped], 2) == ((at(1, 3, 5, 1), at(2, 4, 1, 1, 2)),)


def test_the_last_round_of_matches_may_lack_its_second_half():
    rounds = [half.tables for half in seated_for_teams(DRAW, 2)]
    assert match_rounds([*rounds, rounds[0]], 2) == (DRAW.tables, (at(1, 3, 5, 1), at(2, 4, 1, 1)))


@pytest.mark.thorough
@given(st.integers(3, 24), st.integers(1, 3), st.sampled_from(HALVES))
def test_a_round_robin_of_teams_is_sound_and_leads_back(teams, boards, halves):
    plan = RoundRobin().plan(teams, boards_per_round=boards * halves)
    doubled = team_plan(plan, halves)
    assert plan_problems(doubled) == []
    assert match_rounds(doubled.rounds, halves) == plan.rounds
    assert (len(doubled.rounds), doubled.tables) == (halves * len(plan.rounds), 2 * plan.tables)
    for number, rnd in enumerate(doubled.rounds, 1):
        lines = Counter(
            (one, line) for seated in rnd for line, who in seated.lines.items() for one in who
        )
        assert set(lines.values()) == {1}
        assert set(doubled.sit_outs[number - 1]) == set(
            plan.sit_outs[match_round_of(number, halves) - 1]
        )


@given(
    st.integers(4, 12),
    st.sampled_from([Swiss(), KnockOut({"third": "yes"})]),
    st.sampled_from(HALVES),
)
def test_what_is_drawn_for_teams_leads_on_to_the_next_draw(teams, movement, halves):
    """Matches read back from real rounds are what the movement would have seen at one table
    each."""
    played = ()
    for _round in range(2):
        draw = movement.next_round(State(teams, 4, 3, played, tables_a_match=2))
        real = [half.tables for half in seated_for_teams(draw, halves)]
        (matches,) = match_rounds(real, halves)
        assert matches == draw.tables
        awards = {
            one: int(one == seated.contestants[0])
            for seated in matches
            for one in seated.contestants
        }
        played += (PlayedRound(matches, tuple(draw.sit_outs), awards),)


SOUND = team_plan(RoundRobin().plan(5, boards_per_round=4), 2)


def with_second_half(rnd):
    return replace(SOUND, rounds=(SOUND.rounds[0], rnd, *SOUND.rounds[2:]))


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
        replace(seated, lines={"ns": seated.lines["ew"], "ew": seated.lines["ns"]})
        for seated in SOUND.rounds[1]
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
