"""A number says how it came about: in place, by thumb or by keyboard, and without a script."""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.origins import PHONE
from tests.scenes.evening import play_round, started
from tournaments.actions.penalties.penalties import give_penalty
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db(transaction=True)
EVENT = "/club-manilla/campionat/"


@pytest.fixture
def played() -> None:
    """Six pairs after three rounds, the first with a penalty."""
    session, director = started(6, "barometer", 3, 2)
    rng = random.Random(4)
    for _round in range(3):
        play_round(session, director, rng)
    stage = session.stage
    give_penalty(stage.event.contestants.get(number=1), stage, "1/4", "too late", director, "late")
    catch_up()


@pytest.mark.usefixtures("played")
def test_a_scorecard(phone: Callable[[], Page], look: Callable[[Page, str], None]) -> None:
    page = phone()
    page.goto(f"{EVENT}contestants/1/")
    expect(page.locator(".working .explanation p").first).to_contain_text("+")
    expect(page.locator(".came-to")).to_contain_text("0.25 taken as a penalty")
    formula = page.locator(".working details").first
    expect(formula.locator(".formula").first).to_be_hidden()
    formula.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(formula.locator(".formula").first).to_have_text("1 + (X − MIN) / (MAX − MIN)")
    look(page, "explained-scorecard")


@pytest.mark.usefixtures("played")
def test_standings(phone: Callable[[], Page], look: Callable[[Page, str], None]) -> None:
    page = phone()
    page.goto(EVENT)
    total = page.locator(".standings .why").nth(1)
    total.locator("summary").first.tap()
    expect(total).to_contain_text("1 is ahead: it has a total of")
    expect(total).to_contain_text("on 6 boards")
    look(page, "explained-standings")


@pytest.mark.usefixtures("played")
def test_a_traveller_without_a_script(
    chromium: Browser, live_server, look: Callable[[Page, str], None]
) -> None:
    context = chromium.new_context(base_url=live_server.url, java_script_enabled=False, **PHONE)
    page = context.new_page()
    page.goto(f"{EVENT}sessions/1/boards/1/")
    award = page.locator(".why").first
    award.locator("summary").first.tap()
    expect(award).to_contain_text("the best of 3 results; the worst was")
    look(page, "explained-traveller")
    context.close()
