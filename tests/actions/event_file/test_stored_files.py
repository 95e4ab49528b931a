"""Event files that earlier versions wrote are read, on any database, with the standings of then."""

import json
import lzma

import pytest
from django.db import transaction

from tests.test_upgrade import STORED, VERSIONS, stored
from tests.upgraded import desk_s
from tournaments import scorebook
from tournaments.actions.actor import SYSTEM
from tournaments.actions.event_file.importing import import_event
from tournaments.tasks import catch_up

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.thorough]

WRITTEN = [version for version in VERSIONS if (STORED / f"{version}.events.json.xz").exists()]
"""By the versions that could: 0.1.0 knew of no event file."""


def test_there_are_files_of_every_version_that_wrote_them() -> None:
    assert WRITTEN[0] == "0.2.0"
    assert len(WRITTEN) >= 7


@pytest.mark.parametrize("version", WRITTEN)
def test_each_event_comes_with_its_standings(version: str) -> None:
    files = json.loads(lzma.decompress((STORED / f"{version}.events.json.xz").read_bytes()))
    expected = stored(version)["standings"]
    assert files.keys() == expected.keys()
    for address, values in files.items():
        with transaction.atomic():
            event = import_event(values, SYSTEM)
        catch_up()
        found = desk_s(event)
        for stage, audiences in expected[address].items():
            assert found[stage] == audiences["desk"], (address, stage)
        assert scorebook.recount(event) == []
