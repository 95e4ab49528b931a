"""The knock-out: brackets of every size, and each rule by itself."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.problems import ValidationFailed
from tournaments.movements.base.plan import TableSeating
from tournaments.movements.base.stage_state import AllRoundsPlayed, PlayedRound, StageState
from tournaments.movements.drawing.bracket import seeding_order
from tournaments.movements.drawing.bracket_ranks import bracket_ranks
from tournaments.movements.drawing.bracket_rounds import played_slots
from tournaments.movements.knock_out import KnockOut


def played_with_winners(draw, *winners):
    """Return the draw as if it had been played, and each of `winners` had won their table."""
    awards = {
        contestant: Fraction(contestant in winners)
        for seating in draw.tables
        for contestant in seating.contestants
    }
    return PlayedRound(draw.tables, tuple(draw.sit_outs), awards)


def won_by_better_seeds(draw, ranking):
    return played_with_winners(
        draw, *(min(seating.contestants, key=ranking.index) for seating in draw.tables)
    )


def meetings(draw):
    return [seating.contestants for seating in draw.tables]


def texts(reasons):
    return {key: str(reason) for key, reason in reasons.items()}


def drawn_rounds(contestants, ranking, play, **attributes):
    """Yield the draws of all rounds; `play` returns each draw as played."""
    played = ()
    while True:
        state = StageState(contestants, 1, 10, played, ranking, **attributes)
        try:
            draw = KnockOut().next_round(state)
        except AllRoundsPlayed:
            return
        yield draw
        played += (play(draw),)


@pytest.mark.parametrize(
    ("size", "order"), [(1, [1]), (2, [1, 2]), (4, [1, 4, 2, 3]), (8, [1, 8, 4, 5, 2, 7, 3, 6])]
)
def test_small_brackets_have_the_usual_seeding_order(size, order):
    assert seeding_order(size) == order


@pytest.mark.parametrize("contestants", [*range(2, 34), 63, 64, 65, 400])
def test_better_seeds_win_their_way_to_a_final_of_the_best_two(contestants):
    ranking = tuple(Random(contestants).sample(range(1, contestants + 1), contestants))
    rounds = list(
        drawn_rounds(contestants, ranking, lambda draw: won_by_better_seeds(draw, ranking))
    )
    assert len(rounds) == KnockOut().full_round_count(contestants)
    for rounds_left, draw in zip(range(len(rounds), 0, -1), rounds, strict=True):
        best = ranking[: 2**rounds_left]
        assert sorted(
            [*(contestant for pair in meetings(draw) for contestant in pair), *draw.sit_outs]
        ) == sorted(best)
        for contestant, other in meetings(draw):
            assert ranking.index(contestant) + ranking.index(other) == 2**rounds_left - 1
    assert meetings(rounds[-1]) == [ranking[:2]]


@pytest.mark.thorough
@given(st.integers(2, 40), st.randoms(use_true_random=False))
def test_loser_never_plays_again_and_one_winner_is_left(contestants, rng):
    losers = []

    def play(draw):
        assert not set(losers) & {contestant for pair in meetings(draw) for contestant in pair}
        assert [seating.table for seating in draw.tables] == list(range(1, len(draw.tables) + 1))
        assert set(draw.reasons) == {seating.table for seating in draw.tables}
        pairs = [rng.sample(pair, 2) for pair in meetings(draw)]
        losers.extend(loser for loser, _winner in pairs)
        return played_with_winners(draw, *(winner for _loser, winner in pairs))

    rounds = list(drawn_rounds(contestants, (), play))
    assert len(rounds) == KnockOut().full_round_count(contestants)
    assert len(set(losers)) == len(losers) == contestants - 1
    assert all(not draw.sit_outs for draw in rounds[1:])


@given(st.integers(3, 24), st.randoms(use_true_random=False))
def test_withdrawals_neither_bring_a_loser_back_nor_stop_the_event(contestants, rng):
    absent, played, losers = set(), (), set()
    for _round in range(KnockOut().full_round_count(contestants) + 1):
        state = StageState(contestants, 1, 10, played, absent=frozenset(absent))
        try:
            draw = KnockOut().next_round(state)
        except (AllRoundsPlayed, ValidationFailed):
            break
        drawn = {contestant for pair in meetings(draw) for contestant in pair} | set(draw.sit_outs)
        assert draw.tables
        assert not drawn & (absent | losers)
        winners = [rng.choice(pair) for pair in meetings(draw)]
        losers |= {contestant for pair in meetings(draw) for contestant in pair} - set(winners)
        played += (played_with_winners(draw, *winners),)
        absent |= {contestant for contestant in range(1, contestants + 1) if rng.random() < 0.15}
    assert len(set(range(1, contestants + 1)) - losers - absent) <= 1


def test_best_two_of_six_have_a_bye():
    draw = KnockOut().next_round(StageState(6, 2, 3, ranking=(6, 5, 4, 3, 2, 1)))
    assert meetings(draw) == [(3, 2), (4, 1)]
    assert texts(draw.reasons) == {
        1: "Place 4 of the seeding against place 5.",
        2: "Place 3 of the seeding against place 6.",
    }
    assert texts(draw.sit_outs) == {
        6: "Place 1 of the seeding: first round free.",
        5: "Place 2 of the seeding: first round free.",
    }


def test_reasons_of_later_rounds_name_the_tables_won():
    first_draw = KnockOut().next_round(StageState(6, 2, 3))
    second_draw = KnockOut().next_round(
        StageState(6, 2, 3, (played_with_winners(first_draw, 5, 3),))
    )
    assert meetings(second_draw) == [(1, 5), (2, 3)]
    assert texts(second_draw.reasons) == {
        1: "Winner of table 1 against 1, who had no table.",
        2: "Winner of table 2 against 2, who had no table.",
    }
    third_draw = KnockOut().next_round(
        StageState(
            6, 2, 3, (played_with_winners(first_draw, 5, 3), played_with_winners(second_draw, 1, 3))
        )
    )
    assert texts(third_draw.reasons) == {1: "Winner of table 1 against winner of table 2."}
    assert {seating.boards for seating in third_draw.tables} == {(5, 6)}


def test_reason_says_that_both_had_a_bye():
    first_draw = KnockOut().next_round(StageState(5, 2, 3))
    second_draw = KnockOut().next_round(StageState(5, 2, 3, (played_with_winners(first_draw, 4),)))
    assert texts(second_draw.reasons)[2] == "2 against 3: neither had a table."


def test_every_tied_table_is_reported_with_the_remedy():
    first_draw = KnockOut().next_round(StageState(8, 2, 3))
    with pytest.raises(ValidationFailed) as refused:
        KnockOut().next_round(StageState(8, 2, 3, (played_with_winners(first_draw, 1, 2),)))
    assert [problem.message for problem in refused.value.problems] == [
        "Table 2 is drawn: play two more deals and enter the result with them.",
        "Table 4 is drawn: play two more deals and enter the result with them.",
    ]


def test_withdrawal_decides_a_tied_table():
    first_draw = KnockOut().next_round(StageState(4, 2, 2))
    second_draw = KnockOut().next_round(
        StageState(4, 2, 2, (played_with_winners(first_draw, 1),), absent=frozenset({2}))
    )
    assert meetings(second_draw) == [(1, 3)]


def test_opponent_of_a_withdrawn_winner_has_a_bye():
    first_draw = KnockOut().next_round(StageState(8, 2, 3))
    second_draw = KnockOut().next_round(
        StageState(8, 2, 3, (played_with_winners(first_draw, 1, 4, 2, 3),), absent=frozenset({4}))
    )
    assert meetings(second_draw) == [(2, 3)]
    assert texts(second_draw.sit_outs) == {
        1: "4 has withdrawn: through to the next round without play."
    }
    third_draw = KnockOut().next_round(
        StageState(
            8,
            2,
            3,
            (played_with_winners(first_draw, 1, 4, 2, 3), played_with_winners(second_draw, 3)),
            absent=frozenset({4}),
        )
    )
    assert meetings(third_draw) == [(1, 3)]
    assert texts(third_draw.reasons) == {1: "Winner of table 1 against 1, who had no table."}


def test_opponent_of_two_withdrawn_contestants_has_a_bye():
    first_draw = KnockOut().next_round(StageState(16, 2, 4))
    withdrawn = frozenset({1, 8, 4, 5, 9, 12, 13, 16})
    played = (played_with_winners(first_draw, 1, 8, 4, 5, 2, 7, 3, 6),)
    second_draw = KnockOut().next_round(StageState(16, 2, 4, played, absent=withdrawn - {4}))
    assert meetings(second_draw) == [(2, 7), (3, 6)]
    assert texts(second_draw.sit_outs) == {
        4: "5 has withdrawn: through to the next round without play."
    }
    third_draw = KnockOut().next_round(
        StageState(
            16, 2, 4, (*played, played_with_winners(second_draw, 2, 3)), absent=withdrawn - {4}
        )
    )
    assert meetings(third_draw) == [(2, 3)]
    assert texts(third_draw.sit_outs) == {
        4: "Nobody is left to meet: through to the next round without play."
    }


def test_round_that_nobody_could_play_is_skipped():
    first_draw = KnockOut().next_round(StageState(8, 2, 3))
    state = StageState(
        8, 2, 3, (played_with_winners(first_draw, 1, 4, 2, 3),), absent=frozenset({4, 3})
    )
    assert meetings(KnockOut().next_round(state)) == [(1, 2)]


def test_swapped_contestant_advances_from_the_table_played_at():
    first_draw = KnockOut().next_round(StageState(8, 2, 3))
    swapped = {8: 7, 7: 8}
    tables = tuple(
        TableSeating(
            seating.table,
            {
                line: (swapped.get(*contestants, *contestants),)
                for line, contestants in seating.lines.items()
            },
            (1, 2),
        )
        for seating in first_draw.tables
    )
    played = played_with_winners(first_draw._replace(tables=tables), 7, 4, 2, 3)
    assert meetings(KnockOut().next_round(StageState(8, 2, 3, (played,)))) == [(7, 4), (2, 3)]


def test_bye_changed_by_the_director_counts():
    first_draw = KnockOut().next_round(StageState(3, 2, 2))
    table = TableSeating(1, {"ns": (1,), "ew": (3,)}, (1, 2))
    played = PlayedRound((table,), (2,), {1: Fraction(0), 3: Fraction(1)})
    assert list(first_draw.sit_outs) == [1]
    assert meetings(KnockOut().next_round(StageState(3, 2, 2, (played,)))) == [(2, 3)]


def test_correction_does_not_undo_a_round_already_played():
    first_draw = KnockOut().next_round(StageState(8, 2, 3))
    second_draw = KnockOut().next_round(
        StageState(8, 2, 3, (played_with_winners(first_draw, 1, 4, 2, 3),))
    )
    corrected = played_with_winners(first_draw, 8, 4, 2, 3)
    third_draw = KnockOut().next_round(
        StageState(8, 2, 3, (corrected, played_with_winners(second_draw, 1, 2)))
    )
    assert meetings(third_draw) == [(1, 2)]


def same_group_meetings(draw, groups):
    return sum(groups[one] == groups[other] for one, other in meetings(draw))


@given(st.integers(1, 6), st.integers(2, 40), st.randoms(use_true_random=False))
def test_members_of_a_group_do_not_meet_in_the_first_round(group_count, contestants, rng):
    group_of = {contestant: rng.randint(1, group_count) for contestant in range(1, contestants + 1)}
    draw = KnockOut().next_round(StageState(contestants, 2, 6, groups=group_of))
    largest_group = max(
        Counter(group_of[contestant] for pair in meetings(draw) for contestant in pair).values()
    )
    # Two of the largest group are at one table only if this group fills more than half of the
    # places.
    assert same_group_meetings(draw, group_of) == max(0, largest_group - len(draw.tables))


def test_reason_says_that_members_of_a_group_were_separated():
    draw = KnockOut().next_round(StageState(4, 2, 2, groups={1: 1, 2: 2, 3: 2, 4: 1}))
    assert meetings(draw) == [(1, 3), (2, 4)]
    assert texts(draw.reasons)[1] == (
        "Place 1 of the seeding against place 3, so that nobody meets someone of the same group."
    )


def test_absent_contestants_are_not_in_the_bracket():
    absent = frozenset({2, 4, 5, 6, 8, 9})
    draw = KnockOut().next_round(
        StageState(10, 2, 2, ranking=(9, 7, 5, 3, 1, 10, 2, 4, 6, 8), absent=absent)
    )
    assert meetings(draw) == [(7, 10), (3, 1)]


def test_draw_of_a_single_contestant_is_refused():
    with pytest.raises(ValidationFailed) as refused:
        KnockOut().next_round(StageState(4, 2, 2, absent=frozenset({1, 2, 3})))
    assert [problem.code for problem in refused.value.problems] == ["nobody_to_draw"]


def test_knock_out_with_fewer_rounds_ends_before_the_final():
    first_draw = KnockOut().next_round(StageState(8, 2, 1))
    with pytest.raises(AllRoundsPlayed):
        KnockOut().next_round(StageState(8, 2, 1, (played_with_winners(first_draw, 1, 2, 3, 4),)))


@pytest.mark.parametrize("contestants", [2, 3, 5, 8, 77, 400])
def test_plan_is_the_first_round(contestants):
    plan = KnockOut().plan(contestants)
    assert len(plan.rounds) == 1
    assert plan.table_count == contestants - (1 << (contestants - 1).bit_length()) // 2


WITH_THIRD_PLACE = KnockOut({"third": "yes"})


def state_before_final(*semi_final_winners, absent=frozenset(), **attributes):
    """Return the state before the final of eight; 1, 4, 2 and 3 are in the semi-finals."""
    first = played_with_winners(WITH_THIRD_PLACE.next_round(StageState(8, 2, 3)), 1, 4, 2, 3)
    second = played_with_winners(
        WITH_THIRD_PLACE.next_round(StageState(8, 2, 3, (first,))), *semi_final_winners
    )
    return StageState(8, 2, 3, (first, second), absent=absent, **attributes)


def test_semifinal_losers_play_for_third_place():
    draw = WITH_THIRD_PLACE.next_round(state_before_final(4, 2))
    assert [(seating.table, seating.contestants, seating.boards) for seating in draw.tables] == [
        (1, (4, 2), (5, 6)),
        (2, (1, 3), (5, 6)),
    ]
    assert texts(draw.reasons) == {
        1: "Winner of table 1 against winner of table 2.",
        2: "Loser of table 1 against loser of table 2, for third place.",
    }
    assert meetings(KnockOut().next_round(state_before_final(4, 2))) == [(4, 2)]


def test_withdrawn_loser_leaves_third_place_to_the_other():
    draw = WITH_THIRD_PLACE.next_round(state_before_final(4, 2, absent=frozenset({1})))
    assert (meetings(draw), draw.sit_outs) == ([(4, 2)], {})


def test_no_match_for_third_place_after_a_bye_in_a_semi_final():
    first_draw = WITH_THIRD_PLACE.next_round(StageState(3, 2, 2))
    draw = WITH_THIRD_PLACE.next_round(StageState(3, 2, 2, (played_with_winners(first_draw, 3),)))
    assert meetings(draw) == [(1, 3)]


def test_correction_of_a_semi_final_does_not_undo_the_final():
    """Both contestants of the semi-final play in the next round, one for third place."""
    state = state_before_final(4, 2)
    final = played_with_winners(WITH_THIRD_PLACE.next_round(state), 4, 1)
    first, second = state.played
    corrected = second._replace(
        awards={1: Fraction(1), 4: Fraction(0), 2: Fraction(1), 3: Fraction(0)}
    )
    state_at_end = StageState(8, 2, 4, (first, corrected, final))
    assert played_slots(state_at_end)[-1][0].upper.contestant == 4
    with pytest.raises(AllRoundsPlayed):
        WITH_THIRD_PLACE.next_round(state_at_end)
    assert bracket_ranks(state_at_end) == {4: 1, 2: 2, 1: 3, 3: 4, 5: 5, 6: 5, 7: 5, 8: 5}


def test_match_for_third_place_may_be_tied():
    state = state_before_final(1, 2)
    final = played_with_winners(WITH_THIRD_PLACE.next_round(state), 1)
    state_at_end = StageState(8, 2, 4, (*state.played, final))
    with pytest.raises(AllRoundsPlayed):
        WITH_THIRD_PLACE.next_round(state_at_end)
    assert bracket_ranks(state_at_end) == {1: 1, 2: 2, 3: 3, 4: 3, 5: 5, 6: 5, 7: 5, 8: 5}


def test_ranks_are_known_as_soon_as_they_are_decided():
    assert bracket_ranks(StageState(8, 2, 3)) == {}
    state = state_before_final(4, 2)
    assert bracket_ranks(state) == {1: 3, 3: 3, 5: 5, 6: 5, 7: 5, 8: 5}
    tied_final = StageState(
        8, 2, 3, (*state.played, played_with_winners(KnockOut().next_round(state)))
    )
    assert {
        contestant for contestant in range(1, 9) if contestant not in bracket_ranks(tied_final)
    } == {4, 2}


def test_withdrawn_contestant_counts_as_loser_of_the_next_round():
    state = state_before_final(4, 2, absent=frozenset({2}))
    assert bracket_ranks(state) == {4: 1, 2: 2, 1: 3, 3: 3, 5: 5, 6: 5, 7: 5, 8: 5}
    first = played_with_winners(KnockOut().next_round(StageState(8, 2, 3)), 1, 4, 2, 3)
    assert bracket_ranks(StageState(8, 2, 3, (first,), absent=frozenset({4}))) == {
        4: 3,
        5: 5,
        6: 5,
        7: 5,
        8: 5,
    }


@given(st.integers(2, 40), st.sampled_from(["yes", "no"]), st.randoms(use_true_random=False))
def test_everybody_has_a_rank_at_the_end(contestants, third, rng):
    movement, played = KnockOut({"third": third}), ()
    while True:
        try:
            draw = movement.next_round(StageState(contestants, 1, 10, played))
        except AllRoundsPlayed:
            break
        played += (played_with_winners(draw, *(rng.choice(pair) for pair in meetings(draw))),)
    ranks = bracket_ranks(StageState(contestants, 1, 10, played))
    rank_counts = Counter(ranks.values())
    assert set(ranks) == set(range(1, contestants + 1))
    assert (rank_counts[1], rank_counts[2]) == (1, 1)
    semi_finals = contestants > 3
    assert (rank_counts[3], rank_counts[4]) == (
        (1, 1) if third == "yes" and semi_finals else (min(2, contestants - 2), 0)
    )
    assert all(
        len([other_rank for other_rank in ranks.values() if other_rank < rank]) == rank - 1
        for rank in rank_counts
    )


def test_reasons_of_teams_name_matches():
    first_draw = KnockOut().next_round(StageState(6, 2, 3, tables_per_match=2))
    state = StageState(6, 2, 3, (played_with_winners(first_draw, 5, 3),), tables_per_match=2)
    assert (
        texts(KnockOut().next_round(state).reasons)[1]
        == "Winner of match 1 against 1, who had no match."
    )
    losers = WITH_THIRD_PLACE.next_round(state_before_final(4, 2, tables_per_match=2)).reasons[2]
    assert str(losers) == "Loser of match 1 against loser of match 2, for third place."
