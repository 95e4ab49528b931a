"""What rulings give: it moves nobody, and one's own mean follows from one's own results alone."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.options import OptionProblem
from scoring.adjusted.averages import Average, UnsupportedAward
from scoring.adjusted.awards import adjusted_award_value, hypothetical_award
from scoring.adjusted.kinds import FixedAward, NotPlayed, WeightedAward, WeightedX
from scoring.adjusted.own_boards import NO_BOARDS, OwnBoards
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
EVERY = [method() for method in METHODS]
COMPARING = [
    *(
        method(options)
        for method in (MinMax, Matchpoints, Butler)
        for options in ({}, {"flagged": "in"})
    ),
    MinMax({"small_groups": "70/60/50"}),
    Matchpoints({"small_groups": "65/55", "win": "1"}),
]
AVERAGING = [method() for method in METHODS if method.supports_averages]
NO_OTHERS = FieldResults({}, {}, 1)

xs = st.integers(-40, 40) | st.integers(-80, 80).map(lambda twice: Fraction(twice, 2))
flags = st.lists(st.tuples(xs, st.booleans()), min_size=1, max_size=6)
weights = st.lists(st.integers(1, 9), min_size=1, max_size=4)
kinds = st.sampled_from([*Average, FixedAward(Fraction(7, 5)), NotPlayed()])
tables = st.lists(st.tuples(xs, st.booleans(), st.none() | kinds), min_size=2, max_size=5)
events = st.lists(tables, min_size=1, max_size=4)


def under(method, option, said):
    """A method under an option, whether or not events are offered it there."""
    if option in method.all_options():
        return method({option.key: said})
    having = type(method.__name__, (method,), {"own_options": (*method.own_options, option)})
    return having({option.key: said})


def split(said):
    """Ordinary and flagged results, how often each."""
    return (
        Counter(x for x, flagged in said if not flagged),
        Counter(x for x, flagged in said if flagged),
    )


def weighted(parts):
    whole = sum(weight for weight, _x in parts)
    return WeightedAward(tuple(WeightedX(Fraction(weight, whole), x) for weight, x in parts))


def pair(table, x, flagged=False, **ruled):
    names = {"ns": (f"n{table}",), "ew": (f"e{table}",)}
    return Result(names, {"ns": x, "ew": -x} if x is not None else {}, flagged, ruled)


def build(event, line="ns"):
    """Boards from their tables; what is given is given to one line, and the other keeps its X."""
    return {
        number: [
            pair(table, x, flagged, **({} if each is None else {line: each}))
            for table, (x, flagged, each) in enumerate(results)
        ]
        for number, results in enumerate(event, 1)
    }


def awards_by_result(scored, boards):
    """Every award that follows from a result, by board, table and line."""
    return {
        (number, table, line): scored.award(number, line, result)
        for number, results in boards.items()
        for table, result in enumerate(results)
        for line in LINES
        if line not in result.adjusted
    }


@pytest.mark.parametrize(
    "method", [*EVERY, *(method_for_game(BOTIFARRA, each.key) for each in TEAM_METHODS)]
)
def test_a_method_says_whether_it_has_averages_before_it_is_asked(method):
    if method.supports_averages:
        assert all(type(method.average(which, 5)) is Fraction for which in Average)
    else:
        with pytest.raises(UnsupportedAward, match=f"{method.key!r} has no averages"):
            method.average(Average.PLUS, 5)
        with pytest.raises(UnsupportedAward):
            score_event({1: [pair(1, 3, ns=Average.AVERAGE), pair(2, 4)]}, LINES, method)


def test_whoever_compares_the_field_and_gives_points_has_averages():
    assert [each.key for each in AVERAGING] == ["min_max", "matchpoints", "butler"]


def test_where_nobody_is_compared_there_is_no_average():
    assert adjusted_award_value(Matchpoints(), Average.PLUS, NO_OTHERS, NO_BOARDS) is None
    assert (
        adjusted_award_value(
            Matchpoints(), Average.PLUS, NO_OTHERS, OwnBoards(*map(Fraction, (9, 2, 10)))
        )
        is None
    )


def test_points_of_butlers_averages_are_chosen():
    said = Butler({AVERAGE_POINTS.key: "5"})
    assert [said.average(which, 9) for which in Average] == [0, 5, -5]


@given(xs, xs, st.integers(1, 9))
def test_average_plus_is_never_under_its_percent_and_average_minus_never_over(total, top, boards):
    own = OwnBoards(Fraction(total), Fraction(boards), Fraction(abs(top)))
    others = FieldResults({}, {}, 8)
    for method in AVERAGING:
        middle, plus, minus = (
            adjusted_award_value(method, which, others, own) for which in Average
        )
        assert (
            minus
            <= method.average(Average.MINUS, 8)
            < middle
            < method.average(Average.PLUS, 8)
            <= plus
        )


@given(events, st.sampled_from(AVERAGING))
def test_what_is_given_moves_no_award_that_follows_from_a_result(event, method):
    boards = build(event)
    other = {
        number: [
            replace(each, adjusted={"ns": FixedAward(Fraction(99))})
            if each.adjusted and not isinstance(each.adjusted["ns"], NotPlayed)
            else each
            for each in results
        ]
        for number, results in boards.items()
    }
    one, changed = (score_event(each, LINES, method) for each in (boards, other))
    assert awards_by_result(one, boards) == awards_by_result(changed, other)
    ew = [
        [(row.rank, row.contestant, row.total, row.boards) for row in scored.standings[1].rows]
        for scored in (one, changed)
    ]
    assert ew[0] == ew[1]


def due_on(results):
    return sum(not isinstance(each.adjusted.get("ns"), NotPlayed) for each in results)


def own_of(table, boards, method):
    """What a pair made where it has a result, from each board by itself."""
    own = OwnBoards()
    for results in boards.values():
        mine = next((each for each in results if each.contestants["ns"] == (f"n{table}",)), None)
        if mine and not mine.adjusted:
            award = score_event({1: results}, LINES, method).award(1, "ns", mine)
            top = method.top(due_on(results)) or 0
            own = own if award is None else own.plus(OwnBoards(award, Fraction(1), Fraction(top)))
    return own


@given(events, st.sampled_from(AVERAGING))
def test_an_average_follows_from_ones_own_results_alone(event, method):
    """Whatever else was given, to the same pair or to another."""
    boards = build(event)
    for each in score_event(boards, LINES, method).adjusted_awards:
        table, results = int(each.contestant[1:]), boards[each.number]
        nobody = FieldResults({}, {}, due_on(results))
        kind, own = results[table].adjusted["ns"], own_of(table, boards, method)
        assert each.award == adjusted_award_value(method, kind, nobody, own)


def test_two_average_pluses_on_one_board_and_on_each_others():
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
    given_ = {(each.number, each.contestant): each.award for each in scored.adjusted_awards}
    assert given_ == {
        (2, "n0"): 2,  # 2 on both boards
        (2, "e0"): 1,
        (2, "n1"): Fraction(8, 5),  # 3/2 on the one board with a result
        (3, "n1"): Fraction(8, 5),
        (3, "e1"): Fraction(3, 2),
    }
    assert scored.award(2, "ew", boards[2][1]) == 1  # held beside the third table alone


def test_partners_ranked_one_by_one_have_a_mean_each():
    both = Result({"ns": ("a", "b")}, {}, adjusted={"ns": Average.PLUS})
    boards = {
        1: [Result({"ns": ("a", "c")}, {"ns": 9}), Result({"ns": ("b", "d")}, {"ns": 1})],
        2: [both, Result({"ns": ("c", "d")}, {"ns": 4})],
    }
    given_ = score_event(boards, ("ns",), MinMax()).adjusted_awards
    assert {each.contestant: each.award for each in given_} == {"a": 2, "b": Fraction(8, 5)}


def test_tops_of_given_boards_count():
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


def test_a_fixed_award_and_a_board_not_played():
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


@given(tables, tables, st.sampled_from(EVERY))
def test_a_whole_board_out_is_as_if_it_had_not_been(one, other, method):
    one, other = ([(x, flagged, None) for x, flagged, _given in each] for each in (one, other))
    boards = build([one, other])
    out = {
        **boards,
        2: [replace(each, adjusted=dict.fromkeys(LINES, NotPlayed())) for each in boards[2]],
    }
    without = {
        **boards,
        2: [Result(each.contestants, {}) for each in boards[2]],
    }
    assert (
        score_event(out, LINES, method).standings == score_event(without, LINES, method).standings
    )


def test_a_play_called_off_is_not_due_and_one_given_an_award_is():
    rest = [pair(0, 2), pair(1, 1)]
    both = dict.fromkeys(LINES, NotPlayed())
    called_off = score_event({1: [*rest, pair(2, None, **both)]}, LINES, Matchpoints())
    averaged = score_event(
        {1: [*rest, pair(2, None, **dict.fromkeys(LINES, Average.PLUS))]}, LINES, Matchpoints()
    )
    assert [called_off.award(1, "ns", each) for each in rest] == [2, 0]
    assert [averaged.award(1, "ns", each) for each in rest] == [Fraction(7, 2), Fraction(1, 2)]


@given(flags, st.lists(st.tuples(st.integers(1, 9), xs), min_size=1, max_size=4), st.integers(0, 3))
def test_a_weighted_award_lies_between_its_parts(said, parts, missing):
    ordinary, flagged = split(said)
    others = FieldResults(ordinary, flagged, len(said) + 1 + missing)
    for method in COMPARING:
        held = [hypothetical_award(method, x, others) for _weight, x in parts]
        award = adjusted_award_value(method, weighted(parts), others, NO_BOARDS)
        assert min(held) <= award <= max(held)
        assert len(parts) > 1 or held == [award]


@given(flags, xs)
def test_what_is_held_against_others_is_as_a_flagged_result(said, x):
    """There is no difference where an ordinary result exists, and no flagged one is compared
    with."""
    ordinary, flagged = split([*said, (0, False)])
    others, due = FieldResults(ordinary, flagged, len(said) + 2), len(said) + 2
    for method in EVERY:
        scale = method.scale(ordinary, flagged + Counter([x]), due)
        assert hypothetical_award(method, x, others) == scale.award(x, True)


@given(flags, st.lists(xs, min_size=2, max_size=5))
def test_more_held_against_others_is_never_worth_less(said, tried):
    ordinary, flagged = split(said)
    for method in COMPARING:
        for group_due in (None, len(said)):
            others = FieldResults(ordinary, flagged, len(said) + 3, group_due)
            held = [hypothetical_award(method, x, others) for x in sorted(tried)]
            assert held == sorted(held)


def test_flagged_in_is_held_against_flagged_results_too():
    others = FieldResults(Counter([0, 10]), Counter([30]), 4)
    assert [
        hypothetical_award(MinMax({"flagged": said}), 20, others) for said in ("out", "in")
    ] == [
        2,
        Fraction(5, 3),
    ]
    assert hypothetical_award(Butler({"flagged": "in"}), 20, others) == 20 - Fraction(40, 3)


def test_with_nobody_else_it_is_as_a_single_result():
    alone = FieldResults({}, {}, 7)
    assert hypothetical_award(MinMax(), 5, alone) == Fraction(3, 2)
    assert hypothetical_award(Matchpoints(), 5, alone) == 6
    assert hypothetical_award(Butler(), 5, alone) == 0
    assert (
        adjusted_award_value(
            MinMax({"equal": "none"}), weighted([(1, 5), (1, 9)]), alone, NO_BOARDS
        )
        is None
    )


@pytest.mark.parametrize(
    "parts",
    [(), (WeightedX(Fraction(1, 2), 3),), (WeightedX(Fraction(2), 3), WeightedX(Fraction(-1), 4))],
)
def test_weights_add_up_to_one(parts):
    with pytest.raises(ValueError, match="weights are over 0 and add up to 1"):
        WeightedAward(parts)


@given(st.lists(xs, min_size=1, max_size=6), weights)
def test_weighted_differences_lie_between_their_parts(differences, shares):
    parts = [(share, x) for share, x in zip(shares, differences, strict=False)]
    for method in (method_for_game(BOTIFARRA, each.key) for each in TEAM_METHODS):
        alone = [method.score_match([x], 8).first for _share, x in parts]
        assert min(alone) <= method.score_match([weighted(parts)], 8).first <= max(alone)


@given(flags, st.integers(0, 4), st.sampled_from(SMALL_GROUPS.choices))
def test_one_group_of_all_tables_is_the_board(said, missing, small):
    ordinary, flagged = split(said)
    due = len(said) + missing
    for method in EVERY:
        own = type(method)({"small_groups": small} if "small_groups" in method.options else {})
        assert own.scale_of_group(ordinary, flagged, due, due) == method.scale(
            ordinary, flagged, due
        )


@given(flags, st.integers(1, 9), st.sampled_from(SMALL_GROUPS.choices))
def test_a_group_keeps_its_order(said, elsewhere, small):
    """More is never worth less, and equal results have equal awards, in groups of any size."""
    ordinary, flagged = split(said)
    for method in (MinMax({"small_groups": small}), Matchpoints({"small_groups": small})):
        scale = method.scale_of_group(ordinary, flagged, len(said), len(said) + elsewhere)
        for awards in (scale.ordinary, scale.flagged):
            in_order = [awards[x] for x in sorted(awards)]
            assert in_order == sorted(in_order)


@given(st.lists(xs, min_size=1, max_size=9), st.integers(0, 9))
def test_a_group_has_the_middle_of_the_top_between_all_of_it(group, elsewhere):
    """Neuberg's formula moves nobody's middle: a group has half the top on average, however
    large it is."""
    due = len(group) + elsewhere
    scale = Matchpoints().scale_of_group(Counter(group), {}, len(group), due)
    if due > 1:
        assert sum(scale.award(x, False) for x in group) / Fraction(len(group)) == due - 1


def test_a_flagged_result_in_a_small_group():
    """Between two it has the middle, beyond them what the nearest has; the others are as without
    it."""
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


def test_four_plays_with_three_results_are_no_small_group():
    method = Matchpoints({"small_groups": "fixed60"})
    made = Counter([1, 2, 3])
    assert method.scale_of_group(made, {}, 4, 7) == method.scale(made, {}, 7)
    assert method.scale_of_group(made, {}, 3, 7) != method.scale(made, {}, 7)


def test_nothing_to_compare_in_a_group_is_an_error():
    for small in SMALL_GROUPS.choices:
        with pytest.raises(ValueError, match="empty"):
            get_method("min_max", {"small_groups": small}).scale_of_group({}, {}, 2, 7)


def test_a_rest_counts_as_ones_own_mean_where_the_event_says_so():
    boards = {
        1: [pair(0, 9), pair(1, 3), pair(2, 1)],
        2: [pair(0, 9), pair(1, None), pair(2, 1)],
        3: [pair(0, 9), pair(1, None, ns=Average.PLUS, ew=Average.PLUS), pair(2, 1)],
    }
    rests = {"n2": 2, "nobody here": 3}
    rows = {
        said: {
            row.contestant: (row.rank, row.total, row.mean, row.boards, row.rested.boards)
            for row in score_event(boards, LINES, under(MinMax, UNPLAYED, said), rests)
            .standings[0]
            .rows
        }
        for said in ("nothing", "own_mean")
    }
    own, mean = Fraction(5, 4), Fraction(57, 40)
    plus = Fraction(8, 5)
    assert rows["nothing"] == {
        "n0": (1, 6, 2, 3, 0),
        "n1": (2, own + plus, mean, 2, 0),
        "n2": (3, 3, 1, 3, 0),
    }
    assert rows["own_mean"] == {
        "n0": (1, 6, 2, 3, 0),
        "n1": (2, 2 * own + plus, (2 * own + plus) / 3, 2, 1),
        "n2": (3, 5, 1, 3, 2),
    }


def test_own_mean_is_offered_where_an_award_compares_with_the_field():
    """In `wins` another option says what a round without opponents is; in `total` X is what was
    made."""
    offering = [method for method in METHODS if UNPLAYED in method.all_options()]
    assert offering == [MinMax, Matchpoints, Butler]
    for method in offering:
        assert not method().counts_unplayed_at_own_mean
        assert method({UNPLAYED.key: "own_mean"}).counts_unplayed_at_own_mean
    for method in {*METHODS, *TEAM_METHODS} - {*offering}:
        with pytest.raises(OptionProblem):
            method({UNPLAYED.key: UNPLAYED.choices[1]})


def test_rests_in_matchpoints_bring_tops_along():
    boards = {1: [pair(0, 2), pair(1, 1), pair(2, 0)]}
    rows = (
        score_event(boards, LINES, under(Matchpoints, UNPLAYED, "own_mean"), {"n0": 1})
        .standings[0]
        .rows
    )
    assert [(row.total, row.percent) for row in rows] == [(8, 100), (2, 50), (0, 0)]


def test_wins_may_count_a_match_that_was_not_played():
    boards = {1: [pair(0, 3)], 2: [pair(0, -3)], 3: [pair(0, None), pair(1, 5)]}
    rows = score_event(boards, LINES, under(Wins, UNPLAYED, "own_mean")).standings[0].rows
    assert [(row.contestant, row.total) for row in rows] == [
        ("e0", Fraction(3, 2)),
        ("n0", Fraction(3, 2)),
        ("n1", 1),
        ("e1", 0),
    ]


@given(events, st.dictionaries(st.sampled_from(["n0", "n1", "e2"]), st.integers(0, 5)))
def test_without_penalties_and_given_awards_rests_change_no_mean(event, rests):
    boards = build([[(x, flagged, None) for x, flagged, _given in results] for results in event])
    for method in (MinMax, Matchpoints, Butler):
        as_today, with_rests = (
            score_event(boards, LINES, under(method, UNPLAYED, said), rests).standings
            for said in ("nothing", "own_mean")
        )
        for one, other in zip(as_today, with_rests, strict=True):
            assert [
                (row.rank, row.contestant, row.mean, row.percent, row.boards) for row in one.rows
            ] == [
                (row.rank, row.contestant, row.mean, row.percent, row.boards) for row in other.rows
            ]
