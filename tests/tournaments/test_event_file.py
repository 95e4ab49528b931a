"""One file holds a whole event: out, in and out again gives the same bytes and the same standings."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.tournaments.event_files import OVER, RUNNING, empty_the_database
from tests.tournaments.random_events import random_event
from tournaments import scorebook
from tournaments.actions.actor import SYSTEM
from tournaments.actions.clubs import create_club
from tournaments.actions.event_files import import_event
from tournaments.actions.exchange.layout import FILE
from tournaments.models import (
    Entry,
    Event,
    Partner,
    Play,
    Player,
    Session,
    Snapshot,
)
from tournaments.queries.event_file import event_file
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parent.parent.parent


def exported(event: Event, folder: Path) -> bytes:
    path = folder / "event.json"
    call_command("export", str(event.pk), str(path), stdout=io.StringIO())
    return path.read_bytes()


@pytest.mark.parametrize("seed", range(50))
def test_out_in_and_out_again(seed: int, tmp_path: Path) -> None:
    event = random_event(seed)
    catch_up()
    shown = [scorebook.standings(stage) for stage in event.stages.all()]
    states = list(Play.objects.order_by("pk").values_list("state", "flagged", "revision"))
    file = exported(event, tmp_path)
    empty_the_database()
    call_command("import", str(tmp_path / "event.json"), stdout=io.StringIO())
    catch_up()
    event = Event.objects.get()
    assert sorted(Play.objects.values_list("state", "flagged", "revision")) == sorted(states)
    assert [scorebook.standings(stage) for stage in event.stages.all()] == shown
    assert exported(event, tmp_path) == file
    assert event.read_only == (b'"seed": null' in file and b'"commitment": ""' not in file)


def test_a_file_of_the_version_before_is_of_pairs() -> None:
    """Version 1 did not say how many players a contestant is."""
    said = event_file(random_event(3))
    empty_the_database()
    del said["event"]["players_each"]
    assert import_event({**said, "version": 1}, SYSTEM).players_each == 2


def test_the_random_events_have_everything() -> None:
    """The test above would prove little about what never happens in it."""
    for seed in range(14):
        random_event(seed)
    assert set(Play.objects.values_list("state", flat=True)) == set(Play.State.values)
    assert set(Session.objects.values_list("state", flat=True)) == set(Session.State.values)
    assert set(Entry.objects.values_list("kind", flat=True)) == set(Entry.Kind.values)
    assert Entry.objects.filter(late=True).exists()
    assert Play.objects.filter(flagged=True).exists()


def test_importing_queues_the_scoring(django_capture_on_commit_callbacks) -> None:
    event = random_event(OVER)
    file, shown = event_file(event), [scorebook.standings(stage) for stage in event.stages.all()]
    assert shown
    empty_the_database()
    with django_capture_on_commit_callbacks(execute=True):
        imported = import_event(file, SYSTEM)
    catch_up()
    stage = imported.stages.get()
    assert Snapshot.objects.filter(stage=stage).latest().standings == scorebook.standings(stage)


def test_no_account_no_device_and_no_secret_is_in_it() -> None:
    event = random_event(RUNNING)
    text = json.dumps(event_file(event))
    session = Session.objects.get(stage__event=event)
    assert session.seed.hex not in text
    for device in Entry.objects.exclude(device="").values_list("device", flat=True):
        assert device not in text
    assert "director-" not in text


def test_two_of_one_name_stay_two_and_a_known_one_is_not_doubled() -> None:
    event = random_event(OVER)
    file = event_file(event)
    empty_the_database()
    file["players"][1]["name"] = file["players"][0]["name"]
    club = create_club(file["club"]["name"], SYSTEM)
    known = Player.objects.create(club=club, name=file["players"][0]["name"])
    imported = import_event(file, SYSTEM)
    assert imported.club == club
    assert Player.objects.filter(club=club).count() == len(file["players"])
    assert Partner.objects.filter(player=known, contestant__number=1, number=1).exists()
    assert event_file(imported) == file


def test_export_knows_an_event_by_number_and_by_address(tmp_path: Path, capsys) -> None:
    event = random_event(OVER)
    by_number = exported(event, tmp_path)
    call_command("export", f"{event.club.slug}/{event.slug}", str(tmp_path / "two"), "--json")
    assert (tmp_path / "two").read_bytes() == by_number
    assert json.loads(capsys.readouterr().out)["event"] == f"{event.club.slug}/{event.slug}"
    for unknown in ("999999", "no/such", "words"):
        with pytest.raises(SystemExit) as exit_:
            call_command("export", unknown, str(tmp_path / "three"))
        assert exit_.value.code == 2
    with pytest.raises(SystemExit) as exit_:
        call_command("export", str(event.pk), str(tmp_path / "no" / "folder"))
    assert exit_.value.code == 1


def test_every_key_is_in_the_document() -> None:
    document = (ROOT / "docs" / "file.md").read_text()
    for key in set(every_key(FILE)):
        assert f"`{key}`" in document, key


def every_key(shape):
    for key, part in getattr(shape, "shapes", {}).items():
        yield key
        yield from every_key(part)
    if hasattr(shape, "shape"):
        yield from every_key(shape.shape)
