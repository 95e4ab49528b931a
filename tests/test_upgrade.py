"""The database of the version before, brought up to date: the same standings, and every page."""

import json
import lzma
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_operation import ROOT, manage

pytestmark = pytest.mark.once

STORED = ROOT / "tests" / "golden" / "databases"
VERSIONS = sorted(
    (path.name.removesuffix(".sqlite3.xz") for path in STORED.glob("*.sqlite3.xz")),
    key=lambda version: [int(part) for part in version.split(".")],
)


def stored(version: str) -> dict:
    return json.loads((STORED / f"{version}.json").read_text())


def unpacked(version: str, folder: Path) -> Path:
    """The folder of an installation as that version left it."""
    there = folder / version
    there.mkdir()
    (there / "manilla.sqlite3").write_bytes(
        lzma.decompress((STORED / f"{version}.sqlite3.xz").read_bytes())
    )
    (there / "secret").write_text(stored(version)["secret"])
    return there


def brought_up_to_date(version: str, folder: Path, *asked: str) -> dict:
    """What the installation says of itself afterwards, as far as it is asked."""
    there = unpacked(version, folder)
    nothing = dict.fromkeys(("DATABASE_URL", "REDIS_URL", "MANILLA_SECRET", "MANILLA_BACKUPS"), "")
    around = {**nothing, "MANILLA_DATA": str(there)}
    done = manage("migrate", "--verbosity", "0", **around)
    assert done.returncode == 0, done.stderr
    kept = list((there / "backups" / "updates").glob("*before-update.manilla"))
    assert len(kept) == 1 or version == VERSIONS[-1], (
        "where nothing is to be changed nothing is kept"
    )
    assert not kept or "all standings, worked out again, are the same" in done.stdout
    command = [sys.executable, "-m", "tests.installation_report", *asked]
    told = subprocess.run(
        command, cwd=ROOT, env=os.environ | around, capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stderr
    return json.loads(told.stdout)


def test_database_of_the_previous_version_is_stored() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text().splitlines()
    released = [line.split()[1] for line in changes if line.startswith("## 0")]
    assert VERSIONS[-1] in released[:2], "the newest may still be worked on"


@pytest.mark.parametrize("version", VERSIONS)
def test_update_changes_no_standings(version: str, tmp_path: Path) -> None:
    expected = stored(version)["standings"]
    told = brought_up_to_date(version, tmp_path, "standings", "recount_differences")
    assert len(expected) >= 8
    assert told["standings"].keys() == expected.keys()
    for event, stages in expected.items():
        for stage, audiences in stages.items():
            for audience, rankings in audiences.items():
                assert told["standings"][event][stage][audience] == rankings, (
                    event,
                    stage,
                    audience,
                )
    assert told["recount_differences"] == []


@pytest.mark.thorough
@pytest.mark.parametrize("version", VERSIONS)
def test_updated_database_serves_every_page_and_reimports_every_event(
    version: str, tmp_path: Path
) -> None:
    told = brought_up_to_date(version, tmp_path, "crawl_site", "reimport_problems")
    for who, walked in told["crawl_site"].items():
        assert walked["wrong"] == [], who
        assert walked["pages"] > 20, who
    assert told["reimport_problems"] == {}
