"""Effects of a correction are described in the singular for one board."""

import pytest

from tests.scenes.evening import started
from tournaments.queries.corrections.choices import planned_boards_texts, shortening_texts


@pytest.mark.parametrize(
    ("board_difference", "expected"),
    [
        (0, "Everybody would have played the same boards."),
        (1, "Any two contestants would differ in at most 1 board."),
        (2, "Any two contestants would differ in at most 2 boards."),
    ],
)
def test_difference_in_boards_is_described(board_difference: int, expected: str) -> None:
    texts = shortening_texts({"dropped": 3, "apart": board_difference})
    assert str(texts[-1]) == expected


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("boards_left_out", "expected"),
    [
        ([], "Rounds to play: 3, with 2 boards each."),
        ([2], "Rounds to play: 3, with 1 board each from round 2 on."),
    ],
)
def test_boards_of_each_round_are_described(boards_left_out: list[int], expected: str) -> None:
    session, _director = started(8, movement="mitchell", round_count=3, boards_per_round=2)
    section = session.sections.get()
    section.boards_left_out = boards_left_out
    assert [str(text) for text in planned_boards_texts([section])] == [expected]


@pytest.mark.django_db
def test_single_board_of_each_round_is_described() -> None:
    session, _director = started(8, movement="mitchell", round_count=3, boards_per_round=1)
    texts = planned_boards_texts(session.sections.all())
    assert [str(text) for text in texts] == ["Rounds to play: 3, with 1 board each."]
