"""A pasted list of pairs."""

import pytest

from games.problems import Refused
from tournaments.actions.contestant_list import read_contestants


@pytest.mark.parametrize(
    "line",
    ["Anna Puig - Berta Roca", "Anna Puig – Berta Roca", "Anna Puig/Berta Roca", "Anna Puig, Berta Roca",
     "Anna Puig i Berta Roca", "  Anna  Puig  y  Berta Roca ", "Anna Puig\tBerta Roca"],
)  # fmt: skip
def test_two_names_in_the_ways_people_write_them(line: str) -> None:
    assert read_contestants(line, 2) == ["Anna Puig – Berta Roca"]


def test_a_hyphen_inside_a_name_separates_nobody() -> None:
    assert read_contestants("Anna Puig-Roca - Enric Iborra", 2) == ["Anna Puig-Roca – Enric Iborra"]


def test_a_blank_end_is_no_line() -> None:
    assert len(read_contestants("A B - C D\nE F - G H\n\n  \n", 2)) == 2


def problems(text: str) -> list[tuple[str, int | None]]:
    with pytest.raises(Refused) as refused:
        read_contestants(text, 2)
    return [(problem.code, problem.line) for problem in refused.value.problems]


def test_every_problem_of_the_list_is_told_with_its_line() -> None:
    text = "Anna - Berta\n\nCarles\nDídac - Emma - Fina\nanna - Gina\n" + "x" * 81 + " - Hug"
    assert problems(text) == [
        ("empty_line", 2),
        ("not_a_pair", 3),
        ("not_a_pair", 4),
        ("name_too_long", 6),
        ("repeated_name", 1),
        ("repeated_name", 5),
    ]


def test_no_pairs_at_all() -> None:
    assert problems(" \n ") == [("no_pairs", None)]
