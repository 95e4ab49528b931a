"""Sections are exported, played elsewhere, and uploaded in any order and repeatedly."""

import copy
import json
import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.scenes.divided_session import play_rounds_of_section, section_of
from tests.scenes.evening import enter, enter_round, outcome, play_out, started
from tests.scenes.event_files import empty_database
from tests.scenes.offline_section import (
    PASSPHRASE,
    dealt_in_two,
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
from tournaments.actions.offline.section_import import import_section
from tournaments.actions.results.adjusted_awards import give_awards
from tournaments.actions.rounds.division import Division, divide_session
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import (
    Club,
    Entry,
    Event,
    ExportedSection,
    ImportedSection,
    Play,
    ResultUpload,
    Round,
    Section,
)
from tournaments.permissions.visibility.hands import (
    CHECKING_RESULT,
    PUBLIC,
    public_seed,
    visible_hands,
)
from tournaments.permissions.visibility.sealed_boards import sealed_board_numbers
from tournaments.queries.events.event_file import event_file
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

SEEDS = range(1, 40)


def test_imported_section_equals_the_exported_one() -> None:
    central_session, _director, offline_session, _offline_director = started_with_offline_section()
    assert [result[:3] for result in stored_results(central_session)] == [
        result[:3] for result in stored_results(offline_session)
    ]
    event, section = offline_session.stage.event, Section.objects.get(session=offline_session)
    assert (event.is_offline_section, event.read_only, event.name) == (
        True,
        False,
        "Campionat · Vic",
    )
    assert (section.name, section.rounds_to_play, offline_session.commitment) == (
        "Vic",
        3,
        central_session.commitment,
    )
    offline_play, central_play = play_at(offline_session, 2, 1), play_at(central_session, 2, 1)
    names = [
        seat_holder.contestant.name for seat_holder in offline_play.seating.places.order_by("seat")
    ]
    assert names == [
        seat_holder.contestant.name for seat_holder in central_play.seating.places.order_by("seat")
    ]
    assert visible_hands(CHECKING_RESULT, offline_play.board) == visible_hands(
        CHECKING_RESULT, central_play.board
    )
    assert event.contestants.count() == 4
    assert [table.label for table in section.tables.all()] == ["Vic 1", "Vic 2"]


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
def test_uploaded_contradiction_is_stored_but_not_scored() -> None:
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


def test_export_needs_a_divided_session_a_holder_and_a_long_pass_phrase() -> None:
    session, director = dealt_in_two()
    vic = section_of(session, "Vic")
    problem_codes = refused_codes(lambda: export_section(vic.pk, " ", "short", None, director))
    assert problem_codes == ["no_holder", "short_phrase"]
    assert not ExportedSection.objects.exists()
    assert (
        export_section(vic.pk, "Bar", PASSPHRASE, None, director).name
        == "campionat-1-vic.manilla-section"
    )
    undivided_session, its_director = started(
        4, movement="howell", round_count=1, boards_per_round=2
    )
    only_section = Section.objects.get(session=undivided_session)
    assert refused_codes(
        lambda: export_section(only_section.pk, "Bar", PASSPHRASE, None, its_director)
    ) == ["undivided"]


def test_session_with_an_exported_section_cannot_be_divided_again() -> None:
    session, director = dealt_in_two()
    exported_section(session, director)
    assert "section_away" in refused_codes(lambda: divide_session(session, Division(()), director))


def test_file_reveals_nothing_without_the_pass_phrase() -> None:
    session, director = started_in_two()
    file = exported_section(session, director)
    text = json.dumps(file)
    for secret in (session.seed.hex, ExportedSection.objects.get().key, "Anna 5", PASSPHRASE):
        assert secret not in text
    club = Club.objects.get()
    assert refused_codes(lambda: import_section(club, file, PASSPHRASE + "x", director)) == [
        "wrong_phrase"
    ]
    truncated_file = file | {"sealed": file["sealed"][:-8]}
    assert refused_codes(lambda: import_section(club, truncated_file, PASSPHRASE, director)) == [
        "wrong_phrase"
    ]
    assert refused_codes(lambda: import_section(club, {"format": "no"}, PASSPHRASE, director))
    assert not ImportedSection.objects.exists()


@pytest.mark.thorough
def test_pass_phrase_ignores_case_spaces_and_dashes() -> None:
    session, director = started_in_two()
    file = exported_section(session, director)
    assert import_section(
        Club.objects.get(), file, " K7WM 3xqd barnou", director
    ).is_offline_section


def test_club_can_import_each_exported_copy_of_a_section_once() -> None:
    session, director = started_in_two()
    file, second_file = exported_section(session, director), exported_section(session, director)
    first_event = import_section(Club.objects.get(), file, PASSPHRASE, director)
    assert refused_codes(
        lambda: import_section(Club.objects.get(), file, PASSPHRASE, director)
    ) == ["opened_before"]
    second_event = import_section(Club.objects.get(), second_file, PASSPHRASE, director)
    assert (first_event.slug, second_event.slug) == ("campionat-1-vic", "campionat-1-vic-2")
    assert refused_codes(
        lambda: import_section(Club.objects.get(), second_file, PASSPHRASE, director)
    ) == ["opened_before"]


def test_hands_and_seed_stay_hidden_at_the_laptop_after_the_session() -> None:
    _central_session, _director, offline_session, offline_director = started_with_offline_section()
    play_out(offline_session, offline_director)
    board = offline_session.boards.order_by("number")[0]
    assert sealed_board_numbers(offline_session) == set(
        offline_session.boards.values_list("number", flat=True)
    )
    assert (visible_hands(PUBLIC, board), public_seed(offline_session)) == (None, None)
    ImportedSection.objects.update(opens_at=timezone.now() + timedelta(hours=1))
    assert (visible_hands(PUBLIC, board), public_seed(offline_session)) == (None, None)
    ImportedSection.objects.update(opens_at=offline_session.finished_at)
    assert visible_hands(PUBLIC, board)
    assert public_seed(offline_session)


def test_imported_section_cannot_be_published_on_the_laptop() -> None:
    _central_session, _director, offline_session, offline_director = started_with_offline_section()
    play_out(offline_session, offline_director)
    catch_up()
    assert refused_codes(
        lambda: publish_event(offline_session.stage.event_id, offline_director)
    ) == ["the_organisers"]
    offline_session.stage.event.refresh_from_db()
    assert offline_session.stage.event.published_at is None


@pytest.mark.thorough
def test_event_files_of_both_sides_contain_the_offline_section() -> None:
    central_session, director, offline_session, offline_director = started_with_offline_section()
    play_rounds_of_section(offline_session, "Vic", 1, offline_director)
    upload_results(central_session, director, offline_session)
    central_file, offline_file = (
        event_file(central_session.stage.event),
        event_file(offline_session.stage.event),
    )
    (vic,) = (
        section
        for section in central_file["stages"][0]["sessions"][0]["sections"]
        if section["name"] == "Vic"
    )
    assert [exported_copy["deliveries"][0]["entries"] for exported_copy in vic["copies"]] == [8]
    assert offline_file["event"]["arrival"]["copy"] == vic["copies"][0]["identifier"]
    for file in (central_file, offline_file):
        assert ExportedSection.objects.get().key not in json.dumps(file)
    finish_session(offline_session.pk, offline_director)
    finished_file = event_file(Event.objects.get(pk=offline_session.stage.event_id))
    results = build_result_upload(offline_session.stage.event)
    empty_database()
    for file in (central_file, finished_file):
        imported = import_event(file, director)
        assert (event_file(imported), imported.read_only) == (file, True)
    assert refused_codes(lambda: build_result_upload(imported)) == ["opened_elsewhere"]
    central_event = Event.objects.get(is_offline_section=False)
    assert refused_codes(lambda: receive_result_upload(central_event, results, director, "x")) == [
        "no_such_copy"
    ]


def test_event_file_with_invalid_offline_sections_is_rejected() -> None:
    central_session, director, offline_session, offline_director = started_with_offline_section()
    play_rounds_of_section(offline_session, "Vic", 1, offline_director)
    upload_results(central_session, director, offline_session)
    file = event_file(central_session.stage.event)
    empty_database()
    (vic,) = (
        section
        for section in file["stages"][0]["sessions"][0]["sections"]
        if section["name"] == "Vic"
    )
    entries = vic["rounds"][0]["seatings"][0]["plays"][0]["entries"]
    entries[1]["origin"] = entries[0]["origin"]
    vic["copies"].append(vic["copies"][0])
    assert refused_codes(lambda: import_event(file, director)) == ["stands_twice", "stands_twice"]
    vic["copies"] = []
    assert set(refused_codes(lambda: import_event(file, director))) == {
        "stands_twice",
        "never_sent",
    }
