"""The knock-out: brackets of every size, and each rule on its own."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.problems import Refused
from tournaments.movements.base.plan import TableSeating
from tournaments.movements.base.stage_state import AllRoundsPlayed, PlayedRound, StageState
from tournaments.movements.drawing.bracket import seeding_order
from tournaments.movements.drawing.bracket_ranks import bracket_ranks
from tournaments.movements.drawing.bracket_rounds import played_slots
from tournaments.movements.knock_out import KnockOut


def after(draw, *winners):
    """The draw as played, each of `winners` ahead at his table."""
    awards = {
        one: Fraction(one in winners) for seating in draw.tables for one in seating.contestants
    }
    return PlayedRound(draw.tables, tuple(draw.sit_outs), awards)


def won_by_the_better(draw, ranking):
    return after(draw, *(min(seating.contestants, key=ranking.index) for seating in draw.tables))


def meetings(draw):
    return [seating.contestants for seating in draw.tables]


def said(words):
    return {key: str(why) for key, why in words.items()}


def event(contestants, ranking, win, **more):
    """All rounds; `win` says what becomes of a draw."""
    played = ()
    while True:
        state = StageState(contestants, 1, 10, played, ranking, **more)
        try:
            draw = KnockOut().next_round(state)
        except AllRoundsPlayed:
            return
        yield draw
        played += (win(draw),)


@pytest.mark.parametrize(
    ("size", "order"), [(1, [1]), (2, [1, 2]), (4, [1, 4, 2, 3]), (8, [1, 8, 4, 5, 2, 7, 3, 6])]
)
def test_the_order_of_seeds(size, order):
    assert seeding_order(size) == order


@pytest.mark.parametrize("contestants", [*range(2, 34), 63, 64, 65, 400])
def test_where_the_better_always_wins_the_best_two_meet_in_the_final(contestants):
    ranking = tuple(Random(contestants).sample(range(1, contestants + 1), contestants))
    rounds = list(event(contestants, ranking, lambda draw: won_by_the_better(draw, ranking)))
    assert len(rounds) == KnockOut().full_rounds(contestants)
    for left, draw in zip(range(len(rounds), 0, -1), rounds, strict=True):
        best = ranking[: 2**left]
        assert sorted(
            [*(one for pair in meetings(draw) for one in pair), *draw.sit_outs]
        ) == sorted(best)
        for one, other in meetings(draw):
            assert ranking.index(one) + ranking.index(other) == 2**left - 1
    assert meetings(rounds[-1]) == [ranking[:2]]


@pytest.mark.thorough
@given(st.integers(2, 40), st.randoms(use_true_random=False))
def test_whoever_wins_each_loser_is_out_and_one_is_left(contestants, rng):
    lost = []

    def win(draw):
        assert not set(lost) & {one for pair in meetings(draw) for one in pair}
        assert [seating.table for seating in draw.tables] == list(range(1, len(draw.tables) + 1))
        assert set(draw.reasons) == {seating.table for seating in draw.tables}
        pairs = [rng.sample(pair, 2) for pair in meetings(draw)]
        lost.extend(loser for loser, _winner in pairs)
        return after(draw, *(winner for _loser, winner in pairs))

    rounds = list(event(contestants, (), win))
    assert len(rounds) == KnockOut().full_rounds(contestants)
    assert len(set(lost)) == len(lost) == contestants - 1
    assert all(not draw.sit_outs for draw in rounds[1:])


@given(st.integers(3, 24), st.randoms(use_true_random=False))
def test_withdrawals_never_bring_a_loser_back_nor_stop_the_event(contestants, rng):
    absent, played, out = set(), (), set()
    for _round in range(KnockOut().full_rounds(contestants) + 1):
        state = StageState(contestants, 1, 10, played, absent=frozenset(absent))
        try:
            draw = KnockOut().next_round(state)
        except (AllRoundsPlayed, Refused):
            break
        here = {one for pair in meetings(draw) for one in pair} | set(draw.sit_outs)
        assert draw.tables
        assert not here & (absent | out)
        winners = [rng.choice(pair) for pair in meetings(draw)]
        out |= {one for pair in meetings(draw) for one in pair} - set(winners)
        played += (after(draw, *winners),)
        absent |= {one for one in range(1, contestants + 1) if rng.random() < 0.15}
    assert len(set(range(1, contestants + 1)) - out - absent) <= 1


def test_six_the_best_two_have_the_first_round_free():
    draw = KnockOut().next_round(StageState(6, 2, 3, ranking=(6, 5, 4, 3, 2, 1)))
    assert meetings(draw) == [(3, 2), (4, 1)]
    assert said(draw.reasons) == {
        1: "Place 4 of the seeding against place 5.",
        2: "Place 3 of the seeding against place 6.",
    }
    assert said(draw.sit_outs) == {
        6: "Place 1 of the seeding: first round free.",
        5: "Place 2 of the seeding: first round free.",
    }


def test_reasons_of_later_rounds():
    first = KnockOut().next_round(StageState(6, 2, 3))
    second = KnockOut().next_round(StageState(6, 2, 3, (after(first, 5, 3),)))
    assert meetings(second) == [(1, 5), (2, 3)]
    assert said(second.reasons) == {
        1: "Winner of table 1 against 1, who had no table.",
        2: "Winner of table 2 against 2, who had no table.",
    }
    third = KnockOut().next_round(StageState(6, 2, 3, (after(first, 5, 3), after(second, 1, 3))))
    assert said(third.reasons) == {1: "Winner of table 1 against winner of table 2."}
    assert {seating.boards for seating in third.tables} == {(5, 6)}


def test_two_who_were_free_meet():
    first = KnockOut().next_round(StageState(5, 2, 3))
    second = KnockOut().next_round(StageState(5, 2, 3, (after(first, 4),)))
    assert said(second.reasons)[2] == "2 against 3: neither had a table."


def test_drawn_tables_are_all_named_with_the_remedy():
    first = KnockOut().next_round(StageState(8, 2, 3))
    with pytest.raises(Refused) as refused:
        KnockOut().next_round(StageState(8, 2, 3, (after(first, 1, 2),)))
    assert [problem.message for problem in refused.value.problems] == [
        "Table 2 is drawn: play two more deals and enter the result with them.",
        "Table 4 is drawn: play two more deals and enter the result with them.",
    ]


def test_of_a_drawn_table_who_has_not_withdrawn_goes_on():
    first = KnockOut().next_round(StageState(4, 2, 2))
    second = KnockOut().next_round(StageState(4, 2, 2, (after(first, 1),), absent=frozenset({2})))
    assert meetings(second) == [(1, 3)]


def test_a_winner_who_withdraws_leaves_the_round_to_his_opponent():
    first = KnockOut().next_round(StageState(8, 2, 3))
    second = KnockOut().next_round(
        StageState(8, 2, 3, (after(first, 1, 4, 2, 3),), absent=frozenset({4}))
    )
    assert meetings(second) == [(2, 3)]
    assert said(second.sit_outs) == {1: "4 has withdrawn: through to the next round without play."}
    third = KnockOut().next_round(
        StageState(8, 2, 3, (after(first, 1, 4, 2, 3), after(second, 3)), absent=frozenset({4}))
    )
    assert meetings(third) == [(1, 3)]
    assert said(third.reasons) == {1: "Winner of table 1 against 1, who had no table."}


def test_where_both_who_would_meet_have_gone_their_next_opponent_is_through():
    first = KnockOut().next_round(StageState(16, 2, 4))
    gone = frozenset({1, 8, 4, 5, 9, 12, 13, 16})
    played = (after(first, 1, 8, 4, 5, 2, 7, 3, 6),)
    second = KnockOut().next_round(StageState(16, 2, 4, played, absent=gone - {4}))
    assert meetings(second) == [(2, 7), (3, 6)]
    assert said(second.sit_outs) == {4: "5 has withdrawn: through to the next round without play."}
    third = KnockOut().next_round(
        StageState(16, 2, 4, (*played, after(second, 2, 3)), absent=gone - {4})
    )
    assert meetings(third) == [(2, 3)]
    assert said(third.sit_outs) == {
        4: "Nobody is left to meet: through to the next round without play."
    }


def test_a_round_that_nobody_could_play_is_passed_over():
    first = KnockOut().next_round(StageState(8, 2, 3))
    state = StageState(8, 2, 3, (after(first, 1, 4, 2, 3),), absent=frozenset({4, 3}))
    assert meetings(KnockOut().next_round(state)) == [(1, 2)]


def test_who_swapped_places_goes_on_from_the_place_he_played_at():
    first = KnockOut().next_round(StageState(8, 2, 3))
    swap = {8: 7, 7: 8}
    tables = tuple(
        TableSeating(
            seating.table,
            {line: (swap.get(*one, *one),) for line, one in seating.lines.items()},
            (1, 2),
        )
        for seating in first.tables
    )
    played = after(first._replace(tables=tables), 7, 4, 2, 3)
    assert meetings(KnockOut().next_round(StageState(8, 2, 3, (played,)))) == [(7, 4), (2, 3)]


def test_who_was_freed_by_hand_goes_on_from_the_free_place():
    first = KnockOut().next_round(StageState(3, 2, 2))
    table = TableSeating(1, {"ns": (1,), "ew": (3,)}, (1, 2))
    played = PlayedRound((table,), (2,), {1: Fraction(0), 3: Fraction(1)})
    assert list(first.sit_outs) == [1]
    assert meetings(KnockOut().next_round(StageState(3, 2, 2, (played,)))) == [(2, 3)]


def test_a_correction_after_the_next_round_was_played_does_not_undo_it():
    first = KnockOut().next_round(StageState(8, 2, 3))
    second = KnockOut().next_round(StageState(8, 2, 3, (after(first, 1, 4, 2, 3),)))
    corrected = after(first, 8, 4, 2, 3)
    third = KnockOut().next_round(StageState(8, 2, 3, (corrected, after(second, 1, 2))))
    assert meetings(third) == [(1, 2)]


def same_group(draw, groups):
    return sum(groups[one] == groups[other] for one, other in meetings(draw))


@given(st.integers(1, 6), st.integers(2, 40), st.randoms(use_true_random=False))
def test_who_came_out_of_one_group_is_kept_apart_in_the_first_round(groups, contestants, rng):
    group = {one: rng.randint(1, groups) for one in range(1, contestants + 1)}
    draw = KnockOut().next_round(StageState(contestants, 2, 6, groups=group))
    most = max(Counter(group[one] for pair in meetings(draw) for one in pair).values())
    # More than one of the largest group at a table only where it fills more than half of the
    # places.
    assert same_group(draw, group) == max(0, most - len(draw.tables))


def test_the_reason_says_that_two_were_kept_apart():
    draw = KnockOut().next_round(StageState(4, 2, 2, groups={1: 1, 2: 2, 3: 2, 4: 1}))
    assert meetings(draw) == [(1, 3), (2, 4)]
    assert said(draw.reasons)[1] == (
        "Place 1 of the seeding against place 3, so that nobody meets someone of the same group."
    )


def test_who_has_not_qualified_is_not_in_the_bracket():
    absent = frozenset({2, 4, 5, 6, 8, 9})
    draw = KnockOut().next_round(
        StageState(10, 2, 2, ranking=(9, 7, 5, 3, 1, 10, 2, 4, 6, 8), absent=absent)
    )
    assert meetings(draw) == [(7, 10), (3, 1)]


def test_nobody_to_draw():
    with pytest.raises(Refused) as refused:
        KnockOut().next_round(StageState(4, 2, 2, absent=frozenset({1, 2, 3})))
    assert [problem.code for problem in refused.value.problems] == ["nobody_to_draw"]


def test_fewer_rounds_end_before_the_final():
    first = KnockOut().next_round(StageState(8, 2, 1))
    with pytest.raises(AllRoundsPlayed):
        KnockOut().next_round(StageState(8, 2, 1, (after(first, 1, 2, 3, 4),)))


@pytest.mark.parametrize("contestants", [2, 3, 5, 8, 77, 400])
def test_the_plan_is_the_first_round(contestants):
    plan = KnockOut().plan(contestants)
    assert len(plan.rounds) == 1
    assert plan.table_count == contestants - (1 << (contestants - 1).bit_length()) // 2


WITH_THIRD = KnockOut({"third": "yes"})


def to_the_final(*semi_final_winners, absent=frozenset(), **more):
    """Eight, of whom 1, 4, 2 and 3 go on to the semi-finals; the state before the final."""
    first = after(WITH_THIRD.next_round(StageState(8, 2, 3)), 1, 4, 2, 3)
    second = after(WITH_THIRD.next_round(StageState(8, 2, 3, (first,))), *semi_final_winners)
    return StageState(8, 2, 3, (first, second), absent=absent, **more)


def test_the_losers_of_the_semi_finals_play_for_third_place():
    draw = WITH_THIRD.next_round(to_the_final(4, 2))
    assert [(seating.table, seating.contestants, seating.boards) for seating in draw.tables] == [
        (1, (4, 2), (5, 6)),
        (2, (1, 3), (5, 6)),
    ]
    assert said(draw.reasons) == {
        1: "Winner of table 1 against winner of table 2.",
        2: "Loser of table 1 against loser of table 2, for third place.",
    }
    assert meetings(KnockOut().next_round(to_the_final(4, 2))) == [(4, 2)]


def test_where_a_loser_has_gone_the_other_is_third_without_play():
    draw = WITH_THIRD.next_round(to_the_final(4, 2, absent=frozenset({1})))
    assert (meetings(draw), draw.sit_outs) == ([(4, 2)], {})


def test_where_a_semi_final_was_free_nobody_plays_for_third_place():
    first = WITH_THIRD.next_round(StageState(3, 2, 2))
    draw = WITH_THIRD.next_round(StageState(3, 2, 2, (after(first, 3),)))
    assert meetings(draw) == [(1, 3)]


def test_a_correction_of_a_semi_final_does_not_undo_the_final():
    """Both who met in it were seen again, one of them for third place."""
    state = to_the_final(4, 2)
    final = after(WITH_THIRD.next_round(state), 4, 1)
    first, second = state.played
    corrected = second._replace(
        awards={1: Fraction(1), 4: Fraction(0), 2: Fraction(1), 3: Fraction(0)}
    )
    over = StageState(8, 2, 4, (first, corrected, final))
    assert played_slots(over)[-1][0].upper.contestant == 4
    with pytest.raises(AllRoundsPlayed):
        WITH_THIRD.next_round(over)
    assert bracket_ranks(over) == {4: 1, 2: 2, 1: 3, 3: 4, 5: 5, 6: 5, 7: 5, 8: 5}


def test_third_place_may_stay_drawn():
    state = to_the_final(1, 2)
    final = after(WITH_THIRD.next_round(state), 1)
    over = StageState(8, 2, 4, (*state.played, final))
    with pytest.raises(AllRoundsPlayed):
        WITH_THIRD.next_round(over)
    assert bracket_ranks(over) == {1: 1, 2: 2, 3: 3, 4: 3, 5: 5, 6: 5, 7: 5, 8: 5}


def test_ranks_are_told_as_soon_as_they_are_settled():
    assert bracket_ranks(StageState(8, 2, 3)) == {}
    before = to_the_final(4, 2)
    assert bracket_ranks(before) == {1: 3, 3: 3, 5: 5, 6: 5, 7: 5, 8: 5}
    drawn = StageState(8, 2, 3, (*before.played, after(KnockOut().next_round(before))))
    assert {one for one in range(1, 9) if one not in bracket_ranks(drawn)} == {4, 2}


def test_who_leaves_has_lost_the_round_he_does_not_come_to():
    alone = to_the_final(4, 2, absent=frozenset({2}))
    assert bracket_ranks(alone) == {4: 1, 2: 2, 1: 3, 3: 3, 5: 5, 6: 5, 7: 5, 8: 5}
    first = after(KnockOut().next_round(StageState(8, 2, 3)), 1, 4, 2, 3)
    assert bracket_ranks(StageState(8, 2, 3, (first,), absent=frozenset({4}))) == {
        4: 3,
        5: 5,
        6: 5,
        7: 5,
        8: 5,
    }


@given(st.integers(2, 40), st.sampled_from(["yes", "no"]), st.randoms(use_true_random=False))
def test_whoever_wins_everybody_has_a_rank_at_the_end(contestants, third, rng):
    movement, played = KnockOut({"third": third}), ()
    while True:
        try:
            draw = movement.next_round(StageState(contestants, 1, 10, played))
        except AllRoundsPlayed:
            break
        played += (after(draw, *(rng.choice(pair) for pair in meetings(draw))),)
    ranks = bracket_ranks(StageState(contestants, 1, 10, played))
    shared = Counter(ranks.values())
    assert set(ranks) == set(range(1, contestants + 1))
    assert (shared[1], shared[2]) == (1, 1)
    semi_finals = contestants > 3
    assert (shared[3], shared[4]) == (
        (1, 1) if third == "yes" and semi_finals else (min(2, contestants - 2), 0)
    )
    assert all(len([one for one in ranks.values() if one < rank]) == rank - 1 for rank in shared)


def test_teams_are_told_of_matches():
    first = KnockOut().next_round(StageState(6, 2, 3, tables_per_match=2))
    state = StageState(6, 2, 3, (after(first, 5, 3),), tables_per_match=2)
    assert (
        said(KnockOut().next_round(state).reasons)[1]
        == "Winner of match 1 against 1, who had no match."
    )
    losers = WITH_THIRD.next_round(to_the_final(4, 2, tables_per_match=2)).reasons[2]
    assert str(losers) == "Loser of match 1 against loser of match 2, for third place."
