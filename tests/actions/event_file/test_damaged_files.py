"""A file with anything wrong is refused with every reason, each at its path, and stores nothing."""

import copy
import json
import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from games.problems import ValidationFailed
from tests.examples import one_in
from tests.scenes.drawn_events import drawn_event
from tests.scenes.event_files import DRAWN, OVER, RUNNING, empty_the_database, written
from tests.scenes.random_events import random_event
from tournaments.actions.clubs.club import ADDRESS_WORDS, create_club
from tournaments.actions.event_file.importing import MAX_PROBLEMS_SHOWN, import_event
from tournaments.actions.event_file.people import normalize_names
from tournaments.models import Club, Event, Player, Session
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.events.event_file import event_file
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def said() -> dict:
    """The file of an event that is over, in an empty database."""
    return json.loads(written(OVER))


def first_session(said: dict) -> dict:
    return said["stages"][0]["sessions"][0]


def some_entry(said: dict) -> tuple[str, dict]:
    """A table's entry with its path."""
    for number, seating in enumerate(first_session(said)["sections"][0]["rounds"][0]["seatings"]):
        for place, play in enumerate(seating["plays"]):
            if play["entries"] and play["entries"][0]["kind"] == "table":
                path = "stages[0].sessions[0].sections[0].rounds[0]"
                return f"{path}.seatings[{number}].plays[{place}].entries[0]", play["entries"][0]
    raise AssertionError("nothing was said")


def refused_with(said: object) -> dict[str, list[str]]:
    """Paths of the problems by their codes; nothing may be stored."""
    before = Event.objects.count(), Club.objects.count(), Player.objects.count()
    with pytest.raises(ValidationFailed) as refused:
        import_event(said, SYSTEM)
    assert (Event.objects.count(), Club.objects.count(), Player.objects.count()) == before
    codes: dict[str, list[str]] = {}
    for problem in refused.value.problems:
        assert problem.message
        codes.setdefault(problem.code, []).append(problem.field or "")
    return codes


def test_the_same_event_is_not_imported_twice(said: dict) -> None:
    import_event(said, SYSTEM)
    assert refused_with(said) == {"event_exists": ["event.slug"]}


@pytest.mark.parametrize("slug", sorted(ADDRESS_WORDS))
def test_no_club_comes_to_an_address_of_ours(said: dict, slug: str) -> None:
    said["club"]["slug"] = slug
    assert refused_with(said) == {"address_of_ours": ["club.slug"]}


def test_of_endless_problems_as_many_are_told_as_are_read(said: dict) -> None:
    said["players"] = [None] * 10_000
    assert len(refused_with(said)["not_an_object"]) == MAX_PROBLEMS_SHOWN
    said["players"] = []
    said["event"] |= {f"x{number}": 1 for number in range(10_000)}
    assert len(refused_with(said)["unknown_key"]) == MAX_PROBLEMS_SHOWN


