"""Forms with serious consequences preselect nobody, unless a link names them."""

import re

import pytest
from django.test import Client

from tests.scenes.evening import started
from tests.scenes.matches import begin_next_round, play_matches, started_matches
from tests.scenes.three_rounds import seating
from tests.web.signed_in import desk_url, signed_in

pytestmark = pytest.mark.django_db

CHOICES = {
    "repair_leaves": ("contestant",),
    "repair_opponents": ("one", "other"),
    "repair_results": ("play", "to"),
    "repair_substitute": ("goes",),
}
"""The lists of every page on which something went wrong is chosen, by the name of its address."""


def lists(page: str) -> dict[str, str]:
    """What can be chosen in each list of a page, by its name."""
    return dict(re.findall(r'<select[^>]* name="(\w+)"[^>]*>(.*?)</select>', page, re.DOTALL))


def is_preset(options: str) -> bool:
    """Whether a browser sends one of them when nobody chooses: the first, or the one that is
    selected."""
    first = re.search(r'<option value="([^"]*)"', options)
    return first is None or first[1] != "" or " selected" in options


@pytest.mark.parametrize("name", CHOICES)
def test_nobody_is_preselected(client: Client, name: str) -> None:
    session, director = started(8, "howell", 7, 2)
    signed_in(client, director)
    about = [] if name == "repair_leaves" else [seating(session).table_id]
    shown = lists(client.get(desk_url(session, name, *about)).content.decode())
    assert set(CHOICES[name]) <= shown.keys()
    assert not [each for each in CHOICES[name] if is_preset(shown[each])]


def test_nobody_is_preselected_in_a_draw_exchange(client: Client) -> None:
    session, director = started_matches(6, rounds=3)
    play_matches(session, director)
    begin_next_round(session, director)
    signed_in(client, director)
    shown = lists(client.get(desk_url(session, "event_draw")).content.decode())
    assert not is_preset(shown["one"])
    assert not is_preset(shown["other"])


def test_contestant_of_the_link_is_preselected(client: Client) -> None:
    session, director = started(8, "howell", 7, 2)
    signed_in(client, director)
    player = seating(session).places.exclude(player=None).first().player_id
    address = desk_url(session, "repair_substitute", seating(session).table_id)
    assert is_preset(lists(client.get(f"{address}?goes={player}").content.decode())["goes"])


def test_missing_choice_is_explained(client: Client) -> None:
    session, director = started(8, "howell", 7, 2)
    signed_in(client, director)
    page = client.get(desk_url(session, "repair_leaves"), {"contestant": ""}).content.decode()
    assert "Choose who leaves." in page
