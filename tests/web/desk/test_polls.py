"""Polls of the desk: answered from the cache unless something has changed."""

import gzip
import re
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests.scenes import evening
from tests.scenes.devices import link_device_to
from tests.scenes.running_event import running_event
from tests.web.signed_in import OTHER_RESULT, RESULT, desk_url, first_play, signed_in
from tournaments.access import desk_state_cache
from tournaments.access.presence import mark_viewing
from tournaments.actions.calls.calls import call_director
from tournaments.actions.clubs.club import add_member
from tournaments.actions.results.devices import acknowledge_unlinking
from tournaments.models import Contestant, Membership, Session
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.queries.phone.table_codes import code_of
from tournaments.web.desk import session as desk_views

pytestmark = pytest.mark.django_db


@pytest.fixture
def session_and_director() -> tuple[Session, Actor]:
    return evening.started(4, movement="howell", round_count=3, boards_per_round=2)


@pytest.fixture
def poll(session_and_director: tuple[Session, Actor], client: Client) -> Callable[[], int]:
    """Poll like a page of the director that was opened before; return the status code."""
    signed_in(client, session_and_director[1])
    url = poll_in(client.get(desk_url(session_and_director[0])).content.decode())
    return lambda: client.get(url).status_code


def poll_in(page: str) -> str:
    """Poll as a page of the director that was opened before, and return the status code."""
    match = re.search(r'id="room"[^>]* hx-get="([^"]+)"', page)
    assert match
    return match[1].replace("&amp;", "&")


def test_poll_without_changes_does_not_read_the_state(
    poll: Callable[[], int],
    monkeypatch: pytest.MonkeyPatch,
    django_assert_max_num_queries: Callable[[int], AbstractContextManager[object]],
) -> None:
    monkeypatch.setattr(desk_views, "read_desk_state", lambda *_: pytest.fail("the state is read"))
    with django_assert_max_num_queries(8):
        assert poll() == 204


def test_poll_reads_the_state_again_after_the_cache_has_expired(
    poll: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[bool] = []
    real = desk_views.read_desk_state
    monkeypatch.setattr(
        desk_views, "read_desk_state", lambda *args: read.append(True) or real(*args)
    )
    assert desk_state_cache.DESK_STATE_CACHE_SECONDS <= 30
    cache.clear()  # as after so many seconds
    assert (poll(), poll()) == (204, 204)
    assert read == [True]


def test_poll_answers_with_what_a_side_has_entered(
    poll: Callable[[], int], session_and_director: tuple[Session, Actor]
) -> None:
    evening.enter(first_play(session_and_director[0]), RESULT, ["ns"])
    assert poll() == 200


def test_notice_of_an_action_stays_while_results_come_in(
    session_and_director: tuple[Session, Actor], client: Client
) -> None:
    session, director = session_and_director
    page = signed_in(client, director).get(desk_url(session)).content.decode()
    evening.enter(first_play(session), RESULT, ["ns"])
    update = client.get(poll_in(page)).content.decode()
    assert '<div id="room" hx-trigger' in update
    assert 'id="messages"' not in update


def test_poll_answers_with_the_call_of_a_table(
    poll: Callable[[], int], session_and_director: tuple[Session, Actor]
) -> None:
    play = first_play(session_and_director[0])
    call_director(play.seating.table, "rule", "", evening.at(play, "ns"), "calls")
    assert poll() == 200


def test_poll_answers_with_what_a_phone_cannot_send(
    poll: Callable[[], int], session_and_director: tuple[Session, Actor]
) -> None:
    table = first_play(session_and_director[0]).seating.table
    assert (
        Client().get(reverse("table_fragment", args=[code_of(table)]) + "?unsent=2").status_code
        < 300
    )
    assert poll() == 200


def test_poll_answers_after_the_director_has_reviewed_an_unlinked_phone(
    session_and_director: tuple[Session, Actor], client: Client
) -> None:
    session, director = session_and_director
    play = first_play(session)
    row = link_device_to(Contestant.objects.earliest("pk"), play, evening.at(play, "ns"))
    row.released_at, row.released_from = row.bound_at, play.seating.table
    row.save()
    page = signed_in(client, director).get(desk_url(session)).content.decode()
    assert "was removed by a phone" in page
    acknowledge_unlinking(row)
    assert client.get(poll_in(page)).status_code == 200


def test_poll_answers_with_other_viewers_of_a_decision(
    session_and_director: tuple[Session, Actor], client: Client
) -> None:
    session, director = session_and_director
    play = first_play(session)
    evening.enter(play, RESULT, ["ns"])
    evening.enter(play, OTHER_RESULT, ["ew"])
    url = poll_in(signed_in(client, director).get(desk_url(session)).content.decode())
    assert client.get(url).status_code == 204
    mark_viewing(play.pk, 999, "Berta")
    assert "Berta is on it" in client.get(url).content.decode()


def test_poll_of_a_member_who_has_left_the_club_finds_nothing(
    session_and_director: tuple[Session, Actor], client: Client
) -> None:
    session, _director = session_and_director
    user = get_user_model().objects.create_user("second", password="paraula-de-pas")
    add_member(session.stage.event.club, user.pk, Membership.Role.DIRECTOR, SYSTEM)
    client.force_login(user)
    url = poll_in(client.get(desk_url(session)).content.decode())
    assert client.get(url).status_code == 204
    Membership.objects.filter(user=user).delete()
    assert client.get(url).status_code == 404


def test_desk_of_a_running_event_is_short_and_takes_few_queries(
    client: Client, django_assert_max_num_queries: Callable[[int], AbstractContextManager[object]]
) -> None:
    session, director = running_event(6)
    signed_in(client, director).get(desk_url(session))
    with django_assert_max_num_queries(52):
        page = client.get(desk_url(session))
    assert len(page.content) < 60_000, "a link for each board of the rounds before"
    assert len(gzip.compress(page.content)) < 10_000
    with django_assert_max_num_queries(8):
        assert client.get(poll_in(page.content.decode())).status_code == 204
