"""A penalty of the club's list is created, proposed, given and shown on a phone."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.page_checks import axe_problems, layout_problems, save_screenshots
from tests.scenes.evening import play_round, started
from tests.web.signed_in import desk_url
from tournaments.tasks import catch_up

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.thorough]


def check_page(page: Page, name: str) -> None:
    save_screenshots(page, name)
    assert layout_problems(page) == [], name
    assert axe_problems(page) == [], name


def test_next_penalty_step_is_given_with_two_buttons(phone: Callable[[], Page]) -> None:
    session, director = started(8, movement="howell", round_count=2, boards_per_round=2)
    play_round(session, director)
    catch_up()
    page, event = phone(), session.stage.event
    page.goto(reverse("club_penalties", args=[event.club_id]))
    page.get_by_label("User name").fill("director-club-manilla")
    page.get_by_label("Password").fill("paraula-de-pas")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1, name="Penalties")).to_be_visible()
    page.get_by_label("What it is for").fill("Mobile phone")
    page.get_by_label("Steps, one on each line").fill("warning\n10%")
    page.get_by_role("button", name="Add penalty").click()
    expect(page.get_by_role("link", name="Mobile phone")).to_be_visible()
    check_page(page, "club-penalties")
    for text in ("nothing is subtracted", "0.10 is subtracted"):
        page.goto(desk_url(session, "penalties"))
        page.get_by_label("For").select_option(index=3)
        page.get_by_role("button", name="Continue").click()
        expect(page.get_by_text(text)).to_be_visible()
        check_page(page, "penalty-proposed")
        page.get_by_role("button", name="Give the penalty").first.click()
        expect(page.get_by_text("It can be undone")).to_be_visible()
    check_page(page, "penalties")
    catch_up()
    page.goto(reverse("scorecard", args=[event.club.slug, event.slug, 3]))
    expect(page.get_by_text("Penalty: Mobile phone, 10 %")).to_be_visible()
    check_page(page, "scorecard-with-penalties")
