"""Whose points a phone asks for: those of its own side; the stored fact is the points of N-S."""

import pytest
from django.test import Client

from tests.scenes.evening import enter, started
from tests.web.phone.test_table import (
    RESULT,
    current_plays,
    get_table,
    hidden,
    numbers,
    phone,
    text,
    url,
)
from tournaments.models import Play, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    session, _director = started(number=8, rounds=4, boards_per_round=3)
    return get_table(session)


@pytest.fixture
def play(table: Table) -> Play:
    return current_plays(table)[0]


def send_own_points(client: Client, where: str, points: str, **fields: str) -> tuple[int, str]:
    """Send a board for E-W with the points of E-W; return the status and the page."""
    form_data = {name: value for name, value in RESULT.items() if name != "ns_points"}
    form_data |= {"side": "ew", "ew_points": points, "sure": "yes", **fields}
    form_data["key"] = hidden(text(client.get(where)), "key") if "key" not in fields else "k"
    response = client.post(where, form_data)
    return response.status_code, text(response)


def test_phone_of_each_side_asks_for_the_points_of_its_side(table: Table, play: Play) -> None:
    where = url(table, play.board.number)
    ns = text(phone(table, numbers(table)["ns"]).get(where))
    ew = text(phone(table, numbers(table)["ew"]).get(where))
    assert 'name="ns_points"' in ns
    assert 'name="ew_points"' not in ns
    assert 'name="ew_points"' in ew
    assert 'name="ns_points"' not in ew


def test_catalan_label_with_an_apostrophe_is_escaped_once(table: Table, play: Play) -> None:
    client = phone(table, numbers(table)["ew"])
    page = client.get(url(table, play.board.number), headers={"Accept-Language": "ca"})
    assert "&amp;#x27;" not in page.content.decode()


def test_shared_phone_asks_for_the_points_of_ns(table: Table, play: Play) -> None:
    page = text(phone(table, "table").get(url(table, play.board.number)))
    assert 'name="ns_points"' in page
    assert 'name="ew_points"' not in page


def test_points_of_ew_are_stored_as_the_points_of_ns(table: Table, play: Play) -> None:
    client = phone(table, numbers(table)["ew"])
    assert send_own_points(client, url(table, play.board.number), "31")[0] == 302
    assert play.entries.get().outcome["ns_points"] == 41


def test_points_of_ew_confirm_the_same_result_of_ns(table: Table, play: Play) -> None:
    enter(play, {**RESULT}, ["ns"])
    client = phone(table, numbers(table)["ew"])
    where = f"{url(table, play.board.number)}?differ"
    assert send_own_points(client, where, "31")[0] == 302
    play.refresh_from_db()
    assert play.state == Play.State.CONFIRMED


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("73", "Points of E-W: 73 is not between 0 and 72."),
        ("forty", "Points of E-W: write a whole number, not “forty”."),
        ("", "Write the points, from 0 to 72."),
    ],
)
def test_rejected_points_of_ew_are_shown_as_typed(
    table: Table, play: Play, typed: str, sentence: str
) -> None:
    client = phone(table, numbers(table)["ew"])
    status, page = send_own_points(client, url(table, play.board.number), typed)
    assert status == 422
    assert sentence in page
    assert f'value="{typed}"' in page
    assert not play.entries.exists()


def test_form_with_another_problem_keeps_the_points_of_ew(table: Table, play: Play) -> None:
    client = phone(table, numbers(table)["ew"])
    _status, page = send_own_points(client, url(table, play.board.number), "31", trump="")
    assert "Trump is missing." in page
    assert 'value="31"' in page


def test_phone_of_ew_retypes_its_entry_as_points_of_ew(table: Table, play: Play) -> None:
    client = phone(table, numbers(table)["ew"])
    where = url(table, play.board.number)
    send_own_points(client, where, "31")
    page = text(client.get(f"{where}?differ"))
    assert 'name="ew_points"' in page
    assert 'value="31"' in page


def test_old_page_of_ew_that_sends_the_points_of_ns_is_understood(table: Table, play: Play) -> None:
    client = phone(table, numbers(table)["ew"])
    where = url(table, play.board.number)
    form_data = {**RESULT, "side": "ew", "key": "k", "sure": "yes"}
    assert client.post(where, form_data).status_code == 302
    assert play.entries.get().outcome["ns_points"] == 41


def test_form_says_that_the_other_side_of_a_revoke_takes_all_points(
    table: Table, play: Play
) -> None:
    page = text(phone(table, numbers(table)["ew"]).get(url(table, play.board.number)))
    assert "The other side takes all 72 points: leave the points empty." in page
