"""The Swiss: properties of a thousand random events, and each rule by itself."""

import re
from collections import Counter
from fractions import Fraction
from random import Random

import pytest
import rustworkx

from games.problems import ValidationFailed
from tests.movements.drawing.test_matching import every_matching
from tests.movements.swiss_events import compared_with_all, random_event, won_drawn_lost
from tournaments.movements.base.plan import TableSeating
from tournaments.movements.base.stage_state import AllRoundsPlayed, PlayedRound, StageState
from tournaments.movements.catalogue import get_movement
from tournaments.movements.swiss import Swiss

EVENTS = 1000
EVENT_TENTHS = range(10)


def pairs(draw):
    return [tuple(sorted(seating.contestants)) for seating in draw.tables]


def has_round_without_repeat(state, contestants):
    """Return whether all contestants can meet a new opponent; the costs are not used for it."""
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(contestants)
    graph.add_edges_from(
        [
            (a, b, 1)
            for a, contestant in enumerate(contestants)
            for b, other in enumerate(contestants[:a])
            if (min(contestant, other), max(contestant, other)) not in state.meeting_counts
        ]
    )
    return 2 * len(rustworkx.max_weight_matching(graph, max_cardinality=True)) == len(contestants)


def assert_everybody_has_a_place(state, draw):
    places = [contestant for seating in draw.tables for contestant in seating.contestants] + list(
        draw.sit_outs
    )
    assert sorted(places) == sorted(state.present)
    assert len(draw.sit_outs) == len(state.present) % 2
    assert [seating.table for seating in draw.tables] == list(range(1, len(draw.tables) + 1))
    assert set(draw.reasons) == {seating.table for seating in draw.tables}


def assert_no_needless_sit_out(state, draw):
    for contestant in draw.sit_outs:
        assert state.sit_out_counts[contestant] == min(
            state.sit_out_counts[present] for present in state.present
        )


def assert_no_needless_repeat(state, draw):
    if not set(pairs(draw)) & set(state.meeting_counts):
        return
    seated = [contestant for pair in pairs(draw) for contestant in pair]
    assert not has_round_without_repeat(state, seated)
    fewest = min(state.sit_out_counts[contestant] for contestant in state.present)
    for contestant in state.present if draw.sit_outs else ():
        if state.sit_out_counts[contestant] == fewest:
            others = [other for other in state.present if other != contestant]
            assert not has_round_without_repeat(state, others)


def contestants_and_rounds(rng):
    """Return numbers of contestants, twice as often few as many, and of at most thirty rounds."""
    contestants = rng.choice((rng.randint(5, 12), rng.randint(5, 12), rng.randint(13, 64)))
    return contestants, rng.randint(1, min(30, Swiss().full_round_count(contestants)))


@pytest.mark.thorough
@pytest.mark.parametrize("tenth", EVENT_TENTHS)
def test_random_events_satisfy_the_rules(tenth):
    for number in range(tenth, EVENTS, 10):
        rng = Random(f"event {number}")
        awards = rng.choice((won_drawn_lost, won_drawn_lost, compared_with_all))
        unrest, first = rng.choice((0, 0.1, 0.3)), rng.choice(("drawn", "folded"))
        for state, draw in random_event(*contestants_and_rounds(rng), rng, awards, unrest, first):
            assert_everybody_has_a_place(state, draw)
            assert_no_needless_sit_out(state, draw)
            assert_no_needless_repeat(state, draw)


@pytest.mark.parametrize("seed", range(8))
def test_no_other_draw_without_more_repeats_has_closer_totals(seed):
    for state, draw in random_event(8, 6, Random(seed)):
        if state.played:
            meeting_counts, totals = state.meeting_counts, state.totals

            def cost(meetings, meeting_counts=meeting_counts, totals=totals):
                repeats = sum(tuple(sorted(pair)) in meeting_counts for pair in meetings)
                return repeats, sum((totals[one] - totals[other]) ** 2 for one, other in meetings)

            assert cost(pairs(draw)) == min(map(cost, every_matching(state.present)))


@pytest.mark.parametrize("contestants", [7, 8, 12])
def test_as_many_rounds_as_opponents_can_be_drawn(contestants):
    rounds = list(random_event(contestants, Swiss().full_round_count(contestants), Random(3)))
    assert len(rounds) == Swiss().full_round_count(contestants)
    sit_out_counts = Counter(contestant for _state, draw in rounds for contestant in draw.sit_outs)
    assert set(sit_out_counts.values()) == ({1} if contestants % 2 else set())


