"""Sticky bars of the desk cover neither the focus nor each other."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from tests.browser.page_checks import layout_problems
from tests.browser.sign_in import signed_in
from tests.scenes.evening import enter, started
from tests.web.signed_in import OTHER_RESULT, RESULT
from tournaments.actions.calls.calls import call_director
from tournaments.models import Play, Session
from tournaments.permissions.actor import Actor

pytestmark = pytest.mark.django_db(transaction=True)

COVERED = """() => {
  const bars = [...document.querySelectorAll("body *")].filter((each) =>
    ["sticky", "fixed"].includes(getComputedStyle(each).position) && each.getBoundingClientRect().height > 1
    && !each.closest(".tabs > .wrap"));
  const called = document.querySelector("#called .notice");
  if (called) bars.push(called);
  const wrong = [];
  for (const each of document.querySelectorAll("main :is(a, button, input:not([type=hidden]), select, textarea, summary)")) {
    if (!each.checkVisibility({ visibilityProperty: true })) continue;
    each.focus();
    const field = each.getBoundingClientRect();
    for (const bar of bars) {
      const over = bar.getBoundingClientRect();
      if (bar.contains(each) || over.right <= field.left || over.left >= field.right) continue;
      if (over.top < field.bottom - 1 && over.bottom > field.top + 1)
        wrong.push(`${bar.className || bar.tagName} covers ${each.name || each.textContent.trim()}`);
    }
  }
  scrollTo(0, 0);
  const low = bars.filter((bar) => bar.getBoundingClientRect().bottom >= innerHeight - 1 && bar.getBoundingClientRect().top < innerHeight - 1);
  if (low.length > 1) wrong.push(`${low.length} bars at the lower edge`);
  return wrong;
}"""


def evening_with_a_conflict_and_a_call() -> Session:
    session, _director = started(8, round_count=3)
    play = Play.objects.filter(seating__round__number=1).order_by("pk")[0]
    enter(play, RESULT, ("ns",))
    enter(play, OTHER_RESULT, ("ew",))
    seat = session.sections.get().tables.get(number=2)
    call_director(seat, "card", "", Actor.of_table(seat.pk, "phone", ""), "call")
    return session


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 900)])
def test_sticky_bars_of_the_desk_cover_neither_the_focus_nor_each_other(
    phone: Callable[[], Page], width: int, height: int
) -> None:
    event = evening_with_a_conflict_and_a_call().stage.event_id
    conflict = Play.objects.filter(state=Play.State.CONFLICT).get()
    page = signed_in(phone())
    page.set_viewport_size({"width": width, "height": height})
    for name, more in (
        ("event_edit", []),
        ("desk_play", [conflict.pk]),
        ("penalties", []),
        ("desk_phones", []),
        ("typing", []),
    ):
        page.goto(reverse(name, args=[event, *more]))
        assert page.locator("#called .notice").is_visible(), name
        assert page.evaluate(COVERED) == [], name
        assert layout_problems(page) == [], name


def test_call_shifts_nothing_on_another_desk_page(phone: Callable[[], Page]) -> None:
    session, _director = started(8, round_count=3)
    page = signed_in(phone())
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(reverse("penalties", args=[session.stage.event_id]))
        places = "() => [...document.querySelectorAll('h1, .tabs a, main h2')].map((each) => each.getBoundingClientRect().y)"
        places_before = page.evaluate(places)
        page.evaluate(
            """() => document.querySelector("#called > div").innerHTML =
               "<div class='notice warning'><a class='touch' href='#'>Table 1 is calling</a></div>" """
        )
        assert page.locator("#called .notice").is_visible()
        assert page.evaluate(places) == places_before, width
