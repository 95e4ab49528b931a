"""The bar of an act that takes over a second, in a browser that waits for its answer."""

from collections.abc import Callable
from urllib.parse import parse_qs

import pytest
from django.core.cache import cache
from playwright.sync_api import Page, Route, expect

from tests.browser.signing_in import signed_in
from tests.scenes.evening import created
from tests.web.signed_in import desk

KEEP_WHAT_THE_BAR_SAYS = """() => {
  localStorage.bars = "[]";
  new MutationObserver(() => {
    const bar = document.querySelector(".progress");
    const said = JSON.parse(localStorage.bars);
    if (bar && said.at(-1) !== bar.textContent.trim()) said.push(bar.textContent.trim());
    localStorage.bars = JSON.stringify(said);
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""
"""A page that is being left cannot be asked: what it shows until then is kept for the next one."""

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_deal_that_takes_long_says_how_far_it_is(phone: Callable[[], Page]) -> None:
    session, _director = created(8, rounds=3, boards_per_round=1)
    page, held = signed_in(phone()), list[Route]()
    page.goto(desk(session))
    page.evaluate(KEEP_WHAT_THE_BAR_SAYS)
    page.route("**/deal/", lambda route: held.append(route))
    page.get_by_role("button", name="Deal", exact=False).first.click(no_wait_after=True)
    page.wait_for_timeout(1500)
    (key,) = parse_qs(held[0].request.post_data)["progress"]
    cache.set(f"progress-{key}", ("Laying out the rounds", 0.42), 60)
    page.wait_for_timeout(1500)
    held[0].continue_()
    expect(page.get_by_role("button", name="Start round 1")).to_be_visible()
    said = page.evaluate("JSON.parse(localStorage.bars)")
    assert said[0] == "One moment …"
    assert said[-1] == "Laying out the rounds 42 %"
    expect(page.locator(".progress")).to_have_count(0)
