"""Public pages are cached for a moment, without any data of members."""

import gzip
import itertools
import time

import pytest
from django.contrib import messages
from django.contrib.messages.storage.base import Message
from django.contrib.messages.storage.cookie import CookieStorage
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from tests.scenes.evening import enter, play_round, started
from tests.web.signed_in import RESULT, signed_in
from tournaments.access import heavy_pages, page_cache
from tournaments.access.cached_responses import ResponseCache
from tournaments.models import Club, Play, Session, Table
from tournaments.permissions.actor import Actor
from tournaments.queries.phone.table_codes import code_of
from tournaments.tasks import catch_up

pytestmark = [pytest.mark.django_db, pytest.mark.once]
EVENT_URL = "/club-manilla/campionat/"
# The scorecard of contestant 1, which shows more on that contestant's phone.
CONTESTANT_URL = f"{EVENT_URL}contestants/1/"

PAGE_PATHS = (
    "/club-manilla/",
    EVENT_URL,
    f"{EVENT_URL}places/",
    f"{EVENT_URL}rounds/",
    CONTESTANT_URL,
)


@pytest.fixture
def cached_evening(settings, monkeypatch: pytest.MonkeyPatch) -> tuple[Session, Actor]:
    """Start a session, turn the page cache on, and stop the clock."""
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    play_round(session, director)
    catch_up()
    settings.PUBLIC_PAGE_CACHE_SECONDS = 1.0
    monkeypatch.setattr(page_cache, "_CACHE", ResponseCache(10, 1_000_000))
    monkeypatch.setattr(heavy_pages, "HEAVY_PAGE_CACHE", ResponseCache(10, 1_000_000))
    now = time.monotonic()
    # The clock stands still, so that no page expires while a busy machine renders others.
    monkeypatch.setattr(time, "monotonic", lambda: now)
    return session, director


def status_and_query_count(client: Client, path: str, **headers: str) -> tuple[int, int]:
    """Return the status of a response and its number of queries."""
    with CaptureQueriesContext(connection) as captured:
        response = client.get(path, headers=headers)
    return response.status_code, len(captured)


def test_page_is_rendered_once_and_revalidated_by_its_etag(
    cached_evening: tuple[Session, Actor],
) -> None:
    for path in PAGE_PATHS:
        first_response = Client().get(path)
        assert status_and_query_count(Client(), path) == (200, 0), path
        second_response = Client().get(path)
        assert (second_response.content, second_response.headers["ETag"]) == (
            first_response.content,
            first_response.headers["ETag"],
        )
        assert status_and_query_count(
            Client(), path, if_none_match=first_response.headers["ETag"]
        ) == (304, 0), path
        assert {"Cookie", "Accept-Language"} <= set(second_response.headers["Vary"].split(", ")), (
            path
        )


def test_cached_page_sets_no_cookie_and_contains_nothing_of_its_first_reader(
    cached_evening: tuple[Session, Actor],
) -> None:
    for path in PAGE_PATHS:
        response = Client().get(path)
        assert not response.cookies, path
        assert "csrf" not in response.content.decode(), path


def test_api_response_is_cached_unless_the_client_authenticates(
    cached_evening: tuple[Session, Actor],
) -> None:
    session, _director = cached_evening
    for path in ("standings/", "", "scorecards/1/"):
        url = f"/api/v1/events/{session.stage.event_id}/{path}"
        first_response = Client().get(url)
        assert status_and_query_count(Client(), url) == (200, 0), path
        assert status_and_query_count(
            Client(), url, if_none_match=first_response.headers["ETag"]
        ) == (
            304,
            0,
        ), path
        assert {"Cookie", "Authorization"} <= set(first_response.headers["Vary"].split(", ")), path
        play = (
            Play.objects.filter(board__session=session)
            .select_related("seating__table")
            .order_by("pk")[0]
        )
        code = f"Table {code_of(play.seating.table)}"
        status, query_count = status_and_query_count(Client(), url, authorization=code)
        assert (status, query_count > 0) == (200, True), path
        assert status_and_query_count(Client(), url, authorization="Table 1-ABC-DEF")[0] == 401, (
            path
        )
        assert Client().post(url).status_code == 405, path


def test_cached_page_expires(
    cached_evening: tuple[Session, Actor], monkeypatch: pytest.MonkeyPatch
) -> None:
    first_response = Client().get(EVENT_URL)
    play = (
        Play.objects.filter(seating__round__number=2)
        .select_related("seating__table")
        .order_by("pk")[0]
    )
    enter(play, RESULT)
    assert Client().get(EVENT_URL).content == first_response.content
    expired_at = time.monotonic() + 1.1
    monkeypatch.setattr(time, "monotonic", lambda: expired_at)
    later_response = Client().get(EVENT_URL)
    assert later_response.content != first_response.content
    assert later_response.headers["ETag"] != first_response.headers["ETag"]


