"""Wrong event files are refused with every problem and its path, and store nothing."""

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
from tests.hypothesis_examples import one_in
from tests.scenes.event_files import (
    DRAWN_SEED,
    FINISHED_SEED,
    RUNNING_SEED,
    empty_database,
    event_file_text,
)
from tests.scenes.random_drawn_events import random_drawn_event
from tests.scenes.random_events import random_event
from tournaments.actions.clubs.club import RESERVED_SLUGS, create_club
from tournaments.actions.event_file.importing import MAX_REPORTED_PROBLEMS, import_event
from tournaments.actions.event_file.people import normalize_names
from tournaments.models import Club, Event, Player, Session
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.events.event_file import event_file
from tournaments.tasks import catch_up

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def file() -> dict:
    """Return the file of a finished event, in an empty database."""
    return json.loads(event_file_text(FINISHED_SEED))


def first_session(file: dict) -> dict:
    return file["stages"][0]["sessions"][0]


def some_entry(file: dict) -> tuple[str, dict]:
    """Return the path of a table's entry, and the entry."""
    for number, seating in enumerate(first_session(file)["sections"][0]["rounds"][0]["seatings"]):
        for place, play in enumerate(seating["plays"]):
            if play["entries"] and play["entries"][0]["kind"] == "table":
                path = "stages[0].sessions[0].sections[0].rounds[0]"
                return f"{path}.seatings[{number}].plays[{place}].entries[0]", play["entries"][0]
    raise AssertionError("no table has an entry")


def problem_paths_by_code(file: object) -> dict[str, list[str]]:
    """Return the paths of the problems by their codes, and check that nothing is stored."""
    counts_before = Event.objects.count(), Club.objects.count(), Player.objects.count()
    with pytest.raises(ValidationFailed) as refused:
        import_event(file, SYSTEM)
    assert (Event.objects.count(), Club.objects.count(), Player.objects.count()) == counts_before
    paths: dict[str, list[str]] = {}
    for problem in refused.value.problems:
        assert problem.message
        paths.setdefault(problem.code, []).append(problem.field or "")
    return paths


def test_event_is_not_imported_twice(file: dict) -> None:
    import_event(file, SYSTEM)
    assert problem_paths_by_code(file) == {"event_exists": ["event.slug"]}


@pytest.mark.parametrize("slug", sorted(RESERVED_SLUGS))
def test_club_with_a_reserved_slug_is_refused(file: dict, slug: str) -> None:
    file["club"]["slug"] = slug
    assert problem_paths_by_code(file) == {"address_of_ours": ["club.slug"]}


def test_at_most_200_problems_are_reported(file: dict) -> None:
    file["players"] = [None] * 10_000
    assert len(problem_paths_by_code(file)["not_an_object"]) == MAX_REPORTED_PROBLEMS
    file["players"] = []
    file["event"] |= {f"x{number}": 1 for number in range(10_000)}
    assert len(problem_paths_by_code(file)["unknown_key"]) == MAX_REPORTED_PROBLEMS


def test_slug_of_another_club_is_refused(file: dict) -> None:
    create_club(file["club"]["name"], SYSTEM)
    file["club"]["name"] = "Una altra"
    assert problem_paths_by_code(file) == {"other_club": ["club.name"]}


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
def test_wrong_value_is_reported_at_its_path(
    file: dict, path: str, value: object, code: str
) -> None:
    set_value(file, path, value)
    paths = problem_paths_by_code(file)
    assert any(reported.startswith(path) or path.startswith(reported) for reported in paths[code])


REASON = {"template": "%(one)s has left.", "params": {"one": "Anna"}}
DRAWN_ROUND_PATH = "stages[1].sessions[0].sections[0].rounds[1]"