def test_another_club_keeps_its_address(said: dict) -> None:
    create_club(said["club"]["name"], SYSTEM)
    said["club"]["name"] = "Una altra"
    assert refused_with(said) == {"other_club": ["club.name"]}


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ("version", 8, "wrong_value"),
        ("version", 2, "wrong_value"),
        ("version", 0, "wrong_value"),
        ("version", True, "wrong_value"),
        ("format", "something else", "wrong_value"),
        ("club", [], "not_an_object"),
        ("club.slug", "a b", "wrong_value"),
        ("event.name", "", "wrong_value"),
        ("event.name", "x" * 121, "wrong_value"),
        ("event.name", "half \ud83c", "wrong_value"),
        ("event.note", "nothing \0", "wrong_value"),
        ("event.note", "x" * 10_001, "wrong_value"),
        ("event.options", {"edition": "x" * 4001}, "wrong_value"),
        ("event.options", {str(key): "" for key in range(501)}, "wrong_value"),
        ("event.tiebreaks", ["x" * 81], "wrong_value"),
        ("stages[0].sessions[0].sections[0].tables[0].code_counter", 10_000, "wrong_value"),
        ("event.game", "chess", "not_in_catalogue"),
        ("event.method", "luck", "not_in_catalogue"),
        ("event.method", "aggregate", "method_for_teams"),
        ("stages[0].halves", 2, "wrong_halves"),
        ("stages[0].halves", 3, "wrong_value"),
        ("event.options", {"edition": 3}, "wrong_value"),
        ("event.rules_version", 99, "newer_rules"),
        ("event.players_each", 0, "wrong_value"),
        ("event.players_each", 3, "wrong_players_each"),
        ("event.fee_cents", -1, "wrong_value"),
        ("event.fee_cents", 1.5, "wrong_value"),
        ("event.fee_cents", True, "wrong_value"),
        ("event.created_at", None, "wrong_value"),
        ("event.created_at", "yesterday", "wrong_value"),
        ("event.created_at", "2026-11-20T20:00:00", "wrong_value"),
        ("event.created_at", "2026-11-20T20:00:00+01:00", "wrong_value"),
        ("event.created_at", "0001-01-01T00:00:00+00:00", "wrong_value"),
        ("players", {}, "not_a_list"),
        ("players[1].number", 1, "out_of_order"),
        ("contestants[0].number", 0, "wrong_value"),
        ("contestants[0].players[0]", 999, "dangling"),
        ("stages", [], "no_stage"),
        ("stages[0].movement", "carousel", "not_in_catalogue"),
        ("stages[0].penalties[0].contestant", 999, "dangling"),
        ("stages[0].penalties[0].amount", "0.5", "wrong_value"),
        ("stages[0].penalties[0].amount", "2/4", "wrong_value"),
        ("stages[0].penalties[0].amount", "1/0", "wrong_value"),
        ("stages[0].sessions[0].state", "paused", "wrong_value"),
        ("stages[0].sessions[0].minutes_per_round", 0, "wrong_value"),
        ("stages[0].sessions[0].breaks", [{"after_round": 1, "minutes": 5}] * 2, "out_of_order"),
        ("stages[0].sessions[0].breaks", [{"after_round": 1, "minutes": 241}], "wrong_value"),
        (
            "stages[0].sessions[0].sections[0].pauses[0].until",
            "2000-01-01T00:00:00+00:00",
            "ends_too_early",
        ),
        (
            "stages[0].sessions[0].sections[0].pauses[1].at",
            "2000-01-01T00:00:00+00:00",
            "stands_already",
        ),
        ("stages[0].sessions[0].sections[0].rounds[0].given[1].table", 999, "dangling"),
        ("stages[0].sessions[0].sections[0].rounds[0].given[0].seconds", 86_401, "wrong_value"),
        (
            "stages[0].sessions[0].sections[0].rounds[0].given[1].at",
            "2000-01-01T00:00:00+00:00",
            "out_of_order",
        ),
        ("stages[0].sessions[0].seed", None, "seed_missing"),
        ("stages[0].sessions[0].seed", "ab" * 32, "wrong_seed"),
        ("stages[0].sessions[0].seed", "zz", "wrong_seed"),
        ("stages[0].sessions[0].salt", None, "wrong_state"),
        ("stages[0].sessions[0].finished_at", None, "wrong_state"),
        ("stages[0].sessions[0].boards[1]", 1, "out_of_order"),
        ("stages[0].sessions[0].sections[0].tables[1].number", 1, "out_of_order"),
        ("stages[0].sessions[0].sections[0].movement", "carousel", "not_in_catalogue"),
        (
            "stages[0].sessions[0].sections[0].allotments",
            [{"number": 1, "contestant": 999}],
            "dangling",
        ),
        (
            "stages[0].sessions[0].sections[0].allotments",
            [{"number": number, "contestant": 1} for number in (1, 2)],
            "allotted_twice",
        ),
        ("stages[0].sessions[0].sections[0].rounds[0].started_at", None, "not_started"),
        ("stages[0].sessions[0].sections[0].rounds[0].seatings[0].table", 99, "dangling"),
        ("stages[0].sessions[0].sections[0].rounds[0].seatings[0].places", [], "wrong_seats"),
        (
            "stages[0].sessions[0].sections[0].rounds[0].seatings[0].places[0].contestant",
            99,
            "dangling",
        ),
        (
            "stages[0].sessions[0].sections[0].rounds[0].seatings[0].places[0].player",
            99,
            "dangling",
        ),
        ("stages[0].sessions[0].sections[0].rounds[0].seatings[0].plays[0].board", 99, "dangling"),
    ],
)
def test_what_makes_no_sense_is_refused_at_its_path(
    said: dict, path: str, value: object, code: str
) -> None:
    put(said, path, value)
    told = refused_with(said)
    assert any(each.startswith(path) or path.startswith(each) for each in told[code])


REASON = {"template": "%(one)s has left.", "params": {"one": "Anna"}}
ROUND = "stages[1].sessions[0].sections[0].rounds[1]"


