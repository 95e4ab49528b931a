"""Results of an offline section are uploaded in any order and repeatedly."""

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.scenes.divided_session import play_rounds_of_section, section_of
from tests.scenes.evening import enter, enter_round, outcome
from tests.scenes.event_files import empty_database
from tests.scenes.offline_section import (
    PASSPHRASE,
    exported_section,
    import_and_start,
    started_in_two,
    started_with_offline_section,
    stored_results,
)
from tests.scenes.problems import refused_codes
from tests.scenes.result_uploads import decide, play_at, tamper_with, upload_results
from tests.web.signed_in import OTHER_RESULT, RESULT
from tournaments import scoring_pipeline
from tournaments.actions.event_file.importing import import_event
from tournaments.actions.events.publish import publish_event
from tournaments.actions.offline.result_upload import build_result_upload, receive_result_upload
from tournaments.actions.offline.section_export import export_section
from tournaments.actions.results.adjusted_awards import give_awards
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import (
    Entry,
    Event,
    ExportedSection,
    Play,
    ResultUpload,
    Round,
)
from tournaments.queries.events.event_file import event_file
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

SEEDS = range(1, 40)


def test_uploaded_results_equal_those_of_the_offline_session() -> None:
    central_session, director, offline_session, offline_director = started_with_offline_section()
    play_rounds_of_section(offline_session, "Vic", 3, offline_director)
    answer = upload_results(central_session, director, offline_session)
    assert answer == {"section": "Vic", "plays": 12, "entries": 24}
    assert stored_results(central_session) == stored_results(offline_session)
    ended = Round.objects.filter(section=section_of(central_session, "Vic")).exclude(ended_at=None)
    assert ended.count() == 3
    central_entry = Entry.objects.filter(play=play_at(central_session, 1, 1)).earliest("revision")
    offline_entry = Entry.objects.filter(play=play_at(offline_session, 1, 1)).earliest("revision")
    assert (central_entry.at, central_entry.side, central_entry.table.label) == (
        offline_entry.at,
        offline_entry.side,
        "Vic 1",
    )
    assert central_entry.device not in ("", offline_entry.device)


def test_uploaded_awards_are_stored_in_the_central_session() -> None:
    central_session, director, offline_session, offline_director = started_with_offline_section()
    play = play_at(offline_session, 1, 1)
    awards, parameters = (
        {"ns": "average_plus", "ew": "1/2:30,1/2:-6"},
        {"replaces": play.revision, "reason": "cards were seen"},
    )
    give_awards(play.pk, awards, actor=offline_director, key="there", **parameters)
    play_rounds_of_section(offline_session, "Vic", 3, offline_director)
    upload_results(central_session, director, offline_session)
    central_play = play_at(central_session, 1, 1)
    assert (central_play.state, central_play.line_points, central_play.entry.given) == (
        "ruled",
        "~+ ~1/2:30,1/2:-6",
        awards,
    )
    file = build_result_upload(offline_session.stage.event)
    tampered = tamper_with(
        file, lambda values: first_award_entry(values).update(given={"ns": "plus", "ew": "0"})
    )
    assert refused_codes(
        lambda: receive_result_upload(central_session.stage.event, tampered, director, "two")
    ) == ["unreadable_award"]


def first_award_entry(values: Any) -> dict[str, Any]:
    """Return the first entry that gives awards."""
    plays = (play for round_ in values["rounds"] for play in round_["plays"])
    return next(entry for play in plays for entry in play["entries"] if entry.get("given"))


@pytest.mark.thorough
@pytest.mark.parametrize("seed", SEEDS)
def test_uploads_in_any_order_give_the_same_standings(seed: int) -> None:
    rng = random.Random(seed)
    central_session, director, offline_session, offline_director = started_with_offline_section()
    partial_uploads = []
    for round_ in Round.objects.filter(section__session=offline_session).order_by("number"):
        for play in Play.objects.filter(seating__round=round_).select_related("seating__table"):
            fields = outcome(rng)
            sides = rng.choice([(), ("ns",), ("ns", "ew"), ("ns", "ew")])
            enter(play, fields, sides)
            if rng.random() < 0.3:
                enter(play, outcome(rng), ("ew",))
            if rng.random() < 0.2:
                decide(play, rng.choice([outcome(rng), {}]), offline_director)
        partial_uploads.append(build_result_upload(offline_session.stage.event))
        end_round(round_.pk, offline_director)
        if rng.random() < 0.5:
            enter(
                rng.choice(list(Play.objects.filter(seating__round=round_))), outcome(rng), ("ns",)
            )
    complete_upload = build_result_upload(offline_session.stage.event)
    later_rounds_uploads = [
        tamper_with(
            complete_upload, lambda content, at=at: content.update(rounds=content["rounds"][at:])
        )
        for at in (1, 2)
    ]
    uploads = [*partial_uploads, *later_rounds_uploads, complete_upload] * 2
    rng.shuffle(uploads)
    for number, upload in enumerate(uploads):
        receive_result_upload(central_session.stage.event, upload, director, f"{seed}-{number}")
    assert stored_results(central_session) == stored_results(offline_session)
    assert ResultUpload.objects.count() == len(uploads)
    in_offline_section = {"section__name": "Vic", "section__session": central_session}
    assert not Round.objects.filter(ended_at=None, **in_offline_section).exists()
    catch_up()
    standings = scoring_pipeline.lock_and_compute_standings(central_session.stage)
    receive_result_upload(central_session.stage.event, complete_upload, director, "again")
    catch_up()
    assert scoring_pipeline.lock_and_compute_standings(central_session.stage) == standings


