"""The demo, and how a club clears it and begins for itself."""

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from tests import evening
from tests.web.desk import RESULT
from tournaments.actions.actor import SYSTEM
from tournaments.actions.events import EventPlan, create_event
from tournaments.models import (
    AuditEntry,
    Board,
    Club,
    Contestant,
    Entry,
    Event,
    Membership,
    Place,
    Play,
    Player,
    Receipt,
    Seed,
    SitOut,
    Snapshot,
    Table,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def demo(django_db_setup: None, django_db_blocker) -> None:
    """The demo is long to make: once for the module, each test in a transaction above it."""
    with django_db_blocker.unblock():
        call_command("demo")
        yield
        call_command("flush", interactive=False)


@pytest.fixture
def owner(demo: None, client: Client) -> Client:
    client.force_login(get_user_model().objects.get(username="director"))
    return client


def clear(club: Club) -> str:
    return reverse("clear_demo", args=[club.pk])


def test_it_goes_without_a_trace_and_the_owner_begins(owner: Client) -> None:
    club = Club.objects.get()
    assert "Clear the demo" in owner.get("/desk/").content.decode()
    assert "Campionat de Tardor" in owner.get(clear(club)).content.decode()
    answer = owner.post(clear(club), {"name": "  Penya  l'Avi "}, follow=True)
    page = answer.content.decode()
    assert "Make the first event" in page
    assert "Clear the demo" not in page
    club.refresh_from_db()
    assert (club.name, club.slug) == ("Penya l'Avi", "penya-lavi")
    assert club.memberships.get().role == Membership.Role.OWNER
    for left in (
        Event,
        Contestant,
        Player,
        Board,
        Table,
        Place,
        Play,
        Entry,
        Seed,
        SitOut,
        Snapshot,
        Receipt,
    ):
        assert not left.objects.exists(), left.__name__
    assert AuditEntry.objects.get(verb="clear demo").data["events"]
    assert owner.get("/penya-lavi/").status_code == 200


def test_what_the_club_made_itself_stays(owner: Client) -> None:
    club = Club.objects.get()
    pairs = ["Anna Puig – Laia Nova", "C – D"]
    mine = create_event(club, EventPlan("Nostre", movement_key="howell"), pairs, SYSTEM)
    assert "Nostre" in owner.get(clear(club)).content.decode()
    owner.post(clear(club), {"name": "Penya"})
    assert list(club.events.all()) == [mine.event]
    assert set(Player.objects.values_list("name", flat=True)) == {"Anna Puig", "Laia Nova", "C", "D"}


@pytest.mark.parametrize("name", ["", "   ", "x" * 81])
def test_without_a_proper_name_nothing_goes(owner: Client, name: str) -> None:
    assert owner.post(clear(Club.objects.get()), {"name": name}).status_code == 422
    assert Event.objects.count() == 5


def test_twice_is_refused(owner: Client) -> None:
    club = Club.objects.get()
    owner.post(clear(club), {"name": "Penya"})
    answer = owner.post(clear(club), {"name": "Penya"})
    assert answer.status_code == 422
    assert "nothing of the demo" in answer.content.decode()
    assert "Everything here was made by your club" in owner.get(clear(club)).content.decode()


def test_another_club_loses_nothing(owner: Client) -> None:
    session, _director = evening.started(6, rounds=2)
    play = Play.objects.filter(board__session=session).select_related("seating__table")[0]
    evening.enter(play, RESULT)
    owner.post(clear(Club.objects.get(memberships__user__username="director")), {"name": "Penya"})
    assert Event.objects.get() == session.stage.event
    assert (Entry.objects.count(), Receipt.objects.count()) == (2, 2)


def test_the_command_does_the_same(demo: None, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        call_command("clear_demo", " ")
    call_command("clear_demo", "Penya")
    assert capsys.readouterr().out.strip() == "Penya: /penya/"
    assert not Event.objects.exists()
    with pytest.raises(CommandError, match="nothing of the demo"):
        call_command("clear_demo", "Penya")
