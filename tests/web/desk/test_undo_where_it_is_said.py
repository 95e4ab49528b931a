"""A message about an act that can be undone has the key that undoes it, whatever the act was."""

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


def first(session: Session) -> Contestant:
    return session.stage.event.contestants.order_by("number")[0]


def penalty(session: Session) -> tuple[str, dict[str, Any]]:
    sent = {"contestant": first(session).pk, "amount": "1/4", "reason": "late", "key": "k"}
    return desk_url(session, "penalties"), sent


def no_place(session: Session) -> tuple[str, dict[str, Any]]:
    return desk_url(session, "contestant_place", first(session).pk), {"why": "guest"}


def category(session: Session) -> tuple[str, dict[str, Any]]:
    return desk_url(session, "event_categories"), {"name-1": "Juniors", "in-1": ["1"]}


def turned(session: Session) -> tuple[str, dict[str, Any]]:
    table = session.sections.get().tables.get(number=1)
    return desk_url(session, "repair_turned", table.pk), {"key": "k"}


def round_ended(session: Session) -> tuple[str, dict[str, Any]]:
    playing = session.sections.get().rounds.get(number=1)
    return desk_url(session, "round_end", playing.pk), {}


WAYS = (penalty, no_place, category, turned, round_ended)


@pytest.mark.parametrize("way", WAYS)
def test_what_was_done_is_undone_from_where_it_is_said(
    client: Client, way: Callable[[Session], tuple[str, dict[str, Any]]]
) -> None:
    session, director = evening.started(8, rounds=3)
    address, sent = way(session)
    told = signed_in(client, director).post(address, sent, follow=True).content.decode()
    act = UndoStep.objects.latest("pk")
    assert undo_keys(told) == [desk_url(session, "act_undo", act.pk)]
    client.post(undo_keys(told)[0])
    assert UndoStep.objects.get(undoes=act).kind == AuditAction.UNDO_ACT


def test_undoing_an_ended_round_leads_back_to_the_desk(client: Client) -> None:
    session, director = evening.started(8, rounds=3)
    address, sent = round_ended(session)
    page = signed_in(client, director).post(address, sent, follow=True).content.decode()
    back = re.search(r'name="back" value="([^"]+)"', page)
    assert back
    assert back[1] == desk_url(session)
    answer = client.post(undo_keys(page)[0], {"back": back[1]})
    assert answer.headers["Location"] == desk_url(session)


def test_undo_of_a_round_asks_before_every_phone_moves(client: Client) -> None:
    session, director = evening.started(8, rounds=3)
    page = signed_in(client, director).post(*round_ended(session), follow=True).content.decode()
    assert f'method="get" action="{undo_keys(page)[0]}"' in page
    asked = client.get(undo_keys(page)[0], {"back": desk_url(session)}).content.decode()
    assert f'name="back" value="{desk_url(session)}"' in asked
    assert "Undo" in asked
    assert not UndoStep.objects.exclude(undoes=None).exists()


def test_undo_of_a_penalty_is_done_at_once(client: Client) -> None:
    session, director = evening.started(8, rounds=3)
    page = signed_in(client, director).post(*penalty(session), follow=True).content.decode()
    assert f'method="post" action="{undo_keys(page)[0]}"' in page


@pytest.mark.parametrize(
    "back", ["https://example.org/", "//example.org/", "javascript:alert(1)", "desk"]
)
def test_undoing_leads_to_no_page_of_another_site(client: Client, back: str) -> None:
    session, director = evening.started(8, rounds=3)
    page = signed_in(client, director).post(*round_ended(session), follow=True).content.decode()
    answer = client.post(undo_keys(page)[0], {"back": back})
    assert answer.headers["Location"] == desk_url(session, "acts")


def test_what_was_done_already_has_no_key_for_an_earlier_act(client: Client) -> None:
    session, director = evening.started(8, rounds=3)
    signed_in(client, director).post(*penalty(session), follow=True)
    address, sent = no_place(session)
    client.post(address, sent, follow=True)
    assert undo_keys(client.post(address, sent, follow=True).content.decode()) == []


def test_who_directs_at_a_venue_alone_has_no_key_that_would_be_refused(client: Client) -> None:
    session, director, staff = dealt_at_venues()
    start_session(session.pk, director)
    play = first_play(session, seating__table__section__name="Vic")
    sent = {
        "kind": "correction",
        "reason": "looked",
        "key": "k",
        "replaces": play.revision,
        **RESULT,
    }
    told = signed_in(client, staff["Biblioteca de Vic"]).post(
        desk_url(session, "desk_play", play.pk), sent, follow=True
    )
    assert UndoStep.objects.latest("pk").about == {"play": play.pk}
    assert undo_keys(told.content.decode()) == []


def undo_keys(page: str) -> list[str]:
    """Where the keys of the messages lead."""
    return re.findall(r'<form class="notice[^>]*action="([^"]+)"', page)
