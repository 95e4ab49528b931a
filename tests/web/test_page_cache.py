"""Public pages are cached for a moment, without any data of members."""

import gzip
import itertools
import time

import pytest
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

PAGES = ("/club-manilla/", EVENT_URL, f"{EVENT_URL}places/", f"{EVENT_URL}rounds/", CONTESTANT_URL)


@pytest.fixture
def evening(settings, monkeypatch: pytest.MonkeyPatch) -> tuple[Session, Actor]:
    session, director = started(8, movement="mitchell", rounds=4, boards_per_round=2)
    play_round(session, director)
    catch_up()
    settings.PUBLIC_PAGE_CACHE_SECONDS = 1.0
    monkeypatch.setattr(page_cache, "_CACHE", ResponseCache(10, 1_000_000))
    monkeypatch.setattr(heavy_pages, "HEAVY_PAGE_CACHE", ResponseCache(10, 1_000_000))
    now = time.monotonic()
    # The clock stands still, so that no page expires while a busy machine renders others.
    monkeypatch.setattr(time, "monotonic", lambda: now)
    return session, director


def status_and_query_count(client: Client, page: str, **headers: str) -> tuple[int, int]:
    """Return the status of a response and its number of queries."""
    with CaptureQueriesContext(connection) as captured:
        response = client.get(page, headers=headers)
    return response.status_code, len(captured)


def test_page_is_rendered_once_and_revalidated_by_its_etag(evening: tuple[Session, Actor]) -> None:
    for page in PAGES:
        first_response = Client().get(page)
        assert status_and_query_count(Client(), page) == (200, 0), page
        second_response = Client().get(page)
        assert (second_response.content, second_response.headers["ETag"]) == (
            first_response.content,
            first_response.headers["ETag"],
        )
        assert status_and_query_count(
            Client(), page, if_none_match=first_response.headers["ETag"]
        ) == (304, 0), page
        assert {"Cookie", "Accept-Language"} <= set(second_response.headers["Vary"].split(", ")), (
            page
        )


def test_cached_page_sets_no_cookie_and_contains_nothing_of_its_first_reader(
    evening: tuple[Session, Actor],
) -> None:
    for page in PAGES:
        response = Client().get(page)
        assert not response.cookies, page
        assert "csrf" not in response.content.decode(), page


