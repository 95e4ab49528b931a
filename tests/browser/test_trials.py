"""A trial is played by keyboard on a small phone without scripts."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.page_checks import (
    OPEN_ALL_DETAILS,
    axe_problems,
    contrast_problems,
    layout_problems,
    text_spacing_problems,
    wait_until_drawn,
)

pytestmark = pytest.mark.django_db(transaction=True)
thorough = pytest.mark.thorough
MANY = 120
KEYS = "form.trial-keys button[name=did]"
# Games with different pages, and after how many actions their page is checked again.
STAGES = [
    pytest.param("botifarra", "", 6),
    pytest.param("anou", "option_root_stones=yes", 4, marks=thorough),
    pytest.param("tarot_france_1637", "", 6, marks=thorough),
    pytest.param("donguri", "option_players=5", 3, marks=thorough),
    pytest.param("tantony", "option_legs=1", 9, marks=thorough),
    pytest.param("tarot_la_rigueur", "option_players=6", 3, marks=thorough),
    pytest.param("tarot_germany_two", "", 9, marks=thorough),
]


@pytest.fixture
def small(chromium: Browser, live_server) -> Iterator[Page]:
    """Open a page 360 px wide, without scripts."""
    size = {"width": 360, "height": 740}
    context = chromium.new_context(
        base_url=live_server.url, java_script_enabled=False, viewport=size
    )
    yield context.new_page()
    context.close()


def act(page: Page) -> None:
    """Press the first button that Tab reaches from the table; unfold a card with several uses."""
    wait_until_drawn(page)
    for _press in range(4):
        page.keyboard.press("Tab")
        if page.locator("form.trial-keys details:not([open]) > summary:focus").count():
            page.keyboard.press("Enter")
        elif page.locator(f"{KEYS}:focus").count():
            with page.expect_navigation():
                page.keyboard.press("Enter")
            return
    raise AssertionError("no key is near the table")


@pytest.mark.parametrize("key", [pytest.param("botifarra", marks=thorough), "anou"])
def test_trial_is_played_by_keyboard_without_scripts(key: str, small: Page) -> None:
    small.goto(f"/games/{key}/try/")
    wait_until_drawn(small)
    small.get_by_role("button", name="Deal the cards").focus()
    small.keyboard.press("Enter")
    expect(small.locator(KEYS).first).to_be_attached()
    small.goto(small.url + "#table")
    for _action in range(MANY):
        if not small.locator(KEYS).count():
            break
        act(small)
    expect(small.get_by_role("heading", name="What everybody was dealt")).to_be_visible()
    address, text = small.url, small.locator("main").inner_text()
    small.reload()
    assert small.locator("main").inner_text() == text
    small.go_back()
    expect(small.locator(KEYS).first).to_be_attached()
    small.goto(address)
    wait_until_drawn(small)
    small.get_by_role("button", name="Another deal").focus()
    small.keyboard.press("Enter")
    expect(small.locator(KEYS).first).to_be_attached()
    assert small.url.partition("?")[0] != address.partition("?")[0]


def check_page(page: Page) -> None:
    assert layout_problems(page) == []
    page.evaluate(OPEN_ALL_DETAILS)
    assert (
        layout_problems(page)
        + text_spacing_problems(page)
        + axe_problems(page)
        + contrast_problems(page, set())
        == []
    )


@pytest.mark.thorough
@pytest.mark.parametrize(("key", "options", "actions"), STAGES)
def test_every_stage_of_a_trial_is_accessible(
    key: str, options: str, actions: int, chromium: Browser, live_server
) -> None:
    context = chromium.new_context(base_url=live_server.url, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"/games/{key}/try/?{options}")
    check_page(page)
    page.goto(f"/games/{key}/try/look/?{options}")
    check_page(page)
    for count in range(1, MANY):
        page.evaluate(
            "document.querySelectorAll('main details').forEach((each) => (each.open = true))"
        )
        if not page.locator(KEYS).count():
            break
        with page.expect_navigation():
            page.locator(KEYS).last.click()
        if count == actions:
            check_page(page)
    expect(page.get_by_role("heading", name="What everybody was dealt")).to_be_visible()
    check_page(page)
    context.close()
