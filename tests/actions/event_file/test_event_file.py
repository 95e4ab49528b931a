"""One file holds a whole event: out, in and out again gives the same bytes and the same standings."""

import copy
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db.models import F

from games.problems import Refused
from tests.scenes.drawn_events import STOPS, drawn_event
from tests.scenes.event_files import OVER, RUNNING, empty_the_database
from tests.scenes.random_events import random_event
from tournaments import scorebook
from tournaments.actions.actor import SYSTEM
from tournaments.actions.clubs.club import create_club
from tournaments.actions.contestants.leaving import OPPONENT_LEFT
from tournaments.actions.event_file.importing import import_event
from tournaments.actions.event_file.shape.layout import FILE
from tournaments.actions.rounds.draw_state import up_to_date_state
from tournaments.actions.rounds.swap import BY_HAND
from tournaments.models import (
    Break,
    Contestant,
    Entry,
    Event,
    Partner,
    Pause,
    Play,
    Player,
    Qualifier,
    Round,
    Seating,
    Session,
    SitOut,
    Snapshot,
    TimeGiven,
)
from tournaments.queries.event_file import event_file
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[3]


def exported(event: Event, folder: Path) -> bytes:
    path = folder / "event.json"
    call_command("export", str(event.pk), str(path), stdout=io.StringIO())
    return path.read_bytes()


DAILY = {random_event: range(14), drawn_event: range(2 * len(STOPS))}
"""Seeds of events that have everything, as tests below hold; every night there are more."""
KINDS = [
    pytest.param(kind, seed, marks=() if seed in seeds else pytest.mark.thorough)
    for kind, seeds in DAILY.items()
    for seed in range(4 * len(seeds))
]


@pytest.mark.parametrize(("kind", "seed"), KINDS)
def test_out_in_and_out_again(kind: Callable[[int], Event], seed: int, tmp_path: Path) -> None:
    event = kind(seed)
    catch_up()
    shown = [scorebook.standings_now(stage) for stage in event.stages.all()]
    snapshots = [stage.snapshots.exists() for stage in event.stages.all()]
    reached = [up_to_date_state(stage, 1) for stage in event.stages.all() if stage.movement]
    states = list(Play.objects.order_by("pk").values_list("state", "flagged", "revision"))
    file = exported(event, tmp_path)
    empty_the_database()
    call_command("import", str(tmp_path / "event.json"), stdout=io.StringIO())
    catch_up()
    event = Event.objects.get()
    assert sorted(Play.objects.values_list("state", "flagged", "revision")) == sorted(states)
    assert [scorebook.standings_now(stage) for stage in event.stages.all()] == shown
    assert [stage.snapshots.exists() for stage in event.stages.all()] == snapshots
    assert [up_to_date_state(stage, 1) for stage in event.stages.all() if stage.movement] == reached
    assert exported(event, tmp_path) == file
    assert event.read_only == (b'"seed": null' in file and b'"commitment": ""' not in file)


def as_of_version(said: dict, version: int) -> dict:
    """The file as it was when a version before was written: without the keys that came later."""
    said = _before_clocks({**copy.deepcopy(said), "version": version})
    for entry in entries_of(said):
        del entry["withdraws"], entry["given"]
    for play in plays_of(said):
        del play["group"]
    for round_ in (each for stage in said["stages"] for each in rounds_of(stage)):
        for place in (place for seating in round_["seatings"] for place in seating["places"]):
            del place["substitutes"]
    return said if version == 6 else _before_sections(said, version)


def _before_clocks(said: dict) -> dict:
    del said["categories"], said["event"]["objection_minutes"]
    for contestant in said["contestants"]:
        del contestant["no_place"]
    for penalty in (penalty for stage in said["stages"] for penalty in stage["penalties"]):
        del penalty["kind"]
    for session in (session for stage in said["stages"] for session in stage["sessions"]):
        del session["minutes_per_round"]
        del session["breaks"], session["kept_sealed"]
    for section in sections_of(said):
        del section["pauses"], section["rounds_left_out"], section["boards_left_out"]
        for round_ in section["rounds"]:
            del round_["given"]
    return said


def with_no_clock(said: dict) -> dict:
    """The file as if nobody had said anything of its clock, nor objected to a result, as nobody could."""
    said["event"]["objection_minutes"] = 0
    for session in (session for stage in said["stages"] for session in stage["sessions"]):
        session |= {"minutes_per_round": None, "breaks": [], "kept_sealed": []}
    for section in sections_of(said):
        section["pauses"] = []
        for round_ in section["rounds"]:
            round_["given"] = []
    return said


def with_no_awards(said: dict) -> dict:
    """The file as if no awards had been given; they are what is said last."""
    for round_ in (each for stage in said["stages"] for each in rounds_of(stage)):
        for play in (play for seating in round_["seatings"] for play in seating["plays"]):
            play["entries"] = [entry for entry in play["entries"] if entry["kind"] != "awards"]
    return said


