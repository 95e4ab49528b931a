"""Pages and links of an event with two stages, whose sessions are numbered separately."""

import re

import pytest
from django.test import Client

from tests.scenes.event_files import DRAWN_SEED
from tests.scenes.random_drawn_events import random_drawn_event
from tests.web.page_content import page_content
from tournaments.models import Event, Session
from tournaments.tasks import catch_up

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def event() -> Event:
    event = random_drawn_event(DRAWN_SEED)
    catch_up()
    assert list(event.stages.values_list("sessions__number", flat=True)) == [1, 1]
    return event


@pytest.mark.thorough
def test_each_link_to_a_board_leads_to_the_board_of_its_session(
    client: Client, event: Event
) -> None:
    home, linked = f"/{event.club.slug}/{event.slug}/", set[str]()
    for path in (
        "rounds/",
        *(f"contestants/{contestant.number}/" for contestant in event.contestants.all()),
    ):
        linked |= set(re.findall(r'href="([^"]+/boards/\d+/)"', page_content(client, home + path)))
    sessions = list(Session.objects.filter(stage__event=event).order_by("stage__number"))
    for sitting, session in enumerate(sessions, 1):
        started = session.boards.filter(plays__seating__round__started_at__isnull=False).distinct()
        for number in started.values_list("number", flat=True):
            url = f"{home}sessions/{sitting}/boards/{number}/"
            assert url in linked
            linked.remove(url)
            assert client.get(url).context["board"].session == session
    assert linked == set()


def test_page_of_an_unknown_session_is_not_found(client: Client, event: Event) -> None:
    home = f"/{event.club.slug}/{event.slug}/sessions/"
    assert [client.get(f"{home}{number}/deals/").status_code == 200 for number in (1, 3)] == [
        True,
        False,
    ]


def test_rounds_of_two_stages_are_distinguished(client: Client, event: Event) -> None:
    page = page_content(client, f"/{event.club.slug}/{event.slug}/rounds/")
    named = re.findall(r' id="([^"]+)"', page)
    assert len(named) == len(set(named))
    assert "Session 2" in page
