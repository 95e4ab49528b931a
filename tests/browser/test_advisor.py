"""Movements proposed for thirteen pairs in two and a half hours, and for one more pair."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.sign_in import signed_in
from tests.scenes.evening import club_with_director
from tournaments.models import Contestant, Round, SeatHolder, Session

pytestmark = pytest.mark.django_db(transaction=True)
Look = Callable[[Page, str], None]


@pytest.mark.thorough
def test_proposals_follow_the_number_of_pairs_until_the_start(
    phone: Callable[[], Page], look: Look
) -> None:
    club_with_director()
    desk = signed_in(phone())
    desk.goto("/desk/new/")
    expect(desk.get_by_label("Minutes a board")).to_have_value("7")
    desk.get_by_label("Name", exact=True).fill("Nit de tretze")
    desk.get_by_label("How many pairs?").press_sequentially("13")
    proposals = desk.locator("#proposals")
    expect(proposals).to_contain_text("Movement for 13 pairs")
    first = proposals.locator(".plan").first
    expect(first).to_contain_text(re.compile(r"\d+ rounds × [234] boards"))
    expect(first).to_contain_text(re.compile(r"[12]\sh\s\d+\smin"))
    expect(first).to_contain_text("rests each round")
    expect(first).to_contain_text("Checked: nobody meets a board or an opponent twice")
    expect(first.get_by_role("radio")).to_be_checked()
    look(desk, "advisor-thirteen")

    # Less time, fewer boards; the page follows while one types.
    text_before = first.inner_text()
    desk.get_by_label("Minutes in all").fill("")
    desk.get_by_label("Minutes in all").press_sequentially("90")
    expect(first).not_to_have_text(text_before)
    expect(first).to_contain_text(re.compile(r"1\sh\s25\smin"))
    desk.get_by_label("Minutes in all").fill("")
    desk.get_by_label("Minutes in all").press_sequentially("150")
    expect(first).to_contain_text(re.compile(r"1\sh\s59\smin"))

    desk.get_by_role("button", name="Create event").click()
    expect(desk.get_by_role("button", name="Deal the boards", exact=True)).to_be_visible()
    desk.get_by_role("button", name="Deal the boards", exact=True).click()
    desk.get_by_role("link", name="People", exact=True).click()
    expect(desk.get_by_text("Pair 13", exact=True)).to_be_visible()

    # The pairs get their names and one more arrives: the session is planned again, as the page says.
    names = [f"Anna {number} - Berta {number}" for number in range(1, 15)]
    desk.get_by_label("Pairs, one on each line").fill("\n".join(names))
    desk.get_by_role("button", name="Add", exact=True).click()
    expect(desk.locator("#messages")).to_contain_text(
        re.compile("Before: 13 pairs, .* Now: 14 pairs, ")
    )
    look(desk, "advisor-fourteen")
    session = Session.objects.get()
    assert session.rounds_planned >= 5
    assert Contestant.objects.count() == 14

    # The director looks at proposals for two hours and keeps the present one.
    desk.locator("summary", has_text="Another movement").click()
    desk.get_by_label("Minutes in all").fill("120")
    desk.get_by_role("button", name="Show proposals").click()
    expect(proposals).to_contain_text(re.compile(r"1\sh\s59\smin"))
    look(desk, "advisor-another")

    desk.goto(f"/desk/{session.stage.event_id}/")
    desk.get_by_role("button", name="Start round 1").click()
    expect(desk.get_by_role("heading", name="Waiting for you")).to_be_visible()
    seated = SeatHolder.objects.filter(seating__round=Round.objects.get(number=1))
    assert seated.values("contestant").distinct().count() == 14


@pytest.mark.thorough
def test_form_fits_a_wide_and_a_narrow_screen_without_scripts(
    chromium: Browser, live_server, look: Look
) -> None:
    club_with_director()
    for width in (360, 1280):
        context = chromium.new_context(
            base_url=live_server.url,
            java_script_enabled=False,
            viewport={"width": width, "height": 800},
        )
        page = signed_in(context.new_page())
        page.goto("/desk/new/")
        page.get_by_label("How many pairs?").fill("16")
        page.get_by_role("button", name="Show proposals").click()
        expect(page.locator("#proposals")).to_contain_text("Movement for 16 pairs")
        look(page, f"advisor-{width}")
        context.close()
