"""The desk as a scorer has it: the room to look at, results to enter, nothing to decide."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from tests.scenes import evening
from tests.web.signed_in import OTHER_RESULT, RESULT, desk_url, first_play
from tournaments.actions.clubs.club import add_member
from tournaments.models import Entry, Membership, Play, Session, Table
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.phone.table_codes import code_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    """An evening in its first round, in a club that has a scorer."""
    session, _director = evening.started(6, rounds=3)
    user = get_user_model().objects.create_user("scorer")
    add_member(session.stage.event.club, user.pk, Membership.Role.SCORER, SYSTEM)
    return session


@pytest.fixture
def scorer(session: Session, client: Client) -> Client:
    client.force_login(get_user_model().objects.get(username="scorer"))
    return client


def test_the_event_stands_in_the_list_but_no_new_one_is_offered(
    session: Session, scorer: Client
) -> None:
    page = scorer.get(reverse("desk")).content.decode()
    assert session.stage.event.name in page
    assert "New event" not in page
    assert "Staff" not in page


def test_the_room_is_shown_without_a_deed_or_a_code(session: Session, scorer: Client) -> None:
    page = scorer.get(desk_url(session)).content.decode()
    assert 'id="room"' in page
    assert "Waits for you" not in page
    assert 'method="post"' not in page.split("<main")[1], "besides the choice of language"
    codes = [code_of(table) for table in Table.objects.select_related("section")]
    assert not any(code in page for code in codes)
    fragment = scorer.get(desk_url(session, "desk_room") + "?step=1").content.decode()
    assert 'id="room"' in fragment
    assert "Waits for you" not in fragment


def test_before_the_deal_the_desk_says_what_it_waits_for(client: Client) -> None:
    session, _director = evening.created(6, rounds=3)
    user = get_user_model().objects.create_user("scorer")
    add_member(session.stage.event.club, user.pk, Membership.Role.SCORER, SYSTEM)
    client.force_login(user)
    assert "No tables yet" in client.get(desk_url(session)).content.decode()


def test_a_result_is_entered_and_confirms_what_a_side_said(
    session: Session, scorer: Client
) -> None:
    play = first_play(session, seating__round__number=1)
    evening.enter(play, RESULT, ("ns",))
    page = scorer.get(desk_url(session, "desk_play", play.pk)).content.decode()
    assert "Enter the result" in page
    assert "Save the decision" not in page
    assert 'value="40"' not in page, "a second voice hears nothing of the first"
    answer = scorer.post(desk_url(session, "desk_enter", play.pk), RESULT | {"key": "aslip"})
    assert answer.headers["Location"] == desk_url(session)
    play.refresh_from_db()
    assert play.state == Play.State.CONFIRMED
    assert Entry.objects.filter(play=play).last().user.username == "scorer"


def test_what_differs_waits_for_the_director(session: Session, scorer: Client) -> None:
    play = first_play(session, seating__round__number=1)
    evening.enter(play, OTHER_RESULT, ("ns",))
    scorer.post(desk_url(session, "desk_enter", play.pk), RESULT | {"key": "aslip"})
    play.refresh_from_db()
    assert play.state == Play.State.CONFLICT


def test_a_wrong_result_is_said_on_the_page_and_the_same_key_is_a_conflict(
    session: Session, scorer: Client
) -> None:
    play = first_play(session, seating__round__number=1)
    address = desk_url(session, "desk_enter", play.pk)
    wrong = scorer.post(address, RESULT | {"ns_points": "73", "key": "aslip"})
    assert wrong.status_code == 422
    assert 'value="73"' in wrong.content.decode()
    assert scorer.post(address, RESULT | {"key": "aslip", "sure": "yes"}).status_code == 302
    assert scorer.post(address, OTHER_RESULT | {"key": "aslip"}).status_code == 409
    assert play.entries.count() == 1


def test_a_scorer_decides_nothing(session: Session, scorer: Client) -> None:
    play = first_play(session)
    said = RESULT | {"key": "k", "replaces": "0", "kind": "correction", "reason": "because"}
    assert scorer.post(desk_url(session, "desk_play", play.pk), said).status_code == 404
    assert not Entry.objects.exists()
