"""A table's phone without a network: nothing entered is lost, and nothing is stored twice."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.origins import Origin
from tests.evening import started
from tournaments.models import Entry, Table
from tournaments.models.codes import code_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table() -> Table:
    """A table of an evening of eight pairs in its first round: boards 1, 2 and 3."""
    session, _director = started(number=8, rounds=4, boards_per_round=3)
    return Table.objects.select_related("section__session__stage__event").get(
        section__session=session, number=1
    )


def sit(phone: BrowserContext, table: Table) -> Page:
    """A phone that opened its table, said who holds it, and has fetched what it may need."""
    page = phone.new_page()
    page.goto(f"/t/{code_of(table)}/")
    page.get_by_role("button").filter(has_text="N-S").click()
    expect(page.get_by_role("heading", name="Boards of this round")).to_be_visible()
    expect(page.locator("#queue[data-kept]")).to_be_attached()
    return page


def enter(page: Page, points: int) -> None:
    page.get_by_label("Copes", exact=True).check()
    page.get_by_label("Points of N-S").fill(str(points))
    page.get_by_role("button", name="Send").click()


def said(table: Table) -> list[tuple[int, int]]:
    """Board and points of every entry at the table, as they were stored."""
    entries = Entry.objects.filter(play__seating__table=table).order_by("pk")
    return [
        (each.play.board.number, each.outcome["ns_points"]) for each in entries.select_related("play__board")
    ]


def test_three_boards_without_a_network_are_stored_once(origin: Origin, table: Table) -> None:
    phone = origin.phone()
    page = sit(phone, table)
    origin.network.is_cut = True
    page.get_by_role("link", name="Board 1 due").click()
    for number, points in ((1, 41), (2, 30), (3, 52)):
        enter(page, points)
        expect(page.get_by_text("Kept on this phone")).to_be_visible()
        expect(page.locator("dl.said")).to_contain_text(str(points))
        on = f"Now board {number + 1}" if number < 3 else "What comes next"
        page.get_by_role("link", name=on).click()
    expect(page.locator(".queue-news")).to_contain_text("Waiting: 3 · Board 1, Board 2, Board 3.")
    assert ("Keep this page open" in page.locator(".queue-news").inner_text()) is not origin.is_secure
    assert said(table) == []
    if origin.is_secure:
        page.close()
        page = phone.new_page()
        page.goto(f"/t/{code_of(table)}/boards/2/")
        expect(page.locator("dl.said")).to_contain_text("30")
    origin.network.is_cut = False
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator(".queue-news")).to_have_text("Sent: Board 1, Board 2, Board 3")
    assert said(table) == [(1, 41), (2, 30), (3, 52)]