def test_different_entry_of_the_other_side_is_a_conflict() -> None:
    central_session, director, offline_session, _offline_director = started_with_offline_section()
    enter(play_at(central_session, 1, 1), OTHER_RESULT)
    enter(play_at(offline_session, 1, 1), RESULT)
    upload_results(central_session, director, offline_session)
    assert play_at(central_session, 1, 1).state == Play.State.CONFLICT


def test_different_decisions_conflict_until_the_central_director_decides() -> None:
    central_session, director, offline_session, offline_director = started_with_offline_section()
    central_play, offline_play = play_at(central_session, 1, 1), play_at(offline_session, 1, 1)
    decide(central_play, RESULT, director)
    decide(offline_play, OTHER_RESULT, offline_director)
    upload_results(central_session, director, offline_session)
    central_play.refresh_from_db()
    assert (central_play.state, central_play.entry) == (Play.State.CONFLICT, None)
    decide(central_play, OTHER_RESULT, director)
    assert upload_results(central_session, director, offline_session, "two")["entries"] == 0
    assert play_at(central_session, 1, 1).state == Play.State.CONFIRMED
    decide(offline_play, RESULT, offline_director)
    upload_results(central_session, director, offline_session, "three")
    assert play_at(central_session, 1, 1).state == Play.State.CONFLICT


@pytest.mark.thorough
def test_equal_decisions_do_not_conflict() -> None:
    central_session, director, offline_session, offline_director = started_with_offline_section()
    decide(play_at(central_session, 1, 1), RESULT, director)
    decide(play_at(offline_session, 1, 1), RESULT, offline_director)
    upload_results(central_session, director, offline_session)
    assert play_at(central_session, 1, 1).state == Play.State.CONFIRMED


@pytest.mark.thorough
def test_decision_prevails_over_entries_uploaded_after_it() -> None:
    central_session, director, offline_session, _offline_director = started_with_offline_section()
    decide(play_at(central_session, 1, 1), RESULT, director)
    enter(play_at(offline_session, 1, 1), OTHER_RESULT)
    upload_results(central_session, director, offline_session)
    play = play_at(central_session, 1, 1)
    assert (play.state, play.entry.outcome["ns_points"]) == (Play.State.CONFIRMED, 40)


@pytest.mark.thorough
def test_upload_is_idempotent_with_and_without_its_key() -> None:
    central_session, director, offline_session, _offline_director = started_with_offline_section()
    enter(play_at(offline_session, 1, 1), RESULT)
    file = build_result_upload(offline_session.stage.event)
    first_answer = receive_result_upload(central_session.stage.event, file, director, "one")
    assert receive_result_upload(central_session.stage.event, file, director, "one") == first_answer
    assert ResultUpload.objects.count() == 1
    assert receive_result_upload(central_session.stage.event, file, director, "two")["entries"] == 0
    assert Entry.objects.filter(play=play_at(central_session, 1, 1)).count() == 2


@pytest.mark.thorough
def test_two_laptops_may_import_the_same_file() -> None:
    central_session, director = started_in_two()
    file = exported_section(central_session, director)
    first_laptop, _first_director = import_and_start(file, "Bar Nou")
    second_laptop, _second_director = import_and_start(file, "Bar Vell")
    enter(play_at(first_laptop, 1, 1), RESULT)
    enter(play_at(second_laptop, 1, 1), OTHER_RESULT)
    enter(play_at(second_laptop, 1, 2), OTHER_RESULT)
    upload_results(central_session, director, first_laptop)
    upload_results(central_session, director, second_laptop, "two")
    assert play_at(central_session, 1, 1).state == Play.State.CONFLICT
    assert play_at(central_session, 1, 2).state == Play.State.CONFIRMED


