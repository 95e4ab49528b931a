"""Copies of events on another day."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.problems import ValidationFailed
from tests.scenes import evening
from tests.scenes.arrivals_and_departures import withdraw_during_session
from tests.web.signed_in import desk_url, signed_in
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
def played_event(client: Client) -> tuple[Session, Actor]:
    """Return an event with all kinds of options, a paid fee, a withdrawal and a replacement."""
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


def copy_of(session: Session, director: Actor, **settings: Any) -> Event:
    answer = copy_event(session.stage.event_id, EventCopy("Campionat", **settings), director, "key")
    return Event.objects.get(pk=answer["event"])


SAME_IN_COPY = (
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


def test_copy_has_the_same_settings_and_other_cards(
    played_event: tuple[Session, Actor],
) -> None:
    session, director = played_event
    event, copy = session.stage.event, copy_of(*played_event, starts_at=SUMMER + timedelta(days=7))
    assert [getattr(copy, key) for key in SAME_IN_COPY] == [
        getattr(event, key) for key in SAME_IN_COPY
    ]
    assert (copy.slug, copy.starts_at) == ("campionat-2", SUMMER + timedelta(days=7))
    stage, session_of_copy = Stage.objects.get(event=copy), Session.objects.get(stage__event=copy)
    assert (stage.movement_key, stage.movement_options) == (
        "mitchell",
        session.stage.movement_options,
    )
    assert (
        session_of_copy.rounds_planned,
        session_of_copy.boards_per_round,
        session_of_copy.state,
    ) == (
        3,
        2,
        Session.State.CREATED,
    )
    assert session_of_copy.commitment != session.commitment
    assert Seed.objects.get(session=session_of_copy).hex != evening.SEED
    names = list(copy.contestants.order_by("number").values_list("name", flat=True))
    assert names == [f"Pair {number}" for number in range(1, 9)]
    assert AuditEntry.objects.get(verb=AuditAction.COPY_EVENT).data == {"of": event.pk}
    deal_session(session_of_copy.pk, "", director)


def test_copied_contestants_have_the_same_players_and_have_not_paid(
    played_event: tuple[Session, Actor],
) -> None:
    session, director = played_event
    event = session.stage.event
    namesake = Player.objects.create(club=event.club, name="Anna 2")
    event.contestants.get(number=3).partners.filter(number=1).update(player=namesake)
    person_count = Player.objects.count()
    copy = copy_of(*played_event, same_contestants=True)

    def contestants_with_players(event: Event) -> list[object]:
        return [
            (
                contestant.number,
                contestant.name,
                list(contestant.partners.values_list("number", "player")),
            )
            for contestant in event.contestants.order_by("number")
        ]

    assert contestants_with_players(copy) == contestants_with_players(event)
    assert Player.objects.count() == person_count
    assert not copy.contestants.exclude(paid_at=None, withdrawn_at=None).exists()
    session_of_copy = Session.objects.get(stage__event=copy)
    deal_session(session_of_copy.pk, "", director)
    start_session(session_of_copy.pk, director)


def test_copy_includes_withdrawn_contestants_and_finds_a_movement_for_all(
    played_event: tuple[Session, Actor],
) -> None:
    session, director = played_event
    withdraw_during_session(
        session.stage.event, Contestant.objects.get(number=2).pk, director, "New One – New Two"
    )
    copy = copy_of(*played_event, same_contestants=True)
    assert copy.contestants.count() == 9
    assert copy.contestants.filter(withdrawn_at=None).count() == 9
    deal_session(Session.objects.get(stage__event=copy).pk, "", director)


SINGLE = EventPlan("Sols", players_each=1, movement_key="individual")
TEAMS = EventPlan("Equips", "match", {"games": "6"}, movement_key="round_robin", players_each=4)


@pytest.mark.parametrize(("plan", "boards"), [(SINGLE, 2), (TEAMS, 1)])
def test_single_players_and_teams_are_copied(plan: EventPlan, boards: int) -> None:
    club, director = evening.club_with_director()
    stage = create_event(club, plan, [f"Name {number}" for number in range(8, 0, -1)], director)
    session = create_session(stage, 3, boards, director)
    copy = copy_of(session, director, same_contestants=True)
    assert copy.players_each == plan.players_each
    names = list(copy.contestants.order_by("number").values_list("name", flat=True))
    assert names == [f"Name {number}" for number in range(8, 0, -1)]
    deal_session(Session.objects.get(stage__event=copy).pk, "", director)


def test_page_proposes_the_next_week_and_copies_once(
    client: Client, played_event: tuple[Session, Actor]
) -> None:
    session, _director = played_event
    url = desk_url(session, "event_copy")
    page = client.get(url).content.decode()
    assert 'value="2027-07-08"' in page
    assert 'value="21:30"' in page
    assert 'value="Campionat"' in page
    assert "With the same pairs" in page
    form = {
        "key": "k1",
        "name": "Dijous",
        "starts_at": "2027-07-08",
        "starts_at_time": "21:30",
        "same_contestants": "on",
    }
    response = client.post(url, form)
    copy = Event.objects.get(name="Dijous")
    assert response.headers["Location"] == reverse("event_desk", args=[copy.pk])
    assert client.post(url, form).headers["Location"] == response.headers["Location"]
    assert Event.objects.count() == 2
    assert client.post(url, form | {"name": "Another"}).status_code == 409


def test_page_raises_the_number_in_the_name_to_an_unused_one(
    client: Client, played_event: tuple[Session, Actor]
) -> None:
    session, _director = played_event
    names = {"Divendres 3": "Divendres 4", "Copa 2026": "Copa 2026", "7": "7"}
    for name, proposed in names.items():
        Event.objects.update(name=name)
        page = client.get(desk_url(session, "event_copy")).content.decode()
        assert f'value="{proposed}"' in page
    Event.objects.update(name="Divendres 4")
    copy = copy_of(*played_event)
    assert next_name(copy) == "Campionat"
    Event.objects.filter(pk=copy.pk).update(name="Divendres 5")
    assert next_name(Event.objects.get(name="Divendres 4")) == "Divendres 6"


def test_page_replaces_the_date_in_the_name(
    client: Client, played_event: tuple[Session, Actor]
) -> None:
    session, _director = played_event
    names = {
        "Dijous 1/7": "Dijous 8/7",
        "Dijous 01/07/2027": "Dijous 08/07/2027",
        "Dijous, 2027-07-01": "Dijous, 2027-07-08",
        "Thursday 1 July": "Thursday 8 July",
        "Copa 11/7": "Copa 11/8",
    }
    for name, proposed in names.items():
        Event.objects.update(name=name)
        page = client.get(desk_url(session, "event_copy")).content.decode()
        assert f'value="{proposed}"' in page


def test_page_proposes_the_time_at_which_an_unannounced_event_was_played(
    client: Client, played_event: tuple[Session, Actor]
) -> None:
    session, _director = played_event
    Event.objects.update(starts_at=None)
    Round.objects.filter(number=1).update(started_at=SUMMER + timedelta(minutes=6))
    page = client.get(desk_url(session, "event_copy")).content.decode()
    assert 'value="2027-07-08"' in page
    assert 'value="21:30"' in page


def test_same_contestants_are_proposed(client: Client, played_event: tuple[Session, Actor]) -> None:
    page = client.get(desk_url(played_event[0], "event_copy")).content.decode()
    (field,) = re.findall(r'<input[^>]*name="same_contestants"[^>]*>', page)
    assert "checked" in field
    assert "Play" not in re.findall(r'aria-current="(?:true|page)"[^>]*>\s*([^<]*)', page)


def test_page_proposes_no_start_if_the_original_had_none_and_was_not_played(
    client: Client, played_event: tuple[Session, Actor]
) -> None:
    session, _director = played_event
    Event.objects.update(starts_at=None)
    Round.objects.update(started_at=None)
    page = client.get(desk_url(session, "event_copy")).content.decode()
    fields = re.findall(r'<input[^>]*name="starts_at(?:_time)?"[^>]*>', page)
    assert len(fields) == 2
    assert not re.search(r'value="[^"]', "".join(fields))


def test_wrong_copy_reports_every_problem(
    client: Client, played_event: tuple[Session, Actor]
) -> None:
    url = desk_url(played_event[0], "event_copy")
    response = client.post(
        url, {"key": "requestkey", "name": " ", "starts_at": "soon", "starts_at_time": "21:00"}
    )
    page = response.content.decode()
    assert response.status_code == 422
    for message in ("Give the event a name.", "Enter a day and a time", 'value="soon"'):
        assert message in page
    assert client.post(url, {"key": "requestkey", "name": "x" * 121}).status_code == 422
    assert Event.objects.count() == 1


def test_imported_results_cannot_be_copied(
    client: Client, played_event: tuple[Session, Actor]
) -> None:
    session, director = played_event
    Stage.objects.update(movement_key="")
    with pytest.raises(ValidationFailed) as refused:
        copy_event(session.stage.event_id, EventCopy("Again"), director, "key")
    assert [problem.code for problem in refused.value.problems] == ["no_plan"]
    response = client.post(desk_url(session, "event_copy"), {"key": "requestkey", "name": "Again"})
    assert response.status_code == 422
    assert "it has no movement to copy" in response.content.decode()


def test_copy_of_a_past_event_is_proposed_for_the_coming_week() -> None:
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


def test_next_weekly_start_keeps_the_time_of_day_when_clocks_change() -> None:
    # The last Thursday of winter: nine in the evening.
    spring = datetime(2030, 3, 28, 20, 0, tzinfo=UTC)
    assert next_weekly_start(spring) == datetime(2030, 4, 4, 19, 0, tzinfo=UTC)


def test_copy_of_a_demo_event_is_no_demo_event(played_event: tuple[Session, Actor]) -> None:
    Event.objects.update(demo=True)
    assert copy_of(*played_event).demo is False


def test_copying_does_not_change_the_original(played_event: tuple[Session, Actor]) -> None:
    session, _director = played_event
    contestants_before = list(
        Contestant.objects.filter(event=session.stage.event).order_by("pk").values()
    )
    copy = copy_of(*played_event, same_contestants=True)
    edit_event(copy.pk, {"name": "Other"}, SYSTEM)
    assert (
        list(Contestant.objects.filter(event=session.stage.event).order_by("pk").values())
        == contestants_before
    )
