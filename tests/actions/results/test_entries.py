"""Entries of tables: what is stored, and which of them counts.

A board of Botifarra has 72 points. X of N-S is their points less half of that: 45 points are X = 9.
"""

import random
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from games.problems import ValidationFailed
from tests.actions.results.conftest import NS_27, NS_45, decide, state
from tests.scenes.awards import awards
from tests.scenes.evening import at, enter, outcome, started
from tests.scenes.problems import problem_codes
from tournaments import scoring_pipeline
from tournaments.actions.idempotency import Conflict
from tournaments.actions.results.entries import confirm_entry, submit_entry
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import AuditAction, AuditEntry, Entry, IdempotencyRecord, Play
from tournaments.permissions.actor import NotPermitted
from tournaments.queries.results.play_state import entries_to_review
from tournaments.queries.rounds.seating import playing_round
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db(transaction=True)


def test_entries_of_two_sides_confirm_each_other_and_are_scored(play):
    assert submit_entry(play.pk, NS_45, at(play, "ns"), "a")["state"] == "entered"
    assert submit_entry(play.pk, NS_45, at(play, "ew"), "b")["state"] == "confirmed"
    assert {line: award.x for line, award in awards(play).items()} == {"ns": 9, "ew": -9}


def test_two_entries_of_one_side_do_not_confirm_each_other(play):
    enter(play, NS_45, ("ns", "ns"))
    assert state(play) == "entered"


def test_single_entry_is_scored_until_another_contradicts_it(play):
    enter(play, NS_45, ("ns",))
    assert len(awards(play)) == 2
    submit_entry(play.pk, NS_27, at(play, "ns", device="another phone"), "other")
    assert state(play) == "conflict"
    assert not awards(play)


def test_third_entry_does_not_end_a_conflict(play):
    enter(play, NS_45, ("ns",))
    enter(play, NS_27, ("ew",))
    enter(play, NS_45, ("ew",))
    assert state(play) == "conflict"


def test_renunci_is_flagged(play):
    enter(play, {"trump": "oros", "renunci": "ns"})
    assert (state(play), play.flagged) == ("confirmed", True)


def test_entry_after_the_round_waits_for_the_director(session_and_director, play):
    _session, director = session_and_director
    end_round(play.seating.round_id, director)
    answer = submit_entry(play.pk, NS_45, at(play, "ns"), "late")
    assert (answer["state"], answer["late"]) == ("due", True)
    assert [entry.pk for entry in entries_to_review(play.entries.all())] == [answer["entry"]]
    assert not awards(play)
    decide(play, NS_45, director)
    assert not entries_to_review(play.entries.all())
    assert len(awards(play)) == 2


def test_round_that_has_not_started_accepts_no_entry(session_and_director):
    later_play = (
        Play.objects.filter(seating__round__number=2).select_related("seating__table").first()
    )
    with pytest.raises(ValidationFailed) as refused:
        enter(later_play, NS_45)
    assert problem_codes(refused) == ["round_not_started"]


@pytest.mark.parametrize(
    ("submitted", "expected"),
    [
        ({"trump": "oros", "ns_points": "73"}, ["out_of_range"]),
        ({"trump": "oros", "ns_points": "forty"}, ["not_a_number"]),
        ({"trump": "oros"}, ["points_missing"]),
        (
            {"trump": "coins", "contro": "twice", "ns_points": "-1"},
            ["not_a_choice", "not_a_choice", "out_of_range"],
        ),
    ],
)
def test_wrong_outcome_reports_every_problem_and_stores_nothing(play, submitted, expected):
    with pytest.raises(ValidationFailed) as refused:
        enter(play, submitted, ("ns",))
    assert problem_codes(refused) == expected
    assert not Entry.objects.exists()
    assert not IdempotencyRecord.objects.exists()
    assert not AuditEntry.objects.filter(verb__startswith="post").exists()


