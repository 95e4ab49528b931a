"""What a device or a table may send: far above what honest tables do, and never counted by
address."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.api.clients import Api
from tests.scenes.devices import bind_to
from tests.scenes.evening import at, play_round, started
from tests.web.signed_in import RESULT, desk, signed_in
from tournaments.actions import limits
from tournaments.actions.calls.calls import call_director, take_back_call
from tournaments.actions.rate_limits import RateLimitExceeded, check_entry_rate
from tournaments.actions.results.drafts import check_draft_rate
from tournaments.actions.results.entries import submit_entry
from tournaments.actions.results.objections import object_to_result
from tournaments.models import Call, Contestant, Entry, Objection, Play, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.phone.table_codes import code_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> tuple[Session, Actor]:
    return started(8, movement="mitchell", rounds=4, boards_per_round=2)


@pytest.fixture
def play(evening: tuple[Session, Actor]) -> Play:
    plays = Play.objects.filter(board__session=evening[0], seating__round__number=1)
    return plays.select_related("seating__table", "board").earliest("pk")


def said(number: int) -> dict[str, object]:
    return RESULT | {"ns_points": str(number % 72)}


def laid(play: Play, entries: int, device: str = "phone") -> None:
    """So many entries of one device, as rows."""
    at_ = timezone.now() - timedelta(hours=1)
    table = play.seating.table_id
    Entry.objects.bulk_create(
        Entry(
            play=play,
            outcome=said(n),
            revision=n + 1,
            at=at_,
            device=f"{device}ns",
            side="ns",
            table_id=table,
        )
        for n in range(entries)
    )
    Play.objects.filter(pk=play.pk).update(revision=entries)
    play.refresh_from_db()


def test_a_device_says_twenty_things_about_a_board_and_no_more(play: Play) -> None:
    for number in range(limits.MAX_ENTRIES_PER_DEVICE):
        submit_entry(play.pk, said(number), at(play, "ns"), f"key {number}")
    with pytest.raises(RateLimitExceeded) as refused:
        submit_entry(play.pk, said(50), at(play, "ns"), "one more")
    assert "The director can enter its result" in refused.value.problems[0].message % {"board": 1}
    assert play.entries.count() == limits.MAX_ENTRIES_PER_DEVICE
    submit_entry(play.pk, said(50), at(play, "ew"), "another device")


def test_what_is_sent_again_under_its_key_is_answered_and_not_counted(play: Play) -> None:
    first = submit_entry(play.pk, said(0), at(play, "ns"), "key 0")
    for _time in range(limits.MAX_ENTRIES_PER_DEVICE + 5):
        assert submit_entry(play.pk, said(0), at(play, "ns"), "key 0") == first
    for number in range(1, limits.MAX_ENTRIES_PER_DEVICE):
        submit_entry(play.pk, said(number), at(play, "ns"), f"key {number}")
    with pytest.raises(RateLimitExceeded):
        submit_entry(play.pk, said(50), at(play, "ns"), "one more")
    assert submit_entry(play.pk, said(0), at(play, "ns"), "key 0") == first


def test_many_devices_of_a_table_are_counted_together(play: Play) -> None:
    laid(play, limits.MAX_ENTRIES_PER_TABLE)
    with pytest.raises(RateLimitExceeded):
        submit_entry(play.pk, said(50), at(play, "ew", "new phone"), "key")


def test_a_device_that_sends_without_end_waits_a_minute(evening, play: Play) -> None:
    other = Play.objects.filter(seating=play.seating_id).exclude(pk=play.pk).get()
    laid(other, limits.MAX_ENTRIES_PER_MINUTE)
    laid(play, 2, "another")
    other.entries.update(at=timezone.now())
    with pytest.raises(RateLimitExceeded, match="minute"):
        submit_entry(play.pk, said(50), at(play, "ns"), "key")
    other.entries.update(at=timezone.now() - timedelta(seconds=61))
    submit_entry(play.pk, said(50), at(play, "ns"), "key")


def test_an_honest_hall_behind_one_address_is_never_refused(evening) -> None:
    session, _director = evening
    for play in Play.objects.filter(
        seating__round__number=1, board__session=session
    ).select_related("board"):
        phone = {"REMOTE_ADDR": "192.0.2.1"}
        for side in ("ns", "ew"):
            address = f"/t/{code_of(play.seating.table)}/boards/{play.board.number}/"
            form = RESULT | {"side": side, "key": f"{play.pk} {side}", "sure": "yes"}
            assert Client(**phone).post(address, form).status_code == 302


def test_a_phone_is_told_with_429_and_so_is_a_program(play: Play) -> None:
    laid(play, limits.MAX_ENTRIES_PER_TABLE)
    address = f"/t/{code_of(play.seating.table)}/boards/{play.board.number}/"
    page = Client().post(address, RESULT | {"side": "ns", "key": "k", "sure": "yes"})
    assert page.status_code == 429
    assert "Too much was sent about board 1 from here." in page.content.decode()
    table = Api(f"Table {code_of(play.seating.table)}")
    told = table.send(f"plays/{play.pk}/entries/", {"side": "ns", "outcome": RESULT})
    assert told.status_code == 429
    assert told.json()["problems"][0]["code"] == "too_many_entries"


def test_pages_of_a_play_stay_small_however_much_was_said_about_it(
    evening, client: Client, play: Play
) -> None:
    laid(play, 400)
    phone = Client()
    phone.post(f"/t/{code_of(play.seating.table)}/side/", {"holder": "shared"})
    page = phone.get(f"/t/{code_of(play.seating.table)}/boards/{play.board.number}/")
    assert len(page.content) < 30_000
    signed_in(client, evening[1])
    sheet = client.get(desk(evening[0], "desk_play", play.pk))
    assert sheet.status_code == 200
    assert len(sheet.content) < 130_000


def test_a_table_calls_ten_times_in_ten_minutes(play: Play) -> None:
    table, actor = play.seating.table, at(play, "ns")
    for number in range(limits.MAX_CALLS):
        call = call_director(table, "", "", actor, f"call {number}")
        take_back_call(Call.objects.get(pk=call["call"]), actor)
    with pytest.raises(RateLimitExceeded):
        call_director(table, "", "", actor, "one more")
    assert call_director(table, "", "", actor, "call 0") == {"call": Call.objects.earliest("pk").pk}
    Call.objects.update(at=timezone.now() - limits.CALL_LIMIT_WINDOW)
    call_director(table, "", "", actor, "later")


def test_a_bound_phone_calls_although_a_stranger_has_used_up_the_calls_of_its_table(
    play: Play,
) -> None:
    table, stranger, own = play.seating.table, at(play, "ns"), at(play, "ew", "own phone")
    bind_to(play.seating.places.get(seat="E").contestant, play, own)
    for number in range(limits.MAX_CALLS):
        call = call_director(table, "", "", stranger, f"call {number}")
        take_back_call(Call.objects.get(pk=call["call"]), stranger)
    assert call_director(table, "", "", own, "own")


def test_a_device_has_six_objections_open(evening) -> None:
    session, director = evening
    play_round(session, director)
    plays = list(
        Play.objects.filter(board__session=session, seating__round__number=1).order_by("pk")
    )
    play, *others = plays[: limits.MAX_OPEN_OBJECTIONS + 1]
    who = Contestant.objects.filter(places__seating=play.seating_id).order_by("number")[0]
    actor = at(play, "ns")
    Objection.objects.bulk_create(
        Objection(play=each, contestant=who, words="x", at=timezone.now(), device=actor.device)
        for each in others
    )
    with pytest.raises(RateLimitExceeded):
        object_to_result(play, who, "It was 41", actor, "key")


def test_a_device_stores_sixty_drafts_a_minute() -> None:
    actor = Actor.of_table(1, "phone", "ns")
    for _time in range(limits.MAX_DRAFTS_PER_MINUTE):
        check_draft_rate(actor)
    with pytest.raises(RateLimitExceeded):
        check_draft_rate(actor)
    check_draft_rate(Actor.of_table(1, "another-phone", "ns"))


def test_the_first_word_of_each_side_costs_no_query_more(play: Play) -> None:
    with CaptureQueriesContext(connection) as asked:
        check_entry_rate(play, at(play, "ns"))
    assert len(asked) == 0
