"""The next step after a board, and two results that differ."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.scenes.devices import linked_phone, unlinked_phone
from tests.scenes.evening import at, enter, started
from tests.web.phone.table_pages import (
    contestant_numbers,
    current_plays,
    get_table,
    hidden_value,
    linked_client,
    page_text,
    play_in_conflict,
    resolution_texts,
    table_url,
)
from tests.web.signed_in import OTHER_RESULT, RESULT, first_play
from tournaments.actions.results.entries import submit_entry
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import Play, Table
from tournaments.queries.phone.table_codes import code_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    """Return a table with three boards in its first round."""
    session, _director = started(pair_count=8, round_count=4, boards_per_round=3)
    return get_table(session)


def primary_links_and_buttons(page: str) -> list[tuple[str, str]]:
    """Return URL and text of each primary link or button in the main part of a page."""
    page = page[page.index("<main") :]
    matches = re.findall(
        r'<(?:a|button) class="button[^"]* primary[^"]*"(?: href="([^"]*)")?[^>]*>([^<]*)<', page
    )
    return [(url, words.strip()) for url, words in matches]


def test_phone_leads_from_a_confirmed_board_to_the_one_that_waits_for_it(table: Table) -> None:
    first_play, second_play, _third = current_plays(table)
    client = linked_client(table, contestant_numbers(table)["ew"])
    enter(second_play, RESULT, ["ns"])
    enter(first_play, RESULT)
    page = page_text(client.get(table_url(table, first_play.board.number)))
    assert primary_links_and_buttons(page) == [
        (table_url(table, second_play.board.number), f"Confirm board {second_play.board.number}")
    ]


def test_phone_that_has_entered_the_next_board_itself_leads_to_the_one_after(table: Table) -> None:
    first_play, second_play, third_play = current_plays(table)
    client = linked_client(table, contestant_numbers(table)["ns"])
    enter(second_play, RESULT, ["ns"])
    enter(first_play, RESULT)
    page = page_text(client.get(table_url(table, first_play.board.number)))
    assert primary_links_and_buttons(page) == [
        (table_url(table, third_play.board.number), f"Next: board {third_play.board.number}")
    ]


def test_only_boards_of_the_round_are_marked_as_next_for_a_phone_without_a_network(
    table: Table,
) -> None:
    first_play, second_play, third_play = current_plays(table)
    enter(first_play, RESULT)
    enter(second_play, RESULT, ["ns"])
    session = table.section.session
    end_round(first_play.seating.round_id, at(first_play, "ns"))
    client = linked_client(table)
    page = page_text(client.get(table_url(table)))
    current_numbers = {
        str(play.board.number) for play in current_plays(Table.objects.get(pk=table.pk))
    }
    assert (
        set(re.findall(r'data-board="(\d+)" data-state="\w+" data-of-round', page))
        == current_numbers
    )
    assert str(third_play.board.number) in re.findall(r'data-board="(\d+)"', page)
    assert session.rounds_to_play


def test_board_that_this_phone_has_to_confirm_is_marked(table: Table) -> None:
    first_play, _second, _third = current_plays(table)
    enter(first_play, RESULT, ["ns"])
    for side, marked in (("ew", [str(first_play.board.number)]), ("ns", [])):
        page = page_text(
            linked_client(table, contestant_numbers(table)[side]).get(table_url(table))
        )
        assert (
            re.findall(r'data-board="(\d+)" data-state="\w+" data-of-round data-to-confirm', page)
            == marked
        )


def test_conflict_marks_the_rows_that_differ_and_no_others(table: Table) -> None:
    play = play_in_conflict(table)
    page = page_text(
        linked_client(table, contestant_numbers(table)["ns"]).get(
            table_url(table, play.board.number)
        )
    )
    rows = re.findall(r'<div( class="differs")?> <dt>([^<]*)', page)
    differing = {name.strip() for marked, name in rows if marked}
    assert differing == {"Points of N-S", "E-W"}
    assert {name.strip() for marked, name in rows if not marked} >= {"Trump"}


def test_conflict_asks_once_more_before_a_side_gives_in(table: Table) -> None:
    play = play_in_conflict(table)
    page = page_text(
        linked_client(table, contestant_numbers(table)["ns"]).get(
            table_url(table, play.board.number)
        )
    )
    settle = page.split('class="ways-out"')[1].split("</details>")[0]
    assert resolution_texts(page) == ["E-W are right: 41 : 31"]
    assert "Yes, it counts" in settle
    assert primary_links_and_buttons(page) == [("", "Yes, it counts")], (
        "the buttons before it weigh the same"
    )


def test_phone_types_its_entry_again_in_a_conflict_and_agrees(table: Table) -> None:
    play = play_in_conflict(table)
    client, board_url = (
        linked_client(table, contestant_numbers(table)["ns"]),
        table_url(table, play.board.number),
    )
    assert "Type it again" in page_text(client.get(board_url))
    form = page_text(client.get(f"{board_url}?differ"))
    assert 'value="40" data-fresh="yes"' in form, "what was entered is there to be corrected"
    fields = {name: hidden_value(form, name) for name in ("key", "side", "withdraws")}
    assert client.post(board_url, {**OTHER_RESULT, **fields}).status_code == 302
    play.refresh_from_db()
    assert play.state == Play.State.CONFIRMED
    assert play.entry
    assert play.entry.outcome["ns_points"] == 41


def test_entry_typed_again_wrongly_keeps_which_one_it_replaces(table: Table) -> None:
    play = play_in_conflict(table)
    client, board_url = (
        linked_client(table, contestant_numbers(table)["ns"]),
        table_url(table, play.board.number),
    )
    form = page_text(client.get(f"{board_url}?differ"))
    fields = {name: hidden_value(form, name) for name in ("key", "side", "withdraws")}
    response = client.post(board_url, {**OTHER_RESULT, **fields, "ns_points": "99"})
    assert response.status_code == 422
    assert hidden_value(page_text(response), "withdraws") == fields["withdraws"]


def entered_by_a_phone_that_is_not_linked(table: Table) -> tuple[Play, Client]:
    """Enter 40 for N-S on a linked phone, and 41 for E-W on an unlinked one."""
    first_play, second_play = current_plays(table)[:2]
    enter(first_play, RESULT)
    submit_entry(second_play.pk, RESULT, at(second_play, "ns"), "c")
    client = unlinked_phone(table, contestant_numbers(table)["ew"])
    board_url = table_url(table, second_play.board.number)
    form_data = {**OTHER_RESULT, "side": "ew", "key": "d", "sure": "yes"}
    assert client.post(board_url, form_data).status_code == 302
    second_play.refresh_from_db()
    assert second_play.state == Play.State.CONFLICT
    return second_play, client


def test_phone_that_is_not_linked_shows_its_own_slip_beside_a_closed_one(table: Table) -> None:
    play, client = entered_by_a_phone_that_is_not_linked(table)
    page = page_text(client.get(table_url(table, play.board.number)))
    assert re.findall(r'<section class="entry-slip( closed)?">', page) == [" closed", ""]
    assert re.search(r"<h2>N-S</h2> <p>sent a different result</p>", page)
    main = page[page.index("<main") :]
    assert re.search(r"\b41\b", main)
    assert not re.search(r"\b40\b", main)
    assert "This phone is not linked, so it shows no results of other phones and tables." in page
    assert "How to link it" in page
    assert primary_links_and_buttons(page) == [("?differ&amp;side=ew&amp;round=1", "Type it again")]


def test_phone_with_nothing_but_the_code_sees_two_closed_slips(table: Table) -> None:
    play, _client = entered_by_a_phone_that_is_not_linked(table)
    due_number = current_plays(table)[2].board.number
    page = page_text(
        unlinked_phone(table, contestant_numbers(table)["ns"]).get(
            table_url(table, play.board.number)
        )
    )
    assert re.findall(r"<h2>([NSEW-]+)</h2> <p>sent a result</p>", page) == ["N-S", "E-W"]
    assert "Type it again" not in page
    assert primary_links_and_buttons(page) == [
        (table_url(table, due_number), f"Next: board {due_number}")
    ]


def test_table_page_shows_both_results_in_a_conflict_to_a_linked_phone_alone(table: Table) -> None:
    play, client = entered_by_a_phone_that_is_not_linked(table)
    linked = page_text(linked_client(table, contestant_numbers(table)["ns"]).get(table_url(table)))
    entered_as = r'<span class="quiet">([NSEW-]+)</span> coins: <span class="unbroken">N-S (\d+)'
    assert re.findall(entered_as, linked) == [
        ("N-S", "40"),
        ("E-W", "41"),
    ]
    assert "coins: N-S" not in page_text(client.get(table_url(table)))
    assert play.board.number


def test_rows_of_boards_say_whom_an_entered_one_waits_for(table: Table) -> None:
    enter(current_plays(table)[0], RESULT, ["ns"])
    for side, waits in (("ns", "waits for E-W"), ("ew", "waits for you")):
        page = page_text(
            linked_client(table, contestant_numbers(table)[side]).get(table_url(table))
        )
        assert waits in page
    assert "waits for E-W" in page_text(linked_client(table).get(table_url(table)))


def test_conflict_is_the_first_step_on_the_page_of_its_table(table: Table) -> None:
    play, due_number = play_in_conflict(table), current_plays(table)[1].board.number
    number = play.board.number
    client = linked_client(table, contestant_numbers(table)["ns"])
    page = page_text(client.get(table_url(table)))
    assert f"Board {number}: the two results differ" in page
    rows = re.findall(r'data-board="(\d+)"', page)
    each_once = [str(play.board.number) for play in current_plays(table)]
    assert rows == each_once, "the conflict first"
    assert re.findall(r'class="key primary" href="([^"]*)"', page) == [table_url(table, due_number)]
    assert f"Enter board {due_number}" in page


def test_phone_of_the_table_settles_a_conflict_by_choosing_a_result(table: Table) -> None:
    play = play_in_conflict(table)
    client: Client = linked_client(table)
    page = page_text(client.get(table_url(table, play.board.number)))
    assert resolution_texts(page) == ["N-S are right: 40 : 32", "E-W are right: 41 : 31"], (
        "in the order of the slips"
    )
    form = re.search(r'<form method="post"[^>]*>(.*?)</form>', page[page.index("ways-out") :])
    assert form
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[1]))
    assert client.post(table_url(table, play.board.number), fields).status_code == 302
    play.refresh_from_db()
    assert play.state == Play.State.CONFIRMED


def test_phone_is_led_to_its_table_when_the_director_changes_its_boards(client: Client) -> None:
    session, _director = started(8, round_count=4, boards_per_round=2)
    play = first_play(session, seating__round__number=1)
    number, code = play.board.number, code_of(play.seating.table)
    linked_phone(play.seating.table, client=client)
    Play.objects.filter(pk=play.pk).delete()
    state = reverse("table_board_fragment", args=[code, number])
    assert client.get(state)["HX-Redirect"] == reverse("table", args=[code])
    assert (
        "has changed the boards of your table" in client.get(state, {"typing": ""}).content.decode()
    )
