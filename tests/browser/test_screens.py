"""The public screen is readable from afar, and the seat search finds names."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.crowded_events import LONG_PAIR_NAME
from tests.browser.page_checks import LAYOUT_SHIFTS, axe_problems, layout_problems, layout_shifts
from tests.browser.polling import install_clock
from tests.scenes.evening import enter, play_round, started
from tests.web.signed_in import RESULT, first_play
from tournaments.actions.calls.announcements import announce
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import Session
from tournaments.tasks import catch_up
from tournaments.web.public.screens import PAGE_SECONDS

pytestmark = pytest.mark.django_db(transaction=True)

EVENT_URL = "/club-manilla/campionat/"
TELEVISION = {"width": 1920, "height": 1080}

# Returns the elements of a screen that are cut off or need scrolling.
FIND_CUT_ELEMENTS = """() => {
  const beyond = (box) => box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight;
  const isCut = (element) => element.checkVisibility() && beyond(element.getBoundingClientRect());
  const scrolls = (element) => element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth;
  const cells = [...document.querySelectorAll("#screen :is(tbody *, p, h1, svg)")];
  const containers = [document.documentElement, document.querySelector(".screen-list")];
  return [...cells.filter(isCut), ...containers.filter(scrolls)].map((element) => element.outerHTML.slice(0, 200));
}"""


@pytest.fixture
def television(chromium: Browser, live_server) -> Iterator[Page]:
    """Open a public screen whose clock the test controls."""
    context = chromium.new_context(base_url=live_server.url, viewport=TELEVISION)
    yield install_clock(context.new_page())
    context.close()


def names_on_each_page(page: Page, page_count: int) -> Iterator[list[str]]:
    """Yield the names on each page of the screen, and let the screen turn to the next page."""
    for number in range(1, page_count + 1):
        expect(page.get_by_text(f"Page {number} of {page_count}")).to_be_visible()
        yield [
            " ".join(names.split())
            for names in page.locator(".screen-rows .names").all_inner_texts()
        ]
        page.clock.fast_forward(PAGE_SECONDS * 1000)


def font_size(page: Page) -> float:
    """Return the font size of the names."""
    size_in_pixels = page.locator(".screen-rows .names").first.evaluate(
        "(each) => getComputedStyle(each).fontSize"
    )
    return float(size_in_pixels.removesuffix("px"))


@pytest.mark.thorough
@pytest.mark.parametrize("screen_name", ["seats", "standings"])
def test_screen_shows_forty_eight_pairs_in_two_pages_that_turn_by_themselves(
    television: Page, screen_name: str
) -> None:
    session, _director = started(48, movement="mitchell", round_count=4, boards_per_round=1)
    enter(first_play(session), RESULT)
    catch_up()
    television.goto(f"{EVENT_URL}screen/{screen_name}/")
    seen_names = []
    for names in names_on_each_page(television, 2):
        assert len(names) == 24
        assert television.evaluate(FIND_CUT_ELEMENTS) == []
        assert font_size(television) >= 44
        assert television.locator(".screen-bar .round b").inner_text() == "Round 1 of 4"
        seen_names += names
    assert sorted(seen_names) == sorted(
        session.stage.event.contestants.values_list("name", flat=True)
    )
    expect(television.get_by_text("Page 1 of 2")).to_be_visible()


def test_screen_follows_the_round_and_shows_announcements(television: Page) -> None:
    session, director = started(10, movement="mitchell", round_count=4, boards_per_round=1)
    session.stage.event.contestants.filter(number=1).update(name=LONG_PAIR_NAME)
    television.goto(f"{EVENT_URL}screen/seats/")
    expect(television.get_by_role("heading", name="Where everybody sits")).to_be_visible()
    expect(television.locator(".screen-bar")).to_contain_text("Round 1 of 4")
    play_round(session, director)
    announce(session, "The bar closes at one. " * 8, director, "announce")
    television.clock.fast_forward(PAGE_SECONDS * 1000)
    expect(television.locator(".screen-bar")).to_contain_text("Round 2 of 4")
    expect(television.get_by_text("The bar closes at one.").first).to_be_visible()
    for scheme in ("light", "dark"):
        television.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert axe_problems(television) == []
        colours = television.locator(".announced").evaluate(
            "(each) => [getComputedStyle(each).color, getComputedStyle(each).backgroundColor]"
        )
        assert colours == ["rgb(27, 26, 23)", "rgb(255, 253, 248)"], "ink on paper"
    television.goto(f"{EVENT_URL}screen/seats/")
    assert television.evaluate(FIND_CUT_ELEMENTS) == []
    assert font_size(television) >= 40


COUNT_LINES = """(each) => {
  const range = document.createRange();
  range.selectNodeContents(each);
  return Math.round(range.getBoundingClientRect().height / parseFloat(getComputedStyle(each).fontSize));
}"""


VERY_LONG_PAIR = "Maria dels Àngels Vallhonrat i Castelltort – Bartomeu Massaguer i Montpalau"


def start_with_a_long_pair(pair_count: int) -> Session:
    """Start a session of pairs with ordinary names, except that the first name is very long."""
    session, _director = started(pair_count, movement="mitchell", round_count=4, boards_per_round=1)
    contestants = session.stage.event.contestants
    for contestant in contestants.all():
        contestant.name = f"Olena Kovalenko – Bassols {contestant.number:02}"
        contestant.save(update_fields=["name"])
    contestants.filter(number=1).update(name=VERY_LONG_PAIR)
    return session


def test_on_a_full_screen_a_pair_takes_one_line_and_a_long_pair_two(
    television: Page,
) -> None:
    start_with_a_long_pair(22)
    television.goto(f"{EVENT_URL}screen/seats/")
    assert television.evaluate(FIND_CUT_ELEMENTS) == []
    names = television.locator(".screen-rows tbody .names:not(.long)")
    assert names.count() == 21
    assert {name.evaluate(COUNT_LINES) for name in names.all()} == {1}
    assert television.locator(".screen-rows tbody .long").evaluate(COUNT_LINES) == 2
    assert font_size(television) >= 28


def test_on_a_screen_with_few_rows_each_person_of_a_pair_has_a_line(
    television: Page,
) -> None:
    enter(first_play(start_with_a_long_pair(12)), RESULT)
    catch_up()
    television.goto(f"{EVENT_URL}screen/standings/")
    assert television.evaluate(FIND_CUT_ELEMENTS) == []
    names = television.locator(".screen-rows tbody .names:not(.long)")
    assert {name.evaluate(COUNT_LINES) for name in names.all()} == {2}
    measure_font_size = "(each) => parseFloat(getComputedStyle(each).fontSize)"
    ordinary_size = names.first.evaluate(measure_font_size)
    assert ordinary_size >= 48
    long_name = television.locator(".screen-rows tbody .long")
    assert long_name.evaluate(COUNT_LINES) <= 3
    assert long_name.evaluate(measure_font_size) >= 0.6 * ordinary_size


@pytest.mark.parametrize("screen_name", ["standings", "seats", "clock"])
def test_screen_has_its_final_layout_on_first_paint(
    chromium: Browser, live_server, screen_name: str
) -> None:
    """No row or clock moves when the scripts run, on the first visit or a later one."""
    session, _director = started(12, movement="mitchell", round_count=4, boards_per_round=1)
    enter(first_play(session), RESULT)
    catch_up()
    context = chromium.new_context(base_url=live_server.url, viewport=TELEVISION)
    context.add_init_script(LAYOUT_SHIFTS)
    page = context.new_page()
    for _visit in range(4):
        page.goto(f"{EVENT_URL}screen/{screen_name}/", wait_until="networkidle")
        assert layout_shifts(page) == []
    context.close()


def test_clock_screen_says_in_every_language_that_the_evening_ended_early(
    television: Page,
) -> None:
    session, director = started(pair_count=8, round_count=4, boards_per_round=1)
    play_round(session, director)
    finish_session(session.pk, director)
    for language in ("en", "ca", "es", "ja"):
        television.context.set_extra_http_headers({"Accept-Language": language})
        television.goto(f"{EVENT_URL}screen/clock/")
        expect(television.locator(".sentence")).to_be_visible()
        assert television.evaluate(FIND_CUT_ELEMENTS) == [], language


def test_offline_screen_keeps_its_page_and_says_so(television: Page) -> None:
    started(8, movement="mitchell", round_count=4, boards_per_round=1)
    television.goto(f"{EVENT_URL}screen/seats/")
    television.context.set_offline(True)
    television.clock.fast_forward(PAGE_SECONDS * 1000)
    expect(television.get_by_text("No connection: this may be out of date")).to_be_visible()
    assert television.locator(".screen-rows .names").count() == 16
    assert television.evaluate(FIND_CUT_ELEMENTS) == []
    television.context.set_offline(False)
    television.clock.fast_forward(PAGE_SECONDS * 1000)
    expect(television.get_by_text("No connection: this may be out of date")).to_be_hidden()


def test_screen_without_scripts_turns_its_pages(chromium: Browser, live_server) -> None:
    started(34, movement="mitchell", round_count=4, boards_per_round=1)
    context = chromium.new_context(
        base_url=live_server.url, java_script_enabled=False, viewport=TELEVISION
    )
    page = context.new_page()
    page.goto(f"{EVENT_URL}screen/seats/")
    refresh = page.locator("meta[http-equiv=refresh]").get_attribute("content")
    page.goto(str(refresh).partition("url=")[2])
    assert page.locator(".screen-rows .names").count() == 16
    context.close()


def test_seat_is_found_by_three_letters_of_a_name(phone: Callable[[], Page]) -> None:
    session, _director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    session.stage.event.contestants.filter(number=5).update(name="Quima Roig – Oriol Pla")
    page = phone()
    page.goto(EVENT_URL)
    page.get_by_role("link", name="Where do I sit?").tap()
    page.get_by_label("Your name or number").press_sequentially("ori")
    expect(page.get_by_role("heading", name="Quima Roig – Oriol Pla")).to_be_visible()
    assert layout_problems(page) == []
    assert axe_problems(page) == []


def test_seat_is_found_by_number_on_a_laptop(chromium: Browser, live_server) -> None:
    started(8, movement="mitchell", round_count=4, boards_per_round=2)
    context = chromium.new_context(
        base_url=live_server.url, viewport={"width": 1280, "height": 900}
    )
    page = context.new_page()
    page.goto(EVENT_URL)
    page.get_by_role("link", name="Where do I sit?").click()
    page.get_by_label("Your name or number").fill("7")
    page.get_by_role("button", name="Find").click()
    expect(page.locator("#seats")).to_contain_text("table")
    context.close()
