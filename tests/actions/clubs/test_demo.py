"""The demo: its contents, and clearing it before a club creates its own events."""

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
from tournaments.actions.clubs.demo import clear_demo, mark_as_demo
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.models import (
    AuditAction,
    AuditEntry,
    Board,
    Call,
    Club,
    Contestant,
    Entry,
    Event,
    IdempotencyRecord,
    Membership,
    Play,
    Player,
    Round,
    SeatHolder,
    Seed,
    Session,
    SitOut,
    Snapshot,
    Table,
)
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.rounds.seating import playing_round
from tournaments.queries.standings.snapshot_format import StoredStandings

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def demo_output(django_db_setup: None, django_db_blocker) -> Iterator[str]:
    """Run the demo command once for the module, in one transaction, and return its output.

    In one transaction the standings are computed only once, at the commit. Each test runs in a
    savepoint.
    """
    output = io.StringIO()
    with django_db_blocker.unblock():
        with transaction.atomic():
            call_command("demo", stdout=output)
        yield output.getvalue()
        call_command("flush", interactive=False)


@pytest.fixture
def owner_client(demo_output: str, client: Client) -> Client:
    client.force_login(get_user_model().objects.get(username="director"))
    return client


def running_session() -> Session:
    return Session.objects.get(state="running", stage__event__game_key="botifarra")


def clear_demo_url(club: Club) -> str:
    return reverse("clear_demo", args=[club.pk])


@pytest.mark.thorough
def test_demo_shows_five_events_and_a_director_who_can_sign_in(
    demo_output: str, client: Client
) -> None:
    password = demo_output.split("password ")[1].split(" ")[0]
    assert client.login(username="director", password=password)
    assert Event.objects.count() == 5
    published = Event.objects.get(name="Campionat Social")
    assert published.published_at
    assert published.contestants.count() == 16
    assert Session.objects.get(stage__event=published).boards.count() == 24
    assert (
        not Play.objects.filter(board__session__stage__event=published)
        .exclude(state="confirmed")
        .exists()
    )
    individual = Event.objects.get(game_key="anou")
    assert (individual.players_each, individual.contestants.count()) == (1, 9)
    session = running_session()
    assert Snapshot.objects.filter(stage=session.stage).exists()
    assert Membership.objects.get().role == "owner"


def test_demo_evening_has_a_conflict_an_unconfirmed_result_and_a_call(demo_output: str) -> None:
    round_in_progress = playing_round(running_session())
    assert round_in_progress
    assert round_in_progress.number == 6
    states = Play.objects.filter(seating__round=round_in_progress).values_list("state", flat=True)
    assert sorted(states) == ["confirmed"] * 4 + ["conflict"] + ["due"] * 6 + ["entered"]
    call = Call.objects.get(closed_at=None)
    assert (call.table.number, call.reasons) == (5, [["rule", ""]])


def test_demo_history_has_the_times_of_its_rounds(owner_client: Client) -> None:
    session = running_session()
    steps = session.undo_steps.order_by("pk")
    assert steps[0].at == session.started_at
    ends = session.sections.get().rounds.exclude(ended_at=None).order_by("number")
    assert [step.at for step in steps[1:]] == list(ends.values_list("ended_at", flat=True))
    url = reverse("undo_step", args=[session.stage.event_id, steps[5].pk])
    page = owner_client.get(url).content.decode()
    assert "has changed" not in page
    assert "have already sent results" in page


def test_demo_dates_its_events_relative_to_the_day_it_is_made(demo_output: str) -> None:
    now, today = timezone.now(), timezone.localdate()
    days_from_today = {
        session.stage.event.slug: (timezone.localdate(session.started_at) - today).days
        for session in Session.objects.filter(state="finished")
    }
    assert days_from_today == {"campionat-social": -7, "suis-de-parelles": -12}
    cup = Event.objects.get(slug="copa-la-manilla")
    assert cup.starts_at
    assert (timezone.localdate(cup.starts_at) - today).days == 7
    assert cup.contestants.exclude(paid_at=None).count() == 4
    for round_ in Round.objects.exclude(ended_at=None):
        assert round_.started_at
        assert round_.started_at < round_.ended_at <= now
    for entry in Entry.objects.select_related("play__seating__round"):
        assert entry.play.seating.round.started_at < entry.at <= now


def test_demo_players_have_names_without_digits_and_one_long_name(demo_output: str) -> None:
    names = list(Player.objects.values_list("name", flat=True))
    assert len(names) >= 40
    assert not [name for name in names if any(letter.isdigit() for letter in name)]
    assert max(len(name) for name in names) > 40


