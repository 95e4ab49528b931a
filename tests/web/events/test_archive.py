"""Archived events are hidden but stay stored; only owners can delete events."""

import json

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from tests.scenes import evening
from tests.scenes.event_files import RUNNING_SEED, event_file_text
from tests.web.signed_in import desk_url, signed_in
from tests.web.test_query_bounds import url_of_route, url_values
from tournaments.actions.clubs.club import add_member
from tournaments.actions.event_file.importing import import_event
from tournaments.actions.events.archive import archive_event
from tournaments.actions.events.publish import publish_event
from tournaments.api.urls import urlpatterns as api
from tournaments.models import (
    AuditAction,
    AuditEntry,
    Club,
    Event,
    Membership,
    Player,
    Session,
    Table,
)
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.queries.events.event_file import event_file
from tournaments.queries.phone.table_codes import code_of
from tournaments.web.urls import urlpatterns as pages

pytestmark = pytest.mark.django_db

ARCHIVED = "/desk/archived/"


@pytest.fixture
def published_event() -> tuple[Session, Actor]:
    """Return the published session of an event with two rounds, and its director."""
    session, director = evening.started(8, movement="howell", round_count=2, boards_per_round=1)
    evening.play_out(session, director)
    publish_event(session.stage.event_id, director, sure=True)
    return session, director


def member_with_role(club: Club, role: Membership.Role) -> Actor:
    user = get_user_model().objects.create_user(f"the-{role}")
    add_member(club, user.pk, role, SYSTEM)
    return Actor.of_user(user.pk)


def urls_of_event(session: Session) -> list[str]:
    """Return all URLs of pages and of the API that contain the event or a part of it."""
    values = url_values(session) | {
        "number:round": session.sections.get().rounds.earliest("number").pk
    }
    of_event = ("event>", "event_id>", "event_slug>", "play>", "code>", "round>", "number:session>")
    routes = [str(pattern.pattern) for pattern in pages]
    routes += [f"api/v1/{pattern.pattern}" for pattern in api]
    paths = [
        url_of_route(route, values) for route in routes if any(part in route for part in of_event)
    ]
    return [f"/{path}" for path in paths if path]


def test_public_pages_of_an_archived_event_are_not_found(
    client: Client, published_event: tuple[Session, Actor]
) -> None:
    session, director = published_event
    urls = urls_of_event(session)
    assert len(urls) > 90
    archive_event(session.stage.event_id, director)
    signed_in(client, director)
    status_codes = {url: client.get(url, follow=True).status_code for url in urls}
    assert {url: code for url, code in status_codes.items() if code not in (404, 405)} == {}
    public = [url for url in urls if url.startswith(("/club-manilla/", "/t/"))]
    assert {Client().get(url).status_code for url in public} <= {404, 405}


def test_archived_event_is_in_no_list(
    client: Client, published_event: tuple[Session, Actor]
) -> None:
    session, director = published_event
    signed_in(client, director)
    player = Player.objects.filter(name="Anna 1").get()
    list_urls = [
        "/club-manilla/",
        "/desk/",
        "/api/v1/events/",
        reverse("person", args=["club-manilla", player.pk]),
    ]
    assert all("Campionat" in client.get(url).content.decode() for url in list_urls)
    archive_event(session.stage.event_id, director)
    assert not any("Campionat" in client.get(url).content.decode() for url in list_urls)


def test_director_archives_an_event_and_restores_it_as_it_was(
    client: Client, published_event: tuple[Session, Actor]
) -> None:
    session, director = published_event
    public_url = "/club-manilla/campionat/"
    signed_in(client, director)
    body_before = Client().get(public_url).content
    assert (
        desk_url(session, "event_archive")
        in client.get(desk_url(session, "event_edit")).content.decode()
    )
    response = client.post(desk_url(session, "event_archive"))
    assert response.headers["Location"] == ARCHIVED
    assert client.get(public_url).status_code == 404
    assert ARCHIVED in client.get("/desk/").content.decode()
    page = client.get(ARCHIVED).content.decode()
    assert "Campionat" in page
    assert desk_url(session, "event_delete") not in page
    assert client.post(desk_url(session, "event_restore")).headers["Location"] == desk_url(session)
    assert Client().get(public_url).content == body_before
    assert [*AuditEntry.objects.order_by("-pk").values_list("verb", flat=True)[:2]] == [
        AuditAction.RESTORE_EVENT,
        AuditAction.ARCHIVE_EVENT,
    ]


