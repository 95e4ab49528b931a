"""The Swiss: what holds of a thousand events by chance, and each rule on its own."""

import re
from collections import Counter
from fractions import Fraction
from random import Random

import pytest
import rustworkx

from games.problems import Refused
from tests.movements.drawing.test_matching import every_matching
from tests.movements.swiss_events import event, shares, won_drawn_lost
from tournaments.movements.base.plan import TableSeating
from tournaments.movements.base.stage_state import AllRoundsPlayed, PlayedRound, StageState
from tournaments.movements.catalogue import get_movement
from tournaments.movements.swiss import Swiss

EVENTS = 1000
TENTHS = [0, *(pytest.param(tenth, marks=pytest.mark.thorough) for tenth in range(1, 10))]


def pairs(draw):
    return [tuple(sorted(seating.contestants)) for seating in draw.tables]


def has_round_without_repeat(state, contestants):
    """Whether so many can all meet somebody new, found without any of the product's costs."""
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(contestants)
    graph.add_edges_from(
        [
            (a, b, 1)
            for a, one in enumerate(contestants)
            for b, other in enumerate(contestants[:a])
            if (min(one, other), max(one, other)) not in state.meeting_counts
        ]
    )
    return 2 * len(rustworkx.max_weight_matching(graph, max_cardinality=True)) == len(contestants)


def assert_everybody_has_a_place(state, draw):
    places = [one for seating in draw.tables for one in seating.contestants] + list(draw.sit_outs)
    assert sorted(places) == sorted(state.present)
    assert len(draw.sit_outs) == len(state.present) % 2
    assert [seating.table for seating in draw.tables] == list(range(1, len(draw.tables) + 1))
    assert set(draw.reasons) == {seating.table for seating in draw.tables}


def assert_no_needless_rest(state, draw):
    for one in draw.sit_outs:
        assert state.sit_out_counts[one] == min(
            state.sit_out_counts[each] for each in state.present
        )


def assert_no_needless_repeat(state, draw):
    if not set(pairs(draw)) & set(state.meeting_counts):
        return
    seating = [one for pair in pairs(draw) for one in pair]
    assert not has_round_without_repeat(state, seating)
    least = min(state.sit_out_counts[one] for one in state.present)
    for one in state.present if draw.sit_outs else ():
        if state.sit_out_counts[one] == least:
            others = [each for each in state.present if each != one]
            assert not has_round_without_repeat(state, others)


def contestants_and_rounds(rng):
    """Few contestants twice as often as many; as many rounds as there can be, in a large field
    thirty."""
    contestants = rng.choice((rng.randint(5, 12), rng.randint(5, 12), rng.randint(13, 64)))
    return contestants, rng.randint(1, min(30, Swiss().full_rounds(contestants)))


@pytest.mark.thorough
@pytest.mark.parametrize("tenth", TENTHS)
def test_a_thousand_events(tenth):
    for number in range(tenth, EVENTS, 10):
        rng = Random(f"event {number}")
        awards = rng.choice((won_drawn_lost, won_drawn_lost, shares))
        unrest, first = rng.choice((0, 0.1, 0.3)), rng.choice(("drawn", "folded"))
        for state, draw in event(*contestants_and_rounds(rng), rng, awards, unrest, first):
            assert_everybody_has_a_place(state, draw)
            assert_no_needless_rest(state, draw)
            assert_no_needless_repeat(state, draw)


@pytest.mark.parametrize("seed", range(8))
def test_no_other_round_without_more_repeats_has_totals_nearer(seed):
    for state, draw in event(8, 6, Random(seed)):
        if state.played:
            met, totals = state.meeting_counts, state.totals

            def worth(meetings, met=met, totals=totals):
                repeats = sum(tuple(sorted(pair)) in met for pair in meetings)
                return repeats, sum((totals[one] - totals[other]) ** 2 for one, other in meetings)

            assert worth(pairs(draw)) == min(map(worth, every_matching(state.present)))


@pytest.mark.parametrize("contestants", [7, 8, 12])
def test_as_many_rounds_as_there_are_opponents_can_be_drawn(contestants):
    rounds = list(event(contestants, Swiss().full_rounds(contestants), Random(3)))
    assert len(rounds) == Swiss().full_rounds(contestants)
    rested = Counter(one for _state, draw in rounds for one in draw.sit_outs)
    assert set(rested.values()) == ({1} if contestants % 2 else set())


