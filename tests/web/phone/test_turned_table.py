"""The open pages of a phone after the director has swapped the sides of its table."""

import re

import pytest
from django.test import Client
from django.utils.html import strip_tags

from tests.scenes.evening import enter, started
from tests.web.phone.table_pages import (
    contestant_numbers,
    current_plays,
    get_table,
    linked_client,
    page_text,
    table_url,
)
from tests.web.signed_in import RESULT
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.corrections.turned_table import turn_table
from tournaments.models import Play, Table
from tournaments.permissions.actor import Actor

pytestmark = pytest.mark.django_db

SWAPPED = "The director swapped the sides of your table: you are now E-W."


@pytest.fixture
def table_and_director() -> tuple[Table, Actor]:
    session, director = started(pair_count=8, round_count=4, boards_per_round=3)
    return get_table(session), director


def turn(play: Play, director: Actor) -> None:
    turn_table(play.seating_id, CorrectionRequest(director, "requestkey"))


def polled_text(client: Client, page: str, url: str) -> str:
    """Return what a poll of an open page brings, as plain text."""
    poll = re.search(rf'hx-get="({re.escape(url)}[^"]*)"', page)
    assert poll
    return " ".join(strip_tags(page_text(client.get(poll[1].replace("&amp;", "&")))).split())


def test_open_page_of_a_board_follows_its_table(table_and_director: tuple[Table, Actor]) -> None:
    table, director = table_and_director
    play = current_plays(table)[0]
    ns, ew = contestant_numbers(table).values()
    client = linked_client(table, ns)
    enter(play, RESULT)
    board_url = table_url(table, play.board.number)
    page = page_text(client.get(board_url))

    turn(play, director)

    change = polled_text(client, page, f"{board_url}_state")
    names = dict(play.seating.places.values_list("contestant__number", "contestant__name"))
    assert SWAPPED in change
    assert re.search(rf"N-S {names[ew]}.* E-W {names[ns]}", change)


def test_open_form_of_a_board_leads_to_its_table_as_it_is_now(
    table_and_director: tuple[Table, Actor],
) -> None:
    table, director = table_and_director
    play = current_plays(table)[0]
    client = linked_client(table, contestant_numbers(table)["ns"])
    board_url = table_url(table, play.board.number)
    page = page_text(client.get(board_url))
    turn(play, director)
    assert f"{SWAPPED} Continue" in polled_text(client, page, f"{board_url}_state")


def test_open_page_of_a_table_keeps_saying_that_its_sides_were_swapped(
    table_and_director: tuple[Table, Actor],
) -> None:
    table, director = table_and_director
    play = current_plays(table)[0]
    client = linked_client(table, contestant_numbers(table)["ns"])
    page = page_text(client.get(table_url(table)))
    assert SWAPPED not in page
    turn(play, director)
    assert SWAPPED in polled_text(client, page, f"{table_url(table)}_now")
