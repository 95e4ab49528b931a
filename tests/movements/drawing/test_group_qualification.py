"""Who goes on from groups."""

from fractions import Fraction

from tournaments.movements.drawing.group_qualification import qualifiers_from_groups

GROUPS = [(1, 4, 7), (2, 5, 8), (3, 6, 9)]
ORDER = (5, 1, 6, 4, 2, 3, 9, 8, 7)
TOTALS = {one: Fraction(10 - place) for place, one in enumerate(ORDER)}


def test_winners_first_then_the_best_of_the_rest_fill_the_bracket():
    assert [(one, str(why)) for one, why in qualifiers_from_groups(GROUPS, TOTALS, 1, ORDER)] == [
        (5, "Winner of group 2."),
        (1, "Winner of group 1."),
        (6, "Winner of group 3."),
        (4, "Lucky loser: place 2 in group 1, the best of the rest."),
    ]


def test_two_of_each_group():
    assert [(one, str(why)) for one, why in qualifiers_from_groups(GROUPS, TOTALS, 2, ORDER)][
        3:
    ] == [
        (4, "Place 2 in group 1."),
        (2, "Place 2 in group 2."),
        (3, "Place 2 in group 3."),
        (9, "Lucky loser: place 3 in group 3, the best of the rest."),
        (8, "Lucky loser: place 3 in group 2, number 2 of the rest."),
    ]


def test_nobody_with_nothing_is_lucky():
    nothing = {**TOTALS, 4: Fraction(0)}
    assert [one for one, _why in qualifiers_from_groups(GROUPS, nothing, 1, ORDER)] == [5, 1, 6, 2]
    assert [one for one, _why in qualifiers_from_groups(GROUPS, {}, 1, ORDER)] == [5, 1, 6]


def test_a_full_bracket_has_no_lucky_losers():
    assert [one for one, _why in qualifiers_from_groups(GROUPS[:2], TOTALS, 1, ORDER)] == [5, 1]


def test_a_group_with_fewer_than_places_sends_all_it_has():
    assert [one for one, _why in qualifiers_from_groups([(1,), (2, 3)], {}, 2, (1, 2, 3))] == [
        1,
        2,
        3,
    ]


def test_no_groups_send_nobody():
    assert qualifiers_from_groups([], {}, 1, ()) == []