def played(*results, sit_outs=()):
    """A round of tables (N-S, E-W, award of N-S); a win is 1, a sit-out as well."""
    tables = tuple(
        TableSeating(table, {"ns": (ns,), "ew": (ew,)}, (1,))
        for table, (ns, ew, _award) in enumerate(results, 1)
    )
    awards = {ns: Fraction(award) for ns, _ew, award in results}
    awards |= {ew: 1 - Fraction(award) for _ns, ew, award in results}
    return PlayedRound(tables, sit_outs, awards | dict.fromkeys(sit_outs, Fraction(1)))


def state_after(contestants, *rounds, **more):
    totals = StageState(contestants, 2, 9, rounds, penalties=more.get("penalties", {})).totals
    ranking = tuple(sorted(totals, key=lambda one: (-totals[one], one)))
    return StageState(contestants, 2, 9, rounds, ranking, **more)


def test_the_first_round_by_chance_is_the_same_every_time_and_no_other_number_s():
    draw = Swiss().next_round(StageState(20, 3, 5))
    assert draw == Swiss().next_round(StageState(20, 3, 5))
    assert pairs(draw)[:5] != pairs(Swiss().next_round(StageState(21, 3, 5)))[:5]
    assert sum(abs(one - other) == 10 for one, other in pairs(draw)) < 5
    assert {str(why) for why in draw.reasons.values()} == {"Drawn at random."}


def test_the_first_round_folded_is_the_upper_half_against_the_lower():
    seeding = (5, 1, 2, 3, 4, 6, 7)
    draw = Swiss({"first": "folded"}).next_round(StageState(7, 2, 3, ranking=seeding))
    assert pairs(draw) == [(3, 5), (1, 4), (2, 6)]
    assert (
        str(draw.reasons[1])
        == "Upper half against lower half: place 1 of the seeding against place 4."
    )
    assert {one: str(why) for one, why in draw.sit_outs.items()} == {
        7: "Lowest of those who have not rested yet."
    }


def test_equals_meet_upper_half_against_lower_half_and_lines_change():
    state = state_after(8, played((1, 5, 1), (2, 6, 1), (3, 7, 1), (4, 8, 1)))
    draw = Swiss().next_round(state)
    assert pairs(draw) == [(1, 3), (2, 4), (5, 7), (6, 8)]
    assert str(draw.reasons[1]) == "Both have a total of 1 and have not met."
    assert draw.reasons[1].params == {"one": 1, "other": 3, "total": "1"}


def test_who_sat_e_w_sits_n_s_next():
    state = state_after(4, played((1, 2, 1), (3, 4, 0)))
    assert [seating.lines for seating in Swiss().next_round(state).tables] == [
        {"ns": (4,), "ew": (1,)},
        {"ns": (2,), "ew": (3,)},
    ]


def test_boards_go_on_from_round_to_round_at_all_tables():
    state = state_after(4, played((1, 2, 1), (3, 4, 0)))
    assert {seating.boards for seating in Swiss().next_round(state).tables} == {(3, 4)}


def test_of_an_odd_group_the_lowest_meets_the_best_below():
    state = state_after(6, played((1, 4, 1), (2, 5, 1), (3, 6, 1)))
    draw = Swiss().next_round(state)
    assert pairs(draw) == [(1, 2), (3, 4), (5, 6)]
    assert str(draw.reasons[2]) == (
        "1 against 0: an odd number had 1, and 4 was the best of those below not yet met."
    )


def test_the_same_contestant_does_not_float_twice_running():
    first = played((1, 6, 1), (2, 5, 1), (3, 4, 1), (7, 8, "1/2"), (9, 10, "1/2"))
    second = played((1, 2, "1/2"), (3, 7, "1/2"), (8, 9, "1/2"), (10, 4, "1/2"), (5, 6, "1/2"))
    state = state_after(10, first, second)
    assert [state.totals[one] for one in (1, 2, 3)] == [Fraction(3, 2)] * 3
    floats = [pair for pair in pairs(Swiss().next_round(state)) if 3 in pair]
    assert floats in ([(1, 3)], [(2, 3)])


def test_nobody_meets_again_while_somebody_new_is_left():
    state = state_after(4, played((1, 2, 1), (3, 4, 1)), played((1, 3, 1), (2, 4, 1)))
    draw = Swiss().next_round(state)
    assert pairs(draw) == [(1, 4), (2, 3)]
    assert str(draw.reasons[1]) == (
        "2 against 0: nobody else had 2, and 4 was the best of those below not yet met."
    )