def played_round(*results, sit_outs=()):
    """Return a round of tables (N-S, E-W, award of N-S); a win and a sit-out each give 1."""
    tables = tuple(
        TableSeating(table, {"ns": (ns,), "ew": (ew,)}, (1,))
        for table, (ns, ew, _award) in enumerate(results, 1)
    )
    awards = {ns: Fraction(award) for ns, _ew, award in results}
    awards |= {ew: 1 - Fraction(award) for _ns, ew, award in results}
    return PlayedRound(tables, sit_outs, awards | dict.fromkeys(sit_outs, Fraction(1)))


def state_after(contestants, *rounds, **attributes):
    totals = StageState(contestants, 2, 9, rounds, penalties=attributes.get("penalties", {})).totals
    ranking = tuple(sorted(totals, key=lambda contestant: (-totals[contestant], contestant)))
    return StageState(contestants, 2, 9, rounds, ranking, **attributes)


def test_random_first_round_is_deterministic_and_depends_on_the_size():
    draw = Swiss().next_round(StageState(20, 3, 5))
    assert draw == Swiss().next_round(StageState(20, 3, 5))
    assert pairs(draw)[:5] != pairs(Swiss().next_round(StageState(21, 3, 5)))[:5]
    assert sum(abs(one - other) == 10 for one, other in pairs(draw)) < 5
    assert {str(reason) for reason in draw.reasons.values()} == {"Drawn at random."}


def test_folded_first_round_is_the_upper_half_against_the_lower():
    seeding = (5, 1, 2, 3, 4, 6, 7)
    draw = Swiss({"first": "folded"}).next_round(StageState(7, 2, 3, ranking=seeding))
    assert pairs(draw) == [(3, 5), (1, 4), (2, 6)]
    assert (
        str(draw.reasons[1])
        == "Upper half against lower half: place 1 of the seeding against place 4."
    )
    assert {contestant: str(reason) for contestant, reason in draw.sit_outs.items()} == {
        7: "Lowest of those who have not rested yet."
    }


def test_equal_contestants_meet_folded_and_change_lines():
    state = state_after(8, played_round((1, 5, 1), (2, 6, 1), (3, 7, 1), (4, 8, 1)))
    draw = Swiss().next_round(state)
    assert pairs(draw) == [(1, 3), (2, 4), (5, 7), (6, 8)]
    assert str(draw.reasons[1]) == "Both have a total of 1 and have not met."
    assert draw.reasons[1].params == {"one": 1, "other": 3, "total": "1"}


def test_contestant_who_sat_e_w_sits_n_s_next():
    state = state_after(4, played_round((1, 2, 1), (3, 4, 0)))
    assert [seating.lines for seating in Swiss().next_round(state).tables] == [
        {"ns": (4,), "ew": (1,)},
        {"ns": (2,), "ew": (3,)},
    ]


def test_all_tables_continue_with_the_next_boards():
    state = state_after(4, played_round((1, 2, 1), (3, 4, 0)))
    assert {seating.boards for seating in Swiss().next_round(state).tables} == {(3, 4)}


def test_lowest_of_an_odd_group_meets_the_best_below():
    state = state_after(6, played_round((1, 4, 1), (2, 5, 1), (3, 6, 1)))
    draw = Swiss().next_round(state)
    assert pairs(draw) == [(1, 2), (3, 4), (5, 6)]
    assert str(draw.reasons[2]) == (
        "1 against 0: an odd number had 1, and 4 was the best of those below not yet met."
    )


def test_contestant_does_not_float_twice_running():
    first = played_round((1, 6, 1), (2, 5, 1), (3, 4, 1), (7, 8, "1/2"), (9, 10, "1/2"))
    second = played_round(
        (1, 2, "1/2"), (3, 7, "1/2"), (8, 9, "1/2"), (10, 4, "1/2"), (5, 6, "1/2")
    )
    state = state_after(10, first, second)
    assert [state.totals[contestant] for contestant in (1, 2, 3)] == [Fraction(3, 2)] * 3
    floats = [pair for pair in pairs(Swiss().next_round(state)) if 3 in pair]
    assert floats in ([(1, 3)], [(2, 3)])


def test_nobody_meets_again_while_a_new_opponent_is_left():
    state = state_after(4, played_round((1, 2, 1), (3, 4, 1)), played_round((1, 3, 1), (2, 4, 1)))
    draw = Swiss().next_round(state)
    assert pairs(draw) == [(1, 4), (2, 3)]
    assert str(draw.reasons[1]) == (
        "2 against 0: nobody else had 2, and 4 was the best of those below not yet met."
    )


