"""Rules pages are complete in every language, with equal numbers and a correct example."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
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
    format_x,
    formula_sides,
    formulas,
    numbers,
    numbers_outside_formulas,
    rules_page,
    sections,
    title,
)
from tournaments.queries.events.rules import RULES_FOLDER

LANGUAGES = [code for code, _name in settings.LANGUAGES]
KEYS = [game.key for game in GAMES]
ALL_PAGES = [(language, key) for key in KEYS for language in LANGUAGES]
# Missing pages and cases are named by one test, so the others skip them.
PAGES = [page for page in ALL_PAGES if rules_page(*page).is_file()]
KEYS_WITH_CASE = [key for key in KEYS if key in CASES]

HEADINGS = {
    "en": [
        *("In short", "Cards and deal", "Play", "Scoring"),
        *("In a duplicate event", "Options", "Example"),
    ],
    "ca": [
        *("En poques paraules", "Cartes i repartiment", "El joc", "La puntuació"),
        *("En un campionat amb les mateixes mans", "Opcions", "Exemple"),
    ],
    "es": [
        *("En pocas palabras", "Cartas y reparto", "El juego", "La puntuación"),
        *("En un campeonato por duplicado", "Opciones", "Ejemplo"),
    ],
    "ja": [
        "ルールの要点",
        "カードと配り方",
        "遊び方",
        "得点",
        "デュプリケート大会では",
        "オプション",
        "例",
    ],
}
# Indexes of sections; the lead is 0.
IN_SHORT, OPTIONS, EXAMPLE = 1, 6, 7

MOST_BULLETS = 10
# Words of a page in English.
SHORTEST, LONGEST = 200, 800


def section(page: tuple[str, str], index: int) -> str:
    """Return the text of a section, empty if the page lacks it."""
    return sections(*page).get(["", *HEADINGS[page[0]]][index], "")


def heading_problems(headings: Sequence[str], expected: Sequence[str]) -> Iterator[str]:
    """Yield what is wrong with the headings of a page."""
    for heading in expected:
        if heading not in headings:
            yield f"lacks the section {heading!r}"
    for heading in headings:
        if heading not in expected:
            yield f"has an unknown section {heading!r}"
    if sorted(headings) == sorted(expected) and headings != expected:
        yield f"has its sections in another order than {expected}"


def translated_name(text: str, language: str) -> str:
    """Return the name of a text of the product in a language."""
    translation = None if language == "en" else catalogue(language).get(text)
    return translation.string if translation else text


@cache
def catalogue(language: str) -> Catalog:
    """Return the translations of a language, read once."""
    return messages.catalogue(language)


def option_names_transform(page: tuple[str, str]) -> list[tuple[str, str, list[str]]]:
    """Return the options of a page: label, key, and the texts between backticks after them."""
    items = re.split(r"^- ", section(page, OPTIONS), flags=re.MULTILINE)[1:]
    matches = [re.match(r"\*\*(.+?)\*\* ?[(（]`(\w+)`[)）](.*)", item, re.DOTALL) for item in items]
    assert all(matches), items
    return [
        (choice[1], choice[2], re.findall(r"`([^`]+)`", choice[3])) for choice in matches if choice
    ]


def test_rules_folders_contain_one_page_for_each_game() -> None:
    for language in LANGUAGES:
        assert {path.name for path in (RULES_FOLDER / language).glob("*")} <= {
            f"{key}.md" for key in KEYS
        }


def test_every_game_has_its_pages_and_a_worked_example() -> None:
    paths = [RULES_FOLDER / f"{key}.md" for key in KEYS]
    paths += [rules_page(*page) for page in ALL_PAGES]
    missing = [
        f"docs/games/{path.relative_to(RULES_FOLDER)} is missing"
        for path in paths
        if not path.is_file()
    ]
    missing += [f"tests/golden/rules.json has no {key!r}" for key in KEYS if key not in CASES]
    assert missing == [], "\n".join(missing)


def test_every_rules_page_has_the_same_sections() -> None:
    problems = []
    for page in PAGES:
        language, key = page
        lead, *headings = sections(*page)
        assert lead == ""
        page_problems = [*heading_problems(headings, HEADINGS[language])]
        name = translated_name(get_game(key).name, language)
        if title(*page) != name:
            page_problems.append(f"has the title {title(*page)!r}, not {name!r}")
        problems += [f"docs/games/{language}/{key}.md {problem}" for problem in page_problems]
    assert problems == [], "\n".join(problems)


def test_numbers_of_a_page_are_the_same_in_every_language() -> None:
    for page in PAGES:
        if ("en", page[1]) not in PAGES:
            continue
        for index, heading in enumerate(["", *HEADINGS[page[0]]]):
            page_section, english = section(page, index), section(("en", page[1]), index)
            assert numbers(page_section) == numbers(english), (page, heading)
            assert code(page_section) == code(english), (page, heading)


def test_rules_page_lists_options_with_the_default_first() -> None:
    for page in PAGES:
        language, key = page
        game, listed = get_game(key), option_names_transform(page)
        assert [(label, name) for label, name, _choices in listed] == [
            (translated_name(option.label, language), option.key) for option in game.own_options
        ], page
        for option, (_label, _key, choices) in zip(game.own_options, listed, strict=True):
            assert choices_wrong(option, choices) == "", (page, option.key)


def choices_wrong(option: Option, listed: list[str]) -> str:
    if set(listed) != set(option.choices):
        return f"told are {listed}, not {option.choices}"
    if not option.choices:  # nobody can list what a club writes of its own
        return ""
    return "" if listed[0] == option.default else f"{option.default} is the default"


def test_worked_example_is_correct() -> None:
    for page in PAGES:
        if page[1] not in CASES:
            continue
        example, case = section(page, EXAMPLE), CASES[page[1]]
        worked = formulas(example)
        assert [formula for formula in worked if len(set(formula_sides(formula))) != 1] == [], page
        expected_numbers = Counter(
            re.findall(r"[0-9]+", " ".join([*worked, *map(str, case.values())]))
        )
        assert numbers_outside_formulas(example).keys() - expected_numbers.keys() == set(), (
            f"{page}: numbers that are neither in a formula nor in tests/golden/rules.json"
        )
        bold = re.findall(r"\*\*([+−]?[0-9]*½?)\*\*", example)
        assert {format_x(x) for x in case["x"].values()} <= set(bold), (
            f"{page}: X of each line is bold in the example"
        )


def test_links_of_rules_pages_stay_in_their_folder() -> None:
    for page in PAGES:
        for text in sections(*page).values():
            for target in re.findall(r"\]\(([^)]+)\)", text):
                assert Path(target).name == target
                assert (RULES_FOLDER / page[0] / target).is_file()


def test_short_section_is_short() -> None:
    for page in PAGES:
        bullets = re.findall(r"^- ", section(page, IN_SHORT), flags=re.MULTILINE)
        assert 1 < len(bullets) <= MOST_BULLETS, page


def test_referees_page_lists_every_option_with_the_default_first() -> None:
    for key in KEYS:
        if not (RULES_FOLDER / f"{key}.md").is_file():
            continue
        page = (RULES_FOLDER / f"{key}.md").read_text(encoding="utf-8")
        rows = re.findall(
            r"^\| `(\w+)` \| (`[^|]*`) \|", page.partition("## Options")[2], re.MULTILINE
        )
        choices_by_name = {name: re.findall(r"`([^`]+)`", choices) for name, choices in rows}
        listed = {option.key: option for option in get_game(key).own_options if option.choices}
        assert {
            name: choices_wrong(option, choices_by_name.get(name, []))
            for name, option in listed.items()
        } == dict.fromkeys(listed, ""), key


def test_rules_page_is_short() -> None:
    for language, key in PAGES:
        if language != "en":
            continue
        words = re.findall(r"[A-Za-zÀ-ÿ’'-]{2,}", " ".join(sections("en", key).values()))
        assert SHORTEST <= len(words) <= LONGEST, key


def test_x_of_the_worked_example_is_that_of_the_game() -> None:
    for key in KEYS_WITH_CASE:
        case = CASES[key]
        game = get_game(key, case["options"])
        board = game.board(case["board"])
        outcome, problems = parse_outcome(game.fields, case["outcome"])
        assert [*problems, *game.problems(outcome, board)] == [], key
        formatted_x = {line: format_x(x) for line, x in game.raw_results(outcome, board).items()}
        assert formatted_x == {line: format_x(x) for line, x in case["x"].items()}, key


def test_wrong_headings_of_a_page_are_named() -> None:
    assert [*heading_problems(["Play", "Scoring"], ["Play", "Scoring"])] == []
    assert [*heading_problems(["Play", "Points"], ["Play", "Scoring"])] == [
        "lacks the section 'Scoring'",
        "has an unknown section 'Points'",
    ]
    assert [*heading_problems(["Scoring", "Play"], ["Play", "Scoring"])] == [
        "has its sections in another order than ['Play', 'Scoring']"
    ]


def test_checks_find_a_wrong_sum_and_a_wrong_choice() -> None:
    assert formula_sides("2 × (41 − 36) = 11") == [10, 11]
    assert formula_sides("2½ + ½ = 3") == [3, 3]
    option = Option("edition", "eastern", ("eastern", "western"))
    assert choices_wrong(option, ["western", "eastern"])
    assert choices_wrong(option, ["eastern"])
    assert format_x("5/2") == "+2½"


def test_roman_numerals_are_counted_but_x_alone_is_not() -> None:
    assert numbers("XXIは5、X、I — XIV, VI") == Counter(["XXI", "5", "I", "XIV", "VI"])


def test_names_of_games_and_options_are_not_counted_as_numbers() -> None:
    assert numbers("# 古典（3人）\n\n[フランス1659年（12枚）](a.md)は5人") == Counter(["5"])
    assert numbers("- **1テーブルの人数**（`players`）：`4`。\nXは **+3**") == Counter(["4", "3"])
