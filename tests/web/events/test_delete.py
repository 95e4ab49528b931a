"""Deletion of events by an owner, and what the audit still shows of them."""

import pytest
from django.contrib.auth import get_user_model
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from tests.scenes import evening
from tests.web.signed_in import desk_url, signed_in
from tournaments import models
from tournaments.actions.calls.announcements import announce
from tournaments.actions.calls.calls import call_director
from tournaments.actions.clubs.club import add_member
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.events.delete import delete_event
from tournaments.actions.penalties.penalties import give_penalty
from tournaments.actions.rounds.sessions import create_session
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
from tournaments.permissions.actor import SYSTEM, Actor, NotPermitted
from tournaments.queries.history.audit import AuditFilter, audit_page
from tournaments.queries.phone.table_codes import code_of, qr_token_of
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db
EVENT = "/club-manilla/campionat/"

# Models whose rows do not belong to an event.
STAY = {"Club", "Membership", "AuditEntry", "CatchUpHeartbeat", "LoginSession"}


def owner_of(club: Club) -> Actor:
    user = get_user_model().objects.create_user("owner")
    add_member(club, user.pk, Membership.Role.OWNER, SYSTEM)
    return Actor.of_user(user.pk)


@pytest.fixture
def scene() -> tuple[Session, Actor, Actor]:
    """Return a started session without results, its director, and an owner of the club."""
    session, director = evening.started(8, movement="swiss", round_count=3, boards_per_round=1)
    table = Table.objects.filter(section__session=session).earliest("number")
    call_director(table, "card", "", Actor.of_table(table.pk, "phone", ""), "call")
    announce(session, "The bar closes at one", director, "announce")
    give_penalty(
        session.stage.event.contestants.get(number=1),
        session.stage,
        "1",
        "late",
        director,
        "requestkey",
    )
    catch_up()
    return session, director, owner_of(session.stage.event.club)


def row_counts() -> dict[str, int]:
    """Return the numbers of rows in the tables of events."""
    own_models: list[type[Model]] = [
        getattr(models, name) for name in models.__all__ if name not in STAY
    ]
    tables = [model for model in own_models if isinstance(model, type) and issubclass(model, Model)]
    return {
        model.__name__: model._default_manager.count()
        for model in tables
        if not model._meta.abstract
    }


def test_deleted_event_leaves_no_rows_and_its_pages_are_not_found(
    client: Client, scene: tuple[Session, Actor, Actor]
) -> None:
    session, _director, owner = scene
    table = Table.objects.select_related("section__session").earliest("pk")
    codes = [code_of(table), qr_token_of(table)]
    urls = [EVENT, f"{EVENT}rounds/", f"{EVENT}contestants/1/", desk_url(session)]
    urls += [f"/t/{code}/" for code in codes]
    signed_in(client, owner)
    assert {client.get(url, follow=True).status_code for url in urls} == {200}
    response = client.post(desk_url(session, "event_delete"), {"name": " Campionat "})
    assert response.headers["Location"] == reverse("desk")
    assert "The event is deleted." in client.get(reverse("desk")).content.decode()
    remaining_rows = {name: number for name, number in row_counts().items() if number}
    assert remaining_rows.keys() <= {"IdempotencyRecord"}, remaining_rows
    for url in urls:
        response = client.get(url)
        assert response.status_code == 404, url
        assert "<h1" in response.content.decode(), url
    assert client.get("/club-manilla/").status_code == 200


