"""An event is deleted by an owner, whole, and the audit remembers."""

import pytest
from django.contrib.auth import get_user_model
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from tests.scenes import evening
from tests.web.signed_in import desk, signed_in
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

STAY = {"Club", "Membership", "AuditEntry", "CatchUpHeartbeat", "LoginSession"}
"""What does not belong to an event."""


def owner_of(club: Club) -> Actor:
    user = get_user_model().objects.create_user("owner")
    add_member(club, user.pk, Membership.Role.OWNER, SYSTEM)
    return Actor.of_user(user.pk)


@pytest.fixture
def scene() -> tuple[Session, Actor, Actor]:
    """Play has begun and no result is there; with the director, and an owner of the club."""
    session, director = evening.started(8, movement="swiss", rounds=3, boards_per_round=1)
    table = Table.objects.filter(section__session=session).earliest("number")
    call_director(table, "card", "", Actor.of_table(table.pk, "phone", ""), "call")
    announce(session, "The bar closes at one", director, "announce")
    give_penalty(
        session.stage.event.contestants.get(number=1), session.stage, "1", "late", director, "k"
    )
    catch_up()
    return session, director, owner_of(session.stage.event.club)


def rows() -> dict[str, int]:
    """How many rows there are of whatever belongs to events."""
    ours: list[type[Model]] = [getattr(models, name) for name in models.__all__ if name not in STAY]
    tables = [each for each in ours if isinstance(each, type) and issubclass(each, Model)]
    return {
        each.__name__: each._default_manager.count() for each in tables if not each._meta.abstract
    }


def test_everything_of_it_goes_and_its_addresses_say_so(
    client: Client, scene: tuple[Session, Actor, Actor]
) -> None:
    session, _director, owner = scene
    table = Table.objects.select_related("section__session").earliest("pk")
    codes = [code_of(table), qr_token_of(table)]
    pages = [EVENT, f"{EVENT}rounds/", f"{EVENT}contestants/1/", desk(session)]
    pages += [f"/t/{code}/" for code in codes]
    signed_in(client, owner)
    assert {client.get(page, follow=True).status_code for page in pages} == {200}
    answer = client.post(desk(session, "event_delete"), {"name": " Campionat "})
    assert answer.headers["Location"] == reverse("desk")
    assert "The event is deleted." in client.get(reverse("desk")).content.decode()
    left = {name: number for name, number in rows().items() if number}
    assert left.keys() <= {"IdempotencyRecord"}, left
    for page in pages:
        gone = client.get(page)
        assert gone.status_code == 404, page
        assert "<h1" in gone.content.decode(), page
    assert client.get("/club-manilla/").status_code == 200


def test_the_audit_keeps_what_was_done_as_it_was_and_can_be_read(
    scene: tuple[Session, Actor, Actor],
) -> None:
    session, _director, owner = scene
    club, event = session.stage.event.club, session.stage.event_id
    before = list(AuditEntry.objects.order_by("pk").values())
    read = audit_page(club, owner.user_id or 0, AuditFilter()).lines
    delete_event(event, "Campionat", owner)
    assert list(AuditEntry.objects.order_by("pk").values())[:-1] == before
    said = AuditEntry.objects.latest("pk")
    assert (said.verb, said.user_id) == (AuditAction.DELETE_EVENT, owner.user_id)
    assert {key: said.data[key] for key in ("name", "game", "contestants")} == {
        "name": "Campionat",
        "game": "botifarra",
        "contestants": 8,
    }
    first, *others = audit_page(club, owner.user_id or 0, AuditFilter()).lines
    assert (first.free_text, first.event) == ("Campionat", "Campionat")
    assert [str(each) for each in first.subjects] == ["Contestants: 8", "Botifarra"]
    assert [(each.event, each.sentence, each.table) for each in others] == [
        (each.event, each.sentence, each.table) for each in read
    ]
    assert "1" in [each.table for each in others]


def test_the_page_of_the_audit_names_what_is_gone(
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


def test_an_event_of_the_same_name_afterwards_is_another(
    client: Client, scene: tuple[Session, Actor, Actor]
) -> None:
    session, director, owner = scene
    assert "Anna 1" in client.get(EVENT).content.decode()
    gone = session.stage.event_id
    delete_event(gone, "Campionat", owner)
    plan = EventPlan("Campionat", movement_key="howell")
    stage = create_event(
        session.stage.event.club, plan, ["C – D", "E – F", "G – H", "I – J"], director
    )
    create_session(stage, 2, 1, director)
    assert stage.event_id != gone
    assert "Anna 1" not in client.get(EVENT).content.decode()


@pytest.mark.daily(1)
@pytest.mark.parametrize("typed", ["", "campionat", "Campionat 2", "x" * 300])
def test_a_wrong_name_deletes_nothing(
    client: Client, scene: tuple[Session, Actor, Actor], typed: str
) -> None:
    session, _director, owner = scene
    answer = signed_in(client, owner).post(desk(session, "event_delete"), {"name": typed})
    assert answer.status_code == 422
    assert "This is not the name of the event" in answer.content.decode()
    assert Event.objects.filter(pk=session.stage.event_id).exists()


def test_a_director_sees_no_button_and_is_refused(
    client: Client, scene: tuple[Session, Actor, Actor]
) -> None:
    session, director, _owner = scene
    address = desk(session, "event_delete")
    signed_in(client, director)
    assert address not in client.get(desk(session, "event_edit")).content.decode()
    assert (
        client.get(address).status_code
        == client.post(address, {"name": "Campionat"}).status_code
        == 404
    )
    for actor in (director, SYSTEM):
        with pytest.raises(NotPermitted):
            delete_event(session.stage.event_id, "Campionat", actor)


def test_people_of_other_events_and_members_stay(scene: tuple[Session, Actor, Actor]) -> None:
    session, director, owner = scene
    club = session.stage.event.club
    create_event(
        club, EventPlan("Other", movement_key="howell"), ["Anna 1 – Berta 1", "C – D"], director
    )
    Player.objects.filter(name="Anna 2").update(user=director.user_id)
    delete_event(session.stage.event_id, "Campionat", owner)
    names = set(Player.objects.values_list("name", flat=True))
    assert names == {"Anna 1", "Berta 1", "C", "D", "Anna 2"}


def test_the_question_says_what_goes(client: Client, scene: tuple[Session, Actor, Actor]) -> None:
    session, _director, owner = scene
    page = signed_in(client, owner).get(desk(session, "event_delete")).content.decode()
    for said in (
        "8 pairs",
        "everything printed: its codes and links stop working",
        "Type the name of the event to confirm",
    ):
        assert said in page
