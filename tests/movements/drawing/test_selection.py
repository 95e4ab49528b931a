"""Who goes on to which final, out of one ranking or of several."""

from fractions import Fraction

import pytest

from games.text import Text
from tournaments.movements.drawing.selection import (
    OF_ALL,
    OF_SECTION,
    Candidate,
    EndedRanking,
    Places,
    Rankings,
    selected,
    selection_problems,
)


def ranking(*rows: tuple[int, int | None], said: Text | None = None) -> EndedRanking:
    """A ranking of these contestants with their ranks."""
    return EndedRanking([Candidate(*row, Fraction(1)) for row in rows], said or Text(OF_ALL, {}))


WHOLE = ranking((7, 1), (3, 2), (5, 3), (1, 3), (9, 5), (4, None))
ONE = Rankings(WHOLE, [WHOLE])
A = ranking((7, 1), (5, 2), (9, 3), said=Text(OF_SECTION, {"section": "A"}))
VIC = ranking((3, 1), (1, 2), (4, None), said=Text(OF_SECTION, {"section": "Vic"}))
BOTH = Rankings(WHOLE, [A, VIC])
APART = Rankings(None, [A, VIC])


def numbers(rankings: Rankings, *finals: Places | None) -> list[list[int]]:
    return [[each.contestant for each in final] for final in selected(rankings, finals)]


def codes(rankings: Rankings, *finals: Places | None) -> list[tuple[str, int | None]]:
    return [(each.code, each.line) for each in selection_problems(rankings, finals)]


def test_places_from_one_to_another_and_the_rest() -> None:
    assert numbers(ONE, Places(1, 2), Places(3, 4), None) == [[7, 3], [5, 1], [9, 4]]
    assert numbers(ONE, None, Places(1, 2)) == [[5, 1, 9, 4], [7, 3]]


def test_a_place_shared_over_the_border_is_said_to_be() -> None:
    (final,) = selected(ONE, [Places(1, 3)])
    assert [str(each.why) for each in final] == [
        "Place 1.",
        "Place 2.",
        "Place 3, which is shared: the order of the ranking decided.",
    ]
    (final,) = selected(ONE, [Places(1, 4)])
    assert [str(each.why) for each in final[2:]] == ["Place 3.", "Place 3."], (
        "as everybody is shown it"
    )
    (final,) = selected(ONE, [Places(4, 5)])
    assert "shared" in str(final[0].why)


def test_the_best_of_each_ranking_all_winners_first() -> None:
    assert numbers(BOTH, Places(1, 2, each=True), None) == [[7, 3, 5, 1], [9, 4]]
    assert numbers(APART, Places(1, 2, each=True), None) == [[7, 3, 5, 1], [9, 4]]
    (final,) = selected(BOTH, [Places(2, 2, each=True)])
    assert str(final[0].why) == "Place 2 in section A."
    assert BOTH.groups == {7: 1, 5: 1, 9: 1, 3: 2, 1: 2, 4: 2}


@pytest.mark.parametrize(
    ("finals", "expected"),
    [
        ((Places(1, 3), Places(3, 5)), [("in_two_finals", 1), ("in_two_finals", 2)]),
        ((Places(0, 3),), [("wrong_places", 1)]),
        ((Places(3, 2), None), [("wrong_places", 1)]),
        ((Places(1, 6), None), [("no_such_place", 1), ("too_few_qualify", 2)]),
        ((Places(1, 99),), [("no_such_place", 1)]),
        ((Places(5, 5), None), [("too_few_qualify", 1)]),
        ((Places(6, 9), None), [("no_such_place", 1)]),
    ],
)
def test_what_is_wrong_is_told_of_its_final(
    finals: tuple[Places | None, ...], expected: list[tuple[str, int]]
) -> None:
    assert codes(ONE, *finals) == expected


def test_without_a_whole_ranking_only_places_of_each_can_be_chosen() -> None:
    assert codes(APART, Places(1, 2), None) == [("no_whole_ranking", 1)]
    assert codes(APART, Places(1, 2, each=True), None) == []


def test_who_stood_in_two_rankings_goes_on_once() -> None:
    moved = ranking((3, 1), (7, 2), (4, None), said=Text(OF_SECTION, {"section": "Vic"}))
    apart = Rankings(None, [A, moved])
    assert numbers(apart, Places(1, 2, each=True), None) == [[7, 3, 5], [9, 4]]


def test_a_place_shared_in_a_section_is_told_with_the_section() -> None:
    tied = ranking((7, 1), (5, 2), (9, 2), said=Text(OF_SECTION, {"section": "A"}))
    (final,) = selected(Rankings(None, [tied, VIC]), [Places(1, 2, each=True)])
    assert (
        str(final[2].why)
        == "Place 2 in section A, which is shared: the order of the ranking decided."
    )


def test_nobody_goes_on_by_a_place_he_has_not() -> None:
    assert numbers(ONE, Places(1, 6)) == [[7, 3, 5, 1, 9]]
    assert numbers(APART, Places(1, 3, each=True)) == [[7, 3, 5, 1, 9]]
    _best, rest = selected(ONE, [Places(1, 4), None])
    assert [str(each.why) for each in rest] == [
        "One of the rest.",
        "One of the rest, without a place.",
    ]


def test_to_a_knock_out_the_best_of_all_go_on_whatever_they_were_ranked_by() -> None:
    for rankings in (BOTH, APART):
        (final,) = selected(rankings, [Places(1, 4, bracket=True)])
        assert len(final) == 4
    (final,) = selected(BOTH, [Places(1, 3, bracket=True)])
    assert [(each.contestant, str(each.why)) for each in final] == [
        (7, "Place 1."),
        (3, "Place 2."),
        (5, "Place 3."),
        (1, "Place 3."),
    ]
    (final,) = selected(APART, [Places(1, 2, bracket=True)])
    assert [str(each.why) for each in final] == ["Place 1 in section A.", "Place 1 in section Vic."]


def test_who_stood_in_no_section_is_in_a_group_of_his_own_kind() -> None:
    assert Rankings(WHOLE, [A]).groups == {7: 1, 5: 1, 9: 1, 3: 2, 1: 2, 4: 2}