def test_scorer_sees_an_archived_event_and_cannot_restore_it(
    client: Client, published_event: tuple[Session, Actor]
) -> None:
    session, director = published_event
    signed_in(client, member_with_role(session.stage.event.club, Membership.Role.SCORER))
    assert client.post(desk_url(session, "event_archive")).status_code == 404
    archive_event(session.stage.event_id, director)
    page = client.get(ARCHIVED).content.decode()
    assert "Campionat" in page
    assert desk_url(session, "event_restore") not in page
    assert client.post(desk_url(session, "event_restore")).status_code == 404


def test_members_of_other_clubs_do_not_see_an_archived_event(
    client: Client, published_event: tuple[Session, Actor]
) -> None:
    session, director = published_event
    archive_event(session.stage.event_id, director)
    _club, stranger = evening.club_with_director("Another club")
    signed_in(client, stranger)
    assert "Campionat" not in client.get(ARCHIVED).content.decode()
    assert client.post(desk_url(session, "event_restore")).status_code == 404


def test_running_event_cannot_be_archived(client: Client) -> None:
    session, director = evening.started(8, movement="howell", round_count=2, boards_per_round=1)
    response = signed_in(client, director).post(desk_url(session, "event_archive"), follow=True)
    message = "Session 1 is running, and plays round 1: finish the session first."
    assert message in response.content.decode()
    assert Event.objects.get().archived_at is None


def test_running_event_with_results_cannot_be_deleted(
    client: Client,
) -> None:
    session, director = evening.started(8, movement="howell", round_count=2, boards_per_round=1)
    evening.play_round(session, director)
    signed_in(client, member_with_role(session.stage.event.club, Membership.Role.OWNER))
    page = client.get(desk_url(session, "event_delete")).content.decode()
    assert "Session 1 is running, and plays round 2" in page
    assert 'name="name"' not in page
    assert client.post(desk_url(session, "event_delete"), {"name": "Campionat"}).status_code == 422
    assert Event.objects.exists()


@pytest.mark.parametrize("archived", [False, True])
def test_owner_deletes_a_played_event_for_good_by_typing_its_name(
    client: Client, published_event: tuple[Session, Actor], archived: bool
) -> None:
    session, director = published_event
    if archived:
        archive_event(session.stage.event_id, director)
    signed_in(client, member_with_role(session.stage.event.club, Membership.Role.OWNER))
    page = client.get(desk_url(session, "event_delete")).content.decode()
    assert "8 results, with the standings and scorecards" in page
    assert client.post(desk_url(session, "event_delete"), {"name": "campionat"}).status_code == 422
    assert (
        client.post(desk_url(session, "event_delete"), {"name": "Campionat"}).headers["Location"]
        == "/desk/"
    )
    assert not Event.objects.exists()
    assert AuditEntry.objects.latest("pk").verb == AuditAction.DELETE_EVENT


def test_director_cannot_delete_an_archived_event(
    client: Client, published_event: tuple[Session, Actor]
) -> None:
    session, director = published_event
    archive_event(session.stage.event_id, director)
    response = signed_in(client, director).post(
        desk_url(session, "event_delete"), {"name": "Campionat"}
    )
    assert response.status_code == 404


def test_read_only_event_can_be_archived_and_deleted(client: Client) -> None:
    event = import_event(json.loads(event_file_text(RUNNING_SEED)), SYSTEM)
    assert event.read_only
    signed_in(client, member_with_role(event.club, Membership.Role.OWNER))
    edit = reverse("event_edit", args=[event.pk])
    assert edit in client.get(reverse("event_desk", args=[event.pk])).content.decode()
    client.post(reverse("event_archive", args=[event.pk]))
    event.refresh_from_db()
    assert event.archived_at
    client.post(reverse("event_delete", args=[event.pk]), {"name": event.name})
    assert not Event.objects.exists()


def test_archived_event_can_be_exported(
    published_event: tuple[Session, Actor],
) -> None:
    session, director = published_event
    file_before = event_file(session.stage.event)
    archive_event(session.stage.event_id, director)
    assert event_file(Event.objects.get()) == file_before


def test_table_code_of_an_archived_event_is_unknown(
    client: Client, published_event: tuple[Session, Actor]
) -> None:
    session, director = published_event
    table = Table.objects.select_related("section").earliest("pk")
    client.get(f"/t/{code_of(table)}/")  # a phone that knows the code
    archive_event(session.stage.event_id, director)
    assert client.get(f"/t/{code_of(table)}/").status_code == 404
    assert client.post("/t/", {"code": code_of(table)}).status_code == 422
