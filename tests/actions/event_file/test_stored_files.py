"""Event files of earlier versions are imported with their stored standings."""

import json
import lzma

import pytest
from django.db import transaction

from tests.installation_report import desk_standings
from tests.stored_versions import STORED_DATABASES, VERSIONS, read_stored
from tournaments import scoring_pipeline
from tournaments.actions.event_file.importing import import_event
from tournaments.permissions.actor import SYSTEM
from tournaments.tasks import catch_up

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.thorough]


@pytest.mark.parametrize("version", VERSIONS)
def test_import_of_an_earlier_version_reproduces_its_standings(version: str) -> None:
    files = json.loads(
        lzma.decompress((STORED_DATABASES / f"{version}.events.json.xz").read_bytes())
    )
    expected = read_stored(version)["standings"]
    assert files.keys() == expected.keys()
    for event_path, event_values in files.items():
        with transaction.atomic():
            event = import_event(event_values, SYSTEM)
        catch_up()
        standings = desk_standings(event)
        for stage, audiences in expected[event_path].items():
            assert standings[stage] == audiences["desk"], (event_path, stage)
        assert scoring_pipeline.recount(event) == []
