"""Packages have docstrings and are listed on the architecture page."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from django.apps import apps

ROOT = Path(__file__).parents[2]
CODE = ("games", "scoring", "tournaments", "config")
ARCHITECTURE = (ROOT / "docs" / "developers" / "overview.md").read_text()


def modules() -> Iterator[Path]:
    """Return every module of the product; migrations are written by Django."""
    for folder in CODE:
        yield from (
            path for path in (ROOT / folder).rglob("*.py") if "migrations" not in path.parts
        )


def named(path: Path) -> Iterator[str]:
    """Return the public classes and functions that a module defines."""
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
            yield node.name


def test_every_package_has_a_docstring() -> None:
    for path in modules():
        if path.name == "__init__.py":
            assert ast.get_docstring(ast.parse(path.read_text())), (
                f"{path.relative_to(ROOT)} says nothing"
            )


def test_models_package_contains_only_models() -> None:
    """Each class is a model or a query set, and there are no functions."""
    folder = ROOT / "tournaments" / "models"
    defined = {name for path in folder.rglob("*.py") for name in named(path)}
    models = {model.__name__ for model in apps.get_app_config("tournaments").get_models()}
    others = defined - models
    assert {name for name in others if not name.endswith("QuerySet")} <= {
        "ActorColumns",
        "AuditAction",
    }
    assert not [
        node.name
        for path in folder.rglob("*.py")
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.FunctionDef)
    ]


def test_pages_and_api_do_not_import_each_other() -> None:
    """The contract in pyproject.toml that `lint-imports` checks forbids both directions."""
    assert '"tournaments.web | tournaments.api",' in (ROOT / "pyproject.toml").read_text()
    for one, other in (("web", "api"), ("api", "web")):
        for path in (ROOT / "tournaments" / one).rglob("*.py"):
            assert f"tournaments.{other}" not in path.read_text(), path


def folders_of(row: str) -> Iterator[str]:
    """Return the folders that a row of the map names, including subfolders of the first."""
    first, _bar, rest = row.partition("|")
    named = re.findall(r"`([\w/.]+)`", first)
    yield from named
    yield from (named[0] + room for room in re.findall(r"`(\w+/)`", rest))


LAYERS = re.search(r"## Layers\n(.*?)\n## ", ARCHITECTURE, re.DOTALL)
ROWS = [line[1:] for line in (LAYERS[1] if LAYERS else "").splitlines() if line.startswith("| `")]
ON_THE_MAP = [folder for row in ROWS for folder in folders_of(row)]
FILES = sorted(set(re.findall(r"`([a-z_]+/[\w/]+(?:\.\w+|/))(?:::\w+)?`", ARCHITECTURE)))


def test_paths_on_the_architecture_page_exist() -> None:
    missing = [
        path
        for path in (*ON_THE_MAP, *FILES)
        if not ((ROOT / path).exists() or (ROOT / "tournaments" / path).exists())
    ]
    assert missing == []


def test_architecture_page_names_every_package() -> None:
    rooms = {
        f"{path.parent.relative_to(ROOT)}/" for path in modules() if path.name == "__init__.py"
    }
    inner = {"tournaments/", "tournaments/management/commands/", "tournaments/templatetags/"}
    assert {room for room in rooms if not room.startswith("games/")} - inner <= set(ON_THE_MAP)
