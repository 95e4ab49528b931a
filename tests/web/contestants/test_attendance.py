"""A second session of an event from the desk: contestants who miss it, and standings."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.scenes import evening
from tests.web.signed_in import signed_in
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import SectionAssignment, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.clubs.programme import get_event_state
from tournaments.queries.rounds.seating import playing_round
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene(client: Client) -> tuple[Session, Actor]:
    """Finish a session of eight pairs."""
    session, director = evening.started(8, movement="howell", round_count=3, boards_per_round=2)
    while playing_round(session):
        evening.play_round(session, director)
    finish_session(session.pk, director)
    signed_in(client, director)
    catch_up()
    session.refresh_from_db()
    return session, director


@pytest.mark.thorough
def test_contestant_misses_the_second_session(scene: tuple[Session, Actor], client: Client) -> None:
    session, director = scene
    event = session.stage.event
    desk_url = reverse("event_desk", args=[event.pk])
    assert reverse("session_next", args=[event.pk]) in client.get(desk_url).content.decode()
    assert client.post(reverse("session_next", args=[event.pk])).status_code == 302
    second_session = Session.objects.get(number=2)
    assert get_event_state(event) == "running"
    contestants_url = reverse("event_contestants", args=[event.pk])
    page = client.get(contestants_url).content.decode()
    absent = event.contestants.get(number=3)
    assert reverse("contestant_miss", args=[event.pk, absent.pk]) in page
    assert reverse("contestant_withdraw", args=[event.pk, absent.pk]) not in page
    client.post(reverse("contestant_miss", args=[event.pk, absent.pk]))
    assert not SectionAssignment.objects.filter(
        contestant=absent, section__session=second_session
    ).exists()
    page = client.get(contestants_url).content.decode()
    assert "Does not play this time" in page
    client.post(reverse("contestant_come", args=[event.pk, absent.pk]))
    assert SectionAssignment.objects.filter(
        contestant=absent, section__session=second_session
    ).exists()
    client.post(reverse("contestant_miss", args=[event.pk, absent.pk]))
    client.post(reverse("session_deal", args=[event.pk]), {"salt": "dijous"})
    client.post(reverse("session_start", args=[event.pk]))
    second_session.refresh_from_db()
    while playing_round(second_session):
        evening.play_round(second_session, director)
    client.post(reverse("session_finish", args=[event.pk]))
    catch_up()
    page = client.get(reverse("standings", args=[event.club.slug, event.slug])).content.decode()
    assert "the mean per board decides" in page


def test_repeated_request_creates_one_session(scene: tuple[Session, Actor], client: Client) -> None:
    event = scene[0].stage.event
    for _attempt in range(2):
        client.post(reverse("session_next", args=[event.pk]))
    assert Session.objects.filter(stage__event=event).count() == 2
