"""Packages have docstrings, and models and pages keep to their layers."""

import ast
from collections.abc import Iterator
from pathlib import Path

from django.apps import apps

ROOT = Path(__file__).parents[2]
CODE = ("games", "scoring", "tournaments", "config")


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
