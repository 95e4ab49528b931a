"""Numbers are explained in place, by touch, by keyboard, and without scripts."""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.origins import PHONE
from tests.browser.page_checks import wait_until_drawn
from tests.scenes.evening import play_round, started
from tournaments.actions.penalties.penalties import give_penalty
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db(transaction=True)
EVENT = "/club-manilla/campionat/"


@pytest.fixture
def played_session() -> None:
    """Play three rounds of a session of six pairs, the first with a penalty."""
    session, director = started(6, movement="barometer", round_count=3, boards_per_round=2)
    rng = random.Random(4)
    for _round in range(3):
        play_round(session, director, rng)
    stage = session.stage
    give_penalty(stage.event.contestants.get(number=1), stage, "1/4", "too late", director, "late")
    catch_up()


# Opens the explanation of a number; returns its width as a part of the row's, and whether the
# number stays in place with the explanation below.
BELOW = """(total) => {
  const box = (each) => each.getBoundingClientRect();
  const number = total.querySelector("summary"), before = box(number);
  total.open = true;
  const said = box(total.querySelector(".explanation")), now = box(number);
  return {
    part: said.width / box(total.closest("tr")).width,
    stays: now.x === before.x && now.y === before.y,
    below: said.top >= now.bottom,
  };
}"""


@pytest.mark.usefixtures("played_session")
@pytest.mark.parametrize("width", [390, 1280])
def test_explanation_is_as_wide_as_its_row_and_below_its_number(
    phone: Callable[[], Page], width: int
) -> None:
    page = phone()
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{EVENT}sessions/1/boards/1/")
    opened = page.locator("tr .why").first.evaluate(BELOW)
    assert opened["part"] > 0.85
    assert (opened["stays"], opened["below"]) == (True, True)


@pytest.mark.usefixtures("played_session")
def test_scorecard_on_a_phone_has_no_scrolling_parts(phone: Callable[[], Page]) -> None:
    page = phone()
    for width in (390, 195):
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(f"{EVENT}contestants/1/")
        expect(page.locator(".board-award").first).to_be_visible()
        assert page.locator(".card-rounds").evaluate(
            "(each) => each.scrollWidth <= each.clientWidth"
        )
        assert page.locator(".card-rounds .scroller").count() == 0


@pytest.mark.usefixtures("played_session")
def test_scorecard_explains_each_number_by_keyboard(
    phone: Callable[[], Page], look: Callable[[Page, str], None]
) -> None:
    page = phone()
    page.goto(f"{EVENT}contestants/1/")
    expect(page.locator(".told")).to_contain_text("0.25 taken as a penalty")
    board = page.locator(".played details").first
    wait_until_drawn(page)
    expect(board.locator(".formula").first).to_be_hidden()
    board.locator("summary").first.focus()
    page.keyboard.press("Enter")
    expect(board.locator("dd").nth(0)).to_contain_text("of the 72 points: ")
    expect(board.locator("dd").nth(1)).to_contain_text("1 + (X − MIN) / (MAX − MIN)")
    expect(board.locator("dd").nth(2)).to_contain_text("0.00 so far, and")
    look(page, "explained-scorecard")


@pytest.mark.usefixtures("played_session")
def test_whole_row_of_the_standings_links_to_the_scorecard_without_scripts(
    chromium: Browser, live_server
) -> None:
    context = chromium.new_context(base_url=live_server.url, java_script_enabled=False, **PHONE)
    page = context.new_page()
    page.goto(EVENT)
    row = page.locator(".standings tbody tr").nth(1)
    number = row.get_attribute("data-number")
    row.locator(".total").click(force=True)
    page.wait_for_url(f"**/contestants/{number}/")
    expect(page.locator("#how + p")).to_contain_text("is ahead")
    context.close()


@pytest.mark.usefixtures("played_session")
def test_first_screen_of_the_smallest_phone_has_three_places_and_the_search_one_tap_away(
    chromium: Browser, live_server
) -> None:
    context = chromium.new_context(
        base_url=live_server.url,
        java_script_enabled=False,
        viewport={"width": 360, "height": 640},
    )
    page = context.new_page()
    page.goto(EVENT)
    expect(page.locator(".standings .names").nth(2)).to_be_in_viewport(ratio=1)
    expect(page.locator("#id_who")).to_be_hidden()
    page.get_by_role("link", name="Find a name").click()
    page.locator("#id_who").fill("Anna 5")
    page.keyboard.press("Enter")
    expect(page.locator(".found a")).to_have_attribute("href", f"{EVENT}contestants/5/")
    context.close()


@pytest.mark.usefixtures("played_session")
def test_traveller_explains_an_award_without_scripts(
    chromium: Browser, live_server, look: Callable[[Page, str], None]
) -> None:
    context = chromium.new_context(base_url=live_server.url, java_script_enabled=False, **PHONE)
    page = context.new_page()
    page.goto(f"{EVENT}sessions/1/boards/1/")
    award = page.locator(".why").first
    award.locator("summary").first.tap()
    expect(award).to_contain_text("of the 72 points")
    expect(award).to_contain_text("the best of 3 results; the worst was")
    look(page, "explained-traveller")
    context.close()
