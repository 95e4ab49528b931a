"""The pairs of an event at the desk: latecomers, absences, who has paid."""

import re
from dataclasses import replace

import pytest
from django.test import Client

from tests.scenes import divided, evening
from tests.scenes.drawn import started_matches
from tests.scenes.teams import created_for_teams
from tests.web.signed_in import desk, signed_in
from tournaments.actions.actor import Actor
from tournaments.actions.clubs.venues import add_venue
from tournaments.actions.events.event import EventPlan
from tournaments.actions.events.setup import EventSetup, set_up_event
from tournaments.actions.rounds.sessions import deal_session, finish_session, start_session
from tournaments.models import AuditEntry, Contestant, Play, Session, Table, Verb

pytestmark = pytest.mark.django_db


@pytest.fixture
def dealt() -> tuple[Session, Actor]:
    session, director = evening.created(7, movement="howell", rounds=7, boards_per_round=1)
    deal_session(session.pk, "sort", director)
    return session, director


@pytest.fixture
def session(dealt: tuple[Session, Actor]) -> Session:
    return dealt[0]


@pytest.fixture
def director(client: Client, dealt: tuple[Session, Actor]) -> Client:
    return signed_in(client, dealt[1])


def pair(session: Session, number: int) -> Contestant:
    return Contestant.objects.get(event=session.stage.event, number=number)


def test_who_had_only_a_number_is_named_while_it_plays(client: Client) -> None:
    club, director = evening.club_with_director()
    plan = EventSetup(EventPlan("Nit", movement_key="howell"), ("",) * 8, 7, 2)
    made = set_up_event(club, plan, director, "k")
    deal_session(made["session"], "", director)
    start_session(made["session"], director)
    session = Session.objects.get()
    signed_in(client, director)
    assert "Who is number 3?" in client.get(desk(session, "event_contestants")).content.decode()
    third = Contestant.objects.get(number=3)
    said = {"name": "Anna Puig - Berta Roca"}
    page = client.post(desk(session, "contestant_replace", third.pk), said, follow=True).content.decode()
    assert "Anna Puig – Berta Roca" in page
    assert {place.player.name for place in third.places.all()} == {"Anna Puig", "Berta Roca"}
    again = client.post(desk(session, "contestant_replace", third.pk), {"name": "Zoe Mas - Pau Riu"})
    assert again.status_code == 422
    assert "The name is known already" in again.content.decode()


def test_latecomers_are_added_together(director: Client, session: Session) -> None:
    late = {"contestants": "Late One - Late Two\nLate Three - Late Four"}
    page = director.post(desk(session, "event_contestants"), late, follow=True).content.decode()
    assert "The plan is made anew" in page
    assert "9 pairs" in page
    assert pair(session, 9).name == "Late Three – Late Four"
    assert Table.objects.count() == 4


def test_everything_wrong_with_a_latecomer_is_said_and_what_was_typed_stays(
    director: Client, session: Session
) -> None:
    answer = director.post(
        desk(session, "event_contestants"), {"contestants": "Anna 1 - Nova\nNou - Berta 2"}
    )
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Line 1: Anna 1 plays in this event already, in pair 1." in page
    assert "Line 2: Berta 2 plays in this event already, in pair 2." in page
    assert "Nou - Berta 2</textarea>" in page
    assert Contestant.objects.count() == 7


def test_a_pair_that_does_not_come_and_one_that_is_somebody_else(director: Client, session: Session) -> None:
    director.post(desk(session, "contestant_replace", pair(session, 1).pk), {"name": "Emma - Fina"})
    answer = director.post(desk(session, "contestant_withdraw", pair(session, 2).pk))
    assert answer.status_code == 302
    assert [each.name for each in Contestant.objects.all()[:3]] == [
        "Emma – Fina",
        "Anna 7 – Berta 7",
        "Anna 3 – Berta 3",
    ]


@pytest.mark.parametrize("name", ["", "Emma", "Emma - Fina\nGina - Hug", "Anna 2 - Fina"])
def test_a_wrong_replacement_is_refused_where_it_was_written(
    director: Client, session: Session, name: str
) -> None:
    answer = director.post(desk(session, "contestant_replace", pair(session, 1).pk), {"name": name})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert page.count('<details class="screen-only" open') == 1
    assert pair(session, 1).name == "Anna 1 – Berta 1"