def test_api_response_is_cached_unless_the_client_authenticates(
    evening: tuple[Session, Actor],
) -> None:
    session, _director = evening
    for path in ("standings/", "", "scorecards/1/"):
        address = f"/api/v1/events/{session.stage.event_id}/{path}"
        first_response = Client().get(address)
        assert status_and_query_count(Client(), address) == (200, 0), path
        assert status_and_query_count(
            Client(), address, if_none_match=first_response.headers["ETag"]
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
        status, query_count = status_and_query_count(Client(), address, authorization=code)
        assert (status, query_count > 0) == (200, True), path
        assert (
            status_and_query_count(Client(), address, authorization="Table 1-ABC-DEF")[0] == 401
        ), path
        assert Client().post(address).status_code == 405, path


def test_cached_page_expires(
    evening: tuple[Session, Actor], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = Client().get(EVENT_URL)
    play = (
        Play.objects.filter(seating__round__number=2)
        .select_related("seating__table")
        .order_by("pk")[0]
    )
    enter(play, RESULT)
    assert Client().get(EVENT_URL).content == before.content
    later = time.monotonic() + 1.1
    monkeypatch.setattr(time, "monotonic", lambda: later)
    after = Client().get(EVENT_URL)
    assert after.content != before.content
    assert after.headers["ETag"] != before.headers["ETag"]


# Seconds after the first rendering, and the body that another reader gets during the second one.
# The page expires after 1 second, and readers get it for another quarter of a second.
@pytest.mark.parametrize(("seconds", "body_during_rendering"), [(1.1, "1"), (1.3, "3")])
def test_expired_page_is_served_during_its_rendering_up_to_an_age(
    seconds: float,
    body_during_rendering: str,
    settings,
    rf: RequestFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.PUBLIC_PAGE_CACHE_SECONDS = 1.0
    monkeypatch.setattr(page_cache, "_CACHE", ResponseCache(10, 1_000_000))
    render_numbers, concurrent_bodies = itertools.count(1), []

    @page_cache.cacheable
    def numbered_view(request: HttpRequest) -> HttpResponse:
        if (number := next(render_numbers)) == 2:
            concurrent_bodies.append(cached_view(request).content.decode())
        return HttpResponse(str(number))

    cached_view = page_cache.page_cache_middleware(numbered_view)
    assert cached_view(rf.get("/")).content == b"1"
    later = time.monotonic() + seconds
    monkeypatch.setattr(time, "monotonic", lambda: later)
    assert cached_view(rf.get("/")).content == b"2"
    assert concurrent_bodies == [body_during_rendering]


def test_languages_and_members_get_pages_of_their_own(evening: tuple[Session, Actor]) -> None:
    _session, director = evening
    member = Client()
    signed_in(member, director)
    anonymous_page = Client().get(EVENT_URL).content.decode()
    assert "Sign in" in anonymous_page
    assert "Sign in" not in member.get(EVENT_URL).content.decode()
    assert Client().get(EVENT_URL).content.decode() == anonymous_page
    assert (
        'lang="ca"' in Client().get(EVENT_URL, headers={"Accept-Language": "ca"}).content.decode()
    )


def test_phone_at_a_table_gets_the_cached_page(evening: tuple[Session, Actor]) -> None:
    session, _director = evening
    phone, table = Client(), Table.objects.filter(section__session=session).earliest("number")
    assert phone.get(f"/t/{code_of(table)}/", follow=True).status_code == 200
    assert phone.cookies
    for page in PAGES:
        Client().get(page)
        status, query_count = status_and_query_count(phone, page)
        assert (status, query_count > 0) == (200, page == CONTESTANT_URL), page


def test_message_is_shown_to_its_recipient_only(evening: tuple[Session, Actor]) -> None:
    cookie = CookieStorage(RequestFactory().get("/"))._encode([Message(25, "Stored: 41-31")])
    phone = Client()
    phone.cookies[CookieStorage.cookie_name] = cookie
    assert "Stored: 41-31" in phone.get(EVENT_URL).content.decode()
    assert "Stored: 41-31" not in Client().get(EVENT_URL).content.decode()


def test_language_is_chosen_without_a_csrf_token(evening: tuple[Session, Actor]) -> None:
    reader = Client(enforce_csrf_checks=True)
    assert reader.post("/language/", {"language": "ja", "next": EVENT_URL}).status_code == 302
    assert 'lang="ja"' in reader.get(EVENT_URL).content.decode()


def test_unknown_parameter_does_not_render_the_page_again(evening: tuple[Session, Actor]) -> None:
    for page in PAGES:
        first_response = Client().get(page)
        assert status_and_query_count(Client(), f"{page}?n=1&n=2&utm=x") == (200, 0), page
        assert Client().get(f"{page}?n=3").content == first_response.content, page


def test_unknown_parameter_does_not_appear_on_a_cached_page(
    evening: tuple[Session, Actor],
) -> None:
    for page in PAGES:
        assert "elsewhere" not in Client().get(f"{page}?next=elsewhere").content.decode(), page


def test_known_parameters_have_one_cached_page_in_any_order(
    evening: tuple[Session, Actor],
) -> None:
    assert "Anna 3" in Client().get(f"{EVENT_URL}?who=3&page=1").content.decode()
    assert status_and_query_count(Client(), f"{EVENT_URL}?page=1&x=1&who=3") == (200, 0)
    assert status_and_query_count(Client(), f"{EVENT_URL}?page=1&who=4")[1] > 0


def test_number_and_bytes_of_cached_responses_are_bounded(
    evening: tuple[Session, Actor], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_cache, "_CACHE", ResponseCache(5, 20_000))
    for number in range(12):
        Client().get(f"{EVENT_URL}?who={number}")
        assert 0 < len(page_cache._CACHE) <= 5
        assert 0 < page_cache._CACHE.bytes <= 20_000


def test_cached_page_is_the_same_compressed_or_not(evening: tuple[Session, Actor]) -> None:
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
    started = time.monotonic()
    responses.append(HttpResponse(status=404))
    for later in (1.1, 1.2, 1.4):
        monkeypatch.setattr(time, "monotonic", lambda later=later: started + later)
        assert cached_view(rf.get("/")).status_code == 404


def test_not_modified_response_leaves_the_cached_headers_valid(
    evening: tuple[Session, Actor],
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
