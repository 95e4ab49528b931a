"""Selection for finals from one ranking or several."""

from fractions import Fraction

import pytest

from games.text import Text
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


def ranking(*rows: tuple[int, int | None], place_template: Text | None = None) -> StageRanking:
    """Return a ranking of contestants, given as number and rank."""
    return StageRanking(
        [RankedContestant(*row, Fraction(1)) for row in rows],
        place_template or Text(PLACE_OVERALL, {}),
    )


OVERALL = ranking((7, 1), (3, 2), (5, 3), (1, 3), (9, 5), (4, None))
ONE_RANKING = StageRankings(OVERALL, [OVERALL])
SECTION_A = ranking((7, 1), (5, 2), (9, 3), place_template=Text(PLACE_IN_SECTION, {"section": "A"}))
SECTION_VIC = ranking(
    (3, 1), (1, 2), (4, None), place_template=Text(PLACE_IN_SECTION, {"section": "Vic"})
)
TWO_SECTIONS = StageRankings(OVERALL, [SECTION_A, SECTION_VIC])
SEPARATE_SECTIONS = StageRankings(None, [SECTION_A, SECTION_VIC])


def numbers_by_final(rankings: StageRankings, *finals: PlaceRange | None) -> list[list[int]]:
    return [
        [qualifier.contestant for qualifier in final]
        for final in select_qualifiers(rankings, finals)
    ]


def problem_codes(
    rankings: StageRankings, *finals: PlaceRange | None
) -> list[tuple[str, int | None]]:
    return [(problem.code, problem.line) for problem in selection_problems(rankings, finals)]


def test_finals_get_their_places_and_the_rest() -> None:
    assert numbers_by_final(ONE_RANKING, PlaceRange(1, 2), PlaceRange(3, 4), None) == [
        [7, 3],
        [5, 1],
        [9, 4],
    ]
    assert numbers_by_final(ONE_RANKING, None, PlaceRange(1, 2)) == [[5, 1, 9, 4], [7, 3]]


def test_reason_says_if_a_place_is_shared_with_somebody_outside() -> None:
    (final,) = select_qualifiers(ONE_RANKING, [PlaceRange(1, 3)])
    assert [str(qualifier.reason) for qualifier in final] == [
        "Place 1.",
        "Place 2.",
        "Place 3, which is shared: the order of the ranking decided.",
    ]
    (final,) = select_qualifiers(ONE_RANKING, [PlaceRange(1, 4)])
    assert [str(qualifier.reason) for qualifier in final[2:]] == ["Place 3.", "Place 3."], (
        "as everybody is shown it"
    )
    (final,) = select_qualifiers(ONE_RANKING, [PlaceRange(4, 5)])
    assert "shared" in str(final[0].reason)


def test_best_of_each_ranking_are_seeded_winners_first() -> None:
    assert numbers_by_final(TWO_SECTIONS, PlaceRange(1, 2, each=True), None) == [
        [7, 3, 5, 1],
        [9, 4],
    ]
    assert numbers_by_final(SEPARATE_SECTIONS, PlaceRange(1, 2, each=True), None) == [
        [7, 3, 5, 1],
        [9, 4],
    ]
    (final,) = select_qualifiers(TWO_SECTIONS, [PlaceRange(2, 2, each=True)])
    assert str(final[0].reason) == "Place 2 in section A."
    assert TWO_SECTIONS.groups == {7: 1, 5: 1, 9: 1, 3: 2, 1: 2, 4: 2}


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
def test_problem_names_its_final(
    finals: tuple[PlaceRange | None, ...], expected: list[tuple[str, int]]
) -> None:
    assert problem_codes(ONE_RANKING, *finals) == expected


def test_overall_places_need_an_overall_ranking() -> None:
    assert problem_codes(SEPARATE_SECTIONS, PlaceRange(1, 2), None) == [("no_whole_ranking", 1)]
    assert problem_codes(SEPARATE_SECTIONS, PlaceRange(1, 2, each=True), None) == []


def test_contestant_in_two_rankings_qualifies_once() -> None:
    section_vic = ranking(
        (3, 1), (7, 2), (4, None), place_template=Text(PLACE_IN_SECTION, {"section": "Vic"})
    )
    rankings = StageRankings(None, [SECTION_A, section_vic])
    assert numbers_by_final(rankings, PlaceRange(1, 2, each=True), None) == [[7, 3, 5], [9, 4]]


def test_reason_of_a_shared_place_names_the_section() -> None:
    tied = ranking((7, 1), (5, 2), (9, 2), place_template=Text(PLACE_IN_SECTION, {"section": "A"}))
    (final,) = select_qualifiers(
        StageRankings(None, [tied, SECTION_VIC]), [PlaceRange(1, 2, each=True)]
    )
    assert (
        str(final[2].reason)
        == "Place 2 in section A, which is shared: the order of the ranking decided."
    )


def test_contestants_without_a_place_qualify_only_as_the_rest() -> None:
    assert numbers_by_final(ONE_RANKING, PlaceRange(1, 6)) == [[7, 3, 5, 1, 9]]
    assert numbers_by_final(SEPARATE_SECTIONS, PlaceRange(1, 3, each=True)) == [[7, 3, 5, 1, 9]]
    _best, others = select_qualifiers(ONE_RANKING, [PlaceRange(1, 4), None])
    assert [str(qualifier.reason) for qualifier in others] == [
        "One of the rest.",
        "One of the rest, without a place.",
    ]


def test_bracket_takes_the_best_of_all_with_the_reasons_of_their_rankings() -> None:
    for rankings in (TWO_SECTIONS, SEPARATE_SECTIONS):
        (final,) = select_qualifiers(rankings, [PlaceRange(1, 4, bracket=True)])
        assert len(final) == 4
    (final,) = select_qualifiers(TWO_SECTIONS, [PlaceRange(1, 3, bracket=True)])
    assert [(qualifier.contestant, str(qualifier.reason)) for qualifier in final] == [
        (7, "Place 1."),
        (3, "Place 2."),
        (5, "Place 3."),
        (1, "Place 3."),
    ]
    (final,) = select_qualifiers(SEPARATE_SECTIONS, [PlaceRange(1, 2, bracket=True)])
    assert [str(qualifier.reason) for qualifier in final] == [
        "Place 1 in section A.",
        "Place 1 in section Vic.",
    ]


def test_contestants_of_no_section_share_the_next_group() -> None:
    assert StageRankings(OVERALL, [SECTION_A]).groups == {7: 1, 5: 1, 9: 1, 3: 2, 1: 2, 4: 2}