def test_once_play_has_begun_who_comes_takes_the_empty_place_or_over(
    client: Client, dealt: tuple[Session, Actor]
) -> None:
    session, actor = dealt
    start_session(session.pk, actor)
    signed_in(client, actor)
    page = client.get(desk(session, "event_contestants")).content.decode()
    assert "A pair that comes late" in page
    assert "Number 3 leaves" in page
    assert "Latecomers" not in page
    answer = client.post(desk(session, "event_contestants"), {"contestants": "Late One - Late Two"})
    assert answer.status_code == 422
    late = {"name": "Late One - Late Two"}
    page = client.post(desk(session, "contestant_join"), late, follow=True).content.decode()
    assert "They play from the next round on. They sit at table 4." in page
    full = client.post(desk(session, "contestant_join"), {"name": "Late Three - Late Four"})
    assert full.status_code == 422
    assert "No place is free" in full.content.decode()
    instead = {"instead": "Late Three - Late Four"}
    leave = desk(session, "contestant_leave", pair(session, 3).pk)
    assert "left at" in client.post(leave, instead, follow=True).content.decode()
    assert pair(session, 9).name == "Late Three – Late Four"


@pytest.mark.parametrize(("movement", "erased"), [("league", True), ("round_robin", False)])
def test_before_somebody_leaves_it_is_said_what_becomes_of_his_results(
    client: Client, movement: str, erased: bool
) -> None:
    session, actor = started_matches(4, movement, rounds=3)
    page = signed_in(client, actor).get(desk(session, "event_contestants")).content.decode()
    assert ("are erased, as in a league" in page) == erased
    assert ("played stays" in page) != erased


@pytest.mark.parametrize("said", ["", "One alone", "A - B\nC - D"])
def test_who_comes_late_is_one_pair(client: Client, dealt: tuple[Session, Actor], said: str) -> None:
    session, actor = dealt
    start_session(session.pk, actor)
    answer = signed_in(client, actor).post(desk(session, "contestant_join"), {"name": said})
    assert answer.status_code == 422
    assert Contestant.objects.count() == 7


def test_once_it_is_over_the_list_only_tells(client: Client, dealt: tuple[Session, Actor]) -> None:
    session, actor = dealt
    start_session(session.pk, actor)
    finish_session(session.pk, actor)
    page = signed_in(client, actor).get(desk(session, "event_contestants")).content.decode()
    assert "can no longer be changed" in page
    assert "Latecomers" not in page
    assert "leaves" not in page


def test_who_has_paid_and_what_is_in_the_cash_box(director: Client, session: Session) -> None:
    assert "to pay" not in director.get(desk(session, "event_contestants")).content.decode()
    director.post(desk(session, "event_fee"), {"fee": "7,50"})
    for number in (1, 2, 3):
        director.post(desk(session, "contestant_paid", pair(session, number).pk))
    director.post(desk(session, "contestant_paid", pair(session, 3).pk))
    director.post(desk(session, "contestant_unpaid", pair(session, 1).pk))
    page = director.get(desk(session, "event_contestants")).content.decode()
    facts = re.findall(r"<dt>([^<]+)</dt><dd[^>]*>([^<]+)</dd>", page)
    assert facts == [
        ("Fee of a pair", "7.50"),
        ("Paid", "2 of 7"),
        ("In the cash box", "15.00"),
        ("Still to come", "37.50"),
    ]
    verbs = list(AuditEntry.objects.values_list("verb", flat=True))
    money = (Verb.EDIT_EVENT, Verb.MARK_PAID, Verb.TAKE_BACK_PAYMENT)
    assert [verbs.count(verb) for verb in money] == [1, 3, 1]


def test_a_fee_that_somebody_has_paid_stays(director: Client, session: Session) -> None:
    director.post(desk(session, "event_fee"), {"fee": "5"})
    director.post(desk(session, "contestant_paid", pair(session, 1).pk))
    answer = director.post(desk(session, "event_fee"), {"fee": "6"})
    assert answer.status_code == 422
    assert "take the payments back" in answer.content.decode()
    session.stage.event.refresh_from_db()
    assert session.stage.event.fee_cents == 500


@pytest.mark.parametrize("fee", ["", "five", "-1", "1.234", "999999"])
def test_a_fee_that_is_none_is_refused(director: Client, session: Session, fee: str) -> None:
    assert director.post(desk(session, "event_fee"), {"fee": fee}).status_code == 422


def test_a_pair_of_another_event_is_not_found(director: Client, session: Session) -> None:
    foreign = Contestant.objects.last()
    assert foreign
    assert director.post(desk(session, "contestant_paid", foreign.pk + 100)).status_code == 404
    assert director.post(desk(session, "contestant_withdraw", foreign.pk + 100)).status_code == 422


