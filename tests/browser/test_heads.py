"""Back links, titles and tabs have the same positions on every page."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from tests.browser.sign_in import signed_in
from tests.scenes.evening import play_out, play_round, started
from tournaments.models import Session
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db(transaction=True)

MEASURE = """() => {
  const title = document.querySelector("header h1"), mark = document.createElement("span");
  mark.style.display = "inline-block";
  title.prepend(mark);
  const baseline = mark.getBoundingClientRect().bottom;
  mark.remove();
  const back = document.querySelector(".eyebrow a")?.getBoundingClientRect();
  return {
    title: Math.round(baseline),
    back: back ? Math.round(back.top + back.height / 2) : null,
    foot: Math.round(document.querySelector("header.felt").getBoundingClientRect().bottom),
  };
}"""


class Head(NamedTuple):
    """Pixels from the top of the page: title baseline, middle of back link, end of header."""

    title: int
    back: int | None
    foot: int


def heads(page: Page, addresses: Iterable[str]) -> dict[str, Head]:
    measured = {}
    for address in addresses:
        page.goto(address)
        page.evaluate("document.fonts.ready")
        measured[address] = Head(**page.evaluate(MEASURE))
    return measured


def assert_one_geometry(measured: dict[str, Head]) -> None:
    """Fail with the heights of each page, where they differ."""
    assert len({head.title for head in measured.values()}) == 1, measured
    assert len({head.back for head in measured.values()} - {None}) <= 1, measured


@pytest.fixture
def session() -> Session:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    play_round(session, director)
    catch_up()
    return session


def pages_of_desk(session: Session) -> list[str]:
    event = [session.stage.event_id]
    names = ("event_clock", "desk_phones", "corrections", "history", "event_contestants", "paper")
    return [
        *(reverse(name, args=event) for name in names),
        reverse(
            "corrections_of_table", args=[*event, session.sections.get().tables.earliest("pk").pk]
        ),
    ]


def pages_of_public(session: Session) -> list[str]:
    names = [session.stage.event.club.slug, session.stage.event.slug]
    return [
        *(reverse(name, args=names) for name in ("rounds", "rank_history", "methods", "downloads")),
        reverse("deals", args=[*names, 1]),
    ]


def test_titles_tabs_and_back_links_have_the_same_positions_on_a_laptop(
    phone: Callable[[], Page], session: Session
) -> None:
    page = signed_in(phone())
    page.set_viewport_size({"width": 1280, "height": 900})
    others = [reverse("event_copy", args=[session.stage.event_id])]
    without_back_link = [reverse(name) for name in ("guide", "desk", "account")]
    with_tabs = heads(page, pages_of_desk(session) + pages_of_public(session))
    assert_one_geometry(with_tabs | heads(page, others))
    assert len({head.foot for head in with_tabs.values()}) == 1, with_tabs
    low = heads(page, without_back_link)
    assert {head.foot for head in low.values()} == {136}, low
    assert_one_geometry(low | heads(page, [reverse("rules")]))  # its cards need more height


def test_titles_and_back_links_have_the_same_positions_on_a_phone(
    phone: Callable[[], Page], session: Session
) -> None:
    page = signed_in(phone())
    assert_one_geometry(heads(page, pages_of_desk(session)))
    assert_one_geometry(heads(page, pages_of_public(session)))


@pytest.mark.parametrize("width", [390, 1280])
def test_headers_of_club_event_scorecard_and_game_have_one_geometry(
    phone: Callable[[], Page], width: int
) -> None:
    session, director = started(8, movement="mitchell", round_count=2, boards_per_round=2)
    play_out(session, director)
    catch_up()
    names = [session.stage.event.club.slug, session.stage.event.slug]
    page = phone()
    page.set_viewport_size({"width": width, "height": 900})
    assert_one_geometry(
        heads(
            page,
            [
                "/",
                reverse("standings", args=names),
                reverse("scorecard", args=[*names, 1]),
                reverse("rules_of_game", args=["botifarra"]),
                reverse("trial_new", args=["botifarra"]),
            ],
        )
    )
