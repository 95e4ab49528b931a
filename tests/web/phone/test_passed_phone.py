"""The pair that uses a phone passes it to the other side, which confirms a board on it.

Also one phone that lies on the table and is used by both sides.
"""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.scenes.devices import unlinked_phone
from tests.scenes.evening import enter, started
from tests.web.phone.table_pages import (
    contestant_numbers,
    current_plays,
    get_table,
    hidden_value,
    linked_client,
    page_text,
    resolution_texts,
    table_url,
)
from tests.web.signed_in import RESULT
from tournaments.models import Entry, Play, Table
from tournaments.queries.phone.table_codes import code_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    """Return a table with two boards in its first round."""
    session, _director = started(pair_count=8, round_count=4, boards_per_round=2)
    return get_table(session)


def send_for_ns(table: Table) -> tuple[Play, Client]:
    """Send the first board's result from a phone of N-S, and return the play and that phone."""
    play, _second = current_plays(table)
    client = linked_client(table, contestant_numbers(table)["ns"])
    page = page_text(client.get(table_url(table, play.board.number)))
    client.post(
        table_url(table, play.board.number),
        {**RESULT, "side": "ns", "key": hidden_value(page, "key")},
    )
    return play, client


def test_phone_passed_to_the_other_side_confirms_and_stays_with_its_pair(table: Table) -> None:
    play, client = send_for_ns(table)
    board_url = table_url(table, play.board.number)
    assert 'href="?confirms=ew&amp;' in page_text(client.get(board_url))

    confirmation_page = page_text(client.get(f"{board_url}?confirms=ew"))
    assert "E-W: is this correct?" in confirmation_page
    assert "Then give the phone back to N-S." in confirmation_page
    client.post(
        board_url,
        {
            **RESULT,
            "side": hidden_value(confirmation_page, "side"),
            "key": hidden_value(confirmation_page, "key"),
        },
    )

    play.refresh_from_db()
    assert play.state == Play.State.CONFIRMED
    assert list(Entry.objects.values_list("side", flat=True)) == ["ns", "ew"]
    table_page = page_text(client.get(reverse("table", args=[code_of(table)])))
    assert "This phone is used by N-S" in table_page


def test_polling_keeps_a_board_passed_to_the_other_side(table: Table) -> None:
    play, client = send_for_ns(table)
    confirmation_page = page_text(client.get(f"{table_url(table, play.board.number)}?confirms=ew"))
    assert "&amp;confirms=ew&amp;" in confirmation_page
    assert "?differ&amp;confirms=ew" in confirmation_page
    assert "Hand the phone to E-W." in confirmation_page
    fragment_url = reverse("table_board_fragment", args=[code_of(table), play.board.number])
    assert "E-W: is this correct?" in page_text(
        client.get(f"{fragment_url}?seen=other&confirms=ew")
    )


@pytest.mark.parametrize("line", ["ns", "x", ""])
def test_board_is_not_passed_to_a_side_that_has_answered_or_does_not_exist(
    table: Table, line: str
) -> None:
    play, client = send_for_ns(table)
    page = page_text(client.get(f"{table_url(table, play.board.number)}?confirms={line}"))
    assert "Waiting for E-W" in page


def test_phone_that_is_not_linked_learns_nothing_from_passing_a_board(table: Table) -> None:
    first_play, play = current_plays(table)
    enter(first_play, RESULT)
    enter(play, RESULT, ["ns"])
    stranger = unlinked_phone(table, contestant_numbers(table)["ns"])
    page = page_text(stranger.get(f"{table_url(table, play.board.number)}?confirms=ew"))
    assert "E-W: is this correct?" not in page


def test_side_that_corrects_its_own_result_alone_is_not_warned_of_a_difference(
    table: Table,
) -> None:
    play, client = send_for_ns(table)
    warning = "If the entries differ, the director decides."
    assert warning not in page_text(client.get(f"{table_url(table, play.board.number)}?differ"))
    other_phone = linked_client(table, contestant_numbers(table)["ew"])
    assert warning in page_text(other_phone.get(f"{table_url(table, play.board.number)}?differ"))


def enter_conflict_on_one_phone(table: Table) -> tuple[Play, Client]:
    """Have E-W enter another result on the phone of N-S; return the play and that phone."""
    play, client = send_for_ns(table)
    board_url = table_url(table, play.board.number)
    form = page_text(client.get(f"{board_url}?differ&confirms=ew"))
    fields = {"side": "ew", "key": hidden_value(form, "key")}
    client.post(board_url, {**RESULT, "ns_points": "41", **fields})
    play.refresh_from_db()
    assert play.state == Play.State.CONFLICT
    return play, client


