"""Pasted lists of pairs, single players and teams."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.game import MIN_TEAM_SIZE
from games.problems import ValidationFailed
from games.typed_text import clean_text
from tournaments.actions.contestants.pasted_list import parse_contestants
from tournaments.actions.limits import MAX_CONTESTANTS
from tournaments.queries.people.names import is_person_name, player_names, split_names

pytestmark = pytest.mark.once


@pytest.mark.parametrize(
    "line",
    ["Anna Puig - Berta Roca", "Anna Puig – Berta Roca", "Anna Puig/Berta Roca",
     "Anna Puig, Berta Roca", "Anna Puig i Berta Roca",
     "  Anna  Puig  y  Berta Roca ", "Anna Puig\tBerta Roca"],
)  # fmt: skip
def test_pair_is_parsed_with_every_usual_separator(line: str) -> None:
    assert parse_contestants(line, 2) == ["Anna Puig – Berta Roca"]


def test_hyphen_inside_a_name_is_no_separator() -> None:
    assert parse_contestants("Anna Puig-Roca - Enric Iborra", 2) == [
        "Anna Puig-Roca – Enric Iborra"
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Artur Massana i Puigdevall - Bernadeta Coll",
         "Artur Massana i Puigdevall – Bernadeta Coll"),
        ("Anna Puig – Enric Prat i Iborra", "Anna Puig – Enric Prat i Iborra"),
        ("Joan Coll i Roca / Pere Mas i Vila", "Joan Coll i Roca – Pere Mas i Vila"),
        ("Joan Coll i Roca, José Ortega y Gasset", "Joan Coll i Roca – José Ortega y Gasset"),
        ("Joan Coll i Roca & Pere Mas", "Joan Coll i Roca – Pere Mas"),
        ("Joan Coll i Roca\tPere Mas", "Joan Coll i Roca – Pere Mas"),
        ("Massana i Roca, Artur - Castellví, Bernadeta",
         "Artur Massana i Roca – Bernadeta Castellví"),
        ("Puig, Anna; Roca, Berta", "Anna Puig – Berta Roca"),
    ],
)  # fmt: skip
def test_weak_separators_count_only_without_a_stronger_one(line: str, expected: str) -> None:
    assert parse_contestants(line, 2) == [expected]


@pytest.mark.parametrize(
    "line",
    ["Anna i Berta i Carla", "Anna - Berta - Carla", "Anna, Berta, Carla", "12 - 13", "? - ?"],
)
def test_line_that_is_not_a_pair_is_reported(line: str) -> None:
    assert reported_problems(line) == [("not_a_pair", 1)]


def test_blank_lines_at_the_end_are_ignored() -> None:
    assert len(parse_contestants("A B - C D\nE F - G H\n\n  \n", 2)) == 2


def reported_problems(text: str, players_each: int = 2) -> list[tuple[str, int | None]]:
    with pytest.raises(ValidationFailed) as refused:
        parse_contestants(text, players_each)
    return [(problem.code, problem.line) for problem in refused.value.problems]


def test_list_of_pairs_reports_every_problem_with_its_line() -> None:
    text = "Anna - Berta\n\nCarles\nDídac - Emma - Fina\nanna - Gina\n" + "x" * 81 + " - Hug"
    assert reported_problems(text) == [
        ("not_a_pair", 3),
        ("not_a_pair", 4),
        ("name_too_long", 6),
        ("repeated_name", 1),
        ("repeated_name", 5),
    ]


@pytest.mark.parametrize("blank", [" ", "\t", " \t", "\u3000"])
@pytest.mark.parametrize("players_each", [1, 2])
def test_parsing_time_of_blanks_grows_linearly(blank: str, players_each: int) -> None:
    def seconds(blanks: int) -> float:
        """Return the shortest of five durations, measured in the time of this thread."""
        times = []
        for _repetition in range(5):
            start = time.thread_time()
            split_names(f"a{blank * blanks}b", players_each)
            times.append(time.thread_time() - start)
        return min(times)

    assert seconds(5000) < 40 * max(seconds(500), 0.00005)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a - b\n" * (MAX_CONTESTANTS + 1), "too_many_contestants"),
        ("\n" * 150_000 + "a", "not_a_pair"),
        ("a\n" * (MAX_CONTESTANTS + 1), "too_many_contestants"),
        ("a" + " " * 200_000 + "b", "list_too_long"),
    ],
)
def test_list_that_is_too_long_is_reported_once(text: str, code: str) -> None:
    assert [problem_code for problem_code, _line in reported_problems(text)] == [code]


def test_blank_lines_are_counted_and_skipped() -> None:
    text = "\n\u200b\nAnna - Berta\n \t\nCarla - Dora - Emma\n\u00a0\n"
    assert reported_problems(text) == [("not_a_pair", 5)]
    assert parse_contestants(text.replace(" - Emma", ""), 2) == ["Anna – Berta", "Carla – Dora"]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("1234 Núria Camps", "Núria Camps"),
        ("113957 Z Núria Camps", "Núria Camps"),
        ("Ferran Mir (12345)", "Ferran Mir"),
        ("Ferran Mir [cat-12345]", "Ferran Mir"),
        ("4.- Pau Riera", "Pau Riera"),
        ("12) Pau Riera", "Pau Riera"),
        ("7. Pau Riera", "Pau Riera"),
        ("• Anna", "Anna"),
        ("- Anna", "Anna"),
        ("*  Anna Puig-Roca", "Anna Puig-Roca"),
        ("Puig, Anna", "Anna Puig"),
        ("3. Puig Roca, Anna", "Anna Puig Roca"),
        ("Nu\u0301ria\u00a0 Ca\u00admps", "Núria Camps"),
        ("Anna 2", "Anna 2"),
        ("Anna Puig (jr)", "Anna Puig (jr)"),
    ],
)
def test_numbers_bullets_and_surname_first_are_parsed(line: str, name: str) -> None:
    assert parse_contestants(line, 1) == [name]
    assert parse_contestants(f"{line} - Zoe Mas", 2) == [f"{name} – Zoe Mas"]


def test_comma_between_two_full_names_is_not_one_name() -> None:
    assert reported_problems("Anna Puig, Berta Roca", 1) == [("not_one_name", 1)]


@pytest.mark.parametrize(
    "mark", ["ー", "－", " ー ", " － ", "／", " ／ ", "＆", "、", "，", "＋", " − ", " ‐ "]
)
def test_japanese_marks_separate_a_pair(mark: str) -> None:
    assert parse_contestants(f"佐藤 一郎{mark}鈴木 花子", 2) == ["佐藤 一郎 – 鈴木 花子"]


def test_long_vowel_mark_remains_in_a_name() -> None:
    assert parse_contestants("ローラ・モーガン ー エマ", 2) == ["ローラ・モーガン – エマ"]


@pytest.mark.parametrize(
    "line", ["Serra - ?", "Serra -", "Serra", "Serra / xx", "Serra, ?", "- Serra", "? - Serra",
             "Serra - busca parella", "Serra\t?", "Serra\t", "3. Serra – 12345", "Serra ー 募集中"]
)  # fmt: skip
def test_player_without_a_partner_is_reported_by_name(line: str) -> None:
    with pytest.raises(ValidationFailed) as refused:
        parse_contestants(f"Anna - Berta\n{line}", 2)
    (problem,) = refused.value.problems
    assert (problem.code, problem.line, problem.params["name"]) == ("not_a_pair", 2, "Serra")
    assert "Serra has no partner yet" in problem.message


@pytest.mark.parametrize(
    "rows",
    [
        ["1\tAnna Puig\tBerta Roca", "2\tCarla Mas\tDora Riu"],
        ["Anna Puig\tBerta Roca\t12345", "Carla Mas\tDora Riu\t113957 Z"],
        ["Anna Puig\tBerta Roca\tCE Vic", "Carla Mas\tDora Riu\tCE Olot"],
        ["CE Vic\tAnna Puig\tBerta Roca", "CE Vic\tCarla Mas\tDora Riu"],
        ["Player 1\tPlayer 2", "Anna Puig\tBerta Roca", "Carla Mas\tDora Riu"],
        ["Club;Jugador 1;Jugadora 2", "Vic;Anna Puig;Berta Roca", "Olot;Carla Mas;Dora Riu"],
        ["Cognom,Nom,Cognom,Nom", "Puig,Anna,Roca,Berta", "Mas,Carla,Riu,Dora"],
        ["Nº\tParella\tPunts", "1\tAnna Puig - Berta Roca\t", "2\tCarla Mas / Dora Riu\t7"],
        ["ペア\t氏名1\t氏名2", "1\tAnna Puig\tBerta Roca", "2\tCarla Mas\tDora Riu"],
        ["Parejas", "Puig, Anna; Roca, Berta", "• Carla Mas - Dora Riu (12345)"],
        ["Anna Puig (123)\t\tRoca, Berta", "", "Carla Mas\t\tDora Riu"],
    ],
)
def test_spreadsheet_columns_of_pairs_are_parsed(rows: list[str]) -> None:
    assert parse_contestants("\r\n".join(rows), 2) == [
        "Anna Puig – Berta Roca",
        "Carla Mas – Dora Riu",
    ]


def test_spreadsheet_columns_of_single_players_are_parsed() -> None:
    text = "Llicència\tCognoms\tNom\n113957 Z\tPuig Roca\tAnna Maria\n5\tMas\tZoe"
    assert parse_contestants(text, 1) == ["Anna Maria Puig Roca", "Zoe Mas"]


def test_unclear_columns_are_reported() -> None:
    assert reported_problems("Puig\tAnna\tRoca\tBerta\nMas - Riu") == [("unclear_columns", 1)]
    assert reported_problems("Anna Puig\tBerta Roca\tCarla Mas") == [("unclear_columns", 1)]
    assert reported_problems("Anna Puig\tBerta Roca", 1) == [("unclear_columns", 1)]
    assert parse_contestants("Anna Puig\tVic\nBerta Roca\tOlot", 1) == ["Anna Puig", "Berta Roca"]
    assert reported_problems('Player\tPlayer\n"Anna\tBerta\nZoe\tPau') == [("broken_line", 2)]


def test_names_that_differ_in_accents_alone_are_reported_as_repeated() -> None:
    assert reported_problems("Núria Camps\nNURIA camps", 1) == [
        ("repeated_name", 1),
        ("repeated_name", 2),
    ]


person_names = st.text(
    st.characters(categories=("Lu", "Ll", "Lo", "Mn", "Cf", "Zs", "Nd")), min_size=1, max_size=12
)


@given(person_names, person_names)
def test_stored_form_is_parsed_unchanged(first_name: str, second_name: str) -> None:
    try:
        (stored,) = parse_contestants(f"{first_name} - {second_name}", 2)
    except ValidationFailed:
        return
    assert parse_contestants(stored, 2) == [stored]
    for name in player_names(stored, 2):
        assert name == clean_text(name)
        assert is_person_name(name)


def test_list_without_pairs_is_reported() -> None:
    assert reported_problems(" \n ") == [("no_pairs", None)]


@pytest.mark.parametrize(
    "name", ["Anna Puig-Berta", "Anna Puig i Roca", "José Ortega y Gasset", "山田"]
)
def test_single_player_may_have_a_hyphen_or_an_i_in_the_name(name: str) -> None:
    assert parse_contestants(f"  {name} \nBerta  Roca", 1) == [name, "Berta Roca"]


def test_list_of_players_reports_every_problem_with_its_line() -> None:
    text = "Anna\n\nCarles - Dídac\nEmma/Fina\nanna\nGina -\n" + "x" * 81
    assert reported_problems(text, 1) == [
        ("not_one_name", 3),
        ("not_one_name", 4),
        ("not_one_name", 6),
        ("name_too_long", 7),
        ("repeated_name", 1),
        ("repeated_name", 5),
    ]


TEAM_LINE = "Els Pins: Anna, Berta, Carles, Dídac"


@pytest.mark.parametrize(
    "line",
    ["Els Pins :Anna ,Berta;Carles,  Dídac", "Els Pins：Anna，Berta、Carles，Dídac", TEAM_LINE],
)
def test_team_is_parsed_with_its_players(line: str) -> None:
    assert parse_contestants(line, MIN_TEAM_SIZE) == [TEAM_LINE]


def test_team_may_lack_players_or_be_called_like_one_of_them() -> None:
    text = "Els Pins - de dalt\nAnna: Anna, Berta, Carles, Dídac, Emma, Fina"
    assert parse_contestants(text, MIN_TEAM_SIZE) == text.split("\n")


def test_list_of_teams_reports_every_problem_with_its_line() -> None:
    too_long_name = "x" * 81
    lines = [
        "A: a, b, c",
        "B: d, e, f, g, h, i, j",
        "",
        "C:",
        "D: k, ?, l, m",
        "E: n, o, p, n",
        f"e: {too_long_name}, q, r, s",
    ]
    assert reported_problems("\n".join(lines), MIN_TEAM_SIZE) == [
        *(("not_a_team", line) for line in (1, 2)),
        *(("not_a_team", line) for line in (4, 5)),
        ("name_too_long", 7),
        *(("repeated_name", line) for line in (6, 7, 6, 6)),
    ]


def test_list_without_players_is_reported() -> None:
    assert reported_problems("", 1) == [("no_players", None)]
