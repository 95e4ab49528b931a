"""Categories are created on a phone, and their standings shown."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.page_checks import axe_problems, layout_problems
from tests.browser.sign_in import signed_in
from tests.scenes.evening import play_out, started
from tournaments.tasks import catch_up

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.thorough]


def test_category_is_created_and_its_standings_are_shown(
    phone: Callable[[], Page], look: Callable[[Page, str], None]
) -> None:
    session, director = started(8, movement="howell", round_count=2, boards_per_round=1)
    play_out(session, director)
    catch_up()
    desk = signed_in(phone())
    desk.set_viewport_size({"width": 390, "height": 844})
    desk.goto(reverse("event_contestants", args=[session.stage.event_id]))
    desk.get_by_role("link", name="Categories").click()
    desk.get_by_label("Name of the category").fill("Novices")
    boxes = desk.get_by_role("checkbox")
    boxes.nth(0).check()
    boxes.nth(4).check()
    look(desk, "categories-written")
    desk.get_by_role("button", name="Save the categories").click()
    expect(desk.get_by_text("Novices · 2")).to_be_visible()
    look(desk, "categories-stored")
    assert layout_problems(desk) == []
    assert axe_problems(desk) == []
    event = session.stage.event
    desk.goto(reverse("standings", args=[event.club.slug, event.slug]))
    desk.get_by_role("link", name="Novices", exact=True).click()
    expect(desk.get_by_role("heading", name="Novices")).to_be_visible()
    expect(desk.locator("#standings tbody tr")).to_have_count(2)
    look(desk, "categories-standings")
    assert layout_problems(desk) == []
    assert axe_problems(desk) == []