@pytest.fixture
def drawn() -> dict:
    """The file of groups with a knock-out after them, of which somebody left in the second
    round."""
    return json.loads(written(DRAWN, drawn_event))


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ("contestants[0].withdrawn_at", "yesterday", "wrong_value"),
        (
            "stages[0].qualifiers",
            [{"contestant": 1, "seed": 1, "group": 1, "why": {}}],
            "no_stage_before",
        ),
        ("stages[0].carried", "1/2", "carried_from_nothing"),
        ("stages[1].carried", "1/2", "carried_knock_out"),
        ("stages[1].carried", "3/2", "wrong_value"),
        ("stages[1].carried", "2/4", "wrong_value"),
        ("stages[1].qualifiers[0].contestant", 99, "dangling"),
        ("stages[1].qualifiers[0].group", 0, "wrong_value"),
        ("stages[1].qualifiers[0].why", [], "not_an_object"),
        ("stages[1].qualifiers[1].seed", 1, "seed_gap"),
        ("stages[1].qualifiers[1].seed", 3, "seed_gap"),
        (f"{ROUND}.sit_outs[0].contestant", 99, "dangling"),
        (f"{ROUND}.sit_outs[0].why", {"template": "", "params": {}}, "wrong_value"),
        (f"{ROUND}.sit_outs[0].why", {"template": "He left."}, "missing_key"),
        (f"{ROUND}.sit_outs[0].why", REASON | {"by": "whom"}, "unknown_key"),
        (f"{ROUND}.seatings[0].why", REASON | {"params": {}}, "unfilled"),
        (f"{ROUND}.seatings[0].why", REASON | {"params": {"one": 1.5}}, "wrong_value"),
        (f"{ROUND}.seatings[0].why", REASON | {"params": {"one": {}}}, "wrong_value"),
        (f"{ROUND}.seatings[0].why", REASON | {"template": "%(one)d has left."}, "unfilled"),
        (
            f"{ROUND}.seatings[0].why",
            REASON | {"template": "%(one)999999999s has left."},
            "unfilled",
        ),
        (f"{ROUND}.seatings[0].why", REASON | {"template": "100% of %(one)s"}, "unfilled"),
    ],
)
def test_what_could_not_be_drawn_is_refused_at_its_path(
    drawn: dict, path: str, value: object, code: str
) -> None:
    put(drawn, path, value)
    told = refused_with(drawn)
    assert any(each.startswith(path) for each in told[code])


def test_nobody_qualifies_or_sits_out_twice(drawn: dict) -> None:
    qualifiers = drawn["stages"][1]["qualifiers"]
    qualifiers[1]["contestant"] = qualifiers[0]["contestant"]
    sit_outs = last_round(drawn)["sit_outs"]
    sit_outs.append(sit_outs[0])
    assert refused_with(drawn) == {
        "qualified_twice": ["stages[1].qualifiers[1].contestant"],
        "out_of_order": [f"{ROUND}.sit_outs[{len(sit_outs) - 1}].contestant"],
    }


def test_whoever_is_seated_sits_out_only_where_his_opponent_left(drawn: dict) -> None:
    (left,) = [each for each in drawn["contestants"] if each["withdrawn_at"]]
    left["withdrawn_at"] = None
    assert refused_with(drawn) == {"sits_and_rests": [f"{ROUND}.sit_outs[0].contestant"]}


def last_round(said: dict) -> dict:
    return said["stages"][1]["sessions"][0]["sections"][0]["rounds"][1]


def put(said: dict, path: str, value: object) -> None:
    """Write `value` at `path`."""
    *way, last = [int(part) if part.isdecimal() else part for part in re.findall(r"\w+", path)]
    for part in way:
        said = said[part]
    assert said[last] != value or type(said[last]) is not type(value)  # type: ignore[index]
    said[last] = value  # type: ignore[index]


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("revision", 7, "revision_gap"),
        ("side", "nw", "unknown_side"),
        ("table", 99, "dangling"),
        ("outcome", {}, "missing"),
        ("outcome", {"trump": "coins"}, "not_a_choice"),
        ("outcome", {"trump": ["oros"]}, "wrong_value"),
        ("late", 1, "wrong_value"),
    ],
)
def test_what_nobody_could_have_said_is_refused(
    said: dict, key: str, value: object, code: str
) -> None:
    path, entry = some_entry(said)
    entry[key] = value
    assert any(each.startswith(f"{path}.{key}") for each in refused_with(said)[code])


def test_what_was_not_played_has_no_outcome(said: dict) -> None:
    path, entry = some_entry(said)
    entry["kind"] = "void"
    assert refused_with(said) == {"outcome_of_void": [f"{path}.outcome"]}


