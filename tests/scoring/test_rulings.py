"""Adjusted and hypothetical awards, groups of fouled boards, and unplayed boards."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.options import InvalidOption
from scoring.adjusted.averages import Average, UnsupportedAward
from scoring.adjusted.award_sums import NO_BOARDS, AwardSums
from scoring.adjusted.awards import adjusted_award_value, hypothetical_award
from scoring.adjusted.kinds import FixedAward, NotPlayed, WeightedAward, WeightedX
from scoring.butler import AVERAGE_POINTS, Butler
from scoring.catalogue import METHODS, TEAM_METHODS, get_method, method_for_game
from scoring.event_scoring import Result, score_event
from scoring.frequencies import FieldResults
from scoring.matchpoints import Matchpoints
from scoring.method import UNPLAYED
from scoring.min_max import MinMax
from scoring.small_groups import SMALL_GROUPS
from scoring.wins import Wins
from tests.scoring.teams.test_every_team_method import BOTIFARRA

LINES = ("ns", "ew")
ALL_METHODS = [method() for method in METHODS]
COMPARING_METHODS = [
    *(
        method(options)
        for method in (MinMax, Matchpoints, Butler)
        for options in ({}, {"flagged": "in"})
    ),
    MinMax({"small_groups": "70/60/50"}),
    Matchpoints({"small_groups": "65/55", "win": "1"}),
]
METHODS_WITH_AVERAGES = [method() for method in METHODS if method.supports_averages]
NO_OTHERS = FieldResults({}, {}, 1)

xs = st.integers(-40, 40) | st.integers(-80, 80).map(lambda doubled: Fraction(doubled, 2))
flags = st.lists(st.tuples(xs, st.booleans()), min_size=1, max_size=6)
weights = st.lists(st.integers(1, 9), min_size=1, max_size=4)
kinds = st.sampled_from([*Average, FixedAward(Fraction(7, 5)), NotPlayed()])
tables = st.lists(st.tuples(xs, st.booleans(), st.none() | kinds), min_size=2, max_size=5)
events = st.lists(tables, min_size=1, max_size=4)


def with_option(method, option, value):
    """Return the method with an option, which is added to its own options if necessary."""
    if option in method.all_options():
        return method({option.key: value})
    extended = type(method.__name__, (method,), {"own_options": (*method.own_options, option)})
    return extended({option.key: value})


def split(entries):
    """Return the frequencies of the ordinary and of the flagged results."""
    return (
        Counter(x for x, flagged in entries if not flagged),
        Counter(x for x, flagged in entries if flagged),
    )


def weighted(parts):
    weight_sum = sum(weight for weight, _x in parts)
    return WeightedAward(tuple(WeightedX(Fraction(weight, weight_sum), x) for weight, x in parts))


def pair(table, x, flagged=False, **adjusted):
    names = {"ns": (f"n{table}",), "ew": (f"e{table}",)}
    return Result(names, {"ns": x, "ew": -x} if x is not None else {}, flagged, adjusted)


def build(event, line="ns"):
    """Return results by board; an adjusted award is for one line, the other is scored by X."""
    return {
        number: [
            pair(table, x, flagged, **({} if adjusted is None else {line: adjusted}))
            for table, (x, flagged, adjusted) in enumerate(results)
        ]
        for number, results in enumerate(event, 1)
    }


def awards_by_result(scored, boards):
    """Return all awards that are not adjusted, by board, table and line."""
    return {
        (number, table, line): scored.award(number, line, result)
        for number, results in boards.items()
        for table, result in enumerate(results)
        for line in LINES
        if line not in result.adjusted
    }


@pytest.mark.parametrize(
    "method",
    [*ALL_METHODS, *(method_for_game(BOTIFARRA, team_method.key) for team_method in TEAM_METHODS)],
)
def test_average_raises_unless_method_supports_it(method):
    if method.supports_averages:
        assert all(type(method.average(kind, 5)) is Fraction for kind in Average)
    else:
        with pytest.raises(UnsupportedAward, match=f"{method.key!r} has no averages"):
            method.average(Average.PLUS, 5)
        with pytest.raises(UnsupportedAward):
            score_event({1: [pair(1, 3, ns=Average.AVERAGE), pair(2, 4)]}, LINES, method)


def test_min_max_matchpoints_and_butler_support_averages():
    assert [method.key for method in METHODS_WITH_AVERAGES] == ["min_max", "matchpoints", "butler"]


def test_matchpoints_average_is_none_with_one_play_due():
    assert adjusted_award_value(Matchpoints(), Average.PLUS, NO_OTHERS, NO_BOARDS) is None
    assert (
        adjusted_award_value(
            Matchpoints(), Average.PLUS, NO_OTHERS, AwardSums(*map(Fraction, (9, 2, 10)))
        )
        is None
    )


def test_butler_average_uses_points_of_option():
    method = Butler({AVERAGE_POINTS.key: "5"})
    assert [method.average(kind, 9) for kind in Average] == [0, 5, -5]


@given(xs, xs, st.integers(1, 9))
def test_average_plus_is_at_least_and_minus_at_most_its_percentage(total, top, boards):
    own_boards = AwardSums(Fraction(total), Fraction(boards), Fraction(abs(top)))
    others = FieldResults({}, {}, 8)
    for method in METHODS_WITH_AVERAGES:
        middle, plus, minus = (
            adjusted_award_value(method, kind, others, own_boards) for kind in Average
        )
        assert (
            minus
            <= method.average(Average.MINUS, 8)
            < middle
            < method.average(Average.PLUS, 8)
            <= plus
        )


@given(events, st.sampled_from(METHODS_WITH_AVERAGES))
def test_adjusted_award_does_not_change_other_awards(event, method):
    boards = build(event)
    changed_boards = {
        number: [
            replace(result, adjusted={"ns": FixedAward(Fraction(99))})
            if result.adjusted and not isinstance(result.adjusted["ns"], NotPlayed)
            else result
            for result in results
        ]
        for number, results in boards.items()
    }
    original = score_event(boards, LINES, method)
    changed = score_event(changed_boards, LINES, method)
    assert awards_by_result(original, boards) == awards_by_result(changed, changed_boards)
    ew_rows = [
        [(row.rank, row.contestant, row.total, row.boards) for row in scored.standings[1].rows]
        for scored in (original, changed)
    ]
    assert ew_rows[0] == ew_rows[1]


def plays_due(results):
    return sum(not isinstance(result.adjusted.get("ns"), NotPlayed) for result in results)


def own_boards_of(table, boards, method):
    """Compute the own boards of a pair by scoring each board separately."""
    own_boards = AwardSums()
    for results in boards.values():
        result = next(
            (result for result in results if result.contestants["ns"] == (f"n{table}",)), None
        )
        if result and not result.adjusted:
            award = score_event({1: results}, LINES, method).award(1, "ns", result)
            top = method.top(plays_due(results)) or 0
            if award is not None:
                own_boards = own_boards.plus(AwardSums(award, Fraction(1), Fraction(top)))
    return own_boards


@given(events, st.sampled_from(METHODS_WITH_AVERAGES))
def test_average_depends_only_on_own_results(event, method):
    """It does not depend on other adjusted awards, of the same pair or of others."""
    boards = build(event)
    for contestant_award in score_event(boards, LINES, method).adjusted_awards:
        table = int(contestant_award.contestant[1:])
        results = boards[contestant_award.number]
        no_results = FieldResults({}, {}, plays_due(results))
        average = results[table].adjusted["ns"]
        own_boards = own_boards_of(table, boards, method)
        assert contestant_award.award == adjusted_award_value(
            method, average, no_results, own_boards
        )


def test_averages_on_several_boards_use_own_means_of_results():
    boards = {
        1: [pair(0, 5), pair(1, 3), pair(2, 1)],
        2: [
            pair(0, None, ns=Average.PLUS, ew=Average.MINUS),
            pair(1, 9, ns=Average.PLUS),
            pair(2, 0),
        ],
        3: [pair(0, 8), pair(1, None, ns=Average.PLUS, ew=Average.AVERAGE), pair(2, 0)],
    }
    scored = score_event(boards, LINES, MinMax())
    by_board = {
        (adjusted.number, adjusted.contestant): adjusted.award
        for adjusted in scored.adjusted_awards
    }
    assert by_board == {
        (2, "n0"): 2,  # 2 on both boards
        (2, "e0"): 1,
        (2, "n1"): Fraction(8, 5),  # 3/2 on the one board with a result
        (3, "n1"): Fraction(8, 5),
        (3, "e1"): Fraction(3, 2),
    }
    assert scored.award(2, "ew", boards[2][1]) == 1  # compared with the third table only


def test_partners_ranked_individually_have_separate_own_means():
    both = Result({"ns": ("a", "b")}, {}, adjusted={"ns": Average.PLUS})
    boards = {
        1: [Result({"ns": ("a", "c")}, {"ns": 9}), Result({"ns": ("b", "d")}, {"ns": 1})],
        2: [both, Result({"ns": ("c", "d")}, {"ns": 4})],
    }
    adjusted_awards = score_event(boards, ("ns",), MinMax()).adjusted_awards
    assert {adjusted.contestant: adjusted.award for adjusted in adjusted_awards} == {
        "a": 2,
        "b": Fraction(8, 5),
    }


def test_top_of_adjusted_board_counts():
    boards = {
        1: [pair(0, 2), pair(1, 1), pair(2, 0), pair(3, None, ns=Average.PLUS, ew=Average.MINUS)]
    }
    rows = score_event(boards, LINES, Matchpoints()).standings[0].rows
    assert {row.contestant: row.percent for row in rows} == {
        "n0": Fraction(1700, 18),
        "n3": 60,
        "n1": 50,
        "n2": Fraction(100, 18),
    }


def test_lines_of_a_play_can_be_adjusted_separately():
    boards = {
        1: [pair(0, 2), pair(1, 1, ns=FixedAward(Fraction(5, 3)), ew=NotPlayed()), pair(2, 0)]
    }
    ns, ew = score_event(boards, LINES, MinMax()).standings
    assert [(row.contestant, row.total, row.boards) for row in ns.rows] == [
        ("n0", 2, 1),
        ("n1", Fraction(5, 3), 1),
        ("n2", 1, 1),
    ]
    assert [(row.contestant, row.rank, row.boards) for row in ew.rows] == [
        ("e2", 1, 1),
        ("e0", 2, 1),
        ("e1", None, 0),
    ]


@given(tables, tables, st.sampled_from(ALL_METHODS))
def test_board_ruled_not_played_scores_like_unplayed_board(board, other_board, method):
    boards = build(
        [
            [(x, flagged, None) for x, flagged, _adjusted in results]
            for results in (board, other_board)
        ]
    )
    not_played = dict.fromkeys(LINES, NotPlayed())
    ruled = {
        **boards,
        2: [replace(result, adjusted=not_played) for result in boards[2]],
    }
    unplayed = {
        **boards,
        2: [Result(result.contestants, {}) for result in boards[2]],
    }
    assert (
        score_event(ruled, LINES, method).standings
        == score_event(unplayed, LINES, method).standings
    )


def test_play_with_average_is_due_but_cancelled_play_is_not():
    played = [pair(0, 2), pair(1, 1)]
    both = dict.fromkeys(LINES, NotPlayed())
    cancelled = score_event({1: [*played, pair(2, None, **both)]}, LINES, Matchpoints())
    averaged = score_event(
        {1: [*played, pair(2, None, **dict.fromkeys(LINES, Average.PLUS))]}, LINES, Matchpoints()
    )
    assert [cancelled.award(1, "ns", result) for result in played] == [2, 0]
    assert [averaged.award(1, "ns", result) for result in played] == [
        Fraction(7, 2),
        Fraction(1, 2),
    ]


@given(flags, st.lists(st.tuples(st.integers(1, 9), xs), min_size=1, max_size=4), st.integers(0, 3))
def test_weighted_award_is_between_its_parts(entries, parts, missing):
    ordinary, flagged = split(entries)
    others = FieldResults(ordinary, flagged, len(entries) + 1 + missing)
    for method in COMPARING_METHODS:
        awards = [hypothetical_award(method, x, others) for _weight, x in parts]
        award = adjusted_award_value(method, weighted(parts), others, NO_BOARDS)
        assert min(awards) <= award <= max(awards)
        assert len(parts) > 1 or awards == [award]


@given(flags, xs)
def test_hypothetical_award_equals_award_of_flagged_result(entries, x):
    """This holds if there is an ordinary result, so that no flagged one is compared."""
    ordinary, flagged = split([*entries, (0, False)])
    others, due = FieldResults(ordinary, flagged, len(entries) + 2), len(entries) + 2
    for method in ALL_METHODS:
        scale = method.scale(ordinary, flagged + Counter([x]), due)
        assert hypothetical_award(method, x, others) == scale.award(x, True)


@given(flags, st.lists(xs, min_size=2, max_size=5))
def test_higher_hypothetical_x_never_scores_less(entries, xs_tried):
    ordinary, flagged = split(entries)
    for method in COMPARING_METHODS:
        for group_due_count in (None, len(entries)):
            others = FieldResults(ordinary, flagged, len(entries) + 3, group_due_count)
            awards = [hypothetical_award(method, x, others) for x in sorted(xs_tried)]
            assert awards == sorted(awards)


def test_hypothetical_x_is_compared_with_flagged_results_with_option_in():
    others = FieldResults(Counter([0, 10]), Counter([30]), 4)
    assert [
        hypothetical_award(MinMax({"flagged": rule}), 20, others) for rule in ("out", "in")
    ] == [
        2,
        Fraction(5, 3),
    ]
    assert hypothetical_award(Butler({"flagged": "in"}), 20, others) == 20 - Fraction(40, 3)


def test_hypothetical_x_alone_scores_like_single_result():
    no_others = FieldResults({}, {}, 7)
    assert hypothetical_award(MinMax(), 5, no_others) == Fraction(3, 2)
    assert hypothetical_award(Matchpoints(), 5, no_others) == 6
    assert hypothetical_award(Butler(), 5, no_others) == 0
    assert (
        adjusted_award_value(
            MinMax({"equal": "none"}), weighted([(1, 5), (1, 9)]), no_others, NO_BOARDS
        )
        is None
    )


@pytest.mark.parametrize(
    "parts",
    [(), (WeightedX(Fraction(1, 2), 3),), (WeightedX(Fraction(2), 3), WeightedX(Fraction(-1), 4))],
)
def test_weighted_award_requires_positive_weights_with_sum_one(parts):
    with pytest.raises(ValueError, match="weights are over 0 and add up to 1"):
        WeightedAward(parts)


@given(st.lists(xs, min_size=1, max_size=6), weights)
def test_match_with_weighted_differences_scores_between_its_parts(differences, shares):
    parts = [(share, x) for share, x in zip(shares, differences, strict=False)]
    for method in (method_for_game(BOTIFARRA, team_method.key) for team_method in TEAM_METHODS):
        separately = [method.score_match([x], 8).first for _share, x in parts]
        assert min(separately) <= method.score_match([weighted(parts)], 8).first <= max(separately)


@given(flags, st.integers(0, 4), st.sampled_from(SMALL_GROUPS.choices))
def test_group_of_all_tables_scores_like_the_board(entries, missing, rule):
    ordinary, flagged = split(entries)
    due = len(entries) + missing
    for method in ALL_METHODS:
        variant = type(method)({"small_groups": rule} if "small_groups" in method.options else {})
        assert variant.scale_of_group(ordinary, flagged, due, due) == method.scale(
            ordinary, flagged, due
        )


@given(flags, st.integers(1, 9), st.sampled_from(SMALL_GROUPS.choices))
def test_higher_x_never_scores_less_in_group(entries, elsewhere, rule):
    """This holds in groups of any size."""
    ordinary, flagged = split(entries)
    for method in (MinMax({"small_groups": rule}), Matchpoints({"small_groups": rule})):
        scale = method.scale_of_group(ordinary, flagged, len(entries), len(entries) + elsewhere)
        for awards in (scale.ordinary, scale.flagged):
            by_x = [awards[x] for x in sorted(awards)]
            assert by_x == sorted(by_x)


@given(st.lists(xs, min_size=1, max_size=9), st.integers(0, 9))
def test_group_averages_half_of_the_top(group, elsewhere):
    """Neuberg's formula keeps the average at half the top for groups of any size."""
    due = len(group) + elsewhere
    scale = Matchpoints().scale_of_group(Counter(group), {}, len(group), due)
    if due > 1:
        assert sum(scale.award(x, False) for x in group) / Fraction(len(group)) == due - 1