def test_audit_entries_of_a_deleted_event_stay_readable(
    scene: tuple[Session, Actor, Actor],
) -> None:
    session, _director, owner = scene
    club, event = session.stage.event.club, session.stage.event_id
    entries_before = list(AuditEntry.objects.order_by("pk").values())
    audit_lines = audit_page(club, owner.user_id or 0, AuditFilter()).lines
    delete_event(event, "Campionat", owner)
    assert list(AuditEntry.objects.order_by("pk").values())[:-1] == entries_before
    line = AuditEntry.objects.latest("pk")
    assert (line.verb, line.user_id) == (AuditAction.DELETE_EVENT, owner.user_id)
    assert {key: line.data[key] for key in ("name", "game", "contestants")} == {
        "name": "Campionat",
        "game": "botifarra",
        "contestants": 8,
    }
    first_page, *others = audit_page(club, owner.user_id or 0, AuditFilter()).lines
    assert (first_page.free_text, first_page.event) == ("Campionat", "Campionat")
    assert [str(subject) for subject in first_page.subjects] == ["Contestants: 8", "Botifarra"]
    assert [(line.event, line.sentence, line.table) for line in others] == [
        (line.event, line.sentence, line.table) for line in audit_lines
    ]
    assert "1" in [line.table for line in others]


def test_audit_page_names_a_deleted_event(
    client: Client, scene: tuple[Session, Actor, Actor]
) -> None:
    session, _director, owner = scene
    delete_event(session.stage.event_id, "Campionat", owner)
    page = (
        signed_in(client, owner)
        .get(reverse("audit", args=[session.stage.event.club_id]))
        .content.decode()
    )
    assert "Deleted an event" in page
    assert "Table 1" in page
    assert page.count("· Campionat") > 5


def test_event_with_the_name_of_a_deleted_one_has_its_own_audit(
    client: Client, scene: tuple[Session, Actor, Actor]
) -> None:
    session, director, owner = scene
    assert "Anna 1" in client.get(EVENT).content.decode()
    deleted_id = session.stage.event_id
    delete_event(deleted_id, "Campionat", owner)
    plan = EventPlan("Campionat", movement_key="howell")
    stage = create_event(
        session.stage.event.club, plan, ["C – D", "E – F", "G – H", "I – J"], director
    )
    create_session(stage, 2, 1, director)
    assert stage.event_id != deleted_id
    assert "Anna 1" not in client.get(EVENT).content.decode()


@pytest.mark.daily(1)
@pytest.mark.parametrize("typed", ["", "campionat", "Campionat 2", "x" * 300])
def test_wrong_name_deletes_nothing(
    client: Client, scene: tuple[Session, Actor, Actor], typed: str
) -> None:
    session, _director, owner = scene
    response = signed_in(client, owner).post(desk_url(session, "event_delete"), {"name": typed})
    assert response.status_code == 422
    assert "This is not the name of the event" in response.content.decode()
    assert Event.objects.filter(pk=session.stage.event_id).exists()


def test_director_sees_no_delete_button_and_cannot_delete(
    client: Client, scene: tuple[Session, Actor, Actor]
) -> None:
    session, director, _owner = scene
    url = desk_url(session, "event_delete")
    signed_in(client, director)
    assert url not in client.get(desk_url(session, "event_edit")).content.decode()
    assert client.get(url).status_code == client.post(url, {"name": "Campionat"}).status_code == 404
    for actor in (director, SYSTEM):
        with pytest.raises(NotPermitted):
            delete_event(session.stage.event_id, "Campionat", actor)


def test_players_of_other_events_and_members_are_not_deleted(
    scene: tuple[Session, Actor, Actor],
) -> None:
    session, director, owner = scene
    club = session.stage.event.club
    create_event(
        club, EventPlan("Other", movement_key="howell"), ["Anna 1 – Berta 1", "C – D"], director
    )
    Player.objects.filter(name="Anna 2").update(user=director.user_id)
    delete_event(session.stage.event_id, "Campionat", owner)
    names = set(Player.objects.values_list("name", flat=True))
    assert names == {"Anna 1", "Berta 1", "C", "D", "Anna 2"}


def test_delete_page_says_what_is_deleted(
    client: Client, scene: tuple[Session, Actor, Actor]
) -> None:
    session, _director, owner = scene
    page = signed_in(client, owner).get(desk_url(session, "event_delete")).content.decode()
    for text in (
        "8 pairs",
        "everything printed: its codes and links stop working",
        "Type the name of the event to confirm",
    ):
        assert text in page
