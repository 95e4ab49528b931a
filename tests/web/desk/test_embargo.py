"""The desk of an event whose standings are under an embargo."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests.scenes.evening import play_round, started
from tournaments.actions.events.edit import edit_event
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import Session
from tournaments.permissions.actor import Actor

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene(client: Client) -> tuple[Session, Actor]:
    """Return a session under an embargo of three hours, with the director signed in."""
    session, director = started(4, movement="howell", round_count=1, boards_per_round=2)
    edit_event(
        session.stage.event_id, {"standings_from": datetime.now(UTC) + timedelta(hours=3)}, director
    )
    client.login(username="director-club-manilla", password="paraula-de-pas")
    return session, director


def desk(client: Client, session: Session) -> str:
    return client.get(reverse("event_desk", args=[session.stage.event_id])).content.decode()


def test_desk_links_to_printed_standings_during_the_embargo(
    client: Client, scene: tuple[Session, Actor]
) -> None:
    session, director = scene
    paper = reverse("printed_results", args=[session.stage.event_id])
    assert "The public sees no standings before" in desk(client, session)
    assert f'href="{paper}"' in desk(client, session)
    play_round(session, director)
    finish_session(session.pk, director)
    page = desk(client, session)
    assert f'<a class="touch" href="{paper}">See the standings</a>' in page
    assert "<tbody" in client.get(paper).content.decode()


def test_publish_question_says_that_it_ends_the_embargo(
    client: Client, scene: tuple[Session, Actor]
) -> None:
    session, director = scene
    play_round(session, director)
    finish_session(session.pk, director)
    page = desk(client, session)
    assert "Publishing shows them to everybody at once" in page
    assert "From then on no finals can be made from them." in page
    finals = reverse("event_finals", args=[session.stage.event_id])
    assert f'<a href="{finals}">' in page
    edit_event(session.stage.event_id, {"standings_from": None}, director)
    page = desk(client, session)
    assert "Publishing shows them" not in page
    assert "The public sees no standings" not in page