def test_repeated_key_gets_the_first_answer_and_stores_nothing(play):
    first_answer = submit_entry(play.pk, NS_45, at(play, "ns"), "k")
    assert submit_entry(play.pk, NS_45, at(play, "ns"), "k") == first_answer
    assert play.entries.count() == 1
    with pytest.raises(Conflict) as refused:
        submit_entry(play.pk, NS_27, at(play, "ns"), "k")
    assert problem_codes(refused) == ["key_reused"]
    assert play.entries.count() == 1


def test_table_cannot_enter_results_of_another_table(play):
    other_tables_play = Play.objects.exclude(seating__table=play.seating.table_id).order_by("pk")[0]
    for submit in (
        lambda: submit_entry(other_tables_play.pk, NS_45, at(play, "ns"), "k"),
        lambda: confirm_entry(other_tables_play.pk, 1, at(play, "ns"), "k"),
    ):
        with pytest.raises(NotPermitted):
            submit()
    assert not Entry.objects.exists()


def test_confirmation_repeats_the_outcome_at_a_revision(play):
    submit_entry(play.pk, NS_45, at(play, "ns"), "k")
    with pytest.raises(ValidationFailed) as refused:
        confirm_entry(play.pk, 2, at(play, "ew"), "c")
    assert problem_codes(refused) == ["no_such_entry"]
    assert confirm_entry(play.pk, 1, at(play, "ew"), "c")["state"] == "confirmed"
    first_entry, second_entry = play.entries.all()
    assert (second_entry.outcome, second_entry.side) == (first_entry.outcome, "ew")


def test_entry_and_audit_line_record_who_entered_it(play):
    enter(play, NS_45, ("ns",))
    entry, audit = play.entries.get(), AuditEntry.objects.latest("pk")
    assert (entry.table_id, entry.side, entry.device) == (play.seating.table_id, "ns", "phonens")
    assert (audit.verb, audit.table_id, audit.data["entry"]) == (
        AuditAction.POST_TABLE,
        entry.table_id,
        entry.pk,
    )


@pytest.mark.long
def test_entries_of_forty_concurrent_phones_are_all_stored():
    session, _director = started(40, movement="barometer", round_count=12, boards_per_round=2)
    plays = list(
        Play.objects.filter(seating__round=playing_round(session)).select_related("seating__table")
    )
    rng = random.Random(40)
    outcomes = {play.pk: outcome(rng) for play in plays}

    def phone(number: int) -> str:
        """Enter the first board of a table for one of its sides."""
        play, side = plays[number // 2 * 2], ("ns", "ew")[number % 2]
        try:
            return submit_entry(play.pk, outcomes[play.pk], at(play, side), f"phone {number}")[
                "state"
            ]
        finally:
            connection.close()

    with ThreadPoolExecutor(40) as pool:
        states = list(pool.map(phone, range(40)))
    assert sorted(states) == ["confirmed"] * 20 + ["entered"] * 20
    assert Entry.objects.count() == 40
    catch_up()
    assert sum(len(awards(play)) for play in Play.objects.all()) == 40
    assert not list(scoring_pipeline.pending_board_ids())


def test_twenty_concurrent_requests_with_one_key_store_one_entry(play):
    def send(_number: int) -> dict[str, object]:
        try:
            return submit_entry(play.pk, NS_45, at(play, "ns"), "impatient")
        finally:
            connection.close()

    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(send, range(20)))
    assert all(answer == answers[0] for answer in answers)
    assert play.entries.count() == 1


def test_unavailable_broker_neither_loses_the_entry_nor_delays_the_phone(play, queue, caplog):
    queue("redis://127.0.0.1:1/0")
    started_at = time.monotonic()
    answer = submit_entry(play.pk, NS_45, at(play, "ns"), "k")
    assert time.monotonic() - started_at < 3
    assert "waits for the next catch-up" in caplog.text
    assert answer["state"] == "entered"
    assert not awards(play)
    catch_up()
    assert len(awards(play)) == 2


def test_scales_are_up_to_date_after_the_scoring_task(play):
    enter(play, NS_45)
    assert not scoring_pipeline.update_scales(play.board.session.stage)
