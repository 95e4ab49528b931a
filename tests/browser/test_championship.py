"""A championship of four sessions in the browser, one of which a pair misses."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.page_checks import axe_problems, layout_problems, save_screenshots
from tests.browser.sign_in import signed_in
from tests.scenes import evening
from tournaments.models import Contestant, Session
from tournaments.permissions.actor import Actor
from tournaments.tasks import catch_up

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.thorough]


@pytest.fixture
def scene() -> tuple[Session, Actor]:
    """Play the first session of eight pairs."""
    session, director = evening.started(8, movement="howell", round_count=2, boards_per_round=2)
    evening.play_out(session, director)
    catch_up()
    return session, director


def create_next_session(desk: Page, event_id: int) -> None:
    """Create another session from the desk of a finished one."""
    desk.goto(reverse("event_desk", args=[event_id]))
    desk.get_by_text("Another session that counts together with this one").click()
    desk.get_by_role("button", name="Create the next session").click()
    expect(desk.get_by_text("The next session is created")).to_be_visible()


def mark_absent(desk: Page, event_id: int, number: int) -> None:
    """Mark a contestant as absent in the list of contestants."""
    desk.goto(reverse("event_contestants", args=[event_id]))
    contestant = Contestant.objects.get(event=event_id, number=number)
    row = desk.locator(f"#pair-{contestant.pk}")
    row.locator("summary", has_text="Change").first.click()
    row.locator("summary", has_text="Does not come this time").click()
    row.get_by_role("button", name="Does not come this time").click()
    expect(
        desk.locator(f"#pair-{contestant.pk}").get_by_text("Does not play this time.")
    ).to_be_visible()


def dealt_and_started(desk: Page, event_id: int) -> Session:
    """Deal and start the session from the desk."""
    desk.goto(reverse("event_desk", args=[event_id]))
    desk.get_by_role("button", name="Deal the boards", exact=True).click()
    desk.get_by_role("button", name="Start round 1").click()
    expect(desk.get_by_text("Round 1 has begun.")).to_be_visible()
    return (
        Session.objects.select_related("stage__event")
        .filter(stage__event=event_id)
        .latest("number")
    )


def test_championship_of_four_sessions_ranks_a_pair_that_misses_one(
    phone: Callable[[], Page], scene: tuple[Session, Actor]
) -> None:
    session, director = scene
    event, desk = session.stage.event, signed_in(phone())
    for number in (2, 3, 4):
        create_next_session(desk, event.pk)
        if number == 3:
            mark_absent(desk, event.pk, 5)
            for url_name in ("event_contestants", "event_sections", "event_edit"):
                desk.goto(reverse(url_name, args=[event.pk]))
                save_screenshots(desk, f"championship-{url_name}")
                assert layout_problems(desk) == [], url_name
                assert axe_problems(desk) == [], url_name
        evening.play_out(dealt_and_started(desk, event.pk), director)
        catch_up()
    public = phone()
    public.goto(reverse("standings", args=[event.club.slug, event.slug]))
    expect(public.get_by_text("the mean per board decides")).to_be_visible()
    rows = public.locator("table.standings tbody tr")
    expect(rows).to_have_count(8)
    expect(rows.filter(has_text="Anna 5 –")).to_contain_text("12 boards")
    # One of the seven other pairs sits out in each round.
    expect(rows.filter(has_text="14 boards")).to_have_count(2)
    expect(rows.filter(has_text="16 boards")).to_have_count(5)
    assert layout_problems(public) == []
