"""Pages and API views get plays from the loader in `permissions/visibility` only."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.permissions.visibility.test_only_visibility_decides import ROOT

LOADER = "tournaments.permissions.visibility."
MANAGERS = ("plays", "play_set")


def returns_plays(function: ast.FunctionDef) -> bool:
    """Return whether a function's return annotation names the model Play."""
    nodes = ast.walk(function.returns) if function.returns else ()
    return any(isinstance(node, ast.Name) and node.id == "Play" for node in nodes)


def unrestricted_loaders() -> set[str]:
    """Return the query functions that return plays whoever asks."""
    loaders = set()
    for path in (ROOT / "tournaments" / "queries").rglob("*.py"):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        if not module.startswith(LOADER):
            functions = (
                node
                for node in ast.parse(path.read_text()).body
                if isinstance(node, ast.FunctionDef)
            )
            loaders |= {
                f"{module}.{function.name}" for function in functions if returns_plays(function)
            }
    return loaders


LOADERS = unrestricted_loaders()


def is_manager(node: ast.AST) -> bool:
    """Return whether a node is `Play.objects` or a related manager such as `seating.plays`."""
    if not isinstance(node, ast.Attribute):
        return False
    of_model = node.attr in ("objects", "_default_manager") and ast.unparse(node.value).endswith(
        "Play"
    )
    return of_model or node.attr in MANAGERS


def is_shortcut(node: ast.AST) -> bool:
    """Return whether a node is a call with the model as argument, as `get_object_or_404`."""
    if not isinstance(node, ast.Call):
        return False
    return any(isinstance(arg, ast.Name) and arg.id == "Play" for arg in node.args)


def is_joined(node: ast.AST) -> bool:
    """Return whether a play is read by a join, as in `select_related("play__board")`."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return False
    if node.func.attr not in ("select_related", "prefetch_related"):
        return False
    joined = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
    return any({"play", "plays"} & set(str(name).split("__")) for name in joined)


def forbidden_accesses(tree: ast.Module) -> Iterator[str]:
    """Yield every access of a module to plays that does not use the loader."""
    for node in ast.walk(tree):
        if is_manager(node) or is_shortcut(node) or is_joined(node):
            yield ast.unparse(node)
        elif isinstance(node, ast.ImportFrom):
            yield from (
                f"{node.module}.{name.name}"
                for name in node.names
                if f"{node.module}.{name.name}" in LOADERS or (name.name == "Play" and name.asname)
            )


def web_and_api_modules() -> list[Path]:
    folders = (ROOT / "tournaments" / name for name in ("web", "api"))
    return [path for folder in folders for path in sorted(folder.rglob("*.py"))]


def test_pages_and_api_views_get_plays_from_the_loader_only() -> None:
    paths = web_and_api_modules()
    assert len(paths) > 100
    accesses_by_path = {
        str(path.relative_to(ROOT)): [*forbidden_accesses(ast.parse(path.read_text()))]
        for path in paths
    }
    assert {name: access for name, access in accesses_by_path.items() if access} == {}


@pytest.mark.parametrize(
    "code",
    [
        "Play.objects.get(pk=play)",
        "models.Play.objects.filter(board=board)",
        "get_object_or_404(Play, pk=play)",
        "slip.plays.all()",
        "Objection.objects.select_related('play__board').get(pk=objection)",
        "Seating.objects.prefetch_related('plays')",
        "from tournaments.queries.rounds.seating import play_at",
        "from tournaments.models import Play as Row",
    ],
)
def test_check_finds_other_access_to_a_play(code: str) -> None:
    assert list(forbidden_accesses(ast.parse(code)))


def test_loader_and_the_name_of_the_model_are_allowed() -> None:
    code = (
        "from tournaments.models import Play\ndef shown(play: Play) -> str: return Play.State.DUE"
    )
    assert not list(forbidden_accesses(ast.parse(f"from {LOADER}plays import play_for\n{code}")))