def test_an_outcome_is_written_as_it_is_stored(said: dict) -> None:
    path, entry = some_entry(said)
    entry["outcome"]["delegated"] = int(entry["outcome"]["delegated"])
    assert refused_with(said) == {"not_as_stored": [f"{path}.outcome"]}


def test_everything_is_told_at_once(said: dict) -> None:
    said["contestants"][1]["name"] = said["contestants"][0]["name"]
    first_session(said)["seed"] = "ab" * 32
    said["event"]["game"] = "botifarra"
    path, entry = some_entry(said)
    entry["revision"] = 5
    assert refused_with(said) == {
        "repeated_name": ["contestants[0].name", "contestants[1].name"],
        "wrong_seed": ["stages[0].sessions[0].seed"],
        "revision_gap": [f"{path}.revision"],
    }


def test_a_seed_before_the_end_is_refused() -> None:
    event = random_event(RUNNING)
    file = event_file(event)
    seed = Session.objects.get(stage__event=event).seed.hex
    empty_the_database()
    first_session(file)["seed"] = seed
    assert refused_with(file) == {"seed_too_early": ["stages[0].sessions[0].seed"]}


def test_a_key_too_few_and_a_key_too_many_are_both_told(said: dict) -> None:
    del said["event"]["note"]
    said["event"]["notes"] = said["colour"] = ""
    assert refused_with(said) == {"missing_key": ["event.note"], "unknown_key": ["", "event"]}


def test_what_an_export_would_not_write_is_refused(said: dict) -> None:
    said["players"].append({"number": 99, "name": "Ningú"})
    assert refused_with(said) == {"not_as_exported": ["players"]}


@pytest.mark.parametrize("said", [None, [], "text", 3, {}])
def test_what_is_no_event_file_is_refused(said: object) -> None:
    assert refused_with(said)


def test_the_command_tells_what_is_wrong_and_exits_with_1(
    tmp_path: Path, said: dict, capsys
) -> None:
    said["event"]["name"] = ""
    file = tmp_path / "event.json"
    file.write_text(json.dumps(said))
    with pytest.raises(SystemExit) as exit_:
        call_command("import", str(file), "--json")
    assert exit_.value.code == 1
    assert [each["field"] for each in json.loads(capsys.readouterr().out)["problems"]] == [
        "event.name"
    ]
    assert not Event.objects.exists()


def test_a_file_cut_anywhere_is_no_json(tmp_path: Path, said: dict, capsys) -> None:
    whole = json.dumps(said).encode()
    for end in range(0, len(whole) - 1, max(1, len(whole) // 40)):
        (tmp_path / "cut").write_bytes(whole[:end])
        with pytest.raises(SystemExit) as exit_:
            call_command("import", str(tmp_path / "cut"))
        assert exit_.value.code == 1
    assert not Club.objects.exists()


class Undone(Exception):
    """What a file stored is taken back."""


@one_in(2)
@given(data=st.data())
def test_flipped_bytes_store_nothing_or_what_they_say(data, said: dict, tmp_path) -> None:
    """Some letters of a name may change unnoticed; then what is stored is what the file says."""
    damaged = bytearray(json.dumps(said, ensure_ascii=False, indent=1).encode())
    for _flip in range(data.draw(st.integers(1, 3))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    try:
        value = json.loads(damaged.decode())
    except ValueError:
        return
    stores_nothing_or_the_same(value)


PARTS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 10**12),
    st.text(max_size=5),
    st.just([]),
    st.just({}),
    st.floats(),
)


@one_in(2)
@given(data=st.data())
@pytest.mark.parametrize("kind", ["said", "drawn"])
def test_any_value_anywhere_stores_nothing_or_the_same(data, kind: str, request) -> None:
    said = copy.deepcopy(request.getfixturevalue(kind))
    parts = list(every_part(said))
    holder, key = data.draw(st.sampled_from(parts))
    holder[key] = data.draw(PARTS)
    stores_nothing_or_the_same(said)


def every_part(value):
    keys = (
        value.keys()
        if isinstance(value, dict)
        else range(len(value))
        if isinstance(value, list)
        else ()
    )
    for key in keys:
        yield value, key
        yield from every_part(value[key])


def stores_nothing_or_the_same(said) -> None:
    try:
        with transaction.atomic():
            event = import_event(said, SYSTEM)
            catch_up()
            assert event_file(event) == normalize_names(said)
            raise Undone
    except (ValidationFailed, Undone):
        pass
    assert not Club.objects.exists()
