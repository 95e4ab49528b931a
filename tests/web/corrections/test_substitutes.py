"""Substitutes are seated from the desk, and are listed among the people of the club."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.scenes.evening import play_round, started
from tests.scenes.substitutes import seat_holder_at
from tests.web.signed_in import desk_url, signed_in

pytestmark = pytest.mark.django_db


def test_substitute_is_seated_in_three_clicks_from_the_desk(client: Client) -> None:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=3)
    play_round(session, director)
    signed_in(client, director)
    seat_holder = seat_holder_at(session)
    table_page = desk_url(session, "corrections_of_table", seat_holder.seating.table_id)
    assert table_page in client.get(desk_url(session)).content.decode(), (
        "the desk links the corrections of the table"
    )
    form_url = (
        desk_url(session, "correction_substitute", seat_holder.seating.table_id)
        + f"?round=2&goes={seat_holder.player_id}"
    )
    assert form_url.replace("&", "&amp;") in client.get(table_page).content.decode(), (
        "they link the form for the player"
    )
    page = client.get(form_url).content.decode()
    form_data = dict(re.findall(r'name="(key|seen)" value="(\w+)"', page)) | {
        "goes": seat_holder.player_id,
        "until": 0,
    }
    form_data["since"] = re.search(r'value="([\d.]+)" selected>\s+Board', page)[1]
    assert client.post(form_url, form_data).status_code == 422, "a name is required"
    page_after = client.post(
        form_url, form_data | {"name": "Carla Mas"}, follow=True
    ).content.decode()
    _round, board = form_data["since"].split(".")
    # Board 0 stands for the start of the round, which the message does not add.
    from_board = f", board {board}" if board != "0" else ""
    message = f"Carla Mas plays for {seat_holder.player.name} from round 2{from_board}."
    assert message in page_after
    assert f"Carla Mas for {seat_holder.player.name}" in page_after


def test_substitute_is_listed_with_the_event_in_which_they_played(client: Client) -> None:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=3)
    signed_in(client, director)
    seat_holder = seat_holder_at(session, round_number=1)
    form_url = (
        desk_url(session, "correction_substitute", seat_holder.seating.table_id)
        + f"?round=1&goes={seat_holder.player_id}"
    )
    page = client.get(form_url).content.decode()
    form_data = dict(re.findall(r'name="(key|seen)" value="(\w+)"', page)) | {
        "goes": seat_holder.player_id,
        "until": 0,
    }
    form_data["since"] = re.search(r'value="([\d.]+)" selected>\s+Board', page)[1]
    client.post(form_url, form_data | {"name": "Carla Mas"})
    people_page = client.get(
        reverse("people", args=[session.stage.event.club.slug])
    ).content.decode()
    assert re.search(
        r"Carla Mas</span>\s*</span>\s*<span class=.count quiet.>\s*1 event\s", people_page
    )


def test_substitution_is_linked_from_corrections_and_from_contestants(client: Client) -> None:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=3)
    play_round(session, director)
    signed_in(client, director)
    table_id = seat_holder_at(session).seating.table_id
    corrections_page = client.get(desk_url(session, "corrections")).content.decode()
    attendance_section = corrections_page.partition("Someone leaves or arrives")[2]
    assert desk_url(session, "correction_substitute", table_id) in attendance_section
    contestants_page = client.get(desk_url(session, "event_contestants")).content.decode()
    assert f'href="{desk_url(session, "corrections")}#substitute"' in contestants_page
    page = client.get(desk_url(session, "correction_substitute", table_id)).content.decode()
    assert "Number, name and results stay with the pair." in page
