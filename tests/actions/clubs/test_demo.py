"""The demo: what it shows, and how a club clears it and begins for itself."""

import io
from collections.abc import Iterator

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.scenes import evening
from tests.web.signed_in import RESULT, first_play
from tournaments.actions.clubs.demo import clear_demo, mark_demo
from tournaments.actions.events.create import EventPlan, create_event
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
    Session,
    SitOut,
    Snapshot,
    Table,
    Verb,
)
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.rounds.seating import playing_round

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def demo(django_db_setup: None, django_db_blocker) -> Iterator[str]:
    """What the command prints. The demo is long to make: once for the module, each test in one
    above it.

    It is made in one, too: what follows from its results is worked out once, at the end.
    """
    printed = io.StringIO()
    with django_db_blocker.unblock():
        with transaction.atomic():
            call_command("demo", stdout=printed)
        yield printed.getvalue()
        call_command("flush", interactive=False)


@pytest.fixture
def owner(demo: str, client: Client) -> Client:
    client.force_login(get_user_model().objects.get(username="director"))
    return client


def clear(club: Club) -> str:
    return reverse("clear_demo", args=[club.pk])


@pytest.mark.thorough
def test_it_shows_five_events_and_a_director_who_can_sign_in(demo: str, client: Client) -> None:
    password = demo.split("password ")[1].split(" ")[0]
    assert client.login(username="director", password=password)
    assert Event.objects.count() == 5
    over = Event.objects.get(name="Campionat de Tardor")
    assert over.published_at
    assert over.contestants.count() == 16
    assert Session.objects.get(stage__event=over).boards.count() == 24
    assert (
        not Play.objects.filter(board__session__stage__event=over)
        .exclude(state="confirmed")
        .exists()
    )
    alone = Event.objects.get(game_key="anou")
    assert (alone.players_each, alone.contestants.count()) == (1, 9)
    tonight = Session.objects.get(state="running", stage__event__game_key="botifarra")
    playing = playing_round(tonight)
    assert playing
    assert playing.number == 6
    assert Play.objects.filter(seating__round=playing, state="due").exists()
    assert Snapshot.objects.filter(stage=tonight.stage).exists()
    assert Membership.objects.get().role == "owner"


@pytest.mark.thorough
def test_a_second_time_it_changes_nothing_and_tells_no_password(demo: str) -> None:
    password, printed = demo.split("password ")[1].split(" ")[0], io.StringIO()
    call_command("demo", stdout=printed)
    assert Event.objects.count() == 5
    assert password not in printed.getvalue()


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("ca", "aaa1 i aaa2 juguen junts"),
        ("es", "aaa1 y aaa2 juegan juntos"),
        ("en", "aaa1 and aaa2 play together"),
        ("ja", "aaa1とaaa2が組み"),
    ],
)
def test_the_published_board_is_explained_in_the_readers_language(
    owner: Client, language: str, names: str
) -> None:
    event = f"/{Club.objects.get().slug}/taula-publicada/"
    for address in (event, f"{event}sessions/1/boards/1/"):
        page = owner.get(address, headers={"accept-language": language}).content.decode()
        assert names in page
    assert page.index(names) < page.index("iii1 iii2")


def test_it_goes_without_a_trace_and_the_owner_begins(owner: Client) -> None:
    club = Club.objects.get()
    assert "Clear the demo" in owner.get("/desk/").content.decode()
    assert "Campionat de Tardor" in owner.get(clear(club)).content.decode()
    answer = owner.post(clear(club), {"name": "  Penya  l'Avi "}, follow=True)
    page = answer.content.decode()
    assert "Create the first event" in page
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
    assert AuditEntry.objects.get(verb=Verb.CLEAR_DEMO).data["events"]
    assert owner.get("/penya-lavi/").status_code == 200


def test_what_the_club_made_itself_stays(owner: Client) -> None:
    club = Club.objects.get()
    pairs = ["Anna Puig – Laia Nova", "C – D"]
    mine = create_event(club, EventPlan("Nostre", movement_key="howell"), pairs, SYSTEM)
    assert "Nostre" in owner.get(clear(club)).content.decode()
    owner.post(clear(club), {"name": "Penya"})
    assert list(club.events.all()) == [mine.event]
    assert not mine.event.demo
    assert set(Player.objects.values_list("name", flat=True)) == {
        "Anna Puig",
        "Laia Nova",
        "C",
        "D",
    }


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
    play = first_play(session)
    evening.enter(play, RESULT)
    owner.post(clear(Club.objects.get(memberships__user__username="director")), {"name": "Penya"})
    assert Event.objects.get() == session.stage.event
    assert (Entry.objects.count(), Receipt.objects.count()) == (2, 2)


def test_what_is_noted_about_its_plays_goes_with_it() -> None:
    session, director = evening.started(6, rounds=2)
    play = first_play(session)
    at_table = {"table": play.seating.table, "at": timezone.now()}
    play.questions.create(key="k", digest="d", **at_table)
    play.contradictions.create(wrong=[], **at_table)
    play.reveals.create(user_id=director.user_id, at=timezone.now())
    event = session.stage.event
    mark_demo(event)
    clear_demo(event.club, "Penya", director)
    assert not Event.objects.filter(pk=event.pk).exists()


def test_the_command_does_the_same(demo: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        call_command("clear_demo", " ")
    call_command("clear_demo", "Penya")
    assert capsys.readouterr().out.strip() == "Penya: /penya/"
    assert not Event.objects.exists()
    with pytest.raises(CommandError, match="nothing of the demo"):
        call_command("clear_demo", "Penya")