def _before_sections(said: dict, version: int) -> dict:
    for section in sections_of(said):
        for key in (
            *("name", "venue", "movement", "movement_options"),
            *("rounds_planned", "allotments", "copies"),
        ):
            del section[key]
    for key in ("missed", "standings_from", "starts_at", "place", "arrival"):
        del said["event"][key]
    for round_ in (round_ for section in sections_of(said) for round_ in section["rounds"]):
        del round_["line_ups"]
    for entry in entries_of(said):
        del entry["origin"]
    for stage in said["stages"]:
        del stage["halves"]
        del stage["sections_apart"]
        del stage["carried"]
    return said if version == 5 else _before_cards_contradicted(said, version)


def _before_cards_contradicted(said: dict, version: int) -> dict:
    for entry in entries_of(said):
        del entry["contradicted"]
    if version == 4:
        return said
    del said["event"]["results_shown"]
    return said if version == 3 else _before_rounds_were_drawn(said, version)


def _before_rounds_were_drawn(said: dict, version: int) -> dict:
    for contestant in said["contestants"]:
        del contestant["withdrawn_at"]
    for stage in said["stages"]:
        del stage["qualifiers"]
        for round_ in rounds_of(stage):
            del round_["sit_outs"]
            for seating in round_["seatings"]:
                del seating["why"]
    if version == 1:
        del said["event"]["players_each"]
    return said


def entries_of(said: dict) -> Iterator[dict]:
    return (entry for play in plays_of(said) for entry in play["entries"])


def plays_of(said: dict) -> Iterator[dict]:
    seatings = (
        each for stage in said["stages"] for round_ in rounds_of(stage) for each in round_["seatings"]
    )
    return (play for seating in seatings for play in seating["plays"])


def sections_of(said: dict) -> Iterator[dict]:
    sessions = (session for stage in said["stages"] for session in stage["sessions"])
    return (section for session in sessions for section in session["sections"])


def rounds_of(stage: dict) -> list[dict]:
    return [round_ for section in sections_of({"stages": [stage]}) for round_ in section["rounds"]]


@pytest.mark.parametrize("version", [1, 2, 3, 4, 5, 6])
def test_a_file_of_a_version_before_is_read_as_one_of_today(version: int) -> None:
    """Version 1 did not say how many players a contestant is; nothing was drawn in 1 and 2."""
    said = event_file(random_event(OVER))
    empty_the_database()
    said["event"] |= {"starts_at": None, "place": ""}
    said = with_no_awards(with_no_clock(said))
    assert rounds_of(said["stages"][0])
    assert event_file(import_event(as_of_version(said, version), SYSTEM)) == said


@pytest.mark.parametrize("version", [1, 2, 3, 4, 5, 6])
def test_an_old_file_has_no_key_of_later_versions(version: int) -> None:
    """Who added one by hand would otherwise see it read as if he had not."""
    old = as_of_version(event_file(random_event(OVER)), version)
    empty_the_database()
    next(sections_of(old))["pauses" if version == 6 else "allotments"] = []
    with pytest.raises(Refused, match="version is 7"):
        import_event(old, SYSTEM)


def test_the_random_events_have_everything() -> None:
    """The test above would prove little about what never happens in it."""
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
    assert Pause.objects.filter(until=None).exists()
    assert Pause.objects.exclude(until=None).exists()
    assert TimeGiven.objects.filter(to_table=None).exists()
    assert TimeGiven.objects.exclude(to_table=None).exists()


def test_the_drawn_events_have_everything() -> None:
    for seed in DAILY[drawn_event]:
        drawn_event(seed)
    assert Contestant.objects.exclude(withdrawn_at=None).exists()
    assert Qualifier.objects.exists()
    assert Round.objects.filter(started_at=None).exists()
    reasons = {
        each["template"]
        for model in (Seating, SitOut)
        for each in model.objects.values_list("why", flat=True)
        if each
    }
    assert {BY_HAND, OPPONENT_LEFT} < reasons
    met_who_left = SitOut.objects.filter(contestant__places__seating__round=F("round"))
    assert met_who_left.exists()
    assert SitOut.objects.exclude(pk__in=met_who_left).exists()


def test_importing_queues_the_scoring(django_capture_on_commit_callbacks) -> None:
    event = random_event(OVER)
    file, shown = event_file(event), [scorebook.standings_now(stage) for stage in event.stages.all()]
    assert shown
    empty_the_database()
    with django_capture_on_commit_callbacks(execute=True):
        imported = import_event(file, SYSTEM)
    catch_up()
    stage = imported.stages.get()
    assert Snapshot.objects.filter(stage=stage).latest().standings == scorebook.standings_now(stage).to_json()


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
