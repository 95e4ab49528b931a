"""Damaged files are refused quickly, with the path of the damage, and store nothing."""

import json
from pathlib import Path

import pytest

from games.problems import ValidationFailed
from tests.scenes.damaged_json import call_within_limits, damaged_copies, format_path, to_json_bytes
from tests.scenes.event_files import FINISHED_SEED, event_file_text
from tournaments.actions.event_file.importing import import_event
from tournaments.management.command_files import MAX_FILE_MB, read_json
from tournaments.models import Club, Event, Player
from tournaments.permissions.actor import SYSTEM

pytestmark = pytest.mark.django_db


def problem_paths(file: object) -> list[str]:
    """Return the paths of the problems of a file, and check that it stores nothing."""
    with pytest.raises(ValidationFailed) as refused:
        import_event(file, SYSTEM)
    assert not any(model.objects.exists() for model in (Event, Club, Player))
    assert all(0 < len(problem.message) < 1000 for problem in refused.value.problems)
    return [problem.field or "" for problem in refused.value.problems]


@pytest.mark.thorough
@pytest.mark.parametrize("number", [100, 2000])
def test_every_damage_is_reported_at_its_path(number: int) -> None:
    for path, damaged_file in damaged_copies(json.loads(event_file_text(FINISHED_SEED)), number):
        expected_path = format_path(path)
        paths = call_within_limits(problem_paths, damaged_file)
        assert any(
            reported.startswith(expected_path) or expected_path.startswith(reported)
            for reported in paths
        ), expected_path


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[" * 1_000_000,
        b'{"a":' * 100_000,
        b"9" * 1_000_000,
        b'{"a":1,"a":2}',
        b"\xff\xfe",
        pytest.param(b" " * (MAX_FILE_MB * 1_000_000 + 1), id="too large"),
        pytest.param(to_json_bytes("x" * 10_000_000)[:-1], id="cut off"),
    ],
)
def test_files_that_are_not_events_are_refused_quickly(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "event.json"
    file.write_bytes(content)
    with pytest.raises(ValidationFailed) as refused:
        call_within_limits(read_json, str(file))
    (problem,) = refused.value.problems
    assert str(file) in problem.message
    assert len(problem.message) < 500


@pytest.mark.thorough
@pytest.mark.parametrize("key", ["players", "contestants", "stages"])
@pytest.mark.parametrize("item", [None, {}, [], 1, "x" * 50])
def test_very_long_lists_are_refused_quickly(key: str, item: object) -> None:
    file = json.loads(event_file_text(FINISHED_SEED)) | {key: [item] * 100_000}
    assert call_within_limits(problem_paths, file)
