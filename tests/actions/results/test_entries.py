"""Entering, confirming, contradicting and deciding: one result at a time."""

import random
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from games.problems import ValidationFailed
from tests.scenes.awards import awards
from tests.scenes.evening import at, enter, outcome, started
from tournaments import scoring_pipeline
from tournaments.actions.idempotency import Conflict
from tournaments.actions.results.entries import confirm_entry, decide_play, submit_entry
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import AuditAction, AuditEntry, Entry, IdempotencyRecord, Play
from tournaments.permissions.actor import NotPermitted
from tournaments.queries.results.play_state import entries_to_review
from tournaments.queries.rounds.seating import playing_round
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db(transaction=True)

SAID = {"trump": "oros", "contro": "none", "ns_points": "45"}
OTHER = SAID | {"ns_points": "27"}


@pytest.fixture
def evening():
    return started(8, movement="howell", rounds=7, boards_per_round=2)


@pytest.fixture
def play(evening) -> Play:
    return (
        Play.objects.filter(seating__round=playing_round(evening[0]))
        .select_related("seating__table")
        .first()
    )


def state(play: Play) -> str:
    play.refresh_from_db()
    return play.state


def codes(refused) -> list[str]:
    return [problem.code for problem in refused.value.problems]


def correct(
    play: Play, said: dict[str, object], director, kind=Entry.Kind.CORRECTION, **what: object
):
    play.refresh_from_db()
    given = {
        "replaces": play.revision,
        "reason": "heard both",
        "key": f"decision {play.revision}",
    } | what
    return decide_play(play.pk, kind, said, actor=director, **given)


def test_one_side_enters_and_the_other_confirms(play):
    assert submit_entry(play.pk, SAID, at(play, "ns"), "a")["state"] == "entered"
    assert submit_entry(play.pk, SAID, at(play, "ew"), "b")["state"] == "confirmed"
    assert {line: award.x for line, award in awards(play).items()} == {"ns": 9, "ew": -9}


def test_the_same_side_twice_does_not_confirm(play):
    enter(play, SAID, ("ns", "ns"))
    assert state(play) == "entered"


def test_two_that_differ_are_a_conflict_and_take_the_play_out_of_scoring(play):
    enter(play, SAID, ("ns",))
    assert len(awards(play)) == 2
    submit_entry(play.pk, OTHER, at(play, "ns", device="another phone"), "other")
    assert state(play) == "conflict"
    assert not awards(play)


def test_a_conflict_stays_one_when_a_third_entry_sides_with_one(play):
    enter(play, SAID, ("ns",))
    enter(play, OTHER, ("ew",))
    enter(play, SAID, ("ew",))
    assert state(play) == "conflict"


def test_the_directors_correction_prevails_over_entries_before_and_after(evening, play):
    enter(play, SAID, ("ns",))
    enter(play, OTHER, ("ew",))
    correct(play, SAID, evening[1])
    assert state(play) == "confirmed"
    enter(play, OTHER, ("ew",))
    assert state(play) == "confirmed"
    assert [entry.outcome["ns_points"] for entry in entries_to_review(play.entries.all())] == [27]


def test_a_correction_names_what_it_replaces(evening, play):
    enter(play, SAID, ("ns",))
    with pytest.raises(Conflict) as refused:
        correct(play, OTHER, evening[1], replaces=0)
    assert codes(refused) == ["stale"]
    assert play.entries.count() == 1


@pytest.mark.parametrize(
    ("reason", "code"), [("  ", "reason_missing"), ("x" * 201, "reason_too_long")]
)
def test_a_correction_needs_a_reason_and_says_so_beside_what_else_is_wrong(
    evening, play, reason, code
):
    with pytest.raises(ValidationFailed) as refused:
        correct(play, SAID | {"ns_points": "73"}, evening[1], reason=reason)
    assert codes(refused) == ["out_of_range", code]
    assert not play.entries.exists()


def test_a_ruling_is_flagged_and_a_correction_is_not(evening, play):
    correct(play, SAID, evening[1], Entry.Kind.RULING)
    assert (state(play), play.flagged) == ("ruled", True)
    correct(play, SAID, evening[1])
    assert (state(play), play.flagged) == ("confirmed", False)


def test_a_renunci_is_flagged(play):
    enter(play, {"trump": "oros", "renunci": "ns"})
    assert (state(play), play.flagged) == ("confirmed", True)


def test_a_board_not_played_has_no_award(evening, play):
    enter(play, SAID)
    correct(play, {}, evening[1], Entry.Kind.VOID)
    assert state(play) == "void"
    assert not awards(play)


def test_an_entry_after_the_round_is_kept_for_the_director(evening, play):
    end_round(play.seating.round_id, evening[1])
    answer = submit_entry(play.pk, SAID, at(play, "ns"), "late")
    assert (answer["state"], answer["late"]) == ("due", True)
    assert [entry.pk for entry in entries_to_review(play.entries.all())] == [answer["entry"]]
    assert not awards(play)
    correct(play, SAID, evening[1])
    assert not entries_to_review(play.entries.all())
    assert len(awards(play)) == 2