def planned(session: Session) -> tuple[str, int, int]:
    fresh = Session.objects.get(pk=session.pk)
    return fresh.stage.movement_key, fresh.rounds_planned, fresh.boards_per_round


def test_what_a_latecomer_makes_of_the_plan_is_said_in_a_sentence(director: Client, session: Session) -> None:
    late = {"contestants": "Late One - Late Two"}
    page = director.post(desk(session, "event_contestants"), late, follow=True).content.decode()
    before = "Before: 7 pairs, Howell, 7 × 1 boards, done in 1 h 10 min."
    now = "Now: 8 pairs, Howell, 7 × 1 boards, done in 1 h 10 min."
    assert f"{before} {now}" in page


def test_another_movement_is_chosen_for_the_minutes_there_are(director: Client, session: Session) -> None:
    before = set(Play.objects.values_list("seating__round__number", "board__number"))
    page = director.post(desk(session, "event_movement"), {"minutes": "150", "show": "movements"})
    assert page.status_code == 200
    assert 'value="howell" checked' in page.content.decode()
    assert planned(session) == ("howell", 7, 1)
    chosen = {"minutes": "150", "movement": "barometer rotation=round_robin"}
    page = director.post(desk(session, "event_movement"), chosen, follow=True).content.decode()
    assert planned(session) == ("barometer", 7, 2)
    assert "Now: 7 pairs, Barometer, 7 × 2 boards, done in 1 h 59 min." in page
    assert set(Play.objects.values_list("seating__round__number", "board__number")) != before
    assert AuditEntry.objects.filter(verb=Verb.CHOOSE_MOVEMENT).count() == 1


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"minutes": "150", "movement": "waltz"}, "This movement no longer fits"),
        ({"minutes": "150"}, "This movement no longer fits"),
        ({"minutes": "five", "movement": "howell"}, "Say how many minutes you have"),
        ({"minutes": "9" * 30, "movement": "howell"}, "Say how many minutes you have"),
        ({"minutes": "6", "movement": "howell"}, "One round takes 10 minutes"),
        ({}, "Say how many minutes you have"),
    ],
)
def test_a_movement_that_was_not_offered_is_refused(
    director: Client, session: Session, said: dict[str, str], sentence: str
) -> None:
    answer = director.post(desk(session, "event_movement"), said)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert planned(session) == ("howell", 7, 1)


def test_once_play_has_begun_no_other_movement_is_taken(client: Client, dealt: tuple[Session, Actor]) -> None:
    session, actor = dealt
    start_session(session.pk, actor)
    signed_in(client, actor)
    assert "Another movement" not in client.get(desk(session, "event_contestants")).content.decode()
    answer = client.post(desk(session, "event_movement"), {"minutes": "150", "movement": "howell"})
    assert answer.status_code == 422
    assert planned(session) == ("howell", 7, 1)


def test_a_team_is_changed_where_its_whole_line_stands(client: Client) -> None:
    session, actor = created_for_teams()
    signed_in(client, actor)
    line = "Equip 1: Anna 1, Berta 1, Carles 1, Dídac 1"
    assert f'value="{line}"' in client.get(desk(session, "event_contestants")).content.decode()
    first = pair(session, 1)
    client.post(desk(session, "contestant_replace", first.pk), {"name": line.replace("Equip 1", "Els Pins")})
    first.refresh_from_db()
    assert (first.name, first.partners.count()) == ("Els Pins", 4)


def test_who_comes_late_to_a_session_at_venues_is_given_the_section_that_is_chosen(client: Client) -> None:
    session, actor = divided.begun_in_sections(
        divided.TEN, replace(divided.SIX, contestants=(11, 12, 13, 14, 15)), divided.FEW
    )
    signed_in(client, actor)
    page = client.get(desk(session, "event_contestants")).content.decode()
    assert "wherever there is a place" in page
    venue = add_venue(session.stage.event.club, "Manlleu", actor)
    session.sections.filter(name="B").update(venue=venue)
    late = {"name": "Late One - Late Two"}
    refused = client.post(desk(session, "contestant_join"), late)
    assert refused.status_code == 422
    assert "Say in which section they play" in refused.content.decode()
    page = client.post(
        desk(session, "contestant_join"), late | {"section": "B"}, follow=True
    ).content.decode()
    assert "They sit at table B3." in page
