"""The start of a session is undone at the desk, on phones and on public pages."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.page_checks import axe_problems, layout_problems
from tests.browser.polling import advance_five_seconds, install_clock
from tests.browser.sign_in import signed_in
from tests.scenes.evening import started
from tournaments.models import Session, Table
from tournaments.queries.phone.table_codes import code_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.thorough]


@pytest.fixture
def session() -> Session:
    """Start a session in which every contestant has a table."""
    return started(8, movement="mitchell", round_count=4, boards_per_round=2)[0]


def at_table(page: Page, session: Session) -> Page:
    """Open a phone for one side of the first table."""
    tables = Table.objects.select_related("section__session__stage__event__club")
    page = install_clock(page)
    page.goto(reverse("table", args=[code_of(tables.get(section__session=session, number=1))]))
    page.get_by_role("button").filter(has_text="N-S").first.click()
    return page


def test_session_whose_start_was_undone_is_unstarted_on_every_page(
    phone: Callable[[], Page], session: Session
) -> None:
    event = session.stage.event
    phone_page, desk = at_table(phone(), session), signed_in(phone())
    board_link = phone_page.get_by_role("link", name="Enter board 1")
    waiting_notice = phone_page.locator(".notice", has_text="The director starts round 1.")
    expect(board_link).to_be_visible()
    desk.goto(reverse("event_desk", args=[event.pk]))
    desk.goto(reverse("corrections", args=[event.pk]))
    assert (layout_problems(desk), axe_problems(desk)) == ([], [])
    desk.get_by_role("link", name="It was started too early").click()
    assert (layout_problems(desk), axe_problems(desk)) == ([], [])
    desk.get_by_role("button", name="Undo").click()
    expect(desk.get_by_text("Undone.")).to_be_visible()
    advance_five_seconds(phone_page)
    expect(waiting_notice).to_be_visible()
    expect(board_link).to_have_count(0)
    desk.goto(reverse("event_desk", args=[event.pk]))
    desk.get_by_role("button", name="Start round 1").click()
    expect(desk.get_by_text("Round 1 has begun.")).to_be_visible()
    advance_five_seconds(phone_page)
    expect(board_link).to_be_visible()
