"""Calls and announcements reach open pages by polling."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.polling import advance_five_seconds, install_clock
from tests.browser.sign_in import signed_in
from tests.scenes.evening import started
from tournaments.models import Call, Play, Session, Table
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.rounds.seating import playing_round

pytestmark = pytest.mark.django_db(transaction=True)
Look = Callable[[Page, str], None]


def open_entry_form(page: Page, session: Session) -> None:
    """Open the form of the first board on a phone of table 1."""
    table = Table.objects.select_related("section").get(section__session=session, number=1)
    play = Play.objects.filter(
        seating__table=table, seating__round=playing_round(session)
    ).earliest("pk")
    page.goto(f"/t/{code_of(table)}/side/?board={play.board.number}")
    page.get_by_role("button", name="One phone for the table").click()
    expect(page.get_by_role("button", name="Send")).to_be_visible()


@pytest.mark.evening
def test_call_and_announcement_reach_open_pages_without_a_reload(
    phone: Callable[[], Page], look: Look
) -> None:
    session, _director = started(8, round_count=2, boards_per_round=2)
    desk, at_table = signed_in(install_clock(phone())), install_clock(phone())
    desk.goto(f"/desk/{session.stage.event_id}/")
    open_entry_form(at_table, session)
    look(at_table, "calls-quiet")
    points, cups = at_table.get_by_label("Points of N-S"), at_table.get_by_label("Cups", exact=True)
    cups.check()
    points.fill("41")

    # A player calls the director while filling in a result, which stays as it is.
    at_table.locator("summary", has_text="Call the director").click()
    at_table.get_by_label("Or in your own words (optional)").fill("the six of cups is here twice")
    look(at_table, "calls-asking")
    at_table.get_by_role("button", name="Call the director now").click()
    expect(at_table.locator("#news")).to_contain_text("Director called at")
    expect(at_table.locator("#news-now")).to_be_focused()
    expect(at_table.get_by_role("button", name="Call the director now")).to_be_hidden()
    look(at_table, "calls-called")

    # The desk shows the call, also in a background tab, and answers that somebody is coming.
    advance_five_seconds(desk)
    expect(desk.locator("#calls")).to_contain_text("the six of cups is here twice")
    expect(desk.locator("#calls-said")).to_have_text(re.compile("Table 1 is calling the director"))
    expect(desk).to_have_title(re.compile(r"^\(1\) "))
    look(desk, "calls-desk")
    desk.get_by_role("button", name="I am coming").click()
    advance_five_seconds(at_table)
    expect(at_table.locator("#news")).to_contain_text("The director is coming")
    expect(desk).not_to_have_title(re.compile(r"^\("))
    desk.locator("summary", has_text="Announcement to every phone").click()
    desk.get_by_label("Announcement").fill("Supper is at ten: finish the board you are at.")
    look(desk, "calls-announcing")
    desk.get_by_role("button", name="Show it on every phone").click()
    advance_five_seconds(at_table)
    expect(at_table.locator("#news")).to_contain_text("Supper is at ten")
    look(at_table, "calls-coming-announced")
    expect(cups).to_be_checked()
    expect(points).to_have_value("41")

    # The player dismisses the announcement, and sends the result.
    at_table.locator("#news summary", has_text="Supper is at ten").click()
    at_table.get_by_role("button", name="I have read it").click()
    expect(at_table.locator("#news")).not_to_contain_text("Supper is at ten")
    desk.get_by_role("button", name="It is settled").click()
    advance_five_seconds(at_table)
    expect(at_table.locator("#news")).to_have_text("")
    look(desk, "calls-desk-announced")
    assert Call.objects.exclude(closed_at=None).count() == 1
    at_table.get_by_role("button", name="Send").click()
    expect(at_table.get_by_text("is this correct?")).to_be_visible()
