"""The message about an action that can be undone has a button that undoes it."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.scenes import evening
from tests.scenes.divided_session import dealt_at_venues
from tests.web.signed_in import RESULT, desk_url, first_play, signed_in
from tournaments.actions.rounds.sessions import start_session
from tournaments.models import AuditAction, Contestant, Session, UndoStep

pytestmark = pytest.mark.django_db


def first_contestant(session: Session) -> Contestant:
    return session.stage.event.contestants.order_by("number")[0]


def post_of_penalty(session: Session) -> tuple[str, dict[str, Any]]:
    form_data = {
        "contestant": first_contestant(session).pk,
        "amount": "1/4",
        "reason": "late",
        "key": "requestkey",
    }
    return desk_url(session, "penalties"), form_data


def no_place(session: Session) -> tuple[str, dict[str, Any]]:
    return desk_url(session, "contestant_place", first_contestant(session).pk), {"why": "guest"}


def post_of_category(session: Session) -> tuple[str, dict[str, Any]]:
    return desk_url(session, "event_categories"), {"name-1": "Juniors", "in-1": ["1"]}


def post_of_turned_table(session: Session) -> tuple[str, dict[str, Any]]:
    table = session.sections.get().tables.get(number=1)
    return desk_url(session, "correction_turned", table.pk), {"key": "requestkey"}


def post_of_round_end(session: Session) -> tuple[str, dict[str, Any]]:
    playing = session.sections.get().rounds.get(number=1)
    return desk_url(session, "round_end", playing.pk), {}


ACTIONS = (post_of_penalty, no_place, post_of_category, post_of_turned_table, post_of_round_end)


@pytest.mark.parametrize("action", ACTIONS)
def test_message_of_an_action_has_a_button_that_undoes_it(
    client: Client, action: Callable[[Session], tuple[str, dict[str, Any]]]
) -> None:
    session, director = evening.started(8, round_count=3)
    url, form_data = action(session)
    page = signed_in(client, director).post(url, form_data, follow=True).content.decode()
    step = UndoStep.objects.latest("pk")
    assert undo_urls(page) == [desk_url(session, "undo_step", step.pk)]
    client.post(undo_urls(page)[0])
    assert UndoStep.objects.get(undoes=step).kind == AuditAction.UNDO_STEP


def test_undoing_an_ended_round_leads_back_to_the_desk(client: Client) -> None:
    session, director = evening.started(8, round_count=3)
    url, form_data = post_of_round_end(session)
    page = signed_in(client, director).post(url, form_data, follow=True).content.decode()
    match = re.search(r'name="back" value="([^"]+)"', page)
    assert match
    assert match[1] == desk_url(session)
    answer = client.post(undo_urls(page)[0], {"back": match[1]})
    assert answer.headers["Location"] == desk_url(session)


def test_undo_of_a_round_end_shows_a_preview_first(client: Client) -> None:
    session, director = evening.started(8, round_count=3)
    page = (
        signed_in(client, director).post(*post_of_round_end(session), follow=True).content.decode()
    )
    assert f'method="get" action="{undo_urls(page)[0]}"' in page
    page_after = client.get(undo_urls(page)[0], {"back": desk_url(session)}).content.decode()
    assert f'name="back" value="{desk_url(session)}"' in page_after
    assert "Undo" in page_after
    assert not UndoStep.objects.exclude(undoes=None).exists()


def test_undo_button_names_the_round_that_it_takes_back(client: Client) -> None:
    session, director = evening.started(8, round_count=3)
    page = (
        signed_in(client, director).post(*post_of_round_end(session), follow=True).content.decode()
    )
    assert "Undo the end of round 1</button>" in page


def test_undo_of_a_penalty_has_no_preview(client: Client) -> None:
    session, director = evening.started(8, round_count=3)
    page = signed_in(client, director).post(*post_of_penalty(session), follow=True).content.decode()
    assert f'method="post" action="{undo_urls(page)[0]}"' in page


@pytest.mark.parametrize(
    "return_url", ["https://example.org/", "//example.org/", "javascript:alert(1)", "desk"]
)
def test_undo_never_redirects_to_another_site(client: Client, return_url: str) -> None:
    session, director = evening.started(8, round_count=3)
    page = (
        signed_in(client, director).post(*post_of_round_end(session), follow=True).content.decode()
    )
    answer = client.post(undo_urls(page)[0], {"back": return_url})
    assert answer.headers["Location"] == desk_url(session, "history")


def test_action_without_effect_has_no_undo_button(client: Client) -> None:
    session, director = evening.started(8, round_count=3)
    signed_in(client, director).post(*post_of_penalty(session), follow=True)
    url, form_data = no_place(session)
    client.post(url, form_data, follow=True)
    assert undo_urls(client.post(url, form_data, follow=True).content.decode()) == []


def test_section_director_has_no_undo_button(client: Client) -> None:
    session, director, staff = dealt_at_venues()
    start_session(session.pk, director)
    play = first_play(session, seating__table__section__name="Vic")
    form_data = {
        "kind": "correction",
        "reason": "looked",
        "key": "requestkey",
        "replaces": play.revision,
        **RESULT,
    }
    response = signed_in(client, staff["Biblioteca de Vic"]).post(
        desk_url(session, "desk_play", play.pk), form_data, follow=True
    )
    assert UndoStep.objects.latest("pk").about == {"play": play.pk}
    assert undo_urls(response.content.decode()) == []


def undo_urls(page: str) -> list[str]:
    """Return the URLs of the buttons in messages."""
    return re.findall(r'<form class="notice[^>]*action="([^"]+)"', page)
