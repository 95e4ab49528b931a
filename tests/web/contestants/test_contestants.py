"""The pairs of an event at the desk: latecomers, absences, who has paid."""

import re

import pytest
from django.test import Client

from tests.scenes import evening
from tests.scenes.teams import created_for_teams
from tests.web.signed_in import desk, signed_in
from tournaments.actions.events.create import EventPlan
from tournaments.actions.events.create_with_session import EventSetup, set_up_event
from tournaments.actions.rounds.sessions import deal_session, start_session
from tournaments.models import Contestant, Session, Table
from tournaments.permissions.actor import Actor

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


def test_latecomers_take_the_numbers_that_have_no_name_yet(client: Client) -> None:
    club, director = evening.club_with_director()
    names = ("Anna Puig – Berta Roca", "", "Carles Mas – Dora Pi", "")
    set_up_event(
        club, EventSetup(EventPlan("Nit", movement_key="howell"), names, 3, 2), director, "k"
    )
    session = Session.objects.get()
    came = "Eva Sala - Ferran Coll\nGemma Vila - Hug Riu\nIda Bou - Joan Font"
    signed_in(client, director).post(desk(session, "event_contestants"), {"contestants": came})
    assert list(Contestant.objects.values_list("number", "name")) == [
        (1, "Anna Puig – Berta Roca"),
        (2, "Eva Sala – Ferran Coll"),
        (3, "Carles Mas – Dora Pi"),
        (4, "Gemma Vila – Hug Riu"),
        (5, "Ida Bou – Joan Font"),
    ]
    assert Contestant.objects.get(number=2).players.count() == 2


def test_names_for_a_pair_without_them_say_that_they_are_saved(client: Client) -> None:
    club, director = evening.club_with_director()
    names = ("Anna Puig – Berta Roca", "", "Carles Mas – Dora Pi", "")
    set_up_event(
        club, EventSetup(EventPlan("Nit", movement_key="howell"), names, 3, 2), director, "k"
    )
    came = {"contestants": "Eva Sala - Ferran Coll"}
    session = Session.objects.get()
    address = desk(session, "event_contestants")
    step = signed_in(client, director).get(desk(session)).content.decode()
    assert f'href="{address}">2 pairs have no names yet</a>' in step
    page = signed_in(client, director).post(address, came, follow=True).content.decode()
    assert "The names are saved." in page
    assert "The rounds are planned again" not in page
    assert "Before:" not in page


def test_a_pair_without_names_is_said_first_and_its_row_opens(client: Client) -> None:
    club, director = evening.club_with_director()
    names = ("Anna Puig – Berta Roca", "", "Carles Mas – Dora Pi", "Eva Sala – Ferran Coll")
    set_up_event(
        club, EventSetup(EventPlan("Nit", movement_key="howell"), names, 3, 2), director, "k"
    )
    session = Session.objects.get()
    page = signed_in(client, director).get(desk(session, "event_contestants")).content.decode()
    second = Contestant.objects.get(number=2)
    link = f"?change={second.pk}#pair-{second.pk}"
    assert link in page.split("Who else has come")[0]
    assert "Pair 2 has no names yet" in page
    assert "They first take the numbers that have no names yet." in page
    row = client.get(desk(session, "event_contestants") + link).content.decode()
    assert re.search(rf'<li id="pair-{second.pk}">.*?<details class="screen-only" open>', row, re.S)
    deal_session(session.pk, "", director)
    start_session(session.pk, director)
    late = client.get(desk(session, "repair_joins"), {"name": "Gemma Vila - Hug Riu"})
    said = late.content.decode()
    first = said.split("There is no free place")[0]
    assert "Is it pair 2? Enter their names" in first
    assert f'action="{desk(session, "contestant_replace", second.pk)}"' in first
    assert 'value="Gemma Vila - Hug Riu"' in first, "what was typed stays"
    assert "Please fix this first" not in said, "it is an answer, not a mistake"


