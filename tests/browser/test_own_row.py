"""A followed pair stays visible in the standings, and the share image can be shared."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.page_checks import axe_problems, layout_problems
from tests.scenes.evening import play_round, started
from tournaments.models import Event
from tournaments.tasks import catch_up

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.thorough]


@pytest.fixture
def standings() -> str:
    """Play two rounds with 24 pairs: more than a phone shows at once."""
    session, director = started(24, movement="mitchell", round_count=8, boards_per_round=2)
    for _round in range(2):
        play_round(session, director)
    catch_up()
    event = session.stage.event
    return f"/{event.club.slug}/{event.slug}/"


def test_followed_pair_stays_visible_in_the_standings_until_unfollowed(
    phone: Callable[[], Page], standings: str
) -> None:
    page = phone()
    page.goto(f"{standings}contestants/17/")
    page.get_by_role("button", name="Follow in the standings", pressed=False).click()
    page.goto(standings)
    own_row = page.locator('tr[data-number="17"]')
    strip = page.locator(".own-strip")
    expect(own_row).not_to_be_in_viewport()
    expect(strip).to_have_text(re.compile("Anna 17 – Berta 17"))
    strip.click()
    expect(own_row).to_be_in_viewport(ratio=1)
    expect(strip).to_be_hidden()
    assert own_row.get_attribute("aria-current") == "true"
    assert (layout_problems(page, ["390", "360"]), axe_problems(page)) == ([], [])
    page.goto(f"{standings}contestants/17/")
    page.get_by_role("button", name="Follow in the standings", pressed=True).click()
    page.goto(standings)
    expect(page.locator("tr.mine")).to_have_count(0)


def test_share_image_of_the_standings_can_be_saved(
    phone: Callable[[], Page], standings: str
) -> None:
    page = phone()
    page.goto(standings)
    page.evaluate("navigator.canShare = undefined")
    with page.expect_download() as download:
        page.get_by_role("link", name="Share image").click()
    picture = download.value.path().read_bytes()
    assert download.value.suggested_filename == f"{Event.objects.get().slug}.png"
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = (int.from_bytes(picture[at : at + 4]) for at in (16, 20))
    assert (width, height) == (1200, 630)
    assert len(picture) > 30_000  # a blank one has a few thousand


def test_share_image_is_passed_to_the_share_dialog_of_the_phone(
    phone: Callable[[], Page], standings: str
) -> None:
    page = phone()
    page.goto(standings)
    page.evaluate(
        "() => { navigator.canShare = () => true;"
        " navigator.share = async ({ files }) => { document.body.dataset.shared = files[0].name; "
        "}; }"
    )
    page.get_by_role("link", name="Share image").click()
    expect(page.locator("body")).to_have_attribute("data-shared", f"{Event.objects.get().slug}.png")
