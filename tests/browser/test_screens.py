"""A screen that everybody sees, and a seat by name: read from afar, and at the third letter."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.crowded_evenings import LONG
from tests.browser.inspecting import SHIFTS, audited, measured, shifted
from tests.browser.polling import with_clock
from tests.scenes.evening import enter, play_round, started
from tests.web.signed_in import RESULT, first_play
from tournaments.actions.calls.announcements import announce
from tournaments.tasks import catch_up
from tournaments.web.public.screens import PAGE_SECONDS

pytestmark = pytest.mark.django_db(transaction=True)

EVENT = "/club-manilla/campionat/"
TELEVISION = {"width": 1920, "height": 1080}

CUT = """() => {
  const beyond = (box) => box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight;
  const isCut = (each) => each.checkVisibility() && beyond(each.getBoundingClientRect());
  const scrolls = (each) => each.scrollHeight > each.clientHeight || each.scrollWidth > each.clientWidth;
  const cells = [...document.querySelectorAll("#screen :is(tbody *, p, h1, svg)")];
  const whole = [document.documentElement, document.querySelector(".screen-list")];
  return [...cells.filter(isCut), ...whole.filter(scrolls)].map((each) => each.outerHTML.slice(0, 200));
}"""
"""What of a screen is cut or has to be scrolled."""


@pytest.fixture
def television(chromium: Browser, live_server) -> Iterator[Page]:
    """A screen of the room, whose pages turn when the test says so."""
    context = chromium.new_context(base_url=live_server.url, viewport=TELEVISION)
    yield with_clock(context.new_page())
    context.close()


def turned_through(page: Page, pages: int) -> Iterator[list[str]]:
    """The names on each page, once it stands there, for one after the other by itself."""
    for number in range(1, pages + 1):
        expect(page.get_by_text(f"Page {number} of {pages}")).to_be_visible()
        yield [
            " ".join(names.split())
            for names in page.locator(".screen-rows .names").all_inner_texts()
        ]
        page.clock.fast_forward(PAGE_SECONDS * 1000)


def letters(page: Page) -> float:
    """How large the names are."""
    size = page.locator(".screen-rows .names").first.evaluate(
        "(each) => getComputedStyle(each).fontSize"
    )
    return float(size.removesuffix("px"))


@pytest.mark.parametrize(
    "purpose", ["seats", pytest.param("standings", marks=pytest.mark.thorough)]
)
def test_forty_eight_pairs_in_pages_of_twenty_four_that_turn_by_themselves(
    television: Page, purpose: str
) -> None:
    session, _director = started(48, "mitchell", 4, 1)
    enter(first_play(session), RESULT)
    catch_up()
    television.goto(f"{EVENT}screen/{purpose}/")
    seen = []
    for names in turned_through(television, 2):
        assert len(names) == 24
        assert television.evaluate(CUT) == []
        assert letters(television) >= 44
        assert television.locator(".screen-bar .round b").inner_text() == "Round 1 of 4"
        seen += names
    assert sorted(seen) == sorted(session.stage.event.contestants.values_list("name", flat=True))
    expect(television.get_by_text("Page 1 of 2")).to_be_visible()


def test_it_goes_on_with_the_round_and_says_what_is_announced(television: Page) -> None:
    session, director = started(12, "mitchell", 4, 1)
    session.stage.event.contestants.filter(number=1).update(name=LONG)
    television.goto(f"{EVENT}screen/seats/")
    expect(television.get_by_role("heading", name="Where everybody sits")).to_be_visible()
    expect(television.locator(".screen-bar")).to_contain_text("Round 1 of 4")
    play_round(session, director)
    announce(session, "The bar closes at one. " * 8, director, "announce")
    television.clock.fast_forward(PAGE_SECONDS * 1000)
    expect(television.locator(".screen-bar")).to_contain_text("Round 2 of 4")
    expect(television.get_by_text("The bar closes at one.").first).to_be_visible()
    for scheme in ("light", "dark"):
        television.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert audited(television) == []
        colours = television.locator(".announced").evaluate(
            "(each) => [getComputedStyle(each).color, getComputedStyle(each).backgroundColor]"
        )
        assert colours == ["rgb(27, 26, 23)", "rgb(255, 253, 248)"], "ink on paper"
    television.goto(f"{EVENT}screen/seats/")
    assert television.evaluate(CUT) == []
    assert letters(television) >= 40


LINES = """(each) => {
  const range = document.createRange();
  range.selectNodeContents(each);
  return Math.round(range.getBoundingClientRect().height / parseFloat(getComputedStyle(each).fontSize));
}"""


LONG_PAIR = "Maria dels Àngels Vallhonrat i Castelltort – Bartomeu Massaguer i Montpalau"


def started_with_a_long_pair(pairs: int) -> None:
    """Start an evening of pairs whose names are of ordinary length, but for the first one."""
    session, _director = started(pairs, "mitchell", 4, 1)
    contestants = session.stage.event.contestants
    for contestant in contestants.all():
        contestant.name = f"Olena Kovalenko – Bassols {contestant.number:02}"
        contestant.save(update_fields=["name"])
    contestants.filter(number=1).update(name=LONG_PAIR)


def test_in_many_rows_a_pair_takes_one_line_and_a_long_name_two_smaller_ones(
    television: Page,
) -> None:
    started_with_a_long_pair(22)
    television.goto(f"{EVENT}screen/seats/")
    assert television.evaluate(CUT) == []
    names = television.locator(".screen-rows tbody .names:not(.long)")
    assert names.count() == 21
    assert {name.evaluate(LINES) for name in names.all()} == {1}
    assert television.locator(".screen-rows tbody .long").evaluate(LINES) == 2
    assert letters(television) >= 28


def test_in_few_rows_each_person_has_a_line_and_a_long_pair_two_thirds_of_the_size(
    television: Page,
) -> None:
    started_with_a_long_pair(12)
    television.goto(f"{EVENT}screen/seats/")
    assert television.evaluate(CUT) == []
    names = television.locator(".screen-rows tbody .names:not(.long)")
    assert {name.evaluate(LINES) for name in names.all()} == {2}
    size = "(each) => parseFloat(getComputedStyle(each).fontSize)"
    ordinary = names.first.evaluate(size)
    assert ordinary >= 48
    long_one = television.locator(".screen-rows tbody .long")
    assert long_one.evaluate(LINES) <= 3
    assert long_one.evaluate(size) >= 0.67 * ordinary


@pytest.mark.parametrize("purpose", ["standings", "seats", "clock"])
def test_screen_has_its_sizes_when_it_is_first_seen(
    chromium: Browser, live_server, purpose: str
) -> None:
    """No row or clock moves when the scripts have run, on the first visit or a later one."""
    session, _director = started(12, "mitchell", 4, 1)
    enter(first_play(session), RESULT)
    catch_up()
    context = chromium.new_context(base_url=live_server.url, viewport=TELEVISION)
    context.add_init_script(SHIFTS)
    page = context.new_page()
    for _visit in range(4):
        page.goto(f"{EVENT}screen/{purpose}/", wait_until="networkidle")
        assert shifted(page) == []
    context.close()


def test_without_the_site_the_page_stays_and_says_so(television: Page) -> None:
    started(8, "mitchell", 4, 1)
    television.goto(f"{EVENT}screen/seats/")
    television.context.set_offline(True)
    television.clock.fast_forward(PAGE_SECONDS * 1000)
    expect(television.get_by_text("No connection: this may be out of date")).to_be_visible()
    assert television.locator(".screen-rows .names").count() == 8
    assert television.evaluate(CUT) == []
    television.context.set_offline(False)
    television.clock.fast_forward(PAGE_SECONDS * 1000)
    expect(television.get_by_text("No connection: this may be out of date")).to_be_hidden()


def test_a_screen_without_a_script_turns_too(chromium: Browser, live_server) -> None:
    started(34, "mitchell", 4, 1)
    context = chromium.new_context(
        base_url=live_server.url, java_script_enabled=False, viewport=TELEVISION
    )
    page = context.new_page()
    page.goto(f"{EVENT}screen/seats/")
    refresh = page.locator("meta[http-equiv=refresh]").get_attribute("content")
    page.goto(str(refresh).partition("url=")[2])
    assert page.locator(".screen-rows .names").count() == 16
    context.close()


def test_a_seat_at_the_third_letter(phone: Callable[[], Page]) -> None:
    session, _director = started(8, "mitchell", 4, 2)
    session.stage.event.contestants.filter(number=5).update(name="Quima Roig – Oriol Pla")
    page = phone()
    page.goto(EVENT)
    page.get_by_role("link", name="Where do I sit?").tap()
    page.get_by_label("Your name or number").press_sequentially("ori")
    expect(page.get_by_role("heading", name="Quima Roig – Oriol Pla")).to_be_visible()
    assert measured(page) == []
    assert audited(page) == []


def test_a_seat_can_be_looked_for_on_a_laptop(chromium: Browser, live_server) -> None:
    started(8, "mitchell", 4, 2)
    context = chromium.new_context(
        base_url=live_server.url, viewport={"width": 1280, "height": 900}
    )
    page = context.new_page()
    page.goto(EVENT)
    page.get_by_role("link", name="Where do I sit?").click()
    page.get_by_label("Your name or number").fill("7")
    page.get_by_role("button", name="Find").click()
    expect(page.locator("#seats")).to_contain_text("table")
    context.close()
