"""Go through pages step by step: press buttons and links by text, fill in fields by label."""

import re
from contextlib import nullcontext

from playwright.sync_api import Locator, Page, TimeoutError, expect


class Link(str):
    """The text of a link on a page where a button has the same text."""


# A step on the way through the pages: a button or link by its text, or a field by its label and the
# value to enter.
PageStep = str | tuple[str, str]

COUNT_CLICKS = """
addEventListener('click', (each) => {
  if (each.isTrusted && each.target.closest('a, button, summary, input'))
    sessionStorage.clicks = Number(sessionStorage.clicks || 0) + 1
}, true)
"""


def count_clicks_on(page: Page) -> Page:
    """Count all clicks on the page from now on; return the page."""
    page.add_init_script(COUNT_CLICKS)
    return page


def click_count(page: Page) -> int:
    """Return the number of clicks since then, on all pages; typing does not count."""
    return int(page.evaluate("Number(sessionStorage.clicks || 0)"))


def take_step(page: Page, step: PageStep) -> None:
    """Take one step."""
    if isinstance(step, tuple):
        _fill(page, *step)
        return
    words = re.compile(rf"^\s*{re.escape(step)}(?!\d|, \d)")
    locator = page.get_by_role("link", name=words)
    if not isinstance(step, Link):
        locator = locator.or_(page.get_by_role("button", name=words)).or_(
            page.locator("summary", has_text=words)
        )
    _click(page, _first_visible(locator))
    page.wait_for_load_state()


def _click(page: Page, key: Locator) -> None:
    """Click; if a link was replaced by polling meanwhile, click once more."""
    leads = key.evaluate("(each) => each.tagName == 'A'")
    try:
        with page.expect_navigation(timeout=5_000) if leads else nullcontext():
            key.click()
    except TimeoutError:
        with page.expect_navigation():
            key.click()


def _fill(page: Page, label: str, value: str) -> None:
    """Select the first option that starts with a text, check a box or a choice, or enter text.

    A choice is also found by its accessible name. If several lines have a choice with the same
    label, `value` is the number of the line, from 1.
    """
    main, words = page.get_by_role("main"), re.compile(rf"^\s*{re.escape(label)}")
    field = _first_visible(main.get_by_label(words).or_(main.get_by_role("radio", name=words)))
    kind = field.evaluate("(each) => each.tagName == 'SELECT' ? 'list' : each.type")
    if kind == "list":
        field.select_option(
            field.locator(
                "option", has_text=re.compile(rf"^\s*{re.escape(value)}")
            ).first.get_attribute("value")
        )
    elif kind == "radio" and value:
        alike = page.get_by_role("main").get_by_label(label, exact=True)
        alike.nth(int(value) - 1).check(force=True)
    elif kind in ("checkbox", "radio"):
        field.check(force=True)
    else:
        field.fill(value)


def _first_visible(locator: Locator) -> Locator:
    """Return the first visible element."""
    expect(locator.locator("visible=true").first).to_be_visible()
    return locator.locator("visible=true").first
