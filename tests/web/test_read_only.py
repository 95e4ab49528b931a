"""An event that was imported before it was over can be read but not changed."""

import json
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from games.problems import ValidationFailed
from tests.scenes.event_files import RUNNING_SEED, event_file_text
from tests.web.signed_in import RESULT, desk_url, signed_in
from tournaments.actions.clubs.club import add_member
from tournaments.actions.event_file.importing import import_event
from tournaments.actions.events.publish import publish_event
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.results.entries import submit_entry
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import (
    create_session,
    deal_session,
    finish_session,
    start_session,
)
from tournaments.actions.rounds.table_codes import revoke_table_code
from tournaments.models import (
    AuditEntry,
    Entry,
    Event,
    IdempotencyRecord,
    Membership,
    Play,
    Session,
    Table,
)
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.rounds.seating import playing_round
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

NOTICE = "Only to be looked at"
# Seeds of random events whose session is created, and dealt.
UNDEALT, DEALT = 0, 1


@pytest.fixture
def session() -> Session:
    return imported_session(RUNNING_SEED)


def imported_session(seed: int) -> Session:
    event = import_event(json.loads(event_file_text(seed)), SYSTEM)
    catch_up()
    assert event.read_only
    return Session.objects.select_related("stage__event__club").get(stage__event=event)


@pytest.fixture
def director(session: Session, django_user_model) -> Actor:
    user = django_user_model.objects.create_user("montse")
    add_member(session.stage.event.club, user.pk, Membership.Role.DIRECTOR, SYSTEM)
    return Actor.of_user(user.pk)


def first_table() -> Table:
    return Table.objects.select_related("section__session__stage__event__club").earliest("pk")


def post(play: Play) -> None:
    table = play.seating.table
    actor = Actor.of_table(table.pk, "phone", "ns")
    submit_entry(play.pk, RESULT, actor, "key")


def decide(play: Play) -> None:
    decide_play(
        play.pk, Entry.Kind.VOID, {}, replaces=play.revision, reason="why", actor=SYSTEM, key="key"
    )


ACTS: list[Callable[[Session], object]] = [
    lambda session: post(Play.objects.earliest("pk")),
    lambda session: decide(Play.objects.earliest("pk")),
    lambda session: end_round(playing_round(session).pk, SYSTEM),
    lambda session: finish_session(session.pk, SYSTEM),
    lambda session: create_session(session.stage, 1, 1, SYSTEM),
    lambda session: revoke_table_code(first_table(), SYSTEM),
]


def assert_is_refused(act: Callable[[], object]) -> None:
    """Check that an action is refused because the event is read-only, and stores nothing."""
    facts_before = facts()
    with pytest.raises(ValidationFailed) as refused:
        act()
    assert [problem.code for problem in refused.value.problems] == ["read_only"]
    assert facts() == facts_before


def facts() -> list[object]:
    return [
        list(model.objects.order_by("pk").values())
        for model in (Event, Session, Table, Play, Entry, IdempotencyRecord, AuditEntry)
    ]


@pytest.mark.daily(1)
@pytest.mark.parametrize("act", ACTS)
def test_read_only_event_refuses_every_action(
    session: Session, act: Callable[[Session], object]
) -> None:
    assert_is_refused(lambda: act(session))


def test_read_only_event_is_not_dealt() -> None:
    session = imported_session(UNDEALT)
    assert_is_refused(lambda: deal_session(session.pk, "sal", SYSTEM))


def test_read_only_event_is_not_started() -> None:
    session = imported_session(DEALT)
    assert_is_refused(lambda: start_session(session.pk, SYSTEM))


def test_read_only_event_is_not_published() -> None:
    session = imported_session(RUNNING_SEED)
    Session.objects.filter(pk=session.pk).update(state=Session.State.FINISHED)
    assert_is_refused(lambda: publish_event(session.stage.event_id, SYSTEM))


def test_deals_page_of_a_read_only_event_refers_to_the_original_site(client: Client) -> None:
    """Without the seed this site can never deal the boards, even after the session."""
    session = imported_session(RUNNING_SEED)
    event = session.stage.event
    for state in (Session.State.RUNNING, Session.State.FINISHED):
        Session.objects.filter(pk=session.pk).update(state=state)
        page = client.get(reverse("deals", args=[event.club.slug, event.slug, 1])).content.decode()
        assert "Not in the file this event was imported from." in page
        assert "On the pages of the site where this event was played" in page
        assert "come back" not in page
        assert "deals.json" not in page


def test_desk_of_a_read_only_event_links_to_the_public_page(
    session: Session, director: Actor, client: Client
) -> None:
    event = session.stage.event
    page = signed_in(client, director).get(desk_url(session)).content.decode()
    public = reverse("standings", args=[event.club.slug, event.slug])
    assert f'<a class="button primary" href="{public}">' in page


@pytest.mark.thorough
def test_pages_of_a_read_only_event_say_so(
    session: Session, director: Actor, client: Client
) -> None:
    event = session.stage.event
    public = {"club_slug": event.club.slug, "event_slug": event.slug}
    play, code = Play.objects.earliest("pk"), code_of(first_table())
    urls = [
        *(reverse(name, kwargs=public) for name in ("standings", "rounds")),
        reverse("deals", kwargs=public | {"session_number": session.number}),
        reverse("scorecard", kwargs=public | {"number": 1}),
        *(
            reverse(
                "traveller", kwargs=public | {"session_number": session.number, "number": number}
            )
            for number in session.boards.values_list("number", flat=True)
        ),
        reverse("table", args=[code]),
        desk_url(session),
        desk_url(session, "desk_play", play.pk),
    ]
    signed_in(client, director)
    for url in urls:
        response = client.get(url)
        assert response.status_code == 200, url
        assert NOTICE in response.content.decode(), url


def test_desk_of_a_read_only_event_offers_no_action(
    session: Session, director: Actor, client: Client
) -> None:
    page = signed_in(client, director).get(desk_url(session)).content.decode()
    assert 'method="post"' not in page.split("<main")[1].split("</main>")[0]


@pytest.mark.thorough
def test_pages_of_other_events_do_not_mention_read_only(client: Client) -> None:
    event = import_event(json.loads(event_file_text(3)), SYSTEM)
    page = client.get(reverse("standings", args=[event.club.slug, event.slug]))
    assert NOTICE not in page.content.decode()
