"""Qualification from groups for a knock-out."""

from fractions import Fraction

from tournaments.movements.drawing.group_qualification import qualifiers_from_groups

GROUPS = [(1, 4, 7), (2, 5, 8), (3, 6, 9)]
ORDER = (5, 1, 6, 4, 2, 3, 9, 8, 7)
TOTALS = {contestant: Fraction(10 - place) for place, contestant in enumerate(ORDER)}


def test_lucky_losers_fill_the_bracket_after_the_winners():
    assert [
        (contestant, str(reason))
        for contestant, reason in qualifiers_from_groups(GROUPS, TOTALS, 1, ORDER)
    ] == [
        (5, "Winner of group 2."),
        (1, "Winner of group 1."),
        (6, "Winner of group 3."),
        (4, "Lucky loser: place 2 in group 1, the best of the rest."),
    ]


def test_two_of_each_group_qualify():
    assert [
        (contestant, str(reason))
        for contestant, reason in qualifiers_from_groups(GROUPS, TOTALS, 2, ORDER)
    ][3:] == [
        (4, "Place 2 in group 1."),
        (2, "Place 2 in group 2."),
        (3, "Place 2 in group 3."),
        (9, "Lucky loser: place 3 in group 3, the best of the rest."),
        (8, "Lucky loser: place 3 in group 2, number 2 of the rest."),
    ]


def test_contestant_with_a_total_of_0_is_no_lucky_loser():
    totals = {**TOTALS, 4: Fraction(0)}
    assert [
        contestant for contestant, _reason in qualifiers_from_groups(GROUPS, totals, 1, ORDER)
    ] == [5, 1, 6, 2]
    assert [contestant for contestant, _reason in qualifiers_from_groups(GROUPS, {}, 1, ORDER)] == [
        5,
        1,
        6,
    ]


def test_full_bracket_has_no_lucky_losers():
    assert [
        contestant for contestant, _reason in qualifiers_from_groups(GROUPS[:2], TOTALS, 1, ORDER)
    ] == [5, 1]


def test_all_of_a_small_group_qualify():
    assert [
        contestant
        for contestant, _reason in qualifiers_from_groups([(1,), (2, 3)], {}, 2, (1, 2, 3))
    ] == [
        1,
        2,
        3,
    ]


def test_without_groups_nobody_qualifies():
    assert qualifiers_from_groups([], {}, 1, ()) == []
