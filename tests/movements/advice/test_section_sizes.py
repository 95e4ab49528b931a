"""Contestants divided over sections."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.movements.advice.section_sizes import section_letters, section_sizes


@pytest.mark.parametrize(
    ("contestant_count", "section_count", "sizes"),
    [
        (37, 3, (12, 12, 13)),
        (38, 3, (14, 12, 12)),
        (36, 3, (12, 12, 12)),
        (4, 2, (2, 2)),
        (5, 2, (2, 3)),
    ],
)
def test_pairs_are_divided_over_sections(
    contestant_count: int, section_count: int, sizes: tuple[int, ...]
) -> None:
    assert section_sizes(contestant_count, section_count) == sizes


@given(st.integers(4, 3000), st.integers(1, 300), st.integers(2, 5))
def test_everybody_has_a_section_and_only_the_last_has_sit_outs(
    contestant_count: int, section_count: int, contestants_per_table: int
) -> None:
    if contestant_count // contestants_per_table < section_count:
        with pytest.raises(ValueError, match="cannot be spread"):
            section_sizes(contestant_count, section_count, contestants_per_table)
        return
    sizes = section_sizes(contestant_count, section_count, contestants_per_table)
    assert sum(sizes) == contestant_count
    assert [size % contestants_per_table for size in sizes[:-1]] == [0] * (section_count - 1)
    tables = [size // contestants_per_table for size in sizes]
    assert max(tables) - min(tables) <= 1


def test_sections_are_named_by_letters() -> None:
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