def test_flagged_result_in_small_group_scores_by_its_neighbours():
    """Between two results it has the mean of both, beyond them the award of the nearest."""
    scale = MinMax({"small_groups": "70/60/50"}).scale_of_group(
        Counter([8, 8]), Counter([9, 8, 7]), 3, 9
    )
    assert scale.award(8, False) == Fraction(8, 5)
    assert [scale.award(x, True) for x in (9, 8, 7)] == [
        Fraction(33, 20),
        Fraction(8, 5),
        Fraction(31, 20),
    ]
    two = MinMax({"small_groups": "65/55"}).scale_of_group(Counter([8, 4]), Counter([6]), 3, 9)
    assert two.award(6, True) == Fraction(8, 5)


def test_group_with_four_plays_due_is_not_small():
    method = Matchpoints({"small_groups": "fixed60"})
    xs = Counter([1, 2, 3])
    assert method.scale_of_group(xs, {}, 4, 7) == method.scale(xs, {}, 7)
    assert method.scale_of_group(xs, {}, 3, 7) != method.scale(xs, {}, 7)


def test_scale_of_group_without_results_raises_value_error():
    for rule in SMALL_GROUPS.choices:
        with pytest.raises(ValueError, match="empty"):
            get_method("min_max", {"small_groups": rule}).scale_of_group({}, {}, 2, 7)