def test_a_round_that_has_not_begun_takes_no_entry(evening):
    later = Play.objects.filter(seating__round__number=2).select_related("seating__table").first()
    with pytest.raises(ValidationFailed) as refused:
        enter(later, SAID)
    assert codes(refused) == ["round_not_started"]


@pytest.mark.parametrize(
    ("said", "expected"),
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
def test_a_wrong_outcome_is_told_whole_and_stores_nothing(play, said, expected):
    with pytest.raises(ValidationFailed) as refused:
        enter(play, said, ("ns",))
    assert codes(refused) == expected
    assert not Entry.objects.exists()
    assert not IdempotencyRecord.objects.exists()
    assert not AuditEntry.objects.filter(verb__startswith="post").exists()


def test_the_same_key_twice_stores_once_and_answers_the_same(play):
    first = submit_entry(play.pk, SAID, at(play, "ns"), "k")
    assert submit_entry(play.pk, SAID, at(play, "ns"), "k") == first
    assert play.entries.count() == 1
    with pytest.raises(Conflict) as refused:
        submit_entry(play.pk, OTHER, at(play, "ns"), "k")
    assert codes(refused) == ["key_reused"]
    assert play.entries.count() == 1


def test_a_table_says_nothing_about_the_boards_of_another(play):
    elsewhere = Play.objects.exclude(seating__table=play.seating.table_id).order_by("pk")[0]
    for say in (
        lambda: submit_entry(elsewhere.pk, SAID, at(play, "ns"), "k"),
        lambda: confirm_entry(elsewhere.pk, 1, at(play, "ns"), "k"),
    ):
        with pytest.raises(NotPermitted):
            say()
    assert not Entry.objects.exists()


def test_who_confirms_says_what_was_said_at_a_revision(play):
    submit_entry(play.pk, SAID, at(play, "ns"), "k")
    with pytest.raises(ValidationFailed) as refused:
        confirm_entry(play.pk, 2, at(play, "ew"), "c")
    assert codes(refused) == ["no_such_entry"]
    assert confirm_entry(play.pk, 1, at(play, "ew"), "c")["state"] == "confirmed"
    first, second = play.entries.all()
    assert (second.outcome, second.side) == (first.outcome, "ew")


def test_who_said_what_is_recorded(play):
    enter(play, SAID, ("ns",))
    entry, audit = play.entries.get(), AuditEntry.objects.latest("pk")
    assert (entry.table_id, entry.side, entry.device) == (play.seating.table_id, "ns", "phonens")
    assert (audit.verb, audit.table_id, audit.data["entry"]) == (
        AuditAction.POST_TABLE,
        entry.table_id,
        entry.pk,
    )


@pytest.mark.long
def test_forty_phones_at_once_all_get_through():
    session, _director = started(40, movement="barometer", rounds=12, boards_per_round=2)
    plays = list(
        Play.objects.filter(seating__round=playing_round(session)).select_related("seating__table")
    )
    rng = random.Random(40)
    said = {play.pk: outcome(rng) for play in plays}

    def phone(number: int) -> str:
        """Two phones a table, twenty tables; each speaks for its side on the first board."""
        play, side = plays[number // 2 * 2], ("ns", "ew")[number % 2]
        try:
            return submit_entry(play.pk, said[play.pk], at(play, side), f"phone {number}")["state"]
        finally:
            connection.close()

    with ThreadPoolExecutor(40) as pool:
        states = list(pool.map(phone, range(40)))
    assert sorted(states) == ["confirmed"] * 20 + ["entered"] * 20
    assert Entry.objects.count() == 40
    catch_up()
    assert sum(len(awards(play)) for play in Play.objects.all()) == 40
    assert not list(scoring_pipeline.pending_boards())


def test_one_key_sent_at_once_by_twenty_stores_once(play):
    def send(_number: int) -> dict[str, object]:
        try:
            return submit_entry(play.pk, SAID, at(play, "ns"), "impatient")
        finally:
            connection.close()

    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(send, range(20)))
    assert all(answer == answers[0] for answer in answers)
    assert play.entries.count() == 1


def test_a_dead_broker_neither_loses_the_entry_nor_holds_up_the_phone(play, queue, caplog):
    queue("redis://127.0.0.1:1/0")
    begun = time.monotonic()
    answer = submit_entry(play.pk, SAID, at(play, "ns"), "k")
    assert time.monotonic() - begun < 3
    assert "waits for the next catch-up" in caplog.text
    assert answer["state"] == "entered"
    assert not awards(play)
    catch_up()
    assert len(awards(play)) == 2


def test_a_task_that_comes_twice_finds_nothing_to_do(play):
    enter(play, SAID)
    assert not scoring_pipeline.update_scales(play.board.session.stage)
