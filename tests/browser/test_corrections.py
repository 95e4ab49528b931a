"""From the desk to an applied correction by whoever has no mouse, and by whoever has no script."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.mishaps import MISHAPS, Mishap
from tests.browser.signing_in import signed_in
from tests.browser.steps import take
from tests.browser.test_keyboard import press
from tournaments.models import Session

pytestmark = pytest.mark.django_db(transaction=True)

NAMED = {mishap.name: mishap for mishap in MISHAPS}
TWO = [
    "sat the wrong way",
    pytest.param("two results exchanged", marks=pytest.mark.thorough),
]


def at_desk(page: Page, mishap: Mishap) -> Page:
    session, _director = mishap.room()
    signed_in(page).goto(f"/desk/{Session.objects.get(pk=session.pk).stage.event_id}/")
    return page


def mended(page: Page, mishap: Mishap) -> None:
    expect(page.locator("#messages")).to_contain_text("Correction applied:")
    assert mishap.so()


@pytest.mark.parametrize("name", TWO)
def test_without_a_script(chromium: Browser, live_server, name: str) -> None:
    context = chromium.new_context(base_url=live_server.url, java_script_enabled=False)
    page = at_desk(context.new_page(), NAMED[name])
    for step in NAMED[name].way:
        take(page, step)
    page.get_by_label("What happened").fill("heard both sides")
    page.get_by_role("button", name=NAMED[name].key, exact=True).click()
    mended(page, NAMED[name])
    context.close()


@pytest.mark.evening
@pytest.mark.parametrize("name", TWO)
def test_by_keyboard_alone(phone: Callable[[], Page], name: str) -> None:
    page = at_desk(phone(), NAMED[name])
    for step in NAMED[name].way:
        if isinstance(step, tuple):
            press(page, step[0], *step[1])
        else:
            with page.expect_navigation():
                press(page, step, "Enter")
    press(page, "What happened", *"told")
    press(page, NAMED[name].key, "Enter")
    mended(page, NAMED[name])
