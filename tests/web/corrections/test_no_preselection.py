"""Forms with serious consequences preselect nobody, unless a link names them."""

import re

import pytest
from django.test import Client

from tests.scenes.evening import started
from tests.scenes.matches import begin_next_round, play_matches, started_matches
from tests.scenes.three_rounds import seating
from tests.web.signed_in import desk_url, signed_in

pytestmark = pytest.mark.django_db

# Lists of every correction page with a choice of contestants or plays, by URL name.
CHOICES = {
    "correction_departure": ("contestant",),
    "correction_opponents": ("one", "other"),
    "correction_results": ("play", "to"),
    "correction_substitute": ("goes",),
}


def options_html_by_list(page: str) -> dict[str, str]:
    """Return the options of each list of a page, by name."""
    return dict(re.findall(r'<select[^>]* name="(\w+)"[^>]*>(.*?)</select>', page, re.DOTALL))


def is_preselected(options: str) -> bool:
    """Return whether a browser sends a value although nobody has chosen an option.

    That is the case if the first option has a value or another one is selected.
    """
    first_option = re.search(r'<option value="([^"]*)"', options)
    return first_option is None or first_option[1] != "" or " selected" in options


@pytest.mark.parametrize("name", CHOICES)
def test_nobody_is_preselected(client: Client, name: str) -> None:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    signed_in(client, director)
    url_args = [] if name == "correction_departure" else [seating(session).table_id]
    options = options_html_by_list(client.get(desk_url(session, name, *url_args)).content.decode())
    assert set(CHOICES[name]) <= options.keys()
    assert not [list_name for list_name in CHOICES[name] if is_preselected(options[list_name])]


def test_nobody_is_preselected_in_a_draw_exchange(client: Client) -> None:
    session, director = started_matches(6, round_count=3)
    play_matches(session, director)
    begin_next_round(session, director)
    signed_in(client, director)
    options = options_html_by_list(client.get(desk_url(session, "event_draw")).content.decode())
    assert not is_preselected(options["one"])
    assert not is_preselected(options["other"])


def test_contestant_of_the_link_is_preselected(client: Client) -> None:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    signed_in(client, director)
    player_id = seating(session).places.exclude(player=None).first().player_id
    url = desk_url(session, "correction_substitute", seating(session).table_id)
    assert is_preselected(
        options_html_by_list(client.get(f"{url}?goes={player_id}").content.decode())["goes"]
    )


def test_missing_choice_is_explained(client: Client) -> None:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    signed_in(client, director)
    page = client.get(
        desk_url(session, "correction_departure"), {"contestant": ""}
    ).content.decode()
    assert "Choose who leaves." in page
