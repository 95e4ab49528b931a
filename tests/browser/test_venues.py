"""Three sections at two venues, each of which has its own desk."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.page_checks import axe_problems, layout_problems, save_screenshots
from tests.browser.polling import advance_five_seconds, install_clock
from tests.scenes.divided_session import dealt_at_venues, play_rounds_of_section, table_of
from tests.web.signed_in import desk_url
from tournaments.models import Session
from tournaments.queries.phone.table_codes import code_of
from tournaments.tasks import catch_up

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.thorough]


def at_desk_of(page: Page, name: str, session: Session) -> Page:
    """Open the desk of the session's event, signed in as this user."""
    page.goto("/desk/")
    page.get_by_label("User name").fill(name)
    page.get_by_label("Password").fill("paraula-de-pas")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name=session.stage.event.name).click()
    expect(page.locator(".top .home")).to_contain_text(session.stage.event.name)
    return page


def check_page(page: Page, name: str) -> None:
    save_screenshots(page, name)
    assert layout_problems(page) == [], name
    assert axe_problems(page) == [], name


def test_two_venues_play_one_session_whose_results_are_compared(phone: Callable[[], Page]) -> None:
    session, organiser, _staff = dealt_at_venues()
    bar_desk = at_desk_of(install_clock(phone()), "bar-nou", session)
    library_desk = at_desk_of(install_clock(phone()), "biblioteca-de-vic", session)
    expect(library_desk.get_by_role("heading", name="A", exact=True)).to_have_count(0)
    expect(bar_desk.get_by_role("heading", name="Vic", exact=True)).to_have_count(0)
    check_page(library_desk, "venue-dealt")

    library_desk.get_by_text("Vic: start round 1").first.click()
    library_desk.get_by_role("button", name="Yes, start round 1 of Vic").click()
    expect(library_desk.get_by_text("Vic: round 1 has begun.")).to_be_visible()
    expect(library_desk.get_by_role("button", name="Finish the evening")).to_have_count(0)
    bar_desk.reload()
    for name in ("A", "B"):
        bar_desk.get_by_text(f"{name}: start round 1").first.click()
        bar_desk.get_by_role("button", name=f"Yes, start round 1 of {name}").click()
        expect(bar_desk.get_by_text(f"{name}: round 1 has begun.")).to_be_visible()

    at_table = phone()
    at_table.goto(reverse("table", args=[code_of(table_of(session, "Vic", 1))]))
    at_table.get_by_text("Call the director").first.click()
    at_table.get_by_role("button", name="Call the director now").click()
    expect(at_table.get_by_role("button", name="Call the director now")).to_have_count(0)
    for page in (bar_desk, library_desk):
        advance_five_seconds(page)
    expect(library_desk.get_by_text("Vic 1").first).to_be_visible()
    expect(library_desk.get_by_role("button", name="Coming")).to_have_count(1)
    expect(bar_desk.get_by_role("button", name="Coming")).to_have_count(0)
    check_page(library_desk, "venue-called")

    play_rounds_of_section(session, "Vic", 2, organiser)
    advance_five_seconds(library_desk)
    library_desk.get_by_text("Vic: end round 3").first.click()
    library_desk.get_by_role("button", name="Yes, end round 3").click()
    expect(library_desk.get_by_text("All rounds of this section are over.")).to_be_visible()
    check_page(bar_desk, "venue-two-rooms")
    for name in ("A", "B"):
        play_rounds_of_section(session, name, 5, organiser)

    whole_desk = at_desk_of(phone(), "director-club-manilla", session)
    for name in ("A", "B", "Vic"):
        expect(whole_desk.get_by_role("heading", name=name, exact=True)).to_be_visible()
    whole_desk.get_by_text("Finish the evening", exact=True).first.click()
    whole_desk.get_by_role("button", name="Yes, finish the evening").click()
    catch_up()
    event = session.stage.event
    whole_desk.goto(reverse("standings", args=[event.club.slug, event.slug]))
    expect(whole_desk.locator(".standings li, .standings tbody tr").first).to_be_visible()
    library_desk.goto(desk_url(session))
    expect(library_desk.get_by_text("Publish")).to_have_count(0)
