"""The desk of a scorer: tables to look at, results to enter, nothing to decide."""

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
    """Return a session in its first round, in a club that has a scorer."""
    session, _director = evening.started(6, round_count=3)
    user = get_user_model().objects.create_user("scorer")
    add_member(session.stage.event.club, user.pk, Membership.Role.SCORER, SYSTEM)
    return session


@pytest.fixture
def scorer(session: Session, client: Client) -> Client:
    client.force_login(get_user_model().objects.get(username="scorer"))
    return client


def test_scorer_sees_the_event_but_cannot_create_one(session: Session, scorer: Client) -> None:
    page = scorer.get(reverse("desk")).content.decode()
    assert session.stage.event.name in page
    assert "New event" not in page
    assert "Staff" not in page


def test_scorer_sees_the_tables_without_actions_or_codes(session: Session, scorer: Client) -> None:
    page = scorer.get(desk_url(session)).content.decode()
    assert 'id="room"' in page
    assert "Waiting for you" not in page
    assert 'method="post"' not in page.split("<main")[1], (
        "the only form is the choice of language, outside the main part"
    )
    codes = [code_of(table) for table in Table.objects.select_related("section")]
    assert not any(code in page for code in codes)
    fragment = scorer.get(desk_url(session, "desk_update") + "?step=1").content.decode()
    assert 'id="room"' in fragment
    assert "Waiting for you" not in fragment


def test_scorer_reads_that_there_are_no_tables_before_the_deal(client: Client) -> None:
    session, _director = evening.created(6, round_count=3)
    user = get_user_model().objects.create_user("scorer")
    add_member(session.stage.event.club, user.pk, Membership.Role.SCORER, SYSTEM)
    client.force_login(user)
    assert "No tables yet" in client.get(desk_url(session)).content.decode()


def test_result_of_a_scorer_confirms_the_entry_of_a_side(session: Session, scorer: Client) -> None:
    play = first_play(session, seating__round__number=1)
    evening.enter(play, RESULT, ("ns",))
    page = scorer.get(desk_url(session, "desk_play", play.pk)).content.decode()
    assert "Enter the result" in page
    assert "Save the decision" not in page
    assert 'value="40"' not in page, "the scorer does not see the side's entry"
    response = scorer.post(desk_url(session, "desk_enter", play.pk), RESULT | {"key": "aslip"})
    assert response.headers["Location"] == desk_url(session)
    play.refresh_from_db()
    assert play.state == Play.State.CONFIRMED
    assert Entry.objects.filter(play=play).last().user.username == "scorer"


def test_differing_result_of_a_scorer_is_a_conflict(session: Session, scorer: Client) -> None:
    play = first_play(session, seating__round__number=1)
    evening.enter(play, OTHER_RESULT, ("ns",))
    scorer.post(desk_url(session, "desk_enter", play.pk), RESULT | {"key": "aslip"})
    play.refresh_from_db()
    assert play.state == Play.State.CONFLICT


def test_invalid_result_of_a_scorer_is_shown_and_a_reused_key_conflicts(
    session: Session, scorer: Client
) -> None:
    play = first_play(session, seating__round__number=1)
    entry_url = desk_url(session, "desk_enter", play.pk)
    rejected_response = scorer.post(entry_url, RESULT | {"ns_points": "73", "key": "aslip"})
    assert rejected_response.status_code == 422
    assert 'value="73"' in rejected_response.content.decode()
    assert scorer.post(entry_url, RESULT | {"key": "aslip", "sure": "yes"}).status_code == 302
    assert scorer.post(entry_url, OTHER_RESULT | {"key": "aslip"}).status_code == 409
    assert play.entries.count() == 1


def test_scorer_cannot_decide(session: Session, scorer: Client) -> None:
    play = first_play(session)
    form_data = RESULT | {
        "key": "requestkey",
        "replaces": "0",
        "kind": "correction",
        "reason": "because",
    }
    assert scorer.post(desk_url(session, "desk_play", play.pk), form_data).status_code == 404
    assert not Entry.objects.exists()
