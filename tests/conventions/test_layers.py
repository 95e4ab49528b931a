"""Imports follow the layers, one module writes the audit, and links and pins are valid."""

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import grimp
import pytest
import yaml

from games.catalogue import GAMES
from tournaments.models import AuditAction, AuditEntry

ROOT = Path(__file__).parents[2]
CODE = ("config", "games", "scoring", "tournaments")
BREACHES = {
    "scoring/min_max.py": "import django\n",
    "games/cards.py": "import scoring.method\n",
    "tournaments/models/clubs.py": "import tournaments.actions.clubs.club\n",
    "tournaments/queries/rounds/seating.py": "import tournaments.access.request_access\n",
}

# Modules that use the audit: one page shows it, and no code reads state from it.
AUDIT = {
    "tournaments/actions/audit.py": "writes it, and blanks free words in it",
    "tournaments/queries/history/audit.py": "reads it for the page of a club's owner",
    "tournaments/queries/events/event_version.py": "counts its lines about an event, reads none",
    "tournaments/actions/clubs/demo.py": "removes it with the demo's events, which it would keep",
}

# Modules that read the audit: its page and the form of that page.
READ_BY = {"tournaments/web/clubs/audit.py", "tournaments/web/clubs/forms.py"}


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [Path(sys.executable).parent / "lint-imports", "--no-cache"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for folder in CODE:
        shutil.copytree(
            ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__")
        )
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_import_contracts_hold(copy: Path) -> None:
    assert lint_imports(copy).returncode == 0


@pytest.mark.parametrize("module", BREACHES)
def test_import_contracts_find_a_forbidden_import(copy: Path, module: str) -> None:
    path = copy / module
    path.write_text(path.read_text() + "\n" + BREACHES[module])
    result = lint_imports(copy)
    assert result.returncode == 1
    assert "BROKEN" in result.stdout


def test_games_do_not_import_one_another() -> None:
    """A game owns `games.<name>` and `games.<name>_…`; a family of games is one owner."""
    graph = grimp.build_graph("games", cache_dir=None)
    owners = {game.__module__.split(".")[1].split("_")[0] for game in GAMES}
    assert owners >= {"botifarra", "score"}
    for module in graph.modules:
        owner = module.partition(".")[2].split(".")[0].split("_")[0]
        imported = {
            imported.split(".")[1].split("_")[0]
            for imported in graph.find_modules_directly_imported_by(module)
        }
        if owner in owners:
            assert imported & owners <= {owner}, module
        elif module != "games.catalogue":
            assert not imported & owners, module


def test_compose_file_runs_every_process_of_a_large_installation() -> None:
    services = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    assert set(services) == {"web", "worker", "beat", "migrate", "postgres", "redis", "caddy"}
    assert services["caddy"]["profiles"] == ["https"], "only where it is asked for"
    for name in ("web", "worker", "beat", "migrate"):
        assert {"DATABASE_URL", "REDIS_URL", "MANILLA_SECRET"} <= set(services[name]["environment"])
    assert services["migrate"]["depends_on"]["postgres"] == {"condition": "service_healthy"}


def test_constraints_pin_versions_and_name_no_registry() -> None:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    assert lines
    assert all(re.fullmatch(r"[A-Za-z0-9_.-]+==[0-9][A-Za-z0-9.]*", line) for line in lines)


def modules(*folders: str) -> Iterator[tuple[str, ast.Module]]:
    """Return the modules of some folders by path, without those that migrations repeat."""
    for path in sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py")):
        if "migrations" not in path.parts:
            yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text())


def names_audit(tree: ast.Module) -> bool:
    """Return whether a module names the model of the audit, however it imports it."""
    return any("AuditEntry" in vars(node).values() for node in ast.walk(tree))


def asked_by_verb(tree: ast.Module) -> list[int]:
    """Return the lines that call something with an audit action, as a query for it does."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    return [
        call.lineno
        for call in calls
        for keyword in call.keywords
        if re.match(r"(.*__)?verb(__|$)", keyword.arg or "")
    ]


def verbs_as_text(tree: ast.Module) -> list[str]:
    """Return audit actions written as text; those of a single word are ambiguous."""
    texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return [
        text
        for text in texts
        if isinstance(text, str) and " " in text and text in AuditAction.values
    ]


def test_no_code_reads_state_from_the_audit() -> None:
    trees = dict(modules("tournaments"))
    house = {
        path: tree for path, tree in trees.items() if not path.startswith("tournaments/models/")
    }
    assert {path for path, tree in house.items() if names_audit(tree)} == AUDIT.keys()
    asking = {path for path, tree in house.items() if asked_by_verb(tree)}
    assert asking == {"tournaments/actions/audit.py", "tournaments/queries/history/audit.py"}
    reading = {
        path
        for path, tree in house.items()
        if "tournaments.queries.history.audit" in imported_by(tree)
    }
    assert reading == READ_BY, "what is read there is shown, and decides nothing"


def imported_by(tree: ast.Module) -> set[str]:
    """Return the modules from which a module imports names."""
    return {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}


def test_audit_lines_are_changed_only_in_listed_modules() -> None:
    violations = {
        (path, node.attr)
        for path, tree in modules("tournaments")
        if names_audit(tree) and not path.startswith("tournaments/models/")
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in {"blank", "clear"}
    }
    assert violations == {
        ("tournaments/actions/audit.py", "blank"),
        ("tournaments/actions/clubs/demo.py", "clear"),
    }


@pytest.mark.parametrize(
    "asking",
    [
        "from tournaments.models import AuditEntry",
        "from tournaments import models; models.AuditEntry",
        "apps.get_model('tournaments', 'AuditEntry')",
        "lines.filter(verb=Verb.CREATE_DEMO)",
        "lines.exclude(verb__in=verbs)",
        "events.filter(audit__verb=verb)",
        "Q(verb=Verb.CREATE_DEMO)",
    ],
)
def test_check_finds_code_that_reads_the_audit(asking: str) -> None:
    tree = ast.parse(asking)
    assert names_audit(tree) or asked_by_verb(tree)


def test_audit_actions_are_spelled_in_one_module() -> None:
    paths = {path for path, tree in modules("tournaments", "tests") if verbs_as_text(tree)}
    assert paths == {"tournaments/models/history.py"}


def test_stored_texts_of_audit_actions_fit_their_column() -> None:
    longest = AuditEntry._meta.get_field("verb").max_length
    assert longest is not None
    assert not [action for action in AuditAction if len(action.value) > longest]
