"""Databases of earlier versions keep their standings and pages after an update."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.project import ROOT, manage
from tests.stored_versions import VERSIONS, read_stored, unpack_installation

pytestmark = pytest.mark.once


def reports_after_update(version: str, folder: Path, *reports: str) -> dict:
    """Update a stored database and return the requested reports."""
    folder_with_data = unpack_installation(version, folder)
    unset = dict.fromkeys(("DATABASE_URL", "REDIS_URL", "MANILLA_SECRET", "MANILLA_BACKUPS"), "")
    environment = {**unset, "MANILLA_DATA": str(folder_with_data)}
    migration = manage("migrate", "--verbosity", "0", **environment)
    assert migration.returncode == 0, migration.stderr
    backups = list((folder_with_data / "backups" / "updates").glob("*before-update.manilla"))
    assert len(backups) == 1 or version == VERSIONS[-1], (
        "where nothing is to be changed nothing is kept"
    )
    assert not backups or "all standings, worked out again, are the same" in migration.stdout
    command = [sys.executable, "-m", "tests.installation_report", *reports]
    report_process = subprocess.run(
        command, cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, check=False
    )
    assert report_process.returncode == 0, report_process.stderr
    return json.loads(report_process.stdout)


def test_database_of_the_previous_version_is_stored() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text().splitlines()
    released = [line.split()[1] for line in changes if line.startswith("## 0")]
    assert VERSIONS[-1] in released[:2], "the newest may still be worked on"


@pytest.mark.parametrize("version", VERSIONS)
def test_update_changes_no_standings(version: str, tmp_path: Path) -> None:
    expected = read_stored(version)["standings"]
    report = reports_after_update(version, tmp_path, "standings", "recount_differences")
    assert len(expected) >= 8
    assert report["standings"].keys() == expected.keys()
    for event, stages in expected.items():
        for stage, audiences in stages.items():
            for audience, rankings in audiences.items():
                assert report["standings"][event][stage][audience] == rankings, (
                    event,
                    stage,
                    audience,
                )
    assert report["recount_differences"] == []


@pytest.mark.thorough
@pytest.mark.parametrize("version", VERSIONS)
def test_updated_database_serves_every_page_and_reimports_every_event(
    version: str, tmp_path: Path
) -> None:
    report = reports_after_update(version, tmp_path, "crawl_site", "reimport_problems")
    for visitor, crawl in report["crawl_site"].items():
        assert crawl["wrong"] == [], visitor
        assert crawl["pages"] > 20, visitor
    assert report["reimport_problems"] == {}
