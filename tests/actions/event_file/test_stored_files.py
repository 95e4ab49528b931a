"""Event files of the version before are read, on any database, with the standings of then."""

import json
import lzma

import pytest
from django.db import transaction

from tests.test_upgrade import STORED, VERSIONS, stored
from tests.upgraded import desk_s
from tournaments import scoring_pipeline
from tournaments.actions.event_file.importing import import_event
from tournaments.permissions.actor import SYSTEM
from tournaments.tasks import catch_up

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.thorough]


@pytest.mark.parametrize("version", VERSIONS)
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
        assert scoring_pipeline.recount(event) == []
