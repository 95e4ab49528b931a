"""Contestants spread over rooms."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.movements.advice.section_sizes import section_letters, section_sizes


@pytest.mark.parametrize(
    ("contestants", "parts", "sizes"),
    [
        (37, 3, (12, 12, 13)),
        (38, 3, (14, 12, 12)),
        (36, 3, (12, 12, 12)),
        (4, 2, (2, 2)),
        (5, 2, (2, 3)),
    ],
)
def test_pairs_over_rooms(contestants: int, parts: int, sizes: tuple[int, ...]) -> None:
    assert section_sizes(contestants, parts) == sizes


@given(st.integers(4, 3000), st.integers(1, 300), st.integers(2, 5))
def test_everybody_has_a_room_and_few_rest(contestants: int, parts: int, at_a_table: int) -> None:
    if contestants // at_a_table < parts:
        with pytest.raises(ValueError, match="cannot be spread"):
            section_sizes(contestants, parts, at_a_table)
        return
    sizes = section_sizes(contestants, parts, at_a_table)
    assert sum(sizes) == contestants
    assert [size % at_a_table for size in sizes[:-1]] == [0] * (parts - 1)
    tables = [size // at_a_table for size in sizes]
    assert max(tables) - min(tables) <= 1


def test_rooms_are_called_by_room_name() -> None:
    assert [section_letters(number) for number in (0, 1, 25, 26, 27, 51, 52, 701, 702)] == [
        "A",
        "B",
        "Z",
        "AA",
        "AB",
        "AZ",
        "BA",
        "ZZ",
        "AAA",
    ]
