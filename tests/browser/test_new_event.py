"""The form of a new event follows the game and the contestants while it is filled in."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from tests.browser.page_checks import wait_until_drawn
from tests.browser.sign_in import signed_in
from tests.browser.steps import click_count, count_clicks_on
from tests.scenes.evening import club_with_director, created, pairs
from tournaments.models import Session

pytestmark = pytest.mark.django_db(transaction=True)
Look = Callable[[Page, str], None]


def test_form_follows_the_chosen_game(phone: Callable[[], Page], look: Look) -> None:
    club_with_director()
    page = signed_in(phone())
    page.goto("/desk/new/")
    page.get_by_label("Name", exact=True).fill("Bruixes")
    page.get_by_label("Game", exact=True).select_option("score_sheet")
    expect(page.get_by_role("group", name="Players at a table")).to_be_visible()
    expect(page.get_by_role("group", name="Who is ranked")).to_have_count(0)
    expect(page.get_by_label("Name", exact=True)).to_have_value("Bruixes")
    page.get_by_role("textbox", name="Players").press_sequentially(
        "\n".join(f"Pol {n}" for n in range(6))
    )
    expect(page.locator("#proposals")).to_contain_text("Enter at least 8 players")
    page.get_by_role("radio", name="3", exact=True).check()
    expect(page.locator("#proposals")).to_contain_text("2 tables")
    look(page, "desk-new-score-sheet")
    page.get_by_role("button", name="Create event").click()
    page.get_by_role("button", name="Fix the boards").click()
    expect(page.get_by_text("The boards are fixed for 2 tables.")).to_be_visible()
    look(page, "desk-fixed-score-sheet")
    assert Session.objects.get().stage.event.options["players"] == "3"


@pytest.mark.parametrize("seconds", [0, 1], ids=["at-once", "a-second-later"])
def test_movements_are_for_the_number_that_was_typed_while_they_loaded(
    phone: Callable[[], Page], seconds: int
) -> None:
    club_with_director()
    page, requests = signed_in(phone()), list[Route]()
    page.goto("/desk/new/")
    page.route("**/desk/new/_proposals", lambda route: requests.append(route), times=1)
    with page.expect_request("**/desk/new/_proposals"):
        page.get_by_label("How many pairs").fill("8")
    page.get_by_label("How many pairs").fill("12")
    page.wait_for_timeout(1000 * seconds)
    requests[0].continue_()
    expect(page.locator("#proposals legend")).to_have_text("Movement for 12 pairs")


@pytest.mark.parametrize("seconds", [0, 1], ids=["at-once", "a-second-later"])
def test_number_typed_while_the_form_changes_to_another_game_stays(
    phone: Callable[[], Page], seconds: int
) -> None:
    club_with_director()
    page, requests = signed_in(phone()), list[Route]()
    page.goto("/desk/new/")
    page.route("**/desk/new/_game", lambda route: requests.append(route), times=1)
    with page.expect_request("**/desk/new/_game"):
        page.get_by_label("Single players").check()
    page.get_by_label("How many").fill("12")
    page.wait_for_timeout(1000 * seconds)
    requests[0].continue_()
    expect(page.locator("#proposals legend")).to_have_text("Movement for 12 players")
    expect(page.get_by_label("How many players")).to_have_value("12")


def test_list_of_pairs_becomes_a_running_round_1_in_four_clicks(phone: Callable[[], Page]) -> None:
    club_with_director()
    page = count_clicks_on(signed_in(phone()))
    page.goto("/desk/new/")
    page.get_by_label("Name", exact=True).fill("Dijous")
    page.get_by_role("textbox", name="Pairs").fill("\n".join(pairs(8)))
    expect(page.locator("#proposals")).to_contain_text("4 tables")
    for key in ("Create event", "Deal the boards", "Start round 1"):
        page.get_by_role("button", name=key, exact=True).click()
    expect(page.get_by_text("Round 1 has begun.")).to_be_visible()
    assert click_count(page) <= 4
    assert Session.objects.get().state == Session.State.RUNNING


def test_ranked_contestants_are_chosen_by_the_arrow_keys(
    phone: Callable[[], Page], look: Look
) -> None:
    club_with_director()
    page = signed_in(phone())
    page.goto("/desk/new/")
    wait_until_drawn(page)
    page.get_by_role("radio", name="Pairs").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("textbox", name="Players, one on each line")).to_be_visible()
    expect(page.get_by_role("radio", name="Single players")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("textbox", name="Pairs, one on each line")).to_be_visible()
    look(page, "desk-new-who-is-ranked")


def test_page_for_a_new_event_loads_without_an_error_in_the_console(
    phone: Callable[[], Page],
) -> None:
    club_with_director()
    page, errors = signed_in(phone()), list[str]()
    page.on(
        "console", lambda message: errors.append(message.text) if message.type == "error" else None
    )
    page.goto("/desk/new/")
    page.get_by_label("Game", exact=True).select_option("score_sheet")
    expect(page.get_by_role("group", name="Players at a table")).to_be_visible()
    assert errors == []


def test_error_beside_a_field_disappears_once_the_field_is_corrected(
    phone: Callable[[], Page],
) -> None:
    club_with_director()
    page = signed_in(phone())
    page.goto("/desk/new/")
    page.get_by_label("How many pairs").fill("8")
    page.get_by_role("button", name="Create event").click()
    error = page.locator(".errorlist", has_text="Give the event a name.")
    expect(error).to_be_visible()
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    page.get_by_label("Name", exact=True).fill("Dijous")
    expect(error).to_be_hidden()
    expect(page.locator(".problems", has_text="Give the event a name.")).to_be_hidden()


def test_missing_fields_are_named_until_the_event_can_be_created(
    phone: Callable[[], Page],
) -> None:
    club_with_director()
    page = signed_in(phone())
    page.goto("/desk/new/")
    line = page.locator("#creates")
    expect(line).to_have_text("Still missing: name, pairs")
    page.get_by_label("Name", exact=True).fill("Dijous")
    expect(line).to_have_text("Still missing: pairs")
    page.get_by_label("How many pairs").press_sequentially("8")
    expect(line).to_contain_text("rounds ×")


def test_details_of_an_event_are_saved_once_something_is_changed(
    phone: Callable[[], Page],
) -> None:
    session, _director = created()
    page = signed_in(phone())
    page.goto(reverse("event_edit", args=[session.stage.event_id]))
    expect(page.locator(".missing")).to_have_text("Nothing changed yet")
    page.get_by_label("Where it is played").fill("Bar Nou")
    expect(page.locator(".missing")).to_have_text("")