@pytest.fixture
def drawn_file() -> dict:
    """Return the file of groups and a knock-out, where somebody withdrew in round 2."""
    return json.loads(event_file_text(DRAWN_SEED, random_drawn_event))


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
        (f"{DRAWN_ROUND_PATH}.sit_outs[0].contestant", 99, "dangling"),
        (f"{DRAWN_ROUND_PATH}.sit_outs[0].why", {"template": "", "params": {}}, "wrong_value"),
        (f"{DRAWN_ROUND_PATH}.sit_outs[0].why", {"template": "He left."}, "missing_key"),
        (f"{DRAWN_ROUND_PATH}.sit_outs[0].why", REASON | {"by": "whom"}, "unknown_key"),
        (f"{DRAWN_ROUND_PATH}.seatings[0].why", REASON | {"params": {}}, "unfilled"),
        (f"{DRAWN_ROUND_PATH}.seatings[0].why", REASON | {"params": {"one": 1.5}}, "wrong_value"),
        (f"{DRAWN_ROUND_PATH}.seatings[0].why", REASON | {"params": {"one": {}}}, "wrong_value"),
        (
            f"{DRAWN_ROUND_PATH}.seatings[0].why",
            REASON | {"template": "%(one)d has left."},
            "unfilled",
        ),
        (
            f"{DRAWN_ROUND_PATH}.seatings[0].why",
            REASON | {"template": "%(one)999999999s has left."},
            "unfilled",
        ),
        (
            f"{DRAWN_ROUND_PATH}.seatings[0].why",
            REASON | {"template": "100% of %(one)s"},
            "unfilled",
        ),
    ],
)
def test_impossible_draw_is_reported_at_its_path(
    drawn_file: dict, path: str, value: object, code: str
) -> None:
    set_value(drawn_file, path, value)
    paths = problem_paths_by_code(drawn_file)
    assert any(reported.startswith(path) for reported in paths[code])


def test_contestant_qualifying_or_sitting_out_twice_is_reported(drawn_file: dict) -> None:
    qualifiers = drawn_file["stages"][1]["qualifiers"]
    qualifiers[1]["contestant"] = qualifiers[0]["contestant"]
    sit_outs = last_round(drawn_file)["sit_outs"]
    sit_outs.append(sit_outs[0])
    assert problem_paths_by_code(drawn_file) == {
        "qualified_twice": ["stages[1].qualifiers[1].contestant"],
        "out_of_order": [f"{DRAWN_ROUND_PATH}.sit_outs[{len(sit_outs) - 1}].contestant"],
    }


def test_seated_contestant_sits_out_only_if_the_opponent_withdrew(drawn_file: dict) -> None:
    (withdrawn,) = [
        contestant for contestant in drawn_file["contestants"] if contestant["withdrawn_at"]
    ]
    withdrawn["withdrawn_at"] = None
    assert problem_paths_by_code(drawn_file) == {
        "sits_and_rests": [f"{DRAWN_ROUND_PATH}.sit_outs[0].contestant"]
    }


def last_round(file: dict) -> dict:
    return file["stages"][1]["sessions"][0]["sections"][0]["rounds"][1]


def set_value(file: dict, path: str, value: object) -> None:
    """Replace the value at `path`."""
    *parents, last = [int(part) if part.isdecimal() else part for part in re.findall(r"\w+", path)]
    for part in parents:
        file = file[part]
    assert file[last] != value or type(file[last]) is not type(value)
    file[last] = value


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
def test_impossible_entry_is_reported_at_its_path(
    file: dict, key: str, value: object, code: str
) -> None:
    path, entry = some_entry(file)
    entry[key] = value
    assert any(
        reported.startswith(f"{path}.{key}") for reported in problem_paths_by_code(file)[code]
    )


def test_void_entry_with_an_outcome_is_refused(file: dict) -> None:
    path, entry = some_entry(file)
    entry["kind"] = "void"
    assert problem_paths_by_code(file) == {"outcome_of_void": [f"{path}.outcome"]}


def test_outcome_with_a_value_of_another_type_is_refused(file: dict) -> None:
    path, entry = some_entry(file)
    entry["outcome"]["delegated"] = int(entry["outcome"]["delegated"])
    assert problem_paths_by_code(file) == {"not_as_stored": [f"{path}.outcome"]}


