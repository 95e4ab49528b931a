"""Forms at the desk that are sent without their required fields."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.sign_in import signed_in
from tests.scenes.evening import started

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("page_name", "of_club", "button", "field"),
    [
        ("penalties", False, "Give the penalty", "Pair"),
        ("event_contestants", False, "Show preview", "A pair that comes late"),
        ("club_penalties", True, "Add penalty", "What it is for"),
    ],
)
def test_active_button_answers_with_the_missing_field(
    phone: Callable[[], Page], page_name: str, of_club: bool, button: str, field: str
) -> None:
    session, _director = started(8, round_count=2, boards_per_round=2)
    event = session.stage.event
    page = signed_in(phone())
    page.goto(reverse(page_name, args=[event.club_id if of_club else event.pk]))
    missing = page.get_by_label(field, exact=True)
    send = page.get_by_role("button", name=button)
    expect(page.locator(".missing")).to_contain_text("Still missing:")
    expect(send).to_have_css("cursor", "pointer")
    send.click()
    expect(missing).to_have_attribute("aria-invalid", "true")
    expect(missing).to_be_focused()
