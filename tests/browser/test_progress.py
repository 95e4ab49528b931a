"""The progress bar of an action that takes longer than a second."""

from collections.abc import Callable
from urllib.parse import parse_qs

import pytest
from django.core.cache import cache
from playwright.sync_api import Page, Route, expect

from tests.browser.sign_in import signed_in
from tests.scenes.divided_session import section_of
from tests.scenes.evening import created
from tests.scenes.offline_section import dealt_in_two
from tests.web.signed_in import desk_url

# A page that is being left cannot be queried, so its progress texts are stored for the next page.
KEEP_WHAT_THE_BAR_SAYS = """() => {
  localStorage.bars = "[]";
  new MutationObserver(() => {
    const bar = document.querySelector(".progress");
    const said = JSON.parse(localStorage.bars);
    if (bar && said.at(-1) !== bar.textContent.trim()) said.push(bar.textContent.trim());
    localStorage.bars = JSON.stringify(said);
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.thorough
def test_progress_of_a_long_deal_is_shown(phone: Callable[[], Page]) -> None:
    session, _director = created(8, round_count=3, boards_per_round=1)
    page, held_routes = signed_in(phone()), list[Route]()
    page.goto(desk_url(session))
    page.evaluate(KEEP_WHAT_THE_BAR_SAYS)
    page.route("**/deal/", lambda route: held_routes.append(route))
    page.get_by_role("button", name="Deal", exact=False).first.click(no_wait_after=True)
    page.wait_for_timeout(1500)
    (key,) = parse_qs(held_routes[0].request.post_data)["progress"]
    cache.set(f"progress-{key}", ("Planning the rounds", 0.42), 60)
    page.wait_for_timeout(1500)
    held_routes[0].continue_()
    expect(page.get_by_role("button", name="Start round 1")).to_be_visible()
    texts = page.evaluate("JSON.parse(localStorage.bars)")
    assert texts[0] == "One moment …"
    assert "Planning the rounds 42 %" in texts
    expect(page.locator(".progress")).to_have_count(0)


def test_form_answered_with_a_file_says_so_and_removes_its_errors(
    phone: Callable[[], Page],
) -> None:
    session, _director = dealt_in_two()
    page, done_text = signed_in(phone()), "The file is in your downloads"
    page.goto(desk_url(session, "section_export", section_of(session, "Vic").pk))
    phrase = page.get_by_label("Pass phrase").input_value()
    page.get_by_label("Who takes it").fill("Bar Nou")
    page.get_by_label("Pass phrase").fill("abc")
    page.get_by_role("button", name="Download the file").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_text(done_text)).to_be_hidden()
    page.get_by_label("Pass phrase").fill(phrase)
    with page.expect_download():
        page.get_by_role("button", name="Download the file").click()
    expect(page.get_by_text(done_text)).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator(".errorlist")).to_have_count(0)