def test_all_inconsistencies_are_reported_together(file: dict) -> None:
    file["contestants"][1]["name"] = file["contestants"][0]["name"]
    first_session(file)["seed"] = "ab" * 32
    file["event"]["game"] = "botifarra"
    path, entry = some_entry(file)
    entry["revision"] = 5
    assert problem_paths_by_code(file) == {
        "repeated_name": ["contestants[0].name", "contestants[1].name"],
        "wrong_seed": ["stages[0].sessions[0].seed"],
        "revision_gap": [f"{path}.revision"],
    }


def test_seed_of_a_running_session_is_refused() -> None:
    event = random_event(RUNNING_SEED)
    file = event_file(event)
    seed = Session.objects.get(stage__event=event).seed.hex
    empty_database()
    first_session(file)["seed"] = seed
    assert problem_paths_by_code(file) == {"seed_too_early": ["stages[0].sessions[0].seed"]}


def test_missing_and_unknown_keys_are_both_reported(file: dict) -> None:
    del file["event"]["note"]
    file["event"]["notes"] = file["colour"] = ""
    assert problem_paths_by_code(file) == {
        "missing_key": ["event.note"],
        "unknown_key": ["", "event"],
    }


def test_file_that_differs_from_its_export_is_refused(file: dict) -> None:
    file["players"].append({"number": 99, "name": "Ningú"})
    assert problem_paths_by_code(file) == {"not_as_exported": ["players"]}


@pytest.mark.parametrize("file", [None, [], "text", 3, {}])
def test_value_that_is_no_event_file_is_refused(file: object) -> None:
    assert problem_paths_by_code(file)


def test_import_command_prints_problems_and_exits_with_1(
    tmp_path: Path, file: dict, capsys
) -> None:
    file["event"]["name"] = ""
    path = tmp_path / "event.json"
    path.write_text(json.dumps(file))
    with pytest.raises(SystemExit) as exit_:
        call_command("import", str(path), "--json")
    assert exit_.value.code == 1
    assert [problem["field"] for problem in json.loads(capsys.readouterr().out)["problems"]] == [
        "event.name"
    ]
    assert not Event.objects.exists()


def test_truncated_file_is_refused(tmp_path: Path, file: dict, capsys) -> None:
    content = json.dumps(file).encode()
    for end in range(0, len(content) - 1, max(1, len(content) // 40)):
        (tmp_path / "cut").write_bytes(content[:end])
        with pytest.raises(SystemExit) as exit_:
            call_command("import", str(tmp_path / "cut"))
        assert exit_.value.code == 1
    assert not Club.objects.exists()


class RolledBack(Exception):
    """Raised to roll back what a file has stored."""


@one_in(2)
@given(data=st.data())
def test_file_with_flipped_bits_is_refused_or_stored_as_it_is(data, file: dict, tmp_path) -> None:
    """A changed letter of a name cannot be detected, and is stored as the file has it."""
    damaged = bytearray(json.dumps(file, ensure_ascii=False, indent=1).encode())
    for _flip in range(data.draw(st.integers(1, 3))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    try:
        value = json.loads(damaged.decode())
    except ValueError:
        return
    check_refused_or_stored_as_it_is(value)


RANDOM_VALUES = st.one_of(
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
@pytest.mark.parametrize("fixture_name", ["file", "drawn_file"])
def test_file_with_a_random_value_is_refused_or_stored_as_it_is(
    data, fixture_name: str, request
) -> None:
    file = copy.deepcopy(request.getfixturevalue(fixture_name))
    locations = list(containers_and_keys(file))
    container, key = data.draw(st.sampled_from(locations))
    container[key] = data.draw(RANDOM_VALUES)
    check_refused_or_stored_as_it_is(file)


def containers_and_keys(value):
    keys = (
        value.keys()
        if isinstance(value, dict)
        else range(len(value))
        if isinstance(value, list)
        else ()
    )
    for key in keys:
        yield value, key
        yield from containers_and_keys(value[key])


def check_refused_or_stored_as_it_is(file) -> None:
    try:
        with transaction.atomic():
            event = import_event(file, SYSTEM)
            catch_up()
            assert event_file(event) == normalize_names(file)
            raise RolledBack
    except (ValidationFailed, RolledBack):
        pass
    assert not Club.objects.exists()