def test_rest_counts_at_own_mean_with_option():
    boards = {
        1: [pair(0, 9), pair(1, 3), pair(2, 1)],
        2: [pair(0, 9), pair(1, None), pair(2, 1)],
        3: [pair(0, 9), pair(1, None, ns=Average.PLUS, ew=Average.PLUS), pair(2, 1)],
    }
    sit_outs = {"n2": 2, "nobody here": 3}
    rows = {
        option: {
            row.contestant: (row.rank, row.total, row.mean, row.boards, row.rested.boards)
            for row in score_event(boards, LINES, with_option(MinMax, UNPLAYED, option), sit_outs)
            .standings[0]
            .rows
        }
        for option in ("nothing", "own_mean")
    }
    own_mean, mean, average_plus = Fraction(5, 4), Fraction(57, 40), Fraction(8, 5)
    assert rows["nothing"] == {
        "n0": (1, 6, 2, 3, 0),
        "n1": (2, own_mean + average_plus, mean, 2, 0),
        "n2": (3, 3, 1, 3, 0),
    }
    assert rows["own_mean"] == {
        "n0": (1, 6, 2, 3, 0),
        "n1": (2, 2 * own_mean + average_plus, (2 * own_mean + average_plus) / 3, 2, 1),
        "n2": (3, 5, 1, 3, 2),
    }