def test_conflict_on_a_passed_phone_offers_both_results_in_the_order_of_the_slips(
    table: Table,
) -> None:
    play, client = enter_conflict_on_one_phone(table)
    board_url = table_url(table, play.board.number)
    page = page_text(client.get(board_url))
    assert resolution_texts(page) == ["N-S are right: 40 : 32", "E-W are right: 41 : 31"]
    buttons = page[page.index("ways-out") :]
    form_of_ns = re.findall(r'<form method="post"[^>]*>(.*?)</form>', buttons)[0]
    client.post(board_url, dict(re.findall(r'name="(\w+)" value="([^"]*)"', form_of_ns)))
    play.refresh_from_db()
    assert play.state == Play.State.CONFIRMED
    assert play.entry
    assert play.entry.outcome["ns_points"] == 40


@pytest.mark.parametrize(("line", "points"), [("ns", "40"), ("ew", "41")])
def test_passed_phone_corrects_the_entry_of_the_chosen_side(
    table: Table, line: str, points: str
) -> None:
    play, client = enter_conflict_on_one_phone(table)
    board_url = table_url(table, play.board.number)
    assert f'href="?differ&amp;side={line}&amp;' in page_text(client.get(board_url))
    form = page_text(client.get(f"{board_url}?differ&side={line}"))
    assert hidden_value(form, "side") == line
    assert f'value="{points}" data-fresh="yes"' in form


def test_shared_phone_corrects_the_entry_of_the_side_that_sent_last(table: Table) -> None:
    play = current_plays(table)[0]
    client, board_url = linked_client(table), table_url(table, play.board.number)
    page = page_text(client.get(board_url))
    client.post(board_url, {**RESULT, "side": "ns", "key": hidden_value(page, "key")})
    assert 'href="?differ&amp;side=ns&amp;' in page_text(client.get(board_url))
    form = page_text(client.get(f"{board_url}?differ&side=ns"))
    fields = {name: hidden_value(form, name) for name in ("side", "key")}
    client.post(board_url, {**RESULT, "ns_points": "41", **fields})
    play.refresh_from_db()
    assert play.state == Play.State.ENTERED
    assert play.entry
    assert (play.entry.side, play.entry.outcome["ns_points"]) == ("ns", 41)


def test_unlinked_phone_settles_a_conflict_between_its_own_entries(table: Table) -> None:
    """The phone sent both results itself, so accepting one reveals nothing new."""
    first_play, play = current_plays(table)
    enter(first_play, RESULT)  # links the phones of both sides, so that this one is unlinked
    client, board_url = unlinked_phone(table), table_url(table, play.board.number)
    for line, points in (("ns", "40"), ("ew", "41")):
        fields = {**RESULT, "ns_points": points, "sure": "yes", "side": line, "key": line}
        assert client.post(board_url, fields).status_code == 302

    page = page_text(client.get(board_url))

    assert resolution_texts(page) == ["N-S are right: 40 : 32", "E-W are right: 41 : 31"]


def test_shared_phone_says_for_which_side_a_result_was_sent(table: Table) -> None:
    play = current_plays(table)[0]
    client, board_url = linked_client(table), table_url(table, play.board.number)
    key = hidden_value(page_text(client.get(board_url)), "key")
    client.post(board_url, {**RESULT, "side": "ns", "key": key})
    assert re.search(r"Sent at [\d:]+ for N-S", page_text(client.get(board_url)))


def test_link_to_correct_a_sent_result_is_below_the_notice_that_it_was_sent(table: Table) -> None:
    play, client = send_for_ns(table)
    page = page_text(client.get(table_url(table, play.board.number)))
    notice, main = page.split("<main")
    assert re.search(r"Sent at [\d:]+ for N-S", notice)
    assert "?differ" not in notice
    assert "Correct the result" in main


def test_shared_phone_has_no_link_to_the_scorecard_of_the_pair_that_used_it(table: Table) -> None:
    number = contestant_numbers(table)["ns"]
    client = linked_client(table, number)
    url = reverse("table", args=[code_of(table)])
    assert "Your scorecard" in page_text(client.get(url))
    unlinked_phone(table, "table", client)  # from now on the phone serves the whole table
    assert "Scorecard" not in page_text(client.get(url))
