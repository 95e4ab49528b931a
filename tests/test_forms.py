"""What a page sends, read for shape."""

import pytest

from tournaments.forms import number_in


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *[("7", 7), ("007", 7), ("9" * 18, 10**18 - 1), (None, 0), ("", 0), ("x", 0), ("-1", 0), ("1.5", 0)],
        *[
            pytest.param("9" * 19, 0, id="too long for a row"),
            pytest.param("9" * 5000, 0, id="too long for int"),
        ],
        *[("²", 0), ("1 2", 0)],
    ],
)
def test_a_number_is_read_or_is_0(text: str | None, number: int) -> None:
    assert number_in(text) == number
