"""Standings: places, means, unranked contestants, and whole events computed a second way."""

from fractions import Fraction
from itertools import starmap

from hypothesis import given
from hypothesis import strategies as st

from scoring.event_scoring import Result, score_event
from scoring.min_max import MinMax
from scoring.ranks import rank
from tests.scenes.award_tallies import StoredAward, tally

HALF = Fraction(1, 2)


def ranked(awards, below=HALF):
    return [
        (row.rank, row.contestant, row.total, row.boards)
        for row in rank(tally(starmap(StoredAward, awards)), below)
    ]


def test_equal_contestants_share_a_place_in_name_order():
    awards = [("é", Fraction(4, 3)), ("z", Fraction(4, 3)), ("a", Fraction(1)), ("B", Fraction(2))]
    assert [row[:2] for row in ranked(awards)] == [(1, "B"), (2, "z"), (2, "é"), (4, "a")]


def test_mean_ranks_contestants_with_different_numbers_of_boards():
    awards = [("two", Fraction(3, 2)), ("two", Fraction(3, 2)), ("one", Fraction(5, 3))]
    rows = rank(tally(starmap(StoredAward, awards)), HALF)
    assert [(row.rank, row.contestant, row.total, row.mean) for row in rows] == [
        (1, "one", Fraction(5, 3), Fraction(5, 3)),
        (2, "two", Fraction(3), Fraction(3, 2)),
    ]


def test_contestant_with_too_few_boards_is_last_without_place():
    awards = (
        [("all", Fraction(1))] * 4
        + [("half", Fraction(1))] * 2
        + [("less", Fraction(2)), ("none", None)]
    )
    assert ranked(awards) == [
        (1, "all", 4, 4),
        (1, "half", 2, 2),
        (None, "less", 2, 1),
        (None, "none", 0, 0),
    ]
    assert [row[0] for row in ranked(awards, Fraction(0))] == [1, 2, 2, None]


def test_contestant_without_award_has_no_place():
    assert ranked([("a", None), ("b", None)]) == [(None, "a", 0, 0), (None, "b", 0, 0)]


def pair(ns, ew, x, flagged=False):
    return Result({"ns": (ns,), "ew": (ew,)}, {"ns": x, "ew": -x}, flagged)


def test_lines_are_ranked_separately_until_a_contestant_changes_sides():
    separate = score_event({1: [pair("a", "b", 3), pair("c", "d", 4)]}, ("ns", "ew"), MinMax())
    assert [(ranking.line, len(ranking.rows)) for ranking in separate.standings] == [
        ("ns", 2),
        ("ew", 2),
    ]
    changing = {
        1: [pair("a", "b", 3), pair("c", "d", 4)],
        2: [pair("b", "a", 3), pair("c", "d", 4)],
    }
    together = score_event(changing, ("ns", "ew"), MinMax())
    assert [ranking.line for ranking in together.standings] == ["all"]
    assert {row.contestant: row.total for row in together.standings[0].rows} == {
        "a": 3,
        "b": 3,
        "c": 4,
        "d": 2,
    }


def test_unplayed_board_lists_contestants_without_place():
    scored = score_event({1: [Result({"ns": ("a",), "ew": ("b",)}, {})]}, ("ns", "ew"), MinMax())
    assert [(row.rank, row.boards) for ranking in scored.standings for row in ranking.rows] == [
        (None, 0),
        (None, 0),
    ]


events = st.lists(
    st.lists(st.tuples(st.integers(-72, 72), st.booleans()), max_size=6), min_size=1, max_size=5
)


def build(event):
    return {
        number: [pair(f"n{table}", f"e{table}", x, flag) for table, (x, flag) in enumerate(results)]
        for number, results in enumerate(event, 1)
    }


def expected_totals(event, line_name, sign):
    """Compute the totals by the documented rule, one contestant and board at a time."""
    totals = {}
    for results in event:
        pool = [sign * x for x, flag in results if not flag] or [sign * x for x, _flag in results]
        for table, (x, _flag) in enumerate(results):
            low, high, line_x = min(pool), max(pool), sign * x
            award = Fraction(line_x - low, high - low) + 1 if low != high else Fraction(3, 2)
            award = Fraction(2) if line_x > high else Fraction(1) if line_x < low else award
            totals[f"{line_name}{table}"] = totals.get(f"{line_name}{table}", 0) + award
    return totals


@given(events)
def test_totals_match_a_second_computation(event):
    scored = score_event(build(event), ("ns", "ew"), MinMax())
    totals = {row.contestant: row.total for ranking in scored.standings for row in ranking.rows}
    assert totals == expected_totals(event, "n", 1) | expected_totals(event, "e", -1)


@given(events, st.randoms(use_true_random=False))
def test_order_of_tables_and_boards_does_not_change_standings(event, random):
    boards = build(event)
    shuffled = list(boards.items())
    random.shuffle(shuffled)
    shuffled_boards = {number: random.sample(results, len(results)) for number, results in shuffled}
    standings = [
        score_event(order, ("ns", "ew"), MinMax()).standings for order in (boards, shuffled_boards)
    ]
    assert standings[0] == standings[1]


def test_penalty_reduces_total_mean_and_rank():
    awards = [StoredAward(name, Fraction(3, 2)) for name in ("late", "late", "early", "early")]
    penalties = {"late": Fraction(1, 3), "early": Fraction(-1, 4), "nobody here": Fraction(1)}
    rows = rank(tally(awards, penalties), HALF)
    assert [(row.rank, row.contestant, row.total, row.mean, row.penalty) for row in rows] == [
        (1, "early", Fraction(13, 4), Fraction(13, 8), Fraction(-1, 4)),
        (2, "late", Fraction(8, 3), Fraction(4, 3), Fraction(1, 3)),
    ]


def test_bonus_does_not_rank_contestant_without_award():
    rows = rank(
        tally([StoredAward("a", None), StoredAward("b", Fraction(1))], {"a": Fraction(-9)}),
        Fraction(0),
    )
    assert [(row.rank, row.contestant, row.total, row.mean) for row in rows] == [
        (1, "b", 1, 1),
        (None, "a", 9, 0),
    ]


def test_penalty_counts_in_percentage_of_tops():
    awards = [
        StoredAward("a", Fraction(6), 8),
        StoredAward("b", Fraction(9), 12),
        StoredAward("c", Fraction(3), 4),
    ]
    rows = rank(tally(awards, {"c": Fraction(1)}), HALF)
    assert [(row.rank, row.contestant, row.percent) for row in rows] == [
        (1, "a", 75),
        (1, "b", 75),
        (3, "c", 50),
    ]
