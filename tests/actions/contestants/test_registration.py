"""A pasted list of pairs, or of single players."""

import time

import pytest

from games.catalogue import get_game
from games.game import TEAM
from games.problems import Refused
from tournaments.actions.contestants.pasted_list import MOST_CONTESTANTS, read_contestants
from tournaments.queries.names import names_in


@pytest.mark.parametrize(
    "line",
    ["Anna Puig - Berta Roca", "Anna Puig – Berta Roca", "Anna Puig/Berta Roca", "Anna Puig, Berta Roca",
     "Anna Puig i Berta Roca", "  Anna  Puig  y  Berta Roca ", "Anna Puig\tBerta Roca"],
)  # fmt: skip
def test_two_names_in_the_ways_people_write_them(line: str) -> None:
    assert read_contestants(line, 2) == ["Anna Puig – Berta Roca"]


def test_a_hyphen_inside_a_name_separates_nobody() -> None:
    assert read_contestants("Anna Puig-Roca - Enric Iborra", 2) == ["Anna Puig-Roca – Enric Iborra"]


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Artur Massana i Puigdevall - Bernadeta Coll", "Artur Massana i Puigdevall – Bernadeta Coll"),
        ("Anna Puig – Enric Prat i Iborra", "Anna Puig – Enric Prat i Iborra"),
        ("Joan Coll i Roca / Pere Mas i Vila", "Joan Coll i Roca – Pere Mas i Vila"),
        ("Joan Coll i Roca, José Ortega y Gasset", "Joan Coll i Roca – José Ortega y Gasset"),
        ("Joan Coll i Roca & Pere Mas", "Joan Coll i Roca – Pere Mas"),
        ("Joan Coll i Roca\tPere Mas", "Joan Coll i Roca – Pere Mas"),
        ("Massana i Roca, Artur - Castellví, Bernadeta", "Massana i Roca, Artur – Castellví, Bernadeta"),
        ("Puig, Anna; Roca, Berta", "Puig, Anna – Roca, Berta"),
    ],
)  # fmt: skip
def test_what_may_be_part_of_a_name_separates_only_where_nothing_else_does(line: str, names: str) -> None:
    assert read_contestants(line, 2) == [names]


@pytest.mark.parametrize(
    "line", ["Anna i Berta i Carla", "Anna - Berta - Carla", "Anna, Berta, Carla", "Anna Puig - ", "Anna, "]
)
def test_a_line_that_is_no_pair_is_still_told(line: str) -> None:
    assert problems(line) == [("not_a_pair", 1)]


def test_a_blank_end_is_no_line() -> None:
    assert len(read_contestants("A B - C D\nE F - G H\n\n  \n", 2)) == 2


def problems(text: str, players_each: int = 2) -> list[tuple[str, int | None]]:
    with pytest.raises(Refused) as refused:
        read_contestants(text, players_each)
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


@pytest.mark.parametrize("blank", [" ", "\t", " \t", "\u3000"])
@pytest.mark.parametrize("players_each", [1, 2])
def test_a_row_of_blanks_takes_no_longer_than_its_letters(blank: str, players_each: int) -> None:
    def seconds(blanks: int) -> float:
        """The quickest of some times, of this thread alone: others may be busy."""
        taken = []
        for _time in range(5):
            begun = time.thread_time()
            names_in(f"a{blank * blanks}b", players_each)
            taken.append(time.thread_time() - begun)
        return min(taken)

    assert seconds(5000) < 40 * max(seconds(500), 0.00005)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a - b\n" * (MOST_CONTESTANTS + 1), "too_many_contestants"),
        ("\n" * 150_000 + "a", "not_a_pair"),
        ("x" + "\n" * 150_000 + "a", "too_many_contestants"),
        ("a" + " " * 200_000 + "b", "list_too_long"),
    ],
)
def test_a_list_too_long_to_be_read_is_one_problem(text: str, code: str) -> None:
    assert [each for each, _line in problems(text)] == [code]


def test_no_pairs_at_all() -> None:
    assert problems(" \n ") == [("no_pairs", None)]


@pytest.mark.parametrize("name", ["Anna Puig-Berta", "Anna Puig i Roca", "José Ortega y Gasset", "山田"])
def test_a_single_player_may_have_a_hyphen_or_an_i_in_the_name(name: str) -> None:
    assert read_contestants(f"  {name} \nBerta  Roca", 1) == [name, "Berta Roca"]


def test_every_problem_of_a_list_of_single_players_is_told_with_its_line() -> None:
    text = "Anna\n\nCarles - Dídac\nEmma/Fina\nanna\nGina -\n" + "x" * 81
    assert problems(text, 1) == [
        ("empty_line", 2),
        ("not_one_name", 3),
        ("not_one_name", 4),
        ("not_one_name", 6),
        ("name_too_long", 7),
        ("repeated_name", 1),
        ("repeated_name", 5),
    ]


TEAM_LINE = "Els Pins: Anna, Berta, Carles, Dídac"


@pytest.mark.parametrize(
    "line", ["Els Pins :Anna ,Berta;Carles,  Dídac", "Els Pins：Anna，Berta、Carles，Dídac", TEAM_LINE]
)
def test_a_team_is_written_with_its_players(line: str) -> None:
    assert read_contestants(line, TEAM) == [TEAM_LINE]


def test_a_team_may_be_known_by_its_name_alone_or_be_called_as_a_player() -> None:
    text = "Els Pins - de dalt\nAnna: Anna, Berta, Carles, Dídac, Emma, Fina"
    assert read_contestants(text, TEAM) == text.split("\n")


def test_every_problem_of_a_list_of_teams_is_told_with_its_line() -> None:
    long = "x" * 81
    lines = [
        "A: a, b, c",
        "B: d, e, f, g, h, i, j",
        "",
        "C:",
        "D: k, , l, m",
        "E: n, o, p, n",
        f"e: {long}, q, r, s",
    ]
    assert problems("\n".join(lines), TEAM) == [
        *(("not_a_team", line) for line in (1, 2)),
        ("empty_line", 3),
        *(("not_a_team", line) for line in (4, 5)),
        ("name_too_long", 7),
        *(("repeated_name", line) for line in (6, 7, 6, 6)),
    ]


def test_no_players_at_all() -> None:
    assert problems("", 1) == [("no_players", None)]


def test_a_contestant_is_all_who_sit_on_a_line_or_one_alone() -> None:
    assert get_game("botifarra").contestant_sizes == (2, 1, TEAM)
    assert get_game("score_sheet").contestant_sizes == (1,)
    assert get_game("match").contestant_sizes == (2,)
    assert get_game("match", {"games": "6"}).contestant_sizes == (4,)
