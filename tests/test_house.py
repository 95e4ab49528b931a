"""The house itself: layers that hold, a compose file that can be read, a project that says what it has."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import grimp
import pytest
import yaml
from django.core.management import call_command

from games.catalogue import GAMES

ROOT = Path(__file__).parent.parent
CODE = ("config", "games", "scoring", "tournaments")
BREACHES = {
    "scoring/min_max.py": "import django\n",
    "games/cards.py": "import scoring.method\n",
    "tournaments/models/club.py": "import tournaments.actions.clubs\n",
    "tournaments/queries/room.py": "import tournaments.web.asking\n",
}


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [Path(sys.executable).parent / "lint-imports", "--no-cache"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for folder in CODE:
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_the_layers_hold(copy: Path) -> None:
    assert lint_imports(copy).returncode == 0


@pytest.mark.parametrize("module", BREACHES)
def test_a_breach_of_the_layers_fails(copy: Path, module: str) -> None:
    path = copy / module
    path.write_text(path.read_text() + "\n" + BREACHES[module])
    found = lint_imports(copy)
    assert found.returncode == 1
    assert "BROKEN" in found.stdout


def test_games_do_not_import_one_another() -> None:
    """A game owns `games.<name>`, `games.<name>_…` and what is inside; a family of games is one owner."""
    graph = grimp.build_graph("games", cache_dir=None)
    owners = {game.__module__.split(".")[1].split("_")[0] for game in GAMES}
    assert owners >= {"botifarra", "score"}
    for module in graph.modules:
        owner = module.partition(".")[2].split(".")[0].split("_")[0]
        imported = {
            each.split(".")[1].split("_")[0] for each in graph.find_modules_directly_imported_by(module)
        }
        if owner in owners:
            assert imported & owners <= {owner}, module
        elif module != "games.catalogue":
            assert not imported & owners, module


@pytest.mark.django_db
def test_no_migration_is_missing() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)


def test_the_compose_file_runs_every_part_of_a_large_installation() -> None:
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


def test_every_link_of_the_documents_leads_somewhere() -> None:
    for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.relative_to(ROOT)} names {target}"