def test_only_methods_comparing_the_field_have_unplayed_option():
    """`wins` has another option for rounds without opponents, and `total` compares nothing."""
    with_unplayed = [method for method in METHODS if UNPLAYED in method.all_options()]
    assert with_unplayed == [MinMax, Matchpoints, Butler]
    for method in with_unplayed:
        assert not method().counts_unplayed_at_own_mean
        assert method({UNPLAYED.key: "own_mean"}).counts_unplayed_at_own_mean
    for method in {*METHODS, *TEAM_METHODS} - {*with_unplayed}:
        with pytest.raises(InvalidOption):
            method({UNPLAYED.key: UNPLAYED.choices[1]})


def test_rest_at_own_mean_adds_tops_in_matchpoints():
    boards = {1: [pair(0, 2), pair(1, 1), pair(2, 0)]}
    rows = (
        score_event(boards, LINES, with_option(Matchpoints, UNPLAYED, "own_mean"), {"n0": 1})
        .standings[0]
        .rows
    )
    assert [(row.total, row.percent) for row in rows] == [(8, 100), (2, 50), (0, 0)]


def test_wins_can_count_unplayed_match_at_own_mean():
    boards = {1: [pair(0, 3)], 2: [pair(0, -3)], 3: [pair(0, None), pair(1, 5)]}
    rows = score_event(boards, LINES, with_option(Wins, UNPLAYED, "own_mean")).standings[0].rows
    assert [(row.contestant, row.total) for row in rows] == [
        ("e0", Fraction(3, 2)),
        ("n0", Fraction(3, 2)),
        ("n1", 1),
        ("e1", 0),
    ]


@given(events, st.dictionaries(st.sampled_from(["n0", "n1", "e2"]), st.integers(0, 5)))
def test_rests_at_own_mean_do_not_change_means(event, sit_outs):
    boards = build([[(x, flagged, None) for x, flagged, _adjusted in results] for results in event])
    for method in (MinMax, Matchpoints, Butler):
        without_rests, with_credits = (
            score_event(boards, LINES, with_option(method, UNPLAYED, value), sit_outs).standings
            for value in ("nothing", "own_mean")
        )
        for ranking, other_ranking in zip(without_rests, with_credits, strict=True):
            assert [
                (row.rank, row.contestant, row.mean, row.percent, row.boards)
                for row in ranking.rows
            ] == [
                (row.rank, row.contestant, row.mean, row.percent, row.boards)
                for row in other_ranking.rows
            ]