def test_inevitable_repeat_is_drawn_and_named_in_the_reason():
    rounds = (
        played_round((1, 2, 1), (3, 4, 1)),
        played_round((1, 3, 1), (2, 4, 1)),
        played_round((1, 4, 1), (2, 3, 1)),
    )
    draw = Swiss().next_round(state_after(4, *rounds))
    assert pairs(draw) == [(1, 2), (3, 4)]
    assert (
        str(draw.reasons[2]) == "They met in round 1: this round cannot be drawn without a repeat."
    )


def test_sit_out_that_would_cause_a_repeat_is_avoided():
    # If 5 sat out, 1 would be left with 2, 3 and 4, and has met them all. 2 and 5 missed a round.
    rounds = (
        played_round((1, 2, 1), (3, 5, 1), sit_outs=(4,)),
        played_round((1, 3, 1), (4, 5, 1), sit_outs=(2,)),
        played_round((1, 4, 1), sit_outs=(3,)),
    )
    draw = Swiss().next_round(state_after(5, *rounds))
    assert {contestant: str(reason) for contestant, reason in draw.sit_outs.items()} == {
        1: "Nobody has rested less, and this rest leaves the others the fewest repeats."
    }


def test_second_sit_out_comes_after_everybody_has_had_one():
    rounds = (
        played_round((1, 2, 1), sit_outs=(3,)),
        played_round((1, 3, 1), sit_outs=(2,)),
        played_round((3, 2, 1), sit_outs=(1,)),
    )
    draw = Swiss().next_round(state_after(3, *rounds))
    assert {contestant: str(reason) for contestant, reason in draw.sit_outs.items()} == {
        2: "Everybody has rested; lowest of those who have rested least."
    }


def test_draw_applies_penalties_and_leaves_out_absent_contestants():
    first = played_round((1, 4, 1), (2, 5, 1), (3, 6, 1))
    state = state_after(6, first, penalties={1: Fraction(1)}, absent=frozenset({4, 6}))
    draw = Swiss().next_round(state)
    assert pairs(draw) == [(2, 3), (1, 5)]


def test_reasons_name_the_actual_totals():
    for awards in (won_drawn_lost, compared_with_all):
        for state, draw in random_event(21, 7, Random(5), awards):
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


def test_two_single_players_can_be_contestants():
    movement = get_movement("swiss", {"seats": "2"})
    assert movement.players_each == 1
    assert Swiss().players_each == 2
    plan = movement.plan(6, 3)
    assert {tuple(seating.lines) for _number, seating in plan.seatings} == {("a", "b")}
    assert movement.lines == {"a": ("A",), "b": ("B",)}


@pytest.mark.parametrize("contestants", [4, 5, 63, 399, 400])
def test_plan_is_the_first_round(contestants):
    plan = Swiss().plan(contestants, 3, 4)
    assert len(plan.rounds) == 1
    assert plan.table_count == plan.copies == contestants // 2
    assert plan.board_count == 4


def test_no_round_is_drawn_after_the_last():
    rounds = (played_round((1, 2, 1), (3, 4, 1)),)
    with pytest.raises(AllRoundsPlayed):
        Swiss().next_round(StageState(4, 2, 1, rounds))


def test_draw_of_a_single_contestant_is_refused():
    with pytest.raises(ValidationFailed) as refused:
        Swiss().next_round(StageState(4, 2, 3, absent=frozenset({1, 2, 4})))
    assert [problem.code for problem in refused.value.problems] == ["nobody_to_draw"]


@pytest.mark.thorough
def test_costs_of_the_largest_event_do_not_overflow():
    # All costs are as large as possible: 399 contestants, long fractions, repeats, uneven lines.
    rng = Random(11)
    ranking = tuple(range(1, 400))
    tables = tuple(
        TableSeating(table, {"ns": (table,), "ew": (399 - table,)}, (1,)) for table in range(1, 200)
    )
    rounds = tuple(
        PlayedRound(
            tables, (399,), {contestant: compared_with_all(rng)[0] for contestant in ranking}
        )
        for _round in range(40)
    )
    draw = Swiss().next_round(StageState(399, 2, 50, rounds, ranking))
    assert not {tuple(sorted(seating.contestants)) for seating in tables} & set(pairs(draw))
    assert 399 not in draw.sit_outs