@pytest.mark.thorough
def test_restored_laptop_with_different_entries_loses_nothing() -> None:
    central_session, director, offline_session, _offline_director = started_with_offline_section()
    enter(play_at(offline_session, 1, 1), RESULT, ("ns",))
    upload_results(central_session, director, offline_session)
    entry = Entry.objects.get(play=play_at(offline_session, 1, 1))
    entry.outcome["ns_points"] += 1
    entry.save()
    upload_results(central_session, director, offline_session, "two")
    assert play_at(central_session, 1, 1).state == Play.State.CONFLICT


def test_upload_is_possible_after_the_session_but_not_after_publication() -> None:
    central_session, director, offline_session, _offline_director = started_with_offline_section()
    enter(play_at(offline_session, 1, 1), RESULT)
    file = build_result_upload(offline_session.stage.event)
    finish_session(central_session.pk, director)
    receive_result_upload(central_session.stage.event, file, director, "late")
    assert play_at(central_session, 1, 1).state == Play.State.CONFIRMED
    catch_up()
    publish_event(central_session.stage.event_id, director)
    event = Event.objects.get(pk=central_session.stage.event_id)
    assert receive_result_upload(event, file, director, "again")["entries"] == 0
    enter(play_at(offline_session, 1, 2), RESULT)
    assert refused_codes(
        lambda: receive_result_upload(
            event, build_result_upload(offline_session.stage.event), director, "new"
        )
    ) == ["published"]


@pytest.mark.thorough
def test_uploaded_entries_are_contradicted_as_in_the_offline_session() -> None:
    central_session, director, offline_session, _offline_director = started_with_offline_section()
    enter(play_at(offline_session, 1, 1), RESULT)
    upload_results(central_session, director, offline_session)
    contradictions = Entry.objects.filter(play=play_at(central_session, 1, 1)).values_list(
        "contradicted", flat=True
    )
    offline_contradictions = Entry.objects.filter(play=play_at(offline_session, 1, 1)).values_list(
        "contradicted", flat=True
    )
    assert list(contradictions) == list(offline_contradictions)


def change_first_play(content: Any, **changes: object) -> None:
    content["rounds"][0]["plays"][0].update(changes)


# Changes that make an upload invalid, each with the code of the problem.
INVALID_CHANGES: dict[str, tuple[Callable[[Any], object], str]] = {
    "an unknown round": (
        lambda content: content["rounds"][0].update(number=9),
        "no_such_round",
    ),
    "a table of another section": (
        lambda content: change_first_play(content, table=3, board=1),
        "not_played_there",
    ),
    "an unknown board": (lambda content: change_first_play(content, board=99), "not_played_there"),
    "another contestant at the table": (
        lambda content: content["rounds"][0]["plays"][0]["places"][0].update(contestant=1),
        "others_sit_there",
    ),
    "a missing revision": (
        lambda content: content["rounds"][0]["plays"][0]["entries"][0].update(revision=2),
        "revision_gap",
    ),
    "an unknown side": (
        lambda content: content["rounds"][0]["plays"][0]["entries"][0].update(side="xx"),
        "unknown_side",
    ),
    "an entry of another table": (
        lambda content: content["rounds"][0]["plays"][0]["entries"][0].update(table=2),
        "not_yours",
    ),
    "an impossible outcome": (
        lambda content: content["rounds"][0]["plays"][0]["entries"][0]["outcome"].update(
            ns_points=99
        ),
        "out_of_range",
    ),
    "an unknown key": (lambda content: content.update(seed="0"), "unknown_key"),
    "no rounds": (lambda content: content.pop("rounds"), "missing_key"),
    "rounds that are not a list": (lambda content: content.update(rounds=3), "not_a_list"),
    "a play twice": (
        lambda content: content["rounds"][0]["plays"].append(
            copy.deepcopy(content["rounds"][0]["plays"][0])
        ),
        "stands_twice",
    ),
    "a start that is not a time": (
        lambda content: content["rounds"][0].update(started_at="soon"),
        "wrong_value",
    ),
    "a NUL character in a reason": (
        lambda content: content["rounds"][0]["plays"][0]["entries"][0].update(reason="\0"),
        "wrong_value",
    ),
}


def test_invalid_upload_is_rejected_as_a_whole() -> None:
    central_session, director, offline_session, _offline_director = started_with_offline_section()
    enter_round(Round.objects.get(section__session=offline_session, number=1), random.Random(1))
    valid_upload = build_result_upload(offline_session.stage.event)
    for name, (change, code) in INVALID_CHANGES.items():
        file = tamper_with(valid_upload, change)
        assert code in refused_codes(
            lambda file=file: receive_result_upload(
                central_session.stage.event, file, director, "one"
            )
        ), name
    assert not ResultUpload.objects.exists()
    assert not Entry.objects.filter(play__board__session=central_session).exists()