def test_demo_has_the_same_deals_and_results_each_time(demo_output: str) -> None:
    first_entry = Entry.objects.filter(play__board__session=running_session()).earliest("pk")
    assert (first_entry.outcome["trump"], first_entry.outcome["contro"]) == ("oros", "contro")
    assert first_entry.outcome["ns_points"] == 50
    winners = {
        ranking.line: ranking.winners[0].contestant
        for snapshot in Snapshot.objects.filter(
            stage__event__slug="campionat-social", audience="public"
        )
        for ranking in StoredStandings.from_json(snapshot.standings).rankings
    }
    assert winners == {"ns": "Montserrat Farré – Joan Ametller", "ew": "Albert Pi – Ot Mas"}


@pytest.mark.thorough
def test_second_run_changes_nothing_and_prints_no_password(demo_output: str) -> None:
    password, output = demo_output.split("password ")[1].split(" ")[0], io.StringIO()
    call_command("demo", stdout=output)
    assert Event.objects.count() == 5
    assert password not in output.getvalue()


def test_clearing_deletes_the_demo_and_renames_the_club(owner_client: Client) -> None:
    club = Club.objects.get()
    assert "Clear the demo" in owner_client.get("/desk/").content.decode()
    assert "Campionat Social" in owner_client.get(clear_demo_url(club)).content.decode()
    response = owner_client.post(clear_demo_url(club), {"name": "  Penya  l'Avi "}, follow=True)
    page = response.content.decode()
    assert "Create the first event" in page
    assert "Clear the demo" not in page
    club.refresh_from_db()
    assert (club.name, club.slug) == ("Penya l'Avi", "penya-lavi")
    assert club.memberships.get().role == Membership.Role.OWNER
    for model in (
        Event,
        Contestant,
        Player,
        Board,
        Table,
        SeatHolder,
        Play,
        Entry,
        Seed,
        SitOut,
        Snapshot,
        IdempotencyRecord,
    ):
        assert not model.objects.exists(), model.__name__
    assert AuditEntry.objects.get(verb=AuditAction.CLEAR_DEMO).data["events"]
    assert owner_client.get("/penya-lavi/").status_code == 200


def test_clearing_keeps_events_of_the_club(owner_client: Client) -> None:
    club = Club.objects.get()
    pairs = ["Anna Puig – Laia Nova", "C – D"]
    own_stage = create_event(club, EventPlan("Nostre", movement_key="howell"), pairs, SYSTEM)
    assert "Nostre" in owner_client.get(clear_demo_url(club)).content.decode()
    owner_client.post(clear_demo_url(club), {"name": "Penya"})
    assert list(club.events.all()) == [own_stage.event]
    assert not own_stage.event.demo
    assert set(Player.objects.values_list("name", flat=True)) == {
        "Anna Puig",
        "Laia Nova",
        "C",
        "D",
    }


@pytest.mark.parametrize("name", ["", "   ", "x" * 81])
def test_clearing_without_a_valid_name_is_refused(owner_client: Client, name: str) -> None:
    assert owner_client.post(clear_demo_url(Club.objects.get()), {"name": name}).status_code == 422
    assert Event.objects.count() == 5


def test_second_clearing_is_refused(owner_client: Client) -> None:
    club = Club.objects.get()
    owner_client.post(clear_demo_url(club), {"name": "Penya"})
    response = owner_client.post(clear_demo_url(club), {"name": "Penya"})
    assert response.status_code == 422
    assert "The demo has already been cleared" in response.content.decode()
    assert (
        "Everything here was created by your club"
        in owner_client.get(clear_demo_url(club)).content.decode()
    )


def test_clearing_keeps_events_of_other_clubs(owner_client: Client) -> None:
    session, _director = evening.started(6, round_count=2)
    play = first_play(session)
    evening.enter(play, RESULT)
    owner_client.post(
        clear_demo_url(Club.objects.get(memberships__user__username="director")), {"name": "Penya"}
    )
    assert Event.objects.get() == session.stage.event
    assert (Entry.objects.count(), IdempotencyRecord.objects.count()) == (2, 2)


def test_clearing_deletes_questions_contradictions_and_reveals() -> None:
    session, director = evening.started(6, round_count=2)
    play = first_play(session)
    table_and_time = {"table": play.seating.table, "at": timezone.now()}
    play.questions.create(key="k", digest="d", **table_and_time)
    play.contradictions.create(wrong=[], **table_and_time)
    play.reveals.create(user_id=director.user_id, at=timezone.now())
    event = session.stage.event
    mark_as_demo(event)
    clear_demo(event.club, "Penya", director)
    assert not Event.objects.filter(pk=event.pk).exists()


def test_command_clears_the_demo(demo_output: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        call_command("clear_demo", " ")
    call_command("clear_demo", "Penya")
    assert capsys.readouterr().out.strip() == "Penya: /penya/"
    assert not Event.objects.exists()
    with pytest.raises(CommandError, match="nothing of the demo"):
        call_command("clear_demo", "Penya")
