"""The contestants' page at the desk: late entries, withdrawals, names and replacements."""

import re

import pytest
from django.test import Client

from tests.scenes import evening
from tests.scenes.teams import created_teams
from tests.web.signed_in import desk_url, signed_in
from tournaments.actions.events.create import EventPlan
from tournaments.actions.events.create_with_session import EventSetup, create_event_from_names
from tournaments.actions.rounds.sessions import deal_session, start_session
from tournaments.models import Contestant, Session, Table
from tournaments.permissions.actor import Actor

pytestmark = pytest.mark.django_db


@pytest.fixture
def dealt() -> tuple[Session, Actor]:
    session, director = evening.created(7, movement="howell", round_count=7, boards_per_round=1)
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


def test_late_entries_fill_numbers_without_names_first(client: Client) -> None:
    club, director = evening.club_with_director()
    names = ("Anna Puig – Berta Roca", "", "Carles Mas – Dora Pi", "")
    create_event_from_names(
        club,
        EventSetup(EventPlan("Nit", movement_key="howell"), names, 3, 2),
        director,
        "requestkey",
    )
    session = Session.objects.get()
    late_pairs = "Eva Sala - Ferran Coll\nGemma Vila - Hug Riu\nIda Bou - Joan Font"
    signed_in(client, director).post(
        desk_url(session, "event_contestants"), {"contestants": late_pairs}
    )
    assert list(Contestant.objects.values_list("number", "name")) == [
        (1, "Anna Puig – Berta Roca"),
        (2, "Eva Sala – Ferran Coll"),
        (3, "Carles Mas – Dora Pi"),
        (4, "Gemma Vila – Hug Riu"),
        (5, "Ida Bou – Joan Font"),
    ]
    assert Contestant.objects.get(number=2).players.count() == 2


def test_naming_a_pair_does_not_report_a_new_plan(client: Client) -> None:
    club, director = evening.club_with_director()
    names = ("Anna Puig – Berta Roca", "", "Carles Mas – Dora Pi", "")
    create_event_from_names(
        club,
        EventSetup(EventPlan("Nit", movement_key="howell"), names, 3, 2),
        director,
        "requestkey",
    )
    late_pair = {"contestants": "Eva Sala - Ferran Coll"}
    session = Session.objects.get()
    url = desk_url(session, "event_contestants")
    step = signed_in(client, director).get(desk_url(session)).content.decode()
    assert f'href="{url}">2 pairs have no names yet</a>' in step
    page = signed_in(client, director).post(url, late_pair, follow=True).content.decode()
    assert "The names are saved." in page
    assert "The rounds are planned again" not in page
    assert "Before:" not in page


def test_pair_without_names_is_listed_first_with_a_link_to_its_row(client: Client) -> None:
    club, director = evening.club_with_director()
    names = ("Anna Puig – Berta Roca", "", "Carles Mas – Dora Pi", "Eva Sala – Ferran Coll")
    create_event_from_names(
        club,
        EventSetup(EventPlan("Nit", movement_key="howell"), names, 3, 2),
        director,
        "requestkey",
    )
    session = Session.objects.get()
    page = signed_in(client, director).get(desk_url(session, "event_contestants")).content.decode()
    second_contestant = Contestant.objects.get(number=2)
    link = f"?change={second_contestant.pk}#pair-{second_contestant.pk}"
    assert link in page.split("Who else has come")[0]
    assert "Pair 2 has no names yet" in page
    assert "They first take the numbers that have no names yet." in page
    row = client.get(desk_url(session, "event_contestants") + link).content.decode()
    assert re.search(
        rf'<li id="pair-{second_contestant.pk}">.*?<details class="screen-only" open>', row, re.S
    )
    deal_session(session.pk, "", director)
    start_session(session.pk, director)
    late = client.get(
        desk_url(session, "correction_late_arrival"), {"name": "Gemma Vila - Hug Riu"}
    )
    late_page = late.content.decode()
    first_part = late_page.split("There is no free place")[0]
    assert "Is it pair 2? Enter their names" in first_part
    assert f'action="{desk_url(session, "contestant_replace", second_contestant.pk)}"' in first_part
    assert 'value="Gemma Vila - Hug Riu"' in first_part, "what was typed stays"
    assert "Please fix this first" not in late_page, "the page informs and reports no mistake"


