"""An event that is exported and imported has the same event file and the same standings."""

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db.models import F

from games.problems import ValidationFailed
from tests.scenes.event_files import FINISHED_SEED, RUNNING_SEED, empty_database
from tests.scenes.random_drawn_events import STAGES_REACHED, random_drawn_event
from tests.scenes.random_events import random_event
from tournaments import scoring_pipeline
from tournaments.actions.clubs.club import create_club
from tournaments.actions.contestants.departures import OPPONENT_LEFT
from tournaments.actions.event_file.importing import import_event
from tournaments.actions.event_file.schema.layout import EVENT_FILE
from tournaments.actions.rounds.contestant_swaps import SWAPPED_BY_DIRECTOR
from tournaments.actions.rounds.stage_state import score_and_read_stage_state
from tournaments.models import (
    Break,
    ClockPause,
    Contestant,
    ContestantPlayer,
    Entry,
    Event,
    Play,
    Player,
    Qualifier,
    Round,
    Seating,
    Session,
    SitOut,
    Snapshot,
    TimeExtension,
)
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.events.event_file import event_file
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[3]


def export_file(event: Event, folder: Path) -> bytes:
    path = folder / "event.json"
    call_command("export", str(event.pk), str(path), stdout=io.StringIO())
    return path.read_bytes()


# Seeds of events that cover everything, as tests below check; thorough runs have more.
DAILY = {random_event: range(14), random_drawn_event: range(2 * len(STAGES_REACHED))}
EVENTS = [
    pytest.param(kind, seed, marks=() if seed in seeds else pytest.mark.thorough)
    for kind, seeds in DAILY.items()
    for seed in range(4 * len(seeds))
]


@pytest.mark.thorough
@pytest.mark.parametrize(("kind", "seed"), EVENTS)
def test_exported_and_imported_event_is_the_same(
    kind: Callable[[int], Event], seed: int, tmp_path: Path
) -> None:
    event = kind(seed)
    catch_up()
    standings = [scoring_pipeline.lock_and_compute_standings(stage) for stage in event.stages.all()]
    snapshots = [stage.snapshots.exists() for stage in event.stages.all()]
    draw_states = [
        score_and_read_stage_state(stage, 1) for stage in event.stages.all() if stage.movement
    ]
    states = list(Play.objects.order_by("pk").values_list("state", "flagged", "revision"))
    file = export_file(event, tmp_path)
    empty_database()
    call_command("import", str(tmp_path / "event.json"), stdout=io.StringIO())
    catch_up()
    event = Event.objects.get()
    assert sorted(Play.objects.values_list("state", "flagged", "revision")) == sorted(states)
    assert [
        scoring_pipeline.lock_and_compute_standings(stage) for stage in event.stages.all()
    ] == standings
    assert [stage.snapshots.exists() for stage in event.stages.all()] == snapshots
    assert [
        score_and_read_stage_state(stage, 1) for stage in event.stages.all() if stage.movement
    ] == draw_states
    assert export_file(event, tmp_path) == file
    assert event.read_only == (b'"seed": null' in file and b'"commitment": ""' not in file)


@pytest.mark.parametrize("version", [6, 8])
def test_event_file_of_another_version_is_refused(version: int) -> None:
    values = event_file(random_event(FINISHED_SEED)) | {"version": version}
    empty_database()
    with pytest.raises(ValidationFailed, match="version must be 7"):
        import_event(values, SYSTEM)
    assert not Event.objects.exists()


@pytest.mark.thorough
def test_random_events_cover_every_state() -> None:
    """Otherwise the test above would not cover it."""
    for seed in DAILY[random_event]:
        random_event(seed)
    assert set(Play.objects.values_list("state", flat=True)) == set(Play.State.values)
    assert set(Session.objects.values_list("state", flat=True)) == set(Session.State.values)
    assert set(Entry.objects.values_list("kind", flat=True)) == set(Entry.Kind.values)
    assert Entry.objects.filter(late=True).exists()
    assert Play.objects.filter(flagged=True).exists()
    assert set(Event.objects.values_list("place", flat=True)) == {"", "Bar «Sol»"}
    assert Event.objects.filter(starts_at=None).exists()
    assert Event.objects.exclude(starts_at=None).exists()
    assert Session.objects.exclude(minutes_per_round=None).exists()
    assert Break.objects.exists()
    assert ClockPause.objects.filter(until=None).exists()
    assert ClockPause.objects.exclude(until=None).exists()
    assert TimeExtension.objects.filter(to_table=None).exists()
    assert TimeExtension.objects.exclude(to_table=None).exists()


@pytest.mark.thorough
def test_drawn_events_cover_every_kind_of_draw() -> None:
    for seed in DAILY[random_drawn_event]:
        random_drawn_event(seed)
    assert Contestant.objects.exclude(withdrawn_at=None).exists()
    assert Qualifier.objects.exists()
    assert Round.objects.filter(started_at=None).exists()
    reasons = {
        reason["template"]
        for model in (Seating, SitOut)
        for reason in model.objects.values_list("draw_reason", flat=True)
        if reason
    }
    assert {SWAPPED_BY_DIRECTOR, OPPONENT_LEFT} < reasons
    withdrawn_opponents = SitOut.objects.filter(contestant__places__seating__round=F("round"))
    assert withdrawn_opponents.exists()
    assert SitOut.objects.exclude(pk__in=withdrawn_opponents).exists()


def test_import_requests_scoring(django_capture_on_commit_callbacks) -> None:
    event = random_event(FINISHED_SEED)
    file, standings = (
        event_file(event),
        [scoring_pipeline.lock_and_compute_standings(stage) for stage in event.stages.all()],
    )
    assert standings
    empty_database()
    with django_capture_on_commit_callbacks(execute=True):
        imported = import_event(file, SYSTEM)
    catch_up()
    stage = imported.stages.get()
    assert (
        Snapshot.objects.filter(stage=stage).latest().standings
        == scoring_pipeline.lock_and_compute_standings(stage).to_json()
    )


def test_event_file_contains_no_account_device_or_seed() -> None:
    event = random_event(RUNNING_SEED)
    text = json.dumps(event_file(event))
    session = Session.objects.get(stage__event=event)
    assert session.seed.hex not in text
    for device in Entry.objects.exclude(device="").values_list("device", flat=True):
        assert device not in text
    assert "director-" not in text


def test_import_reuses_a_known_player_once_and_creates_the_second_of_a_name() -> None:
    event = random_event(FINISHED_SEED)
    file = event_file(event)
    empty_database()
    file["players"][1]["name"] = file["players"][0]["name"]
    club = create_club(file["club"]["name"], SYSTEM)
    known_player = Player.objects.create(club=club, name=file["players"][0]["name"])
    imported = import_event(file, SYSTEM)
    assert imported.club == club
    assert Player.objects.filter(club=club).count() == len(file["players"])
    assert ContestantPlayer.objects.filter(
        player=known_player, contestant__number=1, number=1
    ).exists()
    assert event_file(imported) == file


def test_export_accepts_the_id_and_the_address_of_an_event(tmp_path: Path, capsys) -> None:
    event = random_event(FINISHED_SEED)
    by_number = export_file(event, tmp_path)
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


def test_every_key_of_the_event_file_is_documented() -> None:
    document = (ROOT / "docs" / "integrators" / "event-file-keys.md").read_text()
    for key in set(every_key(EVENT_FILE)):
        assert f"`{key}`" in document, key


def every_key(schema):
    for key, part in getattr(schema, "properties", {}).items():
        yield key
        yield from every_key(part)
    if hasattr(schema, "schema"):
        yield from every_key(schema.schema)