def test_late_pair_is_asked_about_the_number_without_names_before_a_free_place(
    client: Client,
) -> None:
    club, director = evening.club_with_director()
    names = (
        "Anna Puig – Berta Roca",
        "",
        "Carles Mas – Dora Pi",
        "Eva Sala – Ferran Coll",
        "I – J",
    )
    set_up_event(
        club, EventSetup(EventPlan("Nit", movement_key="howell"), names, 3, 2), director, "k"
    )
    session = Session.objects.get()
    deal_session(session.pk, "", director)
    start_session(session.pk, director)
    signed_in(client, director)
    asked = {"name": "Gemma Vila - Hug Riu"}
    page = client.get(desk(session, "repair_joins"), asked).content.decode()
    assert "Is it pair 2? Enter their names" in page
    assert "They would be number 6." not in page
    other = client.get(desk(session, "repair_joins"), asked | {"way": "place"}).content.decode()
    assert "They would be number 6." in other
    second = Contestant.objects.get(number=2)
    client.post(desk(session, "contestant_replace", second.pk), asked)
    second.refresh_from_db()
    assert second.name == "Gemma Vila – Hug Riu"


def test_before_the_deal_nothing_printed_is_called_out_of_date(client: Client) -> None:
    session, director = evening.created(6, rounds=3)
    signed_in(client, director)
    address = desk(session, "contestant_replace", pair(session, 1).pk)
    page = client.post(address, {"name": "Emma Pi - Fina Mas"}, follow=True).content.decode()
    assert "The names are saved." in page
    assert "printed" not in page.split('id="messages"')[1].split("</section>")[0]


def test_a_substitute_is_offered_where_a_pair_is_changed(client: Client) -> None:
    session, director = evening.started(6, rounds=3)
    page = signed_in(client, director).get(desk(session, "event_contestants")).content.decode()
    table = pair(session, 1).places.filter(seating__round__number=1)[0].seating.table_id
    assert f'href="{desk(session, "repair_substitute", table)}"' in page
    assert "A substitute for one of them" in page


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
    page = client.post(
        desk(session, "contestant_replace", third.pk), said, follow=True
    ).content.decode()
    assert "Anna Puig – Berta Roca" in page
    assert {place.player.name for place in third.places.all()} == {"Anna Puig", "Berta Roca"}
    again = client.post(
        desk(session, "contestant_replace", third.pk), {"name": "Zoe Mas - Pau Riu"}
    )
    assert again.status_code == 422
    assert "already has this name" in again.content.decode()


@pytest.mark.thorough
def test_latecomers_are_added_together(director: Client, session: Session) -> None:
    late = {"contestants": "Late One - Late Two\nLate Three - Late Four"}
    page = director.post(desk(session, "event_contestants"), late, follow=True).content.decode()
    assert "The rounds are planned again" in page
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


def test_a_pair_that_does_not_come_and_one_that_is_somebody_else(
    director: Client, session: Session
) -> None:
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
    assert f'Leaves<span class="visually-hidden">: {pair(session, 3).name}</span>' in page
    assert "Latecomers" not in page
    answer = client.post(desk(session, "event_contestants"), {"contestants": "Late One - Late Two"})
    assert answer.status_code == 422
    for way in ("repair_joins", "repair_leaves"):
        assert f'method="get" action="{desk(session, way)}"' in page


def test_a_team_is_changed_where_its_whole_line_stands(client: Client) -> None:
    session, actor = created_for_teams()
    signed_in(client, actor)
    line = "Equip 1: Anna 1, Berta 1, Carles 1, Dídac 1"
    assert f'value="{line}"' in client.get(desk(session, "event_contestants")).content.decode()
    first = pair(session, 1)
    client.post(
        desk(session, "contestant_replace", first.pk), {"name": line.replace("Equip 1", "Els Pins")}
    )
    first.refresh_from_db()
    assert (first.name, first.partners.count()) == ("Els Pins", 4)
