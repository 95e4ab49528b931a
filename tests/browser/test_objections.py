"""An objection from a scorecard on a phone reaches the desk and is answered."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.sign_in import signed_in
from tests.scenes.devices import link_all_requests
from tests.scenes.objections import OBJECTION_TEXT, play_of_pair, played_session
from tournaments.models import Session
from tournaments.queries.phone.table_codes import code_of
from tournaments.tasks import catch_up

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.thorough]

Look = Callable[[Page, str], None]


@pytest.fixture
def session() -> Session:
    session, _director = played_session()
    catch_up()
    return session


def at_scorecard(page: Page, session: Session) -> Page:
    """Link a phone to pair 1 at its first table, and open the scorecard of the pair."""
    play, _pair, line = play_of_pair(session)
    page.goto(f"/t/{code_of(play.seating.table)}/side/?board={play.board.number}")
    page.get_by_role("button").filter(has_text={"ns": "N-S", "ew": "E-W"}[line]).tap()
    expect(page).not_to_have_url(re.compile("/side/"))
    link_all_requests()
    page.goto("/club-manilla/campionat/contestants/1/")
    return page


def test_objection_is_sent_from_a_phone_answered_at_the_desk_and_read(
    phone: Callable[[], Page], look: Look, session: Session
) -> None:
    play, _pair, _line = play_of_pair(session)
    pair_phone, desk = at_scorecard(phone(), session), signed_in(phone())
    expect(pair_phone.locator("main")).to_contain_text("you can say that a result is wrong")
    look(pair_phone, "objection-scorecard")
    pair_phone.locator(f"#play-{play.pk} > summary").tap()
    pair_phone.locator(f"#play-{play.pk}").get_by_role("link", name="Report a wrong result").tap()
    pair_phone.get_by_label("What is wrong with your result?").fill(OBJECTION_TEXT)
    look(pair_phone, "objection-form")
    pair_phone.set_viewport_size({"width": 360, "height": 640})
    expect(pair_phone.locator(".to-table")).to_have_css("position", "static")
    pair_phone.get_by_role("button", name="Send it to the director").tap()
    expect(pair_phone.locator("#messages")).to_contain_text("The director has your report")
    expect(pair_phone.locator(f"#play-{play.pk}")).to_contain_text("Waiting for the director")
    desk.goto(f"/desk/{session.stage.event_id}/")
    expect(desk.locator("#waiting")).to_contain_text(OBJECTION_TEXT)
    look(desk, "objection-desk")
    desk.locator(f"#waits-{play.pk}").click()
    look(desk, "objection-board")
    desk.get_by_label("Answer (optional)").fill("as the slip says")
    desk.get_by_role("button", name="Leave it as it is").focus()
    desk.keyboard.press("Enter")
    expect(desk.locator("#messages").get_by_role("button", name="Undo")).to_be_visible()
    expect(desk.locator("#waiting")).not_to_contain_text(OBJECTION_TEXT)
    expect(pair_phone.locator(f"#play-{play.pk}")).to_contain_text(
        "as the slip says", timeout=15_000
    )
    look(pair_phone, "objection-answered")
