"""The rooms of the house: what a folder may hold, one name for one thing, and a page that shows the way."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps

from tournaments.web.urls import urlpatterns

ROOT = Path(__file__).parent.parent
CODE = ("games", "scoring", "tournaments", "config")
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text()
MOST_IN_A_ROOM = 16
FLAT = {"tournaments/queries", "tournaments/management/commands"}
"""Rooms that a newcomer searches by name: one module a question, one a command."""


def modules() -> Iterator[Path]:
    """Return every module of the product; migrations are written by Django."""
    for folder in CODE:
        yield from (path for path in (ROOT / folder).rglob("*.py") if "migrations" not in path.parts)


def named(path: Path) -> Iterator[str]:
    """The public classes and functions that a module defines."""
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
            yield node.name


def test_no_room_holds_more_than_can_be_seen_at_once() -> None:
    rooms = defaultdict(list)
    for path in modules():
        if path.name != "__init__.py":
            rooms[str(path.parent.relative_to(ROOT))].append(path.name)
    crowded = {room: names for room, names in rooms.items() if len(names) > MOST_IN_A_ROOM}
    ours = {room: names for room, names in crowded.items() if room.startswith("tournaments")}
    assert ours.keys() == FLAT


def test_every_room_says_what_it_is_for() -> None:
    for path in modules():
        if path.name == "__init__.py":
            assert ast.get_docstring(ast.parse(path.read_text())), f"{path.relative_to(ROOT)} says nothing"


def test_models_are_models() -> None:
    """Each class of the facts is a model or a query set, and no function stands beside them."""
    folder = ROOT / "tournaments" / "models"
    defined = {name for path in folder.rglob("*.py") for name in named(path)}
    models = {model.__name__ for model in apps.get_app_config("tournaments").get_models()}
    others = defined - models
    assert {name for name in others if not name.endswith("QuerySet")} <= {"ActedBy", "Verb"}
    assert not [
        node.name
        for path in folder.rglob("*.py")
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.FunctionDef)
    ]


def test_pages_and_api_are_siblings() -> None:
    """Neither stands on the other, as pyproject.toml says where `lint-imports` reads it."""
    assert '"tournaments.web | tournaments.api",' in (ROOT / "pyproject.toml").read_text()
    for one, other in (("web", "api"), ("api", "web")):
        for path in (ROOT / "tournaments" / one).rglob("*.py"):
            assert f"tournaments.{other}" not in path.read_text(), path


def test_a_view_is_called_as_its_address() -> None:
    ours = [each for each in urlpatterns if each.callback.__module__.startswith("tournaments.web")]
    functions = [each for each in ours if not hasattr(each.callback, "view_class")]
    assert len(functions) > 80
    assert [each.callback.__name__ for each in functions] == [f"{each.name}_view" for each in functions]


def folders_of(row: str) -> Iterator[str]:
    """The folders that a row of the map names: its first ones, and rooms inside the first."""
    first, _bar, rest = row.partition("|")
    named = re.findall(r"`([\w/.]+)`", first)
    yield from named
    yield from (named[0] + room for room in re.findall(r"`(\w+/)`", rest))


HOUSE = re.search(r"## The house\n(.*?)\n## ", ARCHITECTURE, re.DOTALL)
ROWS = [line[1:] for line in (HOUSE[1] if HOUSE else "").splitlines() if line.startswith("| `")]
ON_THE_MAP = [folder for row in ROWS for folder in folders_of(row)]
FILES = sorted(set(re.findall(r"`([a-z_]+/[\w/]+(?:\.\w+|/))(?:::\w+)?`", ARCHITECTURE)))


@pytest.mark.parametrize("path", [*ON_THE_MAP, *FILES])
def test_what_the_map_of_the_house_names_is_there(path: str) -> None:
    assert (ROOT / path).exists() or (ROOT / "tournaments" / path).exists()


def test_the_map_shows_every_room_of_the_site() -> None:
    rooms = {f"{path.parent.relative_to(ROOT)}/" for path in modules() if path.name == "__init__.py"}
    inner = {"tournaments/", "tournaments/management/commands/", "tournaments/templatetags/"}
    assert {room for room in rooms if not room.startswith("games/")} - inner <= set(ON_THE_MAP)


def test_the_map_answers_twelve_wishes() -> None:
    wishes = ARCHITECTURE.partition("## I want to …")[2].partition("\n## ")[0]
    answers = [line for line in wishes.splitlines() if line.startswith("| ")][1:]
    assert len(answers) >= 12
    assert all("`" in line for line in answers)