def test_file_that_is_no_result_upload_is_rejected() -> None:
    central_session, director = started_in_two()
    for content in (None, 3, [], {}, {"format": "manilla event"}, {"sealed": "x" * 10}):
        assert refused_codes(
            lambda content=content: receive_result_upload(
                central_session.stage.event, content, director, "one"
            )
        )


@pytest.mark.thorough
def test_changed_or_foreign_file_is_rejected() -> None:
    central_session, director, offline_session, _offline_director = started_with_offline_section()
    file = build_result_upload(offline_session.stage.event)
    middle = len(file["sealed"]) // 2
    letter = "A" if file["sealed"][middle] != "A" else "B"
    changed_file = file | {
        "sealed": file["sealed"][:middle] + letter + file["sealed"][middle + 1 :]
    }
    assert refused_codes(
        lambda: receive_result_upload(central_session.stage.event, changed_file, director, "one")
    ) == ["wrong_seal"]
    truncated_file = file | {"sealed": file["sealed"][:-8]}
    assert refused_codes(
        lambda: receive_result_upload(central_session.stage.event, truncated_file, director, "one")
    ) == ["wrong_seal"]
    file_of_unknown_copy = file | {"copy": "0" * 16}
    assert refused_codes(
        lambda: receive_result_upload(
            central_session.stage.event, file_of_unknown_copy, director, "one"
        )
    ) == ["no_such_copy"]
    section_a = section_of(central_session, "A")
    export_section(section_a.pk, "Bar Tres", PASSPHRASE, None, director)
    file_as_section_a = file | {"copy": ExportedSection.objects.get(section=section_a).identifier}
    assert refused_codes(
        lambda: receive_result_upload(
            central_session.stage.event, file_as_section_a, director, "one"
        )
    ) == ["wrong_seal"]
    assert not ResultUpload.objects.exists()


@pytest.mark.thorough
def test_central_event_file_contains_the_uploads_of_the_offline_section() -> None:
    central_session, director, offline_session, offline_director = started_with_offline_section()
    play_rounds_of_section(offline_session, "Vic", 1, offline_director)
    upload_results(central_session, director, offline_session)
    file = event_file(central_session.stage.event)
    (exported_copy,) = vic_section(file)["copies"]
    assert [upload["entries"] for upload in exported_copy["deliveries"]] == [8]
    offline_file = event_file(offline_session.stage.event)
    assert offline_file["event"]["arrival"]["copy"] == exported_copy["identifier"]


@pytest.mark.thorough
def test_event_files_of_both_sides_do_not_contain_the_key() -> None:
    central_session, _director, offline_session, _offline_director = started_with_offline_section()
    key = ExportedSection.objects.get().key
    for session in (central_session, offline_session):
        assert key not in json.dumps(event_file(session.stage.event))


@pytest.mark.thorough
def test_imported_event_files_of_both_sides_are_read_only() -> None:
    central_session, director, offline_session, offline_director = started_with_offline_section()
    play_rounds_of_section(offline_session, "Vic", 1, offline_director)
    upload_results(central_session, director, offline_session)
    finish_session(offline_session.pk, offline_director)
    files = [
        event_file(Event.objects.get(pk=session.stage.event_id))
        for session in (central_session, offline_session)
    ]
    results = build_result_upload(offline_session.stage.event)
    empty_database()
    for file in files:
        imported = import_event(file, director)
        assert (event_file(imported), imported.read_only) == (file, True)
    assert refused_codes(lambda: build_result_upload(imported)) == ["opened_elsewhere"]
    central_event = Event.objects.get(is_offline_section=False)
    assert refused_codes(lambda: receive_result_upload(central_event, results, director, "x")) == [
        "no_such_copy"
    ]


def vic_section(file: dict[str, Any]) -> dict[str, Any]:
    """Return the section Vic of an event file."""
    sections = file["stages"][0]["sessions"][0]["sections"]
    return next(section for section in sections if section["name"] == "Vic")


def test_event_file_with_invalid_offline_sections_is_rejected() -> None:
    central_session, director, offline_session, offline_director = started_with_offline_section()
    play_rounds_of_section(offline_session, "Vic", 1, offline_director)
    upload_results(central_session, director, offline_session)
    file = event_file(central_session.stage.event)
    empty_database()
    vic = vic_section(file)
    entries = vic["rounds"][0]["seatings"][0]["plays"][0]["entries"]
    entries[1]["origin"] = entries[0]["origin"]
    vic["copies"].append(vic["copies"][0])
    assert refused_codes(lambda: import_event(file, director)) == ["stands_twice", "stands_twice"]
    vic["copies"] = []
    assert set(refused_codes(lambda: import_event(file, director))) == {
        "stands_twice",
        "never_sent",
    }
