"""A phone asks for the points of its own side; the points of N-S are stored."""

import pytest
from django.test import Client

from tests.scenes.evening import enter, started
from tests.web.phone.table_pages import (
    RESULT,
    contestant_numbers,
    current_plays,
    get_table,
    hidden_value,
    linked_client,
    page_text,
    table_url,
)
from tournaments.models import Play, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    session, _director = started(pair_count=8, round_count=4, boards_per_round=3)
    return get_table(session)


@pytest.fixture
def play(table: Table) -> Play:
    return current_plays(table)[0]


def send_own_points(client: Client, board_url: str, points: str, **fields: str) -> tuple[int, str]:
    """Send a board for E-W with the points of E-W; return the status and the page."""
    form_data = {name: value for name, value in RESULT.items() if name != "ns_points"}
    form_data |= {"side": "ew", "ew_points": points, "sure": "yes", **fields}
    form_data["key"] = (
        hidden_value(page_text(client.get(board_url)), "key")
        if "key" not in fields
        else "requestkey"
    )
    response = client.post(board_url, form_data)
    return response.status_code, page_text(response)


def test_phone_of_each_side_asks_for_the_points_of_its_side(table: Table, play: Play) -> None:
    board_url = table_url(table, play.board.number)
    ns = page_text(linked_client(table, contestant_numbers(table)["ns"]).get(board_url))
    ew = page_text(linked_client(table, contestant_numbers(table)["ew"]).get(board_url))
    assert 'name="ns_points"' in ns
    assert 'name="ew_points"' not in ns
    assert 'name="ew_points"' in ew
    assert 'name="ns_points"' not in ew


def test_catalan_label_with_an_apostrophe_is_escaped_once(table: Table, play: Play) -> None:
    client = linked_client(table, contestant_numbers(table)["ew"])
    page = client.get(table_url(table, play.board.number), headers={"Accept-Language": "ca"})
    assert "&amp;#x27;" not in page.content.decode()


def test_shared_phone_asks_for_the_points_of_ns(table: Table, play: Play) -> None:
    page = page_text(linked_client(table, "table").get(table_url(table, play.board.number)))
    assert 'name="ns_points"' in page
    assert 'name="ew_points"' not in page


def test_points_of_ew_are_stored_as_the_points_of_ns(table: Table, play: Play) -> None:
    client = linked_client(table, contestant_numbers(table)["ew"])
    assert send_own_points(client, table_url(table, play.board.number), "31")[0] == 302
    assert play.entries.get().outcome["ns_points"] == 41


def test_points_of_ew_confirm_the_same_result_of_ns(table: Table, play: Play) -> None:
    enter(play, {**RESULT}, ["ns"])
    client = linked_client(table, contestant_numbers(table)["ew"])
    board_url = f"{table_url(table, play.board.number)}?differ"
    assert send_own_points(client, board_url, "31")[0] == 302
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
    client = linked_client(table, contestant_numbers(table)["ew"])
    status, page = send_own_points(client, table_url(table, play.board.number), typed)
    assert status == 422
    assert sentence in page
    assert f'value="{typed}"' in page
    assert not play.entries.exists()


def test_form_with_another_problem_keeps_the_points_of_ew(table: Table, play: Play) -> None:
    client = linked_client(table, contestant_numbers(table)["ew"])
    _status, page = send_own_points(client, table_url(table, play.board.number), "31", trump="")
    assert "Trump is missing." in page
    assert 'value="31"' in page


def test_phone_of_ew_retypes_its_entry_as_points_of_ew(table: Table, play: Play) -> None:
    client = linked_client(table, contestant_numbers(table)["ew"])
    board_url = table_url(table, play.board.number)
    send_own_points(client, board_url, "31")
    page = page_text(client.get(f"{board_url}?differ"))
    assert 'name="ew_points"' in page
    assert 'value="31"' in page


def test_old_page_of_ew_that_sends_the_points_of_ns_is_understood(table: Table, play: Play) -> None:
    client = linked_client(table, contestant_numbers(table)["ew"])
    board_url = table_url(table, play.board.number)
    form_data = {**RESULT, "side": "ew", "key": "requestkey", "sure": "yes"}
    assert client.post(board_url, form_data).status_code == 302
    assert play.entries.get().outcome["ns_points"] == 41


def test_form_says_that_the_other_side_of_a_revoke_takes_all_points(
    table: Table, play: Play
) -> None:
    page = page_text(
        linked_client(table, contestant_numbers(table)["ew"]).get(
            table_url(table, play.board.number)
        )
    )
    assert "After a revoke the other side takes all 72 points: leave the points empty." in page
