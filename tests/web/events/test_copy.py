"""The same event again, on another day."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.problems import ValidationFailed
from tests.scenes import evening
from tests.scenes.late_and_leaving import let_leave
from tests.web.signed_in import desk, signed_in
from tournaments.actions.contestants.fees import mark_paid
from tournaments.actions.events.copy import EventCopy, copy_event
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.events.edit import edit_event
from tournaments.actions.rounds.sessions import create_session, deal_session, start_session
from tournaments.models import (
    AuditAction,
    AuditEntry,
    Contestant,
    Event,
    Player,
    Round,
    Seed,
    Session,
    Stage,
)
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.web.events.copy import next_name
from tournaments.web.events.shared_form_fields import next_weekly_start

pytestmark = pytest.mark.django_db
SUMMER = datetime(2027, 7, 1, 19, 30, tzinfo=UTC)


@pytest.fixture
def scene(client: Client) -> tuple[Session, Actor]:
    """An evening with options of every kind; one has paid, one has left and another plays
    instead."""
    club, director = evening.club_with_director()
    plan = EventPlan(
        "Campionat",
        method_key="matchpoints",
        method_options={"win": "1"},
        tiebreaks=("points", "sum_x"),
        movement_key="mitchell",
        note="Bring water",
        results_shown="session",
        starts_at=SUMMER,
        place="Bar Sol",
        fee_cents=750,
    )
    names = [*evening.pairs(7), ""]
    session = create_session(
        create_event(club, plan, names, director), 3, 2, director, seed=evening.SEED
    )
    deal_session(session.pk, "", director)
    start_session(session.pk, director)
    mark_paid(session.stage.event.contestants.get(number=1), director)
    signed_in(client, director)
    return session, director


def copied(session: Session, director: Actor, **said: object) -> Event:
    copy = EventCopy("Campionat", **said)  # type: ignore[arg-type]
    answer = copy_event(session.stage.event_id, copy, director, "key")
    return Event.objects.get(pk=answer["event"])


SAME = (
    *(
        "game_key",
        "options",
        "method_key",
        "method_options",
        "tiebreaks",
        "fee_cents",
        "note",
        "place",
    ),
    *("players_each", "results_shown", "club_id", "rules_version"),
)


def test_all_that_was_decided_is_the_same_and_its_cards_are_its_own(
    scene: tuple[Session, Actor],
) -> None:
    session, director = scene
    event, made = session.stage.event, copied(*scene, starts_at=SUMMER + timedelta(days=7))
    assert [getattr(made, key) for key in SAME] == [getattr(event, key) for key in SAME]
    assert (made.slug, made.starts_at) == ("campionat-2", SUMMER + timedelta(days=7))
    stage, again = Stage.objects.get(event=made), Session.objects.get(stage__event=made)
    assert (stage.movement_key, stage.movement_options) == (
        "mitchell",
        session.stage.movement_options,
    )
    assert (again.rounds_planned, again.boards_per_round, again.state) == (
        3,
        2,
        Session.State.CREATED,
    )
    assert again.commitment != session.commitment
    assert Seed.objects.get(session=again).hex != evening.SEED
    names = list(made.contestants.order_by("number").values_list("name", flat=True))
    assert names == [f"Pair {number}" for number in range(1, 9)]
    assert AuditEntry.objects.get(verb=AuditAction.COPY_EVENT).data == {"of": event.pk}
    deal_session(again.pk, "", director)


def test_the_same_contestants_are_the_same_people_who_have_not_paid(
    scene: tuple[Session, Actor],
) -> None:
    session, director = scene
    event = session.stage.event
    namesake = Player.objects.create(club=event.club, name="Anna 2")
    event.contestants.get(number=3).partners.filter(number=1).update(player=namesake)
    people = Player.objects.count()
    made = copied(*scene, same_contestants=True)

    def entered(which: Event) -> list[object]:
        return [
            (each.number, each.name, list(each.partners.values_list("number", "player")))
            for each in which.contestants.order_by("number")
        ]

    assert entered(made) == entered(event)
    assert Player.objects.count() == people
    assert not made.contestants.exclude(paid_at=None, withdrawn_at=None).exists()
    again = Session.objects.get(stage__event=made)
    deal_session(again.pk, "", director)
    start_session(again.pk, director)


def test_who_has_left_is_asked_again_and_a_movement_is_found_for_all(
    scene: tuple[Session, Actor],
) -> None:
    session, director = scene
    let_leave(
        session.stage.event, Contestant.objects.get(number=2).pk, director, "New One – New Two"
    )
    made = copied(*scene, same_contestants=True)
    assert made.contestants.count() == 9
    assert made.contestants.filter(withdrawn_at=None).count() == 9
    deal_session(Session.objects.get(stage__event=made).pk, "", director)


SINGLE = EventPlan("Sols", players_each=1, movement_key="individual")
TEAMS = EventPlan("Equips", "match", {"games": "6"}, movement_key="round_robin", players_each=4)


@pytest.mark.parametrize(("plan", "boards"), [(SINGLE, 2), (TEAMS, 1)])
def test_single_players_and_teams_are_copied_too(plan: EventPlan, boards: int) -> None:
    club, director = evening.club_with_director()
    stage = create_event(club, plan, [f"Name {number}" for number in range(8, 0, -1)], director)
    session = create_session(stage, 3, boards, director)
    made = copied(session, director, same_contestants=True)
    assert made.players_each == plan.players_each
    names = list(made.contestants.order_by("number").values_list("name", flat=True))
    assert names == [f"Name {number}" for number in range(8, 0, -1)]
    deal_session(Session.objects.get(stage__event=made).pk, "", director)


def test_the_page_proposes_the_next_week_and_makes_it_once(
    client: Client, scene: tuple[Session, Actor]
) -> None:
    session, _director = scene
    address = desk(session, "event_copy")
    page = client.get(address).content.decode()
    assert 'value="2027-07-08T21:30"' in page
    assert 'value="Campionat"' in page
    assert "With the same pairs" in page
    form = {
        "key": "k1",
        "name": "Dijous",
        "starts_at": "2027-07-08T21:30",
        "same_contestants": "on",
    }
    answer = client.post(address, form)
    made = Event.objects.get(name="Dijous")
    assert answer.headers["Location"] == reverse("event_desk", args=[made.pk])
    assert client.post(address, form).headers["Location"] == answer.headers["Location"]
    assert Event.objects.count() == 2
    assert client.post(address, form | {"name": "Another"}).status_code == 409


def test_page_counts_the_number_of_the_name_up_to_one_that_is_free(
    client: Client, scene: tuple[Session, Actor]
) -> None:
    session, _director = scene
    names = {"Divendres 3": "Divendres 4", "Copa 2026": "Copa 2026", "7": "7"}
    for name, proposed in names.items():
        Event.objects.update(name=name)
        page = client.get(desk(session, "event_copy")).content.decode()
        assert f'value="{proposed}"' in page
    Event.objects.update(name="Divendres 4")
    made = copied(*scene)
    assert next_name(made) == "Campionat"
    Event.objects.filter(pk=made.pk).update(name="Divendres 5")
    assert next_name(Event.objects.get(name="Divendres 4")) == "Divendres 6"


def test_page_moves_a_day_in_the_name_on(client: Client, scene: tuple[Session, Actor]) -> None:
    session, _director = scene
    names = {
        "Dijous 1/7": "Dijous 8/7",
        "Dijous 01/07/2027": "Dijous 08/07/2027",
        "Dijous, 2027-07-01": "Dijous, 2027-07-08",
        "Thursday 1 July": "Thursday 8 July",
        "Copa 11/7": "Copa 11/8",
    }
    for name, proposed in names.items():
        Event.objects.update(name=name)
        page = client.get(desk(session, "event_copy")).content.decode()
        assert f'value="{proposed}"' in page


def test_page_proposes_the_hour_at_which_an_unannounced_event_was_played(
    client: Client, scene: tuple[Session, Actor]
) -> None:
    session, _director = scene
    Event.objects.update(starts_at=None)
    Round.objects.filter(number=1).update(started_at=SUMMER + timedelta(minutes=6))
    page = client.get(desk(session, "event_copy")).content.decode()
    assert 'value="2027-07-08T21:30"' in page


def test_same_contestants_are_proposed(client: Client, scene: tuple[Session, Actor]) -> None:
    page = client.get(desk(scene[0], "event_copy")).content.decode()
    (field,) = re.findall(r'<input[^>]*name="same_contestants"[^>]*>', page)
    assert "checked" in field
    assert "Play" not in re.findall(r'aria-current="(?:true|page)"[^>]*>\s*([^<]*)', page)


def test_page_proposes_no_time_after_an_event_that_announced_none_and_was_not_played(
    client: Client, scene: tuple[Session, Actor]
) -> None:
    session, _director = scene
    Event.objects.update(starts_at=None)
    Round.objects.update(started_at=None)
    page = client.get(desk(session, "event_copy")).content.decode()
    field = re.search(r'<input[^>]*name="starts_at"[^>]*>', page)
    assert field
    assert "value=" not in field[0]


def test_everything_wrong_is_said_at_once(client: Client, scene: tuple[Session, Actor]) -> None:
    address = desk(scene[0], "event_copy")
    answer = client.post(address, {"key": "k", "name": " ", "starts_at": "soon"})
    page = answer.content.decode()
    assert answer.status_code == 422
    for said in ("Give the event a name.", "Enter a day and a time", 'value="soon"'):
        assert said in page
    assert client.post(address, {"key": "k", "name": "x" * 121}).status_code == 422
    assert Event.objects.count() == 1


def test_results_from_elsewhere_have_nothing_to_play_by(
    client: Client, scene: tuple[Session, Actor]
) -> None:
    session, director = scene
    Stage.objects.update(movement_key="")
    with pytest.raises(ValidationFailed) as refused:
        copy_event(session.stage.event_id, EventCopy("Again"), director, "key")
    assert [problem.code for problem in refused.value.problems] == ["no_plan"]
    answer = client.post(desk(session, "event_copy"), {"key": "k", "name": "Again"})
    assert answer.status_code == 422
    assert "it has no movement to copy" in answer.content.decode()


def test_what_lies_behind_is_proposed_for_the_week_to_come() -> None:
    assert next_weekly_start(None) is None
    today = timezone.localtime(timezone.now())
    for weeks in (0, 1, 30):
        for hours in (-2, 2):
            before = today + timedelta(hours=hours) - timedelta(weeks=weeks)
            proposed = next_weekly_start(before)
            assert proposed is not None
            local = timezone.localtime(proposed)
            assert timezone.now() <= proposed <= timezone.now() + timedelta(days=8, hours=3)
            assert (local.weekday(), local.hour) == (
                timezone.localtime(before).weekday(),
                timezone.localtime(before).hour,
            )


def test_the_time_of_day_stays_when_the_clocks_change() -> None:
    # The last Thursday of winter: nine in the evening.
    spring = datetime(2030, 3, 28, 20, 0, tzinfo=UTC)
    assert next_weekly_start(spring) == datetime(2030, 4, 4, 19, 0, tzinfo=UTC)


def test_a_copy_of_the_demo_is_the_clubs_own(scene: tuple[Session, Actor]) -> None:
    Event.objects.update(demo=True)
    assert copied(*scene).demo is False


def test_a_copy_changes_nothing_of_what_it_is_like(scene: tuple[Session, Actor]) -> None:
    session, _director = scene
    before = list(Contestant.objects.filter(event=session.stage.event).order_by("pk").values())
    made = copied(*scene, same_contestants=True)
    edit_event(made.pk, {"name": "Other"}, SYSTEM)
    assert (
        list(Contestant.objects.filter(event=session.stage.event).order_by("pk").values()) == before
    )
