"""A page of another site frames the standings if the club allows it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.page_checks import axe_problems
from tests.scenes.evening import play_round, started
from tournaments.actions.clubs.club import set_framing_sites
from tournaments.permissions.actor import SYSTEM
from tournaments.tasks import catch_up

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.thorough]


def test_allowed_site_frames_the_standings_and_another_site_cannot(
    phone: Callable[[], Page], live_server
) -> None:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    play_round(session, director)
    catch_up()
    event = session.stage.event
    set_framing_sites(event.club, "www.example.org", SYSTEM)
    frame_url = f"{live_server.url}/{event.club.slug}/{event.slug}/frame/"
    page = phone()
    # The site of this test is on this computer.
    page.context.grant_permissions(["local-network-access"])

    def answer(route: Route) -> None:
        route.fulfill(
            content_type="text/html",
            body=f'<iframe src="{frame_url}" width="390" height="800"></iframe>',
        )

    page.route("https://*.example.org/", answer)
    page.goto("https://www.example.org/")
    framed_page = page.frame_locator("iframe")
    expect(framed_page.get_by_role("link", name=event.name)).to_be_visible()
    expect(framed_page.locator("tr[data-number]")).to_have_count(8)
    page.goto("https://other.example.org/")
    page.wait_for_timeout(500)
    expect(page.frame_locator("iframe").locator("tr[data-number]")).to_have_count(0)
    page.goto(frame_url)
    assert axe_problems(page) == []