def test_where_a_repeat_cannot_be_helped_there_is_one_and_the_reason_says_so():
    rounds = (
        played((1, 2, 1), (3, 4, 1)),
        played((1, 3, 1), (2, 4, 1)),
        played((1, 4, 1), (2, 3, 1)),
    )
    draw = Swiss().next_round(state_after(4, *rounds))
    assert pairs(draw) == [(1, 2), (3, 4)]
    assert (
        str(draw.reasons[2]) == "They met in round 1: this round cannot be drawn without a repeat."
    )


def test_the_sit_out_passes_by_whoever_would_leave_the_others_a_repeat():
    # Were 5 to rest, 1 would be left with 2, 3 and 4, all of whom he has met; 2 and 5 were away for
    # a round.
    rounds = (
        played((1, 2, 1), (3, 5, 1), sit_outs=(4,)),
        played((1, 3, 1), (4, 5, 1), sit_outs=(2,)),
        played((1, 4, 1), sit_outs=(3,)),
    )
    draw = Swiss().next_round(state_after(5, *rounds))
    assert {one: str(why) for one, why in draw.sit_outs.items()} == {
        1: "Nobody has rested less, and this rest leaves the others the fewest repeats."
    }


def test_a_second_sit_out_only_when_everybody_has_had_one():
    rounds = (
        played((1, 2, 1), sit_outs=(3,)),
        played((1, 3, 1), sit_outs=(2,)),
        played((3, 2, 1), sit_outs=(1,)),
    )
    draw = Swiss().next_round(state_after(3, *rounds))
    assert {one: str(why) for one, why in draw.sit_outs.items()} == {
        2: "Everybody has rested; lowest of those who have rested least."
    }


def test_penalties_count_and_who_is_absent_is_not_seated():
    first = played((1, 4, 1), (2, 5, 1), (3, 6, 1))
    state = state_after(6, first, penalties={1: Fraction(1)}, absent=frozenset({4, 6}))
    draw = Swiss().next_round(state)
    assert pairs(draw) == [(2, 3), (1, 5)]


def test_reasons_tell_the_totals_as_they_are():
    for awards in (won_drawn_lost, shares):
        for state, draw in event(21, 7, Random(5), awards):
            totals = state.totals
            for seating in draw.tables:
                params = draw.reasons[seating.table].params
                assert {params["one"], params["other"]} == set(seating.contestants)
                if "upper" in params:
                    assert (
                        Fraction(params["upper"]) == totals[params["one"]] > totals[params["other"]]
                    )
                    assert Fraction(params["lower"]) == totals[params["other"]]
                    best = re.search("nobody else had", str(draw.reasons[seating.table]))
                    assert not best or list(totals.values()).count(totals[params["one"]]) == 1


def test_two_single_players_at_a_table():
    movement = get_movement("swiss", {"seats": "2"})
    assert movement.players_each == 1
    assert Swiss().players_each == 2
    plan = movement.plan(6, 3)
    assert {tuple(seating.lines) for _number, seating in plan.seatings} == {("a", "b")}
    assert movement.lines == {"a": ("A",), "b": ("B",)}


@pytest.mark.parametrize("contestants", [4, 5, 63, 399, 400])
def test_the_plan_is_the_first_round(contestants):
    plan = Swiss().plan(contestants, 3, 4)
    assert len(plan.rounds) == 1
    assert plan.table_count == plan.copies == contestants // 2
    assert plan.board_count == 4


def test_no_round_after_the_last():
    rounds = (played((1, 2, 1), (3, 4, 1)),)
    with pytest.raises(AllRoundsPlayed):
        Swiss().next_round(StageState(4, 2, 1, rounds))


def test_one_alone_cannot_be_drawn():
    with pytest.raises(Refused) as refused:
        Swiss().next_round(StageState(4, 2, 3, absent=frozenset({1, 2, 4})))
    assert [problem.code for problem in refused.value.problems] == ["nobody_to_draw"]


@pytest.mark.thorough
def test_a_full_house_needs_no_more_bits_than_there_are():
    # Everything at its largest at once: 399 contestants, long fractions, meetings repeated, lines
    # uneven.
    rng = Random(11)
    ranking = tuple(range(1, 400))
    tables = tuple(
        TableSeating(table, {"ns": (table,), "ew": (399 - table,)}, (1,)) for table in range(1, 200)
    )
    rounds = tuple(
        PlayedRound(tables, (399,), {one: shares(rng)[0] for one in ranking})
        for _round in range(40)
    )
    draw = Swiss().next_round(StageState(399, 2, 50, rounds, ranking))
    assert not {tuple(sorted(seating.contestants)) for seating in tables} & set(pairs(draw))
    assert 399 not in draw.sit_outs
