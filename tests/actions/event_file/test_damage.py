"""A hundred damaged files: each is refused with the place of its damage, at no cost, and stores
nothing."""

import json
from pathlib import Path

import pytest

from games.problems import ValidationFailed
from tests.scenes.damage import as_sent, costs_little, damaged, written_path
from tests.scenes.event_files import OVER, written
from tournaments.actions.event_file.importing import import_event
from tournaments.management.command_files import LARGEST, read_json
from tournaments.models import Club, Event, Player
from tournaments.permissions.actor import SYSTEM

pytestmark = pytest.mark.django_db


def refused(values: object) -> list[str]:
    """Where the problems of a file are; nothing may be stored."""
    with pytest.raises(ValidationFailed) as refusal:
        import_event(values, SYSTEM)
    assert not any(model.objects.exists() for model in (Event, Club, Player))
    assert all(0 < len(problem.message) < 1000 for problem in refusal.value.problems)
    return [problem.field or "" for problem in refusal.value.problems]


@pytest.mark.thorough
@pytest.mark.parametrize("number", [100, pytest.param(2000, marks=pytest.mark.thorough)])
def test_every_damage_is_found_where_it_was_done(number: int) -> None:
    for path, values in damaged(json.loads(written(OVER)), number):
        where = written_path(path)
        told = costs_little(refused, values)
        assert any(each.startswith(where) or where.startswith(each) for each in told), where


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[" * 1_000_000,
        b'{"a":' * 100_000,
        b"9" * 1_000_000,
        b'{"a":1,"a":2}',
        b"\xff\xfe",
        pytest.param(b" " * (LARGEST * 1_000_000 + 1), id="too large"),
        pytest.param(as_sent("x" * 10_000_000)[:-1], id="cut off"),
    ],
)
def test_what_is_no_file_of_ours_is_refused_as_soon_as_that_is_seen(
    tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "event.json"
    file.write_bytes(content)
    with pytest.raises(ValidationFailed) as refusal:
        costs_little(read_json, str(file))
    (problem,) = refusal.value.problems
    assert str(file) in problem.message
    assert len(problem.message) < 500


@pytest.mark.thorough
@pytest.mark.parametrize("key", ["players", "contestants", "stages"])
@pytest.mark.parametrize("part", [None, {}, [], 1, "x" * 50])
def test_no_list_is_too_long_to_be_refused(key: str, part: object) -> None:
    values = json.loads(written(OVER)) | {key: [part] * 100_000}
    assert costs_little(refused, values)
