"""The clock in the browser counts down, follows the desk, and has an optional alarm."""

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.page_checks import axe_problems, layout_problems
from tests.browser.polling import advance_five_seconds, install_clock
from tests.browser.sign_in import signed_in
from tests.scenes.evening import started
from tournaments.actions.rounds.clock_settings import set_clock
from tournaments.models import Session, Table
from tournaments.queries.phone.table_codes import code_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def session() -> Session:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    set_clock(session.pk, 20, {2: 10}, director)
    return session


def test_extension_given_at_the_desk_reaches_every_phone(
    phone: Callable[[], Page], session: Session
) -> None:
    desk, at_table = signed_in(install_clock(phone())), install_clock(phone())
    at_table.goto(reverse("table", args=[code_of(Table.objects.earliest("pk"))]))
    clock = at_table.locator(".clock").first
    expect(clock).to_have_text(
        re.compile(r"^\s*20 min left\s+ends \d\d:\d\d\s*$"), use_inner_text=True
    )
    desk.goto(reverse("event_clock", args=[session.stage.event_id]))
    assert layout_problems(desk) == []
    assert axe_problems(desk) == []
    desk.get_by_role("button", name="two minutes more").click()
    expect(desk.get_by_text("The clock is changed: +2 min.")).to_be_visible()
    advance_five_seconds(at_table)
    expect(at_table.locator(".counted").first).to_have_text("22 min left")
    desk.get_by_role("button", name="Stop the clock").click()
    expect(desk.get_by_role("button", name="Resume the clock")).to_be_visible()
    advance_five_seconds(desk, at_table)
    expect(at_table.get_by_text("Clock stopped:")).to_be_visible()


def test_clock_shows_seconds_in_the_last_minute_and_after_the_end(
    phone: Callable[[], Page], session: Session
) -> None:
    page = install_clock(phone())
    page.goto(reverse("table", args=[code_of(Table.objects.earliest("pk"))]))
    countdown = page.locator(".counted").first
    expect(countdown).to_have_text("20 min left")
    page.route("**/*", lambda route: route.abort())  # the server's clock stays where it is
    page.clock.fast_forward((19 * 60 + 30) * 1000)
    expect(countdown).to_have_text(re.compile(r"^(29|30) s left$"))
    page.clock.fast_forward(3 * 60 * 1000)
    expect(countdown).to_have_text(re.compile(r"^\+[23] min$"))


def test_screen_shows_minutes_and_seconds_before_and_after_the_end(
    phone: Callable[[], Page], session: Session
) -> None:
    page = install_clock(phone())
    event = session.stage.event
    page.goto(reverse("screen_clock", args=[event.club.slug, event.slug]))
    countdown = page.locator(".counted").first
    expect(countdown).to_have_text(re.compile(r"^(20:00|19:5\d)$"))
    page.route("**/*", lambda route: route.abort())
    page.clock.fast_forward((19 * 60 + 30) * 1000)
    expect(countdown).to_have_text(re.compile(r"^0:[23]\d$"))
    page.clock.fast_forward(3 * 60 * 1000)
    expect(countdown).to_have_text("+3 min")
    expect(page.locator(".screen-clock.over")).to_be_visible()


def test_alarm_is_off_until_it_is_switched_on_and_stays_on(
    phone: Callable[[], Page], session: Session
) -> None:
    desk = signed_in(install_clock(phone()))
    desk.goto(reverse("event_clock", args=[session.stage.event_id]))
    desk.evaluate(
        "() => { window.buzzed = 0; navigator.vibrate = () => { window.buzzed += 1; return true; "
        "}; }"
    )
    key = desk.locator("[data-alarm]")
    expect(key).to_have_attribute("aria-pressed", "false")
    key.click()
    expect(key).to_have_attribute("aria-pressed", "true")
    assert desk.evaluate("window.buzzed") == 1, "switching the alarm on plays it once"
    desk.clock.run_for(2000)
    assert desk.evaluate("window.buzzed") == 1
    desk.clock.fast_forward(21 * 60 * 1000)
    desk.clock.run_for(2000)
    assert desk.evaluate("window.buzzed") == 2, "once, as the time is over"
    desk.reload()
    expect(desk.locator("[data-alarm]")).to_have_attribute("aria-pressed", "true")
