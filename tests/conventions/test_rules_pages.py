"""The rules pages: whole in every language, the same numbers in each, and an example that is
right."""

import re
from collections import Counter
from functools import cache
from pathlib import Path

from babel.messages import Catalog
from django.conf import settings

from games.catalogue import GAMES, get_game
from games.fields import parse_outcome
from games.options import Option
from tests import messages
from tests.conventions.rules_text import (
    CASES,
    code,
    formulas,
    numbers,
    outside_formulas,
    parts_of,
    sections,
    title,
    x_as_said,
)
from tournaments.queries.events.rules import RULES_FOLDER

LANGUAGES = [code for code, _name in settings.LANGUAGES]
KEYS = [game.key for game in GAMES]
PAGES = [(language, key) for key in KEYS for language in LANGUAGES]

HEADINGS = {
    "en": [
        *("In short", "Cards and deal", "Play", "Scoring"),
        *("In a duplicate event", "Options", "Example"),
    ],
    "ca": [
        *("En poques paraules", "Cartes i repartiment", "El joc", "La puntuació"),
        *("En un torneig per duplicat", "Opcions", "Exemple"),
    ],
    "es": [
        *("En pocas palabras", "Cartas y reparto", "El juego", "La puntuación"),
        *("En un campeonato por duplicado", "Opciones", "Ejemplo"),
    ],
    "ja": [
        "かんたんに",
        "カードと配り方",
        "遊び方",
        "得点",
        "デュプリケート大会では",
        "オプション",
        "例",
    ],
}
IN_SHORT, OPTIONS, EXAMPLE = 1, 6, 7
"""Places of sections, the lead being 0."""

MOST_BULLETS = 10
SHORTEST, LONGEST = 200, 800
"""Words of a page in English."""


def section(page: tuple[str, str], place: int) -> str:
    return list(sections(*page).values())[place]


def said(text: str, language: str) -> str:
    """What the product calls it in a language."""
    found = None if language == "en" else catalogue(language).get(text)
    return found.string if found else text


@cache
def catalogue(language: str) -> Catalog:
    """Return the translations of a language, read once."""
    return messages.catalogue(language)


def option_names_transform(page: tuple[str, str]) -> list[tuple[str, str, list[str]]]:
    """The options a page tells of: label, key, and what stands between backticks after them."""
    items = re.split(r"^- ", section(page, OPTIONS), flags=re.MULTILINE)[1:]
    found = [re.match(r"\*\*(.+?)\*\* ?[(（]`(\w+)`[)）](.*)", item, re.DOTALL) for item in items]
    assert all(found), items
    return [(each[1], each[2], re.findall(r"`([^`]+)`", each[3])) for each in found if each]


def test_the_folders_have_pages_of_games_and_nothing_else() -> None:
    for language in LANGUAGES:
        assert {path.name for path in (RULES_FOLDER / language).glob("*")} <= {
            f"{key}.md" for key in KEYS
        }


def test_every_page_has_the_same_sections() -> None:
    for page in PAGES:
        lead, *rest = sections(*page)
        assert (lead, rest) == ("", HEADINGS[page[0]])
        assert title(*page) == said(get_game(page[1]).name, page[0])


def test_numbers_are_those_of_every_other_language() -> None:
    for page in PAGES:
        for place, name in enumerate(sections(*page)):
            here, english = section(page, place), section(("en", page[1]), place)
            assert numbers(here) == numbers(english), name
            assert code(here) == code(english), name


def test_options_are_told_as_they_are_with_the_default_first() -> None:
    for page in PAGES:
        language, key = page
        game, told = get_game(key), option_names_transform(page)
        assert [(label, name) for label, name, _choices in told] == [
            (said(each.label, language), each.key) for each in game.own_options
        ]
        for option, (_label, _key, choices) in zip(game.own_options, told, strict=True):
            assert choices_wrong(option, choices) == "", option.key


def choices_wrong(option: Option, told: list[str]) -> str:
    if set(told) != set(option.choices):
        return f"told are {told}, not {option.choices}"
    if not option.choices:  # nobody can list what a club writes of its own
        return ""
    return "" if told[0] == option.default else f"{option.default} is the default"


def test_the_example_is_worked_out_right() -> None:
    for page in PAGES:
        example, case = section(page, EXAMPLE), CASES[page[1]]
        worked = formulas(example)
        assert [each for each in worked if len(set(parts_of(each))) != 1] == []
        known = Counter(re.findall(r"[0-9]+", " ".join([*worked, *map(str, case.values())])))
        assert outside_formulas(example).keys() - known.keys() == set(), (
            "numbers that come from nowhere"
        )
        bold = re.findall(r"\*\*([+−]?[0-9]*½?)\*\*", example)
        assert {x_as_said(x) for x in case["x"].values()} <= set(bold)


def test_links_lead_to_pages_of_the_same_folder() -> None:
    for page in PAGES:
        for text in sections(*page).values():
            for target in re.findall(r"\]\(([^)]+)\)", text):
                assert Path(target).name == target
                assert (RULES_FOLDER / page[0] / target).is_file()


def test_what_is_in_short_is_short() -> None:
    for page in PAGES:
        bullets = re.findall(r"^- ", section(page, IN_SHORT), flags=re.MULTILINE)
        assert 1 < len(bullets) <= MOST_BULLETS


def test_the_page_for_referees_has_every_option_with_the_default_first() -> None:
    for key in KEYS:
        page = (RULES_FOLDER / f"{key}.md").read_text(encoding="utf-8")
        rows = re.findall(
            r"^\| `(\w+)` \| (`[^|]*`) \|", page.partition("## Options")[2], re.MULTILINE
        )
        told = {name: re.findall(r"`([^`]+)`", choices) for name, choices in rows}
        listed = {option.key: option for option in get_game(key).own_options if option.choices}
        assert {
            name: choices_wrong(option, told.get(name, [])) for name, option in listed.items()
        } == dict.fromkeys(listed, "")


def test_a_page_is_read_in_a_few_minutes() -> None:
    for key in KEYS:
        words = re.findall(r"[A-Za-zÀ-ÿ’'-]{2,}", " ".join(sections("en", key).values()))
        assert SHORTEST <= len(words) <= LONGEST


def test_x_of_the_case_is_what_the_game_makes_of_it() -> None:
    for key in KEYS:
        case = CASES[key]
        game = get_game(key, case["options"])
        board = game.board(case["board"])
        outcome, problems = parse_outcome(game.fields, case["outcome"])
        assert [*problems, *game.problems(outcome, board)] == []
        made = {line: x_as_said(x) for line, x in game.x(outcome, board).items()}
        assert made == {line: x_as_said(x) for line, x in case["x"].items()}


def test_a_wrong_sum_and_a_wrong_choice_are_found() -> None:
    assert parts_of("2 × (41 − 36) = 11") == [10, 11]
    assert parts_of("2½ + ½ = 3") == [3, 3]
    option = Option("edition", "eastern", ("eastern", "western"))
    assert choices_wrong(option, ["western", "eastern"])
    assert choices_wrong(option, ["eastern"])
    assert x_as_said("5/2") == "+2½"


def test_roman_numerals_are_numbers_and_x_is_none() -> None:
    assert numbers("XXIは5、X、I — XIV, VI") == Counter(["XXI", "5", "I", "XIV", "VI"])


def test_what_the_product_calls_it_is_no_number() -> None:
    assert numbers("# 古典（3人）\n\n[フランス1659年（12枚）](a.md)は5人") == Counter(["5"])
    assert numbers("- **1テーブルの人数**（`players`）：`4`。\nXは **+3**") == Counter(["4", "3"])
