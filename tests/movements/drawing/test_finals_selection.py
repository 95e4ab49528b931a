"""Who goes on to which final, out of one ranking or of several."""

from fractions import Fraction

import pytest

from games.text import Words
from tournaments.movements.drawing.finals_selection import (
    PLACE_IN_SECTION,
    PLACE_OVERALL,
    PlaceRange,
    RankedContestant,
    StageRanking,
    StageRankings,
    select_qualifiers,
    selection_problems,
)


def ranking(*rows: tuple[int, int | None], place_template: Words | None = None) -> StageRanking:
    """A ranking of these contestants with their ranks."""
    return StageRanking(
        [RankedContestant(*row, Fraction(1)) for row in rows],
        place_template or Words(PLACE_OVERALL, {}),
    )


WHOLE = ranking((7, 1), (3, 2), (5, 3), (1, 3), (9, 5), (4, None))
ONE = StageRankings(WHOLE, [WHOLE])
A = ranking((7, 1), (5, 2), (9, 3), place_template=Words(PLACE_IN_SECTION, {"section": "A"}))
VIC = ranking((3, 1), (1, 2), (4, None), place_template=Words(PLACE_IN_SECTION, {"section": "Vic"}))
BOTH = StageRankings(WHOLE, [A, VIC])
APART = StageRankings(None, [A, VIC])


def numbers(rankings: StageRankings, *finals: PlaceRange | None) -> list[list[int]]:
    return [[each.contestant for each in final] for final in select_qualifiers(rankings, finals)]


def codes(rankings: StageRankings, *finals: PlaceRange | None) -> list[tuple[str, int | None]]:
    return [(each.code, each.line) for each in selection_problems(rankings, finals)]


def test_places_from_one_to_another_and_the_rest() -> None:
    assert numbers(ONE, PlaceRange(1, 2), PlaceRange(3, 4), None) == [[7, 3], [5, 1], [9, 4]]
    assert numbers(ONE, None, PlaceRange(1, 2)) == [[5, 1, 9, 4], [7, 3]]


def test_a_place_shared_over_the_border_is_said_to_be() -> None:
    (final,) = select_qualifiers(ONE, [PlaceRange(1, 3)])
    assert [str(each.reason) for each in final] == [
        "Place 1.",
        "Place 2.",
        "Place 3, which is shared: the order of the ranking decided.",
    ]
    (final,) = select_qualifiers(ONE, [PlaceRange(1, 4)])
    assert [str(each.reason) for each in final[2:]] == ["Place 3.", "Place 3."], (
        "as everybody is shown it"
    )
    (final,) = select_qualifiers(ONE, [PlaceRange(4, 5)])
    assert "shared" in str(final[0].reason)


def test_the_best_of_each_ranking_all_winners_first() -> None:
    assert numbers(BOTH, PlaceRange(1, 2, each=True), None) == [[7, 3, 5, 1], [9, 4]]
    assert numbers(APART, PlaceRange(1, 2, each=True), None) == [[7, 3, 5, 1], [9, 4]]
    (final,) = select_qualifiers(BOTH, [PlaceRange(2, 2, each=True)])
    assert str(final[0].reason) == "Place 2 in section A."
    assert BOTH.groups == {7: 1, 5: 1, 9: 1, 3: 2, 1: 2, 4: 2}


@pytest.mark.parametrize(
    ("finals", "expected"),
    [
        ((PlaceRange(1, 3), PlaceRange(3, 5)), [("in_two_finals", 1), ("in_two_finals", 2)]),
        ((PlaceRange(0, 3),), [("wrong_places", 1)]),
        ((PlaceRange(3, 2), None), [("wrong_places", 1)]),
        ((PlaceRange(1, 6), None), [("no_such_place", 1), ("too_few_qualify", 2)]),
        ((PlaceRange(1, 99),), [("no_such_place", 1)]),
        ((PlaceRange(5, 5), None), [("too_few_qualify", 1)]),
        ((PlaceRange(6, 9), None), [("no_such_place", 1)]),
    ],
)
def test_what_is_wrong_is_told_of_its_final(
    finals: tuple[PlaceRange | None, ...], expected: list[tuple[str, int]]
) -> None:
    assert codes(ONE, *finals) == expected


def test_without_a_whole_ranking_only_places_of_each_can_be_chosen() -> None:
    assert codes(APART, PlaceRange(1, 2), None) == [("no_whole_ranking", 1)]
    assert codes(APART, PlaceRange(1, 2, each=True), None) == []


def test_who_stood_in_two_rankings_goes_on_once() -> None:
    moved = ranking(
        (3, 1), (7, 2), (4, None), place_template=Words(PLACE_IN_SECTION, {"section": "Vic"})
    )
    apart = StageRankings(None, [A, moved])
    assert numbers(apart, PlaceRange(1, 2, each=True), None) == [[7, 3, 5], [9, 4]]


def test_a_place_shared_in_a_section_is_told_with_the_section() -> None:
    tied = ranking((7, 1), (5, 2), (9, 2), place_template=Words(PLACE_IN_SECTION, {"section": "A"}))
    (final,) = select_qualifiers(StageRankings(None, [tied, VIC]), [PlaceRange(1, 2, each=True)])
    assert (
        str(final[2].reason)
        == "Place 2 in section A, which is shared: the order of the ranking decided."
    )


def test_nobody_goes_on_by_a_place_he_has_not() -> None:
    assert numbers(ONE, PlaceRange(1, 6)) == [[7, 3, 5, 1, 9]]
    assert numbers(APART, PlaceRange(1, 3, each=True)) == [[7, 3, 5, 1, 9]]
    _best, rest = select_qualifiers(ONE, [PlaceRange(1, 4), None])
    assert [str(each.reason) for each in rest] == [
        "One of the rest.",
        "One of the rest, without a place.",
    ]


def test_to_a_knock_out_the_best_of_all_go_on_whatever_they_were_ranked_by() -> None:
    for rankings in (BOTH, APART):
        (final,) = select_qualifiers(rankings, [PlaceRange(1, 4, bracket=True)])
        assert len(final) == 4
    (final,) = select_qualifiers(BOTH, [PlaceRange(1, 3, bracket=True)])
    assert [(each.contestant, str(each.reason)) for each in final] == [
        (7, "Place 1."),
        (3, "Place 2."),
        (5, "Place 3."),
        (1, "Place 3."),
    ]
    (final,) = select_qualifiers(APART, [PlaceRange(1, 2, bracket=True)])
    assert [str(each.reason) for each in final] == [
        "Place 1 in section A.",
        "Place 1 in section Vic.",
    ]


def test_who_stood_in_no_section_is_in_a_group_of_his_own_kind() -> None:
    assert StageRankings(WHOLE, [A]).groups == {7: 1, 5: 1, 9: 1, 3: 2, 1: 2, 4: 2}
