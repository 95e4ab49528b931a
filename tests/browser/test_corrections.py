"""Corrections are applied without a mouse, and without scripts."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.correction_cases import CORRECTION_CASES, CorrectionCase
from tests.browser.sign_in import signed_in
from tests.browser.steps import take_step
from tests.browser.test_keyboard import press
from tournaments.models import Session

pytestmark = pytest.mark.django_db(transaction=True)

CASE_BY_NAME = {case.name: case for case in CORRECTION_CASES}
CASES = [
    "sat the wrong way",
    pytest.param("two results exchanged", marks=pytest.mark.thorough),
]


def at_desk(page: Page, case: CorrectionCase) -> Page:
    session, _director = case.create_session()
    signed_in(page).goto(f"/desk/{Session.objects.get(pk=session.pk).stage.event_id}/")
    return page


def expect_corrected(page: Page, case: CorrectionCase) -> None:
    expect(page.locator("#messages")).to_contain_text("Correction applied.")
    assert case.is_corrected()


@pytest.mark.parametrize("name", CASES)
def test_correction_is_applied_without_scripts(chromium: Browser, live_server, name: str) -> None:
    context = chromium.new_context(base_url=live_server.url, java_script_enabled=False)
    page = at_desk(context.new_page(), CASE_BY_NAME[name])
    for step in CASE_BY_NAME[name].steps:
        take_step(page, step)
    page.get_by_label("What happened").fill("heard both sides")
    page.get_by_role("button", name=CASE_BY_NAME[name].button, exact=True).click()
    expect_corrected(page, CASE_BY_NAME[name])
    context.close()


@pytest.mark.evening
@pytest.mark.parametrize("name", CASES)
def test_correction_is_applied_by_keyboard_alone(phone: Callable[[], Page], name: str) -> None:
    page = at_desk(phone(), CASE_BY_NAME[name])
    for step in CASE_BY_NAME[name].steps:
        if isinstance(step, tuple):
            press(page, step[0], *step[1])
        else:
            with page.expect_navigation():
                press(page, step, "Enter")
    press(page, "What happened", *"told")
    press(page, CASE_BY_NAME[name].button, "Enter")
    expect_corrected(page, CASE_BY_NAME[name])
