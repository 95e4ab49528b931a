"""Only `permissions/visibility` deals, reads seeds, or decides by `results_shown`."""

import ast
from collections.abc import Iterator
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[3]
HOME = "tournaments/permissions/visibility/"
DEALS = {
    "tournaments/management/commands/playout.py": "a seed that somebody types, of no session",
    "tournaments/queries/boards/trial_deals.py": "a trial's own seed, of no session",
}
# Modules that name `results_shown` without deciding by it, and why.
SETS_IT = {
    "tournaments/models/events.py": "the field",
    "tournaments/actions/events/create.py": "a new event",
    "tournaments/actions/events/detail_checks.py": "what it may be",
    "tournaments/actions/events/edit.py": "the act that changes it",
    "tournaments/actions/events/copy.py": "the same again",
    "tournaments/queries/events/details.py": "one of the details that can be changed",
    "tournaments/queries/history/descriptions.py": "what was changed, in words",
    "tournaments/actions/event_file/rows.py": "an event as it is imported",
    "tournaments/actions/event_file/schema/layout.py": "its key in the event file",
    "tournaments/queries/events/event_file.py": "an event as it is exported",
    "tournaments/web/events/urls.py": "the address of the form",
    "tournaments/web/events/publishing.py": "the form",
    "tournaments/web/events/edit.py": "the other form, and what was chosen, in words",
    "templates/desk/start/_result_visibility.html": "the form",
    "templates/phone/_table_body.html": "when standings appear, in words",
    "templates/public/boards.html": "when boards open, in words",
    "templates/public/scorecard/scorecard.html": "when other results are shown, in words",
    "tournaments/api/serializers/events.py": "what was chosen, told to programs",
    "tournaments/api/serializers/event_management.py": "the same chosen by programs",
}


def modules() -> Iterator[tuple[str, ast.Module]]:
    """Yield the modules that can reach a session, except those of the package itself."""
    for path in (ROOT / "tournaments").rglob("*.py"):
        name = str(path.relative_to(ROOT))
        if not name.startswith(HOME) and "migrations" not in path.parts:
            yield name, ast.parse(path.read_text())


def is_called(node: ast.AST, name: str) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == name
    )


def reads_a_seed(node: ast.AST) -> bool:
    """Return whether a node reads a seed: `….seed.hex`, or `Seed.objects` except `create`."""
    if not isinstance(node, ast.Attribute):
        return False
    of_session = (
        node.attr == "hex" and isinstance(node.value, ast.Attribute) and node.value.attr == "seed"
    )
    of_rows = isinstance(node.value, ast.Attribute) and ast.unparse(node.value) == "Seed.objects"
    return of_session or (of_rows and node.attr != "create")


def test_no_other_package_derives_hands() -> None:
    module_names = {
        name for name, tree in modules() if any(is_called(node, "deal") for node in ast.walk(tree))
    }
    assert module_names == DEALS.keys()


def test_no_other_package_reads_a_seed() -> None:
    assert not [name for name, tree in modules() if any(map(reads_a_seed, ast.walk(tree)))]
    assert not [name for name, tree in modules() if "seed__" in ast.unparse(tree)]


@pytest.mark.parametrize("breach", ["session.seed.hex", "Seed.objects.get(session=session)"])
def test_check_finds_access_to_a_seed(breach: str) -> None:
    assert any(map(reads_a_seed, ast.walk(ast.parse(breach))))


def test_no_other_package_decides_by_results_shown() -> None:
    paths = [*(ROOT / "tournaments").rglob("*.py"), *(ROOT / "templates").rglob("*.html")]
    named = {
        str(path.relative_to(ROOT))
        for path in paths
        if "results_shown" in path.read_text().replace("visibility.results_shown import", "")
    }
    assert {
        name for name in named if not name.startswith(HOME) and "/migrations/" not in name
    } == SETS_IT.keys()


def test_visibility_imports_models_only() -> None:
    graph = grimp.build_graph("tournaments", cache_dir=None)
    visibility_modules = [
        module
        for module in graph.modules
        if module.startswith("tournaments.permissions.visibility")
    ]
    asked = {
        imported
        for module in visibility_modules
        for imported in graph.find_modules_directly_imported_by(module)
    }
    assert {
        imported
        for imported in asked - set(visibility_modules)
        if not imported.startswith("tournaments.models")
    } == set()
