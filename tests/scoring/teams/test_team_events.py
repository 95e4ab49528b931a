"""Events of teams: awards of matches and sit-outs add up, and tie-breaks order teams."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import get_game
from scoring.catalogue import (
    TEAM_METHODS,
    TEAM_TIEBREAKS,
    get_method,
    get_tiebreaks,
    method_for_game,
)
from scoring.teams.matches import MatchBoard, TeamMatch
from tests.scoring.teams.whole_events import SatOut, score_matches

HALF = Fraction(1, 2)
ALL_METHODS = [method_for_game(get_game("botifarra"), method.key) for method in TEAM_METHODS]

team_names = st.sampled_from("ABCDEF")
table_xs = st.none() | st.tuples(st.integers(-72, 72), st.integers(-72, 72))
board_lists = st.lists(
    st.builds(MatchBoard, table_xs, table_xs, st.booleans()), min_size=1, max_size=4
)
match_lists = st.lists(
    st.builds(
        TeamMatch,
        st.tuples(team_names, team_names).filter(lambda pair: pair[0] != pair[1]),
        board_lists,
    ),
    max_size=8,
)


def match(first, second, *differences):
    """Build a match with these differences."""
    boards = [MatchBoard((difference, 0), (0, 0)) for difference in differences]
    return TeamMatch((first, second), boards)


def rows_of(scored):
    return [(row.rank, row.contestant, row.total, row.boards) for row in scored.rows]


def test_matches_and_sit_outs_add_up_by_board_a_match():
    played = [match("A", "B", 3, -1, 0), match("C", "A", 2, 2, 2), match("B", "C", 1, 1, -1)]
    sit_outs = [SatOut("C", 3), SatOut("B", 3), SatOut("A", 3)]
    scored = score_matches(played, get_method("board_a_match"), sit_outs)
    assert [(awards.first, awards.second) for awards in scored.awards] == [
        (3 * HALF, 3 * HALF),
        (3, 0),
        (2, 1),
    ]
    assert rows_of(scored) == [(1, "C", 11 * HALF, 3), (2, "B", 5, 3), (3, "A", 3, 3)]


def test_total_ranks_whatever_the_number_of_matches():
    scored = score_matches([match("A", "B", 5), match("A", "C", 5)], get_method("aggregate"))
    assert rows_of(scored) == [(1, "A", 10, 2), (2, "B", -5, 1), (2, "C", -5, 1)]


def test_team_without_award_has_no_place():
    not_compared = TeamMatch(
        ("C", "D"), [MatchBoard((4, -4), None), MatchBoard(None, None, void=True)]
    )
    scored = score_matches(
        [match("A", "B", 0), not_compared], get_method("aggregate"), [SatOut("E", 1)]
    )
    assert rows_of(scored) == [
        (1, "A", 0, 1),
        (1, "B", 0, 1),
        (None, "C", 0, 0),
        (None, "D", 0, 0),
        (None, "E", 0, 0),
    ]
    assert scored.awards[1].is_provisional


def test_victory_points_of_matches_of_different_length_add_up():
    method = get_method("victory_points", {"deviation": "6"})
    scored = score_matches(
        [match("A", "B", 10, 0, 0, 0), match("B", "A", 5)], method, [SatOut("C", 4)]
    )
    assert rows_of(scored) == [(1, "A", 20, 2), (1, "B", 20, 2), (3, "C", 12, 1)]


@pytest.mark.parametrize(
    ("key", "order"),
    [
        ("head_to_head", ["A", "B"]),
        ("sum_x", ["B", "A"]),
        ("points", ["B", "A"]),
        ("opponents", ["A", "B"]),
    ],
)
def test_each_team_tiebreak_orders_equal_teams(key, order):
    """A and B won two boards each. A beat B and met the stronger team; B has more points."""
    played = [
        match("A", "B", 1),
        match("C", "A", 2),
        match("A", "C", 1),
        match("B", "D", 30),
        match("B", "D", 30),
    ]
    scored = score_matches(played, get_method("board_a_match"), (), get_tiebreaks([key]))
    assert key in {tiebreak.key for tiebreak in TEAM_TIEBREAKS}
    assert [row.contestant for row in scored.rows[:2]] == order
    assert [row.rank for row in scored.rows] == [1, 2, 3, 4]
    assert scored.rows[1].deciding_tiebreak.key == key
    assert score_matches(played, get_method("board_a_match")).rows[1].rank == 1


@pytest.mark.thorough
@given(match_lists, st.randoms(use_true_random=False))
def test_order_of_matches_and_teams_does_not_change_standings(played, random):
    sit_outs = [SatOut("F", 3)]
    for method in ALL_METHODS:
        shuffled = [
            team_match.from_second_team if random.random() < 0.5 else team_match
            for team_match in random.sample(played, len(played))
        ]
        for tiebreaks in ((), TEAM_TIEBREAKS):
            assert (
                score_matches(shuffled, method, sit_outs, tiebreaks).rows
                == score_matches(played, method, sit_outs, tiebreaks).rows
            )


@given(match_lists)
def test_totals_are_the_sums_of_the_awards(played):
    for method in ALL_METHODS:
        scored = score_matches(played, method)
        for row in scored.rows:
            awards = [
                award
                for match, match_awards in zip(played, scored.awards, strict=True)
                for team, award in zip(match.teams, match_awards[:2], strict=True)
                if team == row.contestant and award is not None
            ]
            assert (row.total, row.boards) == (sum(awards), len(awards))
