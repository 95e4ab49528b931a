"""Rate limits: what a device or a table may send, never counted by IP address."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.api.clients import Api
from tests.scenes.devices import link_device_to
from tests.scenes.evening import at, play_round, started
from tests.web.signed_in import RESULT, desk_url, signed_in
from tournaments.actions import limits
from tournaments.actions.calls.calls import call_director, withdraw_call
from tournaments.actions.rate_limits import RateLimitExceeded, check_entry_rate
from tournaments.actions.results.drafts import check_draft_rate
from tournaments.actions.results.entries import submit_entry
from tournaments.actions.results.objections import object_to_result
from tournaments.models import Call, Contestant, Entry, Objection, Play, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.phone.table_codes import code_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def session_and_director() -> tuple[Session, Actor]:
    return started(8, movement="mitchell", round_count=4, boards_per_round=2)


@pytest.fixture
def play(session_and_director: tuple[Session, Actor]) -> Play:
    session, _director = session_and_director
    plays = Play.objects.filter(board__session=session, seating__round__number=1)
    return plays.select_related("seating__table", "board").earliest("pk")


def result(number: int) -> dict[str, object]:
    return RESULT | {"ns_points": str(number % 72)}


def store_entries(play: Play, entry_count: int, device: str = "phone") -> None:
    """Store entries of one device as rows."""
    an_hour_ago = timezone.now() - timedelta(hours=1)
    table = play.seating.table_id
    Entry.objects.bulk_create(
        Entry(
            play=play,
            outcome=result(number),
            revision=number + 1,
            at=an_hour_ago,
            device=f"{device}ns",
            side="ns",
            table_id=table,
        )
        for number in range(entry_count)
    )
    Play.objects.filter(pk=play.pk).update(revision=entry_count)
    play.refresh_from_db()


def test_device_enters_at_most_twenty_results_of_a_play(play: Play) -> None:
    for number in range(limits.MAX_ENTRIES_PER_DEVICE):
        submit_entry(play.pk, result(number), at(play, "ns"), f"key {number}")
    with pytest.raises(RateLimitExceeded) as refused:
        submit_entry(play.pk, result(50), at(play, "ns"), "one more")
    assert "The director can enter its result" in refused.value.problems[0].message % {"board": 1}
    assert play.entries.count() == limits.MAX_ENTRIES_PER_DEVICE
    submit_entry(play.pk, result(50), at(play, "ew"), "another device")


def test_repeated_requests_do_not_count(play: Play) -> None:
    first_answer = submit_entry(play.pk, result(0), at(play, "ns"), "key 0")
    for _attempt in range(limits.MAX_ENTRIES_PER_DEVICE + 5):
        assert submit_entry(play.pk, result(0), at(play, "ns"), "key 0") == first_answer
    for number in range(1, limits.MAX_ENTRIES_PER_DEVICE):
        submit_entry(play.pk, result(number), at(play, "ns"), f"key {number}")
    with pytest.raises(RateLimitExceeded):
        submit_entry(play.pk, result(50), at(play, "ns"), "one more")
    assert submit_entry(play.pk, result(0), at(play, "ns"), "key 0") == first_answer


def test_entries_of_all_devices_of_a_table_count_together(play: Play) -> None:
    store_entries(play, limits.MAX_ENTRIES_PER_TABLE)
    with pytest.raises(RateLimitExceeded):
        submit_entry(play.pk, result(50), at(play, "ew", "new phone"), "key")


def test_device_is_limited_to_a_number_of_entries_per_minute(
    session_and_director, play: Play
) -> None:
    other_play = Play.objects.filter(seating=play.seating_id).exclude(pk=play.pk).get()
    store_entries(other_play, limits.MAX_ENTRIES_PER_MINUTE)
    store_entries(play, 2, "another")
    other_play.entries.update(at=timezone.now())
    with pytest.raises(RateLimitExceeded, match="minute"):
        submit_entry(play.pk, result(50), at(play, "ns"), "key")
    other_play.entries.update(at=timezone.now() - timedelta(seconds=61))
    submit_entry(play.pk, result(50), at(play, "ns"), "key")


def test_phones_that_share_an_ip_address_are_not_limited_together(session_and_director) -> None:
    session, _director = session_and_director
    for play in Play.objects.filter(
        seating__round__number=1, board__session=session
    ).select_related("board"):
        client_options = {"REMOTE_ADDR": "192.0.2.1"}
        for side in ("ns", "ew"):
            url = f"/t/{code_of(play.seating.table)}/boards/{play.board.number}/"
            form_data = RESULT | {"side": side, "key": f"{play.pk} {side}", "sure": "yes"}
            assert Client(**client_options).post(url, form_data).status_code == 302


def test_phone_and_program_get_status_429(play: Play) -> None:
    store_entries(play, limits.MAX_ENTRIES_PER_TABLE)
    url = f"/t/{code_of(play.seating.table)}/boards/{play.board.number}/"
    page_response = Client().post(url, RESULT | {"side": "ns", "key": "k", "sure": "yes"})
    assert page_response.status_code == 429
    assert "Too much was sent about board 1 from here." in page_response.content.decode()
    table_api = Api(f"Table {code_of(play.seating.table)}")
    api_response = table_api.send(f"plays/{play.pk}/entries/", {"side": "ns", "outcome": RESULT})
    assert api_response.status_code == 429
    assert api_response.json()["problems"][0]["code"] == "too_many_entries"


def test_pages_of_a_play_with_many_entries_stay_small(
    session_and_director, client: Client, play: Play
) -> None:
    session, director = session_and_director
    store_entries(play, 400)
    phone = Client()
    phone.post(f"/t/{code_of(play.seating.table)}/side/", {"holder": "shared"})
    board_page = phone.get(f"/t/{code_of(play.seating.table)}/boards/{play.board.number}/")
    assert len(board_page.content) < 30_000
    signed_in(client, director)
    play_page = client.get(desk_url(session, "desk_play", play.pk))
    assert play_page.status_code == 200
    assert len(play_page.content) < 140_000


def test_table_calls_at_most_ten_times_in_ten_minutes(play: Play) -> None:
    table, actor = play.seating.table, at(play, "ns")
    for number in range(limits.MAX_CALLS):
        call = call_director(table, "", "", actor, f"call {number}")
        withdraw_call(Call.objects.get(pk=call["call"]), actor)
    with pytest.raises(RateLimitExceeded):
        call_director(table, "", "", actor, "one more")
    assert call_director(table, "", "", actor, "call 0") == {"call": Call.objects.earliest("pk").pk}
    Call.objects.update(at=timezone.now() - limits.CALL_LIMIT_WINDOW)
    call_director(table, "", "", actor, "later")


def test_linked_phone_can_call_after_a_stranger_has_used_up_the_calls_of_its_table(
    play: Play,
) -> None:
    table, stranger, own_actor = play.seating.table, at(play, "ns"), at(play, "ew", "own phone")
    link_device_to(play.seating.places.get(seat="E").contestant, play, own_actor)
    for number in range(limits.MAX_CALLS):
        call = call_director(table, "", "", stranger, f"call {number}")
        withdraw_call(Call.objects.get(pk=call["call"]), stranger)
    assert call_director(table, "", "", own_actor, "own")


def test_device_has_at_most_six_open_objections(session_and_director) -> None:
    session, director = session_and_director
    play_round(session, director)
    plays = list(
        Play.objects.filter(board__session=session, seating__round__number=1).order_by("pk")
    )
    play, *more_plays = plays[: limits.MAX_OPEN_OBJECTIONS + 1]
    contestant = Contestant.objects.filter(places__seating=play.seating_id).order_by("number")[0]
    actor = at(play, "ns")
    Objection.objects.bulk_create(
        Objection(
            play=other_play,
            contestant=contestant,
            words="x",
            at=timezone.now(),
            device=actor.device,
        )
        for other_play in more_plays
    )
    with pytest.raises(RateLimitExceeded):
        object_to_result(play, contestant, "It was 41", actor, "key")


def test_device_stores_at_most_sixty_drafts_per_minute() -> None:
    actor = Actor.of_table(1, "phone", "ns")
    for _attempt in range(limits.MAX_DRAFTS_PER_MINUTE):
        check_draft_rate(actor)
    with pytest.raises(RateLimitExceeded):
        check_draft_rate(actor)
    check_draft_rate(Actor.of_table(1, "another-phone", "ns"))


def test_first_entry_of_each_side_costs_no_query(play: Play) -> None:
    with CaptureQueriesContext(connection) as queries:
        check_entry_rate(play, at(play, "ns"))
    assert len(queries) == 0
