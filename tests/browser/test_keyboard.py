"""Pages can be used by keyboard, and the focus is visible."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.page_checks import FOLDER, wait_until_drawn
from tests.browser.sign_in import signed_in
from tests.scenes.evening import started, started_game
from tournaments.models import Play, Session, Table
from tournaments.queries.phone.table_codes import code_of

pytestmark = pytest.mark.django_db(transaction=True)
Phone = Callable[[], Page]
FOCUS = (FOLDER / "focus.js").read_text()
# A page may scroll to what has been opened: wait until every toggle event has been handled.
OPEN_DETAILS = """() => Promise.all(
  [...document.querySelectorAll("main details:not([open])")].map((each) => new Promise((resolve) => {
    each.addEventListener("toggle", resolve, { once: true });
    each.open = true;
  })),
)"""
# More elements than can be focused on any page.
MANY = 300


def stops(page: Page) -> Iterator[tuple[str, list[str]]]:
    """Press Tab to the end of the page; yield each stop's name and what is wrong with it."""
    wait_until_drawn(page)
    for _press in range(MANY):
        page.keyboard.press("Tab")
        stop = page.evaluate(FOCUS)
        if stop is None:
            return
        yield stop
    raise AssertionError("the focus goes round in circles")


def press(page: Page, name: str, *keys: str) -> None:
    """Tab to the element with this name, and press these keys there."""
    passed = []
    for focused, _wrong in stops(page):
        passed.append(focused)
        if focused.startswith(name):
            break
    assert passed[-1].startswith(name), passed
    for key in keys:
        page.keyboard.press(key)


def table_of(session: Session) -> Table:
    return Table.objects.select_related("section").get(section__session=session, number=1)


def test_result_is_entered_and_confirmed_by_keyboard_and_announced(phone: Phone) -> None:
    session, _director = started(6, round_count=3, boards_per_round=2)
    first, second = phone(), phone()
    for page, line in ((first, "N-S"), (second, "E-W")):
        page.clock.install()
        page.goto(f"/t/{code_of(table_of(session))}/")
        press(page, line, "Enter")
        expect(page.get_by_text("This phone is used by")).to_be_visible()
    press(first, "Enter board", "Enter")
    expect(first.get_by_role("button", name="Send")).to_be_visible()
    press(first, "Coins", "Space", "ArrowRight")
    press(first, "Points of", "4", "1")
    press(first, "Send", "Enter")
    expect(first.get_by_text("Waiting for")).to_be_visible()
    second.reload()
    press(second, "Confirm board", "Enter")
    expect(second.get_by_role("button", name="Yes, correct")).to_be_visible()
    press(second, "Yes, correct", "Enter")
    expect(second.locator("main .chip.confirmed").first).to_be_visible()
    assert Play.objects.get(state="confirmed").entry.outcome["ns_points"] == 41
    assert Play.objects.get(state="confirmed").entry.outcome["trump"] == "copes"
    # A screen reader on the first phone announces it once, in a few words.
    first.clock.run_for(5500)
    expect(first.locator("#aloud[role=status]")).to_have_text("confirmed")


def test_focus_is_visible_above_the_offline_notice(phone: Phone) -> None:
    session, _director = started(8, round_count=3)
    page = signed_in(phone())
    page.clock.install()
    page.goto(f"/desk/{session.stage.event_id}/")
    strip = page.locator(".connection")
    strip.evaluate("(strip) => { strip.textContent = 'No connection'; strip.hidden = false; }")
    expect(strip).to_be_visible()
    assert not [stop for stop in stops(page) if stop[1]]


def test_focus_is_always_visible(phone: Phone) -> None:
    session, _director = started_game("tarot_germany_taroc")
    page = signed_in(phone())
    table = table_of(session)
    page.goto(f"/t/{code_of(table)}/")
    page.get_by_role("button").first.click()
    expect(page.get_by_text("This phone is used by")).to_be_visible()
    addresses = [f"/t/{code_of(table)}/boards/1/", f"/desk/{session.stage.event_id}/", "/desk/new/"]
    for address in addresses:
        page.goto(address)
        page.evaluate(OPEN_DETAILS)
        stops_found = list(stops(page))
        assert stops_found[0][0] == "Skip to the content"
        assert len(stops_found) > 10
        assert not [stop for stop in stops_found if stop[1]], address
