"""Heavy pages are built once per version of an event, for few readers at a time."""

import gzip
import threading
import time
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from tests.scenes.evening import play_out, started
from tests.web.signed_in import RESULT, signed_in
from tournaments.access import heavy_pages, page_cache
from tournaments.access.cached_responses import ResponseCache
from tournaments.actions.events.edit import edit_event
from tournaments.actions.results.decisions import decide_play
from tournaments.models import Entry, Play, Session, Table
from tournaments.permissions.actor import Actor
from tournaments.queries.phone.table_codes import code_of
from tournaments.tasks import catch_up
from tournaments.web.downloads import views as downloads

pytestmark = [pytest.mark.django_db, pytest.mark.once]
EVENT = "/club-manilla/campionat/"
FILE = f"{EVENT}travellers.csv"


@pytest.fixture
def session_and_director(settings, monkeypatch: pytest.MonkeyPatch) -> tuple[Session, Actor]:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    play_out(session, director)
    catch_up()
    settings.PUBLIC_PAGE_CACHE_SECONDS = 0.000001  # the store of built answers alone
    monkeypatch.setattr(heavy_pages, "HEAVY_PAGE_CACHE", ResponseCache(10, 1_000_000))
    monkeypatch.setattr(page_cache, "_CACHE", ResponseCache(10, 1_000_000))
    return session, director


@pytest.fixture
def built_sheets(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record the sheets that are built, in order."""
    names: list[str] = []

    def counted(name: str, build):
        return lambda event: names.append(name) or build(event)

    for name, build in downloads.SHEETS.items():
        monkeypatch.setitem(downloads.SHEETS, name, counted(name, build))
    return names


def test_file_is_built_once_for_many_requests(session_and_director, built_sheets) -> None:
    first_response = Client().get(FILE)
    assert first_response.content.startswith(b"\xef\xbb\xbfsession,board")
    for url in (FILE, f"{FILE}?n=1", f"{FILE}?n=2&page=7"):
        assert Client().get(url).content == first_response.content
    packed = Client().get(FILE, headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.content) == first_response.content
    assert packed.headers["Content-Disposition"] == first_response.headers["Content-Disposition"]
    assert built_sheets == ["travellers"]


def test_new_result_is_in_the_file_at_once(session_and_director, built_sheets) -> None:
    _session, director = session_and_director
    scorecards_before = Client().get(f"{EVENT}scorecards.json").json()
    play = Play.objects.filter(state=Play.State.CONFIRMED).order_by("pk")[0]
    corrected = RESULT | {"ns_points": "72"}
    decide_play(
        play.pk,
        Entry.Kind.CORRECTION,
        corrected,
        replaces=play.revision,
        reason="heard both",
        actor=director,
        key="key of the decision",
    )
    catch_up()
    scorecards_after = Client().get(f"{EVENT}scorecards.json").json()
    assert scorecards_after != scorecards_before
    assert built_sheets == ["scorecards", "scorecards"]


def test_standings_embargoed_from_now_on_are_not_served_from_the_cache(
    session_and_director, built_sheets
) -> None:
    session, director = session_and_director
    assert Client().get(f"{EVENT}standings.json").json()
    edit_event(
        session.stage.event_id, {"standings_from": timezone.now() + timedelta(hours=1)}, director
    )
    assert not Client().get(f"{EVENT}standings.json").json()


def test_each_language_has_a_file_of_its_own(session_and_director, built_sheets) -> None:
    english, catalan = (
        Client().get(f"{EVENT}scorecards.xlsx", headers={"Accept-Language": language})
        for language in ("en", "ca")
    )
    assert english.content != catalan.content


def test_member_gets_a_page_of_their_own(session_and_director) -> None:
    _session, director = session_and_director
    member = Client()
    signed_in(member, director)
    assert "Sign in" in Client().get(f"{EVENT}rounds/").content.decode()
    assert "Sign in" not in member.get(f"{EVENT}rounds/").content.decode()
    assert "Sign in" in Client().get(f"{EVENT}rounds/").content.decode()


def test_readers_beyond_the_limit_are_rejected_and_tables_and_members_are_not(
    session_and_director, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, director = session_and_director
    limit = heavy_pages.ReaderLimit(readers=1, waiting=0, patience=0.01)
    monkeypatch.setattr(heavy_pages, "READER_LIMIT", limit)
    table = Table.objects.filter(section__session=session).earliest("number")
    member = Client()
    signed_in(member, director)
    with limit.slot():
        for url in (FILE, f"{EVENT}rounds/", f"{EVENT}pictures/"):
            response = Client().get(url)
            assert (response.status_code, response.headers["Retry-After"]) == (503, "3"), url
            assert "Please try again in a few seconds" in response.content.decode()
            assert member.get(url).status_code == 200, url
        program = Client().get(f"/api/v1/sessions/{session.pk}/rounds/")
        assert program.status_code == 503
        assert program.json()["problems"][0]["code"] == "many_readers"
        assert Client().get(f"/t/{code_of(table)}/", follow=True).status_code == 200
        assert Client().get(EVENT).status_code == 200
    assert Client().get(FILE).status_code == 200


def test_reader_waits_for_a_slot_and_one_beyond_the_queue_is_rejected(rf) -> None:
    limit = heavy_pages.ReaderLimit(readers=2, waiting=1, patience=5)
    inside, leave, answered = threading.Semaphore(0), threading.Event(), []

    def read() -> None:
        with limit.slot():
            inside.release()
            leave.wait(5)
            answered.append(True)

    threads = [threading.Thread(target=read) for _reader in range(3)]
    for thread in threads:
        thread.start()
    assert inside.acquire(timeout=5)
    assert inside.acquire(timeout=5)
    until = time.monotonic() + 5
    refused = False
    while not refused and time.monotonic() < until:  # the third may not have come to wait yet
        try:
            with limit.slot():
                pass
        except heavy_pages.TooManyReaders:
            refused = True
    assert refused
    leave.set()
    for thread in threads:
        thread.join(5)
    assert answered == [True] * 3


def test_cache_evicts_the_least_recently_used_response() -> None:
    store = ResponseCache(max_responses=2, max_bytes=1_000)
    answers = {name: heavy_pages.to_cached_response(HttpResponse(name * 100), 60) for name in "abc"}
    for name in "ab":
        store.put(name, answers[name])
    assert store.get("a") == answers["a"]
    store.put("c", answers["c"])
    assert [name for name in "abc" if store.get(name)] == ["a", "c"]
    store.put("large", heavy_pages.to_cached_response(HttpResponse(bytes(range(256)) * 20), 60))
    assert store.bytes <= 1_000
