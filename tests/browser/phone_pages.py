"""A table's phone in a browser: opening a board and sending its result."""

from collections.abc import Callable

from playwright.sync_api import Page

from tournaments.models import Table
from tournaments.queries.phone.table_codes import code_of

# Takes a screenshot of a page under a name.
Look = Callable[[Page, str], None]


def open_board(page: Page, table: Table, number: int) -> None:
    page.goto(f"/t/{code_of(table)}/boards/{number}/")


def send_result(page: Page) -> None:
    """Send the form, and once more if the result is unlikely: the cards are random."""
    form = page.locator("form.entry").element_handle()
    page.get_by_role("button", name="Send", exact=True).click()
    page.wait_for_function("form => !form.isConnected", arg=form)
    if page.get_by_role("button", name="Yes, send it").count():
        page.get_by_role("button", name="Yes, send it").click()