def test_late_pair_may_be_a_pair_without_names_before_it_gets_a_new_number(
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
    create_event_from_names(
        club,
        EventSetup(EventPlan("Nit", movement_key="howell"), names, 3, 2),
        director,
        "requestkey",
    )
    session = Session.objects.get()
    deal_session(session.pk, "", director)
    start_session(session.pk, director)
    signed_in(client, director)
    query = {"name": "Gemma Vila - Hug Riu"}
    page = client.get(desk_url(session, "correction_late_arrival"), query).content.decode()
    assert "Is it pair 2? Enter their names" in page
    assert "They would be number 6." not in page
    free_place_page = client.get(
        desk_url(session, "correction_late_arrival"), query | {"way": "place"}
    ).content.decode()
    assert "They would be number 6." in free_place_page
    second_contestant = Contestant.objects.get(number=2)
    client.post(desk_url(session, "contestant_replace", second_contestant.pk), query)
    second_contestant.refresh_from_db()
    assert second_contestant.name == "Gemma Vila – Hug Riu"


def test_change_before_the_deal_does_not_mention_printed_sheets(client: Client) -> None:
    session, director = evening.created(6, round_count=3)
    signed_in(client, director)
    url = desk_url(session, "contestant_replace", pair(session, 1).pk)
    page = client.post(url, {"name": "Emma Pi - Fina Mas"}, follow=True).content.decode()
    assert "The names are saved." in page
    assert "printed" not in page.split('id="messages"')[1].split("</section>")[0]


def test_contestants_page_links_to_substitutes_during_play(client: Client) -> None:
    session, director = evening.started(6, round_count=3)
    page = signed_in(client, director).get(desk_url(session, "event_contestants")).content.decode()
    table = pair(session, 1).places.filter(seating__round__number=1)[0].seating.table_id
    assert f'href="{desk_url(session, "correction_substitute", table)}"' in page
    assert "A substitute for one of them" in page


def test_pair_without_names_can_be_named_during_play(client: Client) -> None:
    club, director = evening.club_with_director()
    plan = EventSetup(EventPlan("Nit", movement_key="howell"), ("",) * 8, 7, 2)
    answer = create_event_from_names(club, plan, director, "requestkey")
    deal_session(answer["session"], "", director)
    start_session(answer["session"], director)
    session = Session.objects.get()
    signed_in(client, director)
    assert "Who is number 3?" in client.get(desk_url(session, "event_contestants")).content.decode()
    third_contestant = Contestant.objects.get(number=3)
    names = {"name": "Anna Puig - Berta Roca"}
    page = client.post(
        desk_url(session, "contestant_replace", third_contestant.pk), names, follow=True
    ).content.decode()
    assert "Anna Puig – Berta Roca" in page
    assert {seat_holder.player.name for seat_holder in third_contestant.places.all()} == {
        "Anna Puig",
        "Berta Roca",
    }
    second_response = client.post(
        desk_url(session, "contestant_replace", third_contestant.pk), {"name": "Zoe Mas - Pau Riu"}
    )
    assert second_response.status_code == 422
    assert "already has this name" in second_response.content.decode()


@pytest.mark.thorough
def test_late_entries_are_added_together(director: Client, session: Session) -> None:
    late_pairs = {"contestants": "Late One - Late Two\nLate Three - Late Four"}
    page = director.post(
        desk_url(session, "event_contestants"), late_pairs, follow=True
    ).content.decode()
    assert "The rounds are planned again" in page
    assert "9 pairs" in page
    assert pair(session, 9).name == "Late Three – Late Four"
    assert Table.objects.count() == 4


def test_late_entries_with_problems_are_refused_with_what_was_typed(
    director: Client, session: Session
) -> None:
    response = director.post(
        desk_url(session, "event_contestants"), {"contestants": "Anna 1 - Nova\nNou - Berta 2"}
    )
    page = response.content.decode()
    assert response.status_code == 422
    assert "Line 1: Anna 1 plays in this event already, in pair 1." in page
    assert "Line 2: Berta 2 plays in this event already, in pair 2." in page
    assert "Nou - Berta 2</textarea>" in page
    assert Contestant.objects.count() == 7


def test_pair_is_withdrawn_and_another_replaced(director: Client, session: Session) -> None:
    director.post(
        desk_url(session, "contestant_replace", pair(session, 1).pk), {"name": "Emma - Fina"}
    )
    response = director.post(desk_url(session, "contestant_withdraw", pair(session, 2).pk))
    assert response.status_code == 302
    assert [contestant.name for contestant in Contestant.objects.all()[:3]] == [
        "Emma – Fina",
        "Anna 7 – Berta 7",
        "Anna 3 – Berta 3",
    ]


@pytest.mark.parametrize("name", ["", "Emma", "Emma - Fina\nGina - Hug", "Anna 2 - Fina"])
def test_invalid_replacement_is_refused_in_its_row(
    director: Client, session: Session, name: str
) -> None:
    response = director.post(
        desk_url(session, "contestant_replace", pair(session, 1).pk), {"name": name}
    )
    page = response.content.decode()
    assert response.status_code == 422
    assert page.count('<details class="screen-only" open') == 1
    assert pair(session, 1).name == "Anna 1 – Berta 1"


def test_contestants_page_offers_corrections_once_play_has_started(
    client: Client, dealt: tuple[Session, Actor]
) -> None:
    session, actor = dealt
    start_session(session.pk, actor)
    signed_in(client, actor)
    page = client.get(desk_url(session, "event_contestants")).content.decode()
    assert "A pair that comes late" in page
    assert f'Leaves<span class="visually-hidden">: {pair(session, 3).name}</span>' in page
    assert "Latecomers" not in page
    response = client.post(
        desk_url(session, "event_contestants"), {"contestants": "Late One - Late Two"}
    )
    assert response.status_code == 422
    for correction in ("correction_late_arrival", "correction_departure"):
        assert f'method="get" action="{desk_url(session, correction)}"' in page


def test_team_is_changed_with_its_players(client: Client) -> None:
    session, actor = created_teams()
    signed_in(client, actor)
    line = "Equip 1: Anna 1, Berta 1, Carles 1, Dídac 1"
    assert f'value="{line}"' in client.get(desk_url(session, "event_contestants")).content.decode()
    first = pair(session, 1)
    client.post(
        desk_url(session, "contestant_replace", first.pk),
        {"name": line.replace("Equip 1", "Els Pins")},
    )
    first.refresh_from_db()
    assert (first.name, first.partners.count()) == ("Els Pins", 4)
