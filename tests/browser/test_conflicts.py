"""Conflicts between two sides are resolved with few clicks of the director."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.polling import advance_five_seconds, install_clock
from tests.browser.sign_in import signed_in
from tests.browser.steps import click_count, count_clicks_on
from tests.scenes.devices import link_all_requests
from tests.scenes.evening import enter, started
from tests.web.signed_in import OTHER_RESULT, RESULT
from tournaments.models import Entry, Play, Table
from tournaments.queries.phone.table_codes import code_of

pytestmark = pytest.mark.django_db(transaction=True)
OpenPage = Callable[[], Page]


@pytest.fixture
def play() -> Play:
    """Return board 1 at table 1, without an entry."""
    started(pair_count=8, round_count=4, boards_per_round=3)
    plays = Play.objects.select_related("seating__table__section__session__stage__event")
    return plays.get(seating__round__number=1, seating__table__number=1, board__number=1)


def open_board_page(page: Page, play: Play, line: str) -> Page:
    """Open the page of the board on a phone that is linked to one side."""
    table = Table.objects.select_related("section__session__stage__event").get(
        pk=play.seating.table_id
    )
    page = install_clock(page)
    page.goto(f"/t/{code_of(table)}/side/?board={play.board.number}")
    with page.expect_navigation():
        page.get_by_role("button").filter(has_text=line).tap()
    link_all_requests()
    page.reload()
    return page


def open_desk(page: Page, play: Play) -> Page:
    """Open the desk of the director, counting clicks."""
    page = count_clicks_on(signed_in(install_clock(page)))
    page.goto(f"/desk/{play.seating.table.section.session.stage.event_id}/")
    return page


@pytest.mark.evening
def test_side_accepts_the_other_result_without_a_click_of_the_director(
    phone: OpenPage, play: Play
) -> None:
    enter(play, RESULT, ("ns",))
    enter(play, OTHER_RESULT, ("ew",))
    ns, ew, desk = (
        open_board_page(phone(), play, "N-S"),
        open_board_page(phone(), play, "E-W"),
        open_desk(phone(), play),
    )
    expect(desk.get_by_role("radio", name="N-S 41")).to_be_visible()
    for page in (ns, ew):  # both versions on both phones
        expect(page.locator("#sheet")).to_contain_text(re.compile("40.*41", re.DOTALL))
    ew.locator("summary", has_text="N-S are right").tap()
    ew.get_by_role("button", name="Yes, it counts").tap()
    expect(ew.locator("main .chip.confirmed").first).to_be_visible()
    for page in (ns, desk):
        advance_five_seconds(page)
    expect(ns.locator("main .chip.confirmed").first).to_be_visible()
    expect(desk.locator("#waiting")).to_contain_text("There is no result to decide")
    assert click_count(desk) == 0
    play.refresh_from_db()
    assert (play.state, play.entry and play.entry.outcome["ns_points"]) == (
        Play.State.CONFIRMED,
        40,
    )
    assert not Entry.objects.exclude(user=None).exists()


def test_director_decides_a_conflict_with_two_clicks(phone: OpenPage, play: Play) -> None:
    enter(play, RESULT, ("ns",))
    enter(play, OTHER_RESULT, ("ew",))
    desk = open_desk(phone(), play)
    desk.get_by_role("radio", name="N-S 41").check()
    desk.get_by_role("button", name="Decide: N-S 41").click()
    expect(desk.locator("#messages")).to_contain_text("N-S 41 counts now")
    expect(desk.locator("#messages").get_by_role("button", name="Undo")).to_be_visible()
    expect(desk.locator("#waiting")).to_contain_text("There is no result to decide")
    assert click_count(desk) == 2
    play.refresh_from_db()
    assert (play.state, play.entry and play.entry.outcome["ns_points"]) == (
        Play.State.CONFIRMED,
        41,
    )


@pytest.mark.evening
def test_board_that_was_not_played_needs_only_a_reason(phone: OpenPage, play: Play) -> None:
    desk = signed_in(phone())
    desk.set_viewport_size({"width": 1280, "height": 800})
    desk.goto(f"/desk/{play.board.session.stage.event_id}/plays/{play.pk}/")
    missing = desk.locator(".decision .missing")
    expect(missing).to_have_text("Still missing: trump, points, reason")
    desk.get_by_label("not played", exact=True).check()
    expect(desk.locator(".result-fields")).to_be_hidden()
    expect(missing).to_have_text("Still missing: reason")


def test_chosen_entry_and_reason_stay_chosen_while_other_results_arrive(
    phone: OpenPage, play: Play
) -> None:
    enter(play, RESULT, ("ns",))
    enter(play, OTHER_RESULT, ("ew",))
    other_play = Play.objects.select_related("seating__table__section__session__stage__event").get(
        seating__round__number=1, seating__table__number=2, board__number=play.board.number + 3
    )
    desk = open_desk(phone(), play)
    desk.get_by_role("radio", name="N-S 41").check()
    desk.get_by_label("Reason").select_option("heard both sides")
    enter(other_play, RESULT, ("ns",))
    advance_five_seconds(desk)
    expect(desk.locator(f"#tile-{other_play.pk}")).to_contain_text("entered")
    expect(desk.get_by_role("radio", name="N-S 41")).to_be_checked()
    expect(desk.get_by_label("Reason")).to_have_value("heard both sides")
    desk.get_by_role("button", name="Decide: N-S 41").click()
    expect(desk.locator("#messages")).to_contain_text("N-S 41 counts now")


def test_phone_with_a_filled_form_shows_that_the_other_side_has_entered_a_result(
    phone: OpenPage, play: Play
) -> None:
    page = open_board_page(phone(), play, "E-W")
    points = page.get_by_label("Points of E-W")
    points.fill("41")
    enter(play, RESULT, ("ns",))
    advance_five_seconds(page)
    expect(page.locator("#meanwhile")).to_contain_text("The other side has sent this board")
    expect(points).to_have_value("41")
    page.locator("#meanwhile").get_by_role("link", name="Look at it").tap()
    expect(page.get_by_role("button", name="Yes, correct")).to_be_visible()