# A page expires after 1 second. While one reader renders it again, others get the expired page for
# another quarter of a second; later they render it themselves, which makes it number 3.
@pytest.mark.parametrize(("page_age_seconds", "body_during_rendering"), [(1.1, "1"), (1.3, "3")])
def test_expired_page_is_served_briefly_while_it_is_rendered_again(
    page_age_seconds: float,
    body_during_rendering: str,
    settings,
    rf: RequestFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.PUBLIC_PAGE_CACHE_SECONDS = 1.0
    monkeypatch.setattr(page_cache, "_CACHE", ResponseCache(10, 1_000_000))
    render_numbers, concurrent_bodies = itertools.count(1), []

    @page_cache.cacheable
    def counting_view(request: HttpRequest) -> HttpResponse:
        if (number := next(render_numbers)) == 2:
            concurrent_bodies.append(cached_view(request).content.decode())
        return HttpResponse(str(number))

    cached_view = page_cache.page_cache_middleware(counting_view)
    assert cached_view(rf.get("/")).content == b"1"
    request_time = time.monotonic() + page_age_seconds
    monkeypatch.setattr(time, "monotonic", lambda: request_time)
    assert cached_view(rf.get("/")).content == b"2"
    assert concurrent_bodies == [body_during_rendering]


def test_languages_and_members_get_pages_of_their_own(
    cached_evening: tuple[Session, Actor],
) -> None:
    _session, director = cached_evening
    member = Client()
    signed_in(member, director)
    anonymous_page = Client().get(EVENT_URL).content.decode()
    assert "Sign in" in anonymous_page
    assert "Sign in" not in member.get(EVENT_URL).content.decode()
    assert Client().get(EVENT_URL).content.decode() == anonymous_page
    assert (
        'lang="ca"' in Client().get(EVENT_URL, headers={"Accept-Language": "ca"}).content.decode()
    )


def test_phone_at_a_table_gets_the_cached_page(cached_evening: tuple[Session, Actor]) -> None:
    session, _director = cached_evening
    phone, table = Client(), Table.objects.filter(section__session=session).earliest("number")
    assert phone.get(f"/t/{code_of(table)}/", follow=True).status_code == 200
    assert phone.cookies
    for path in PAGE_PATHS:
        Client().get(path)
        status, query_count = status_and_query_count(phone, path)
        assert (status, query_count > 0) == (200, path == CONTESTANT_URL), path


def test_message_is_shown_to_its_recipient_only(cached_evening: tuple[Session, Actor]) -> None:
    cookie = CookieStorage(RequestFactory().get("/"))._encode(
        [Message(messages.SUCCESS, "Stored: 41-31")]
    )
    phone = Client()
    phone.cookies[CookieStorage.cookie_name] = cookie
    assert "Stored: 41-31" in phone.get(EVENT_URL).content.decode()
    assert "Stored: 41-31" not in Client().get(EVENT_URL).content.decode()


def test_language_is_chosen_without_a_csrf_token(cached_evening: tuple[Session, Actor]) -> None:
    reader = Client(enforce_csrf_checks=True)
    assert reader.post("/language/", {"language": "ja", "next": EVENT_URL}).status_code == 302
    assert 'lang="ja"' in reader.get(EVENT_URL).content.decode()


def test_unknown_parameter_does_not_render_the_page_again(
    cached_evening: tuple[Session, Actor],
) -> None:
    for path in PAGE_PATHS:
        first_response = Client().get(path)
        assert status_and_query_count(Client(), f"{path}?n=1&n=2&utm=x") == (200, 0), path
        assert Client().get(f"{path}?n=3").content == first_response.content, path


def test_unknown_parameter_does_not_appear_on_a_cached_page(
    cached_evening: tuple[Session, Actor],
) -> None:
    for path in PAGE_PATHS:
        assert "elsewhere" not in Client().get(f"{path}?next=elsewhere").content.decode(), path


def test_known_parameters_have_one_cached_page_in_any_order(
    cached_evening: tuple[Session, Actor],
) -> None:
    assert "Anna 3" in Client().get(f"{EVENT_URL}?who=3&page=1").content.decode()
    assert status_and_query_count(Client(), f"{EVENT_URL}?page=1&x=1&who=3") == (200, 0)
    assert status_and_query_count(Client(), f"{EVENT_URL}?page=1&who=4")[1] > 0


def test_number_and_bytes_of_cached_responses_are_bounded(
    cached_evening: tuple[Session, Actor], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_cache, "_CACHE", ResponseCache(5, 20_000))
    for number in range(12):
        Client().get(f"{EVENT_URL}?who={number}")
        assert 0 < len(page_cache._CACHE) <= 5
        assert 0 < page_cache._CACHE.bytes <= 20_000


def test_cached_page_is_the_same_compressed_or_not(cached_evening: tuple[Session, Actor]) -> None:
    first_response = Client().get(EVENT_URL)
    repeated = Client().get(EVENT_URL, headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(repeated.content) == first_response.content
    assert (repeated.headers["Content-Encoding"], repeated.headers["ETag"]) == (
        "gzip",
        first_response.headers["ETag"],
    )
    assert repeated.headers["Content-Length"] == str(len(repeated.content))
    assert "Accept-Encoding" in repeated.headers["Vary"]


def test_page_that_no_longer_exists_is_not_served_from_the_cache(
    settings, rf, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PUBLIC_PAGE_CACHE_SECONDS = 1.0
    monkeypatch.setattr(page_cache, "_CACHE", ResponseCache(10, 1_000_000))
    responses: list[HttpResponse] = [HttpResponse("here")]
    cached_view = page_cache.page_cache_middleware(
        page_cache.cacheable(lambda _request: responses[-1])
    )
    assert cached_view(rf.get("/")).status_code == 200
    rendered_at = time.monotonic()
    responses.append(HttpResponse(status=404))
    for age in (1.1, 1.2, 1.4):
        monkeypatch.setattr(time, "monotonic", lambda age=age: rendered_at + age)
        assert cached_view(rf.get("/")).status_code == 404


def test_not_modified_response_leaves_the_cached_headers_valid(
    cached_evening: tuple[Session, Actor],
) -> None:
    Club.objects.update(may_be_listed=True)
    first_response = Client().get(EVENT_URL)
    assert first_response.headers["X-Robots-Tag"] == "all"
    repeated = Client().get(EVENT_URL, headers={"If-None-Match": first_response.headers["ETag"]})
    assert repeated.status_code == 304
    for name in ("X-Robots-Tag", "Content-Security-Policy"):
        assert (
            repeated.headers.get(name, first_response.headers[name]) == first_response.headers[name]
        )
