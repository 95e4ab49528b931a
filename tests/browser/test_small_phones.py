"""The result form on the smallest supported phone shows everything needed to send."""

import re
from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.page_checks import MEASURE
from tests.browser.phone_pages import Look
from tests.browser.sign_in import signed_in
from tests.scenes.devices import link_all_requests
from tests.scenes.evening import enter, started, started_game
from tests.web.phone.table_pages import current_plays, get_table, table_url
from tests.web.signed_in import OTHER_RESULT, RESULT
from tournaments.models import Club, Contestant, Event, Session

pytestmark = pytest.mark.django_db(transaction=True)

LANGUAGES = ("en", "ca", "es", "ja")

SEND_IS_COVERED = """() => {
  const send = [...document.querySelectorAll('form.entry button')].find((each) => each.closest('.answer'));
  const box = send.getBoundingClientRect();
  const reached = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return box.bottom > innerHeight || box.top < 0 || !send.contains(reached);
}"""

# Returns the calls that exceed margins of 8 px, are narrower than 48 px, or have less than 3 px
# beside their name.
CALLS_WITHOUT_ROOM = """() => {
  const short = [];
  const edge = document.querySelector('.answer').getBoundingClientRect();
  const labels = [...document.querySelectorAll('.entry .stacked label')];
  for (const each of labels) {
    const box = each.getBoundingClientRect();
    const range = document.createRange();
    const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
    let widest = 0;
    while (texts.nextNode()) {
      range.selectNodeContents(texts.currentNode);
      if (texts.currentNode.data.trim()) widest = Math.max(widest, ...[...range.getClientRects()].map((line) => line.width));
    }
    if (box.left < 7.9 || box.right > edge.right + 8.1 || box.width < 47.9 || box.width - widest < 6)
      short.push(`${each.textContent.trim()}: ${box.left} to ${box.right}, ${widest}`);
  }
  return labels.length === 5 ? short : ['not five'];
}"""


# Returns controls whose centre is covered at some scroll position. Controls behind the strip of
# notices, or behind the button fixed at the lower edge, count as scrolled off the screen.
UNREACHABLE = """() => {
  const strip = document.querySelector('.strip');
  const answer = document.querySelector('.answer');
  const stays = answer && getComputedStyle(answer).position === 'sticky';
  const wrong = new Set();
  const last = document.documentElement.scrollHeight - innerHeight;
  for (let top = 0; top < last + 40; top += 40) {
    scrollTo(0, top);
    const bar = getComputedStyle(strip).position === 'sticky' ? strip.getBoundingClientRect().bottom : 0;
    const edge = stays ? answer.getBoundingClientRect().top : innerHeight;
    const controls = 'main :is(a[href], button, summary, input, select, label.key)';
    for (const each of document.querySelectorAll(controls)) {
      if (each.closest('.notices') || !each.checkVisibility() || each.type === 'hidden') continue;
      const box = each.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      if (y < bar || y >= (answer?.contains(each) ? innerHeight : edge) - 1) continue;
      const reached = document.elementFromPoint(x, y);
      const isIt = each.contains(reached) || [...(reached?.labels ?? [])].includes(each);
      if (!isIt) wrong.add(`${each.textContent.trim() || each.id}: ${reached?.outerHTML.slice(0, 60)}`);
    }
  }
  scrollTo(0, 0);
  return [...wrong];
}"""

# Returns words that are broken on buttons and beside the number that two lines share.
BROKEN_WORDS = r"""() => {
  const words = [/[\p{Script=Katakana}ー]/u, /[\p{Script=Latin}-]/u];
  const broken = [];
  for (const each of document.querySelectorAll('.entry :is(.key, button), .answer label')) {
    const within = each.closest('.stacked') ? words.slice(1) : words; // too narrow for Katakana
    const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { data } = texts.currentNode;
      const range = document.createRange();
      const bottoms = [...data].map((_letter, at) => {
        range.setStart(texts.currentNode, at);
        range.setEnd(texts.currentNode, at + 1);
        return range.getBoundingClientRect().bottom;
      });
      for (let at = 1; at < data.length; at += 1) {
        const isWithin = within.some((letters) => letters.test(data[at - 1]) && letters.test(data[at]));
        if (isWithin && bottoms[at] > bottoms[at - 1] + 2) broken.push(data.trim());
      }
    }
  }
  return broken;
}"""

# Text size of a phone whose font size is set to 130 %.
LARGER_TEXT = "document.documentElement.style.fontSize = '146.25%'"


def second_board(session: Session, page: Page, width: int = 360) -> None:
    """Open the second board of table 1 on a phone of the whole table, after the first."""
    table = get_table(session)
    page.set_viewport_size({"width": width, "height": 640})
    page.goto(table_url(table))
    page.locator("button[name=holder]").last.click()
    page.wait_for_load_state()
    page.goto(table_url(table, current_plays(table)[1].board.number))


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.thorough)])
def test_form_of_botifarra_fits_a_small_phone_in_every_language(
    scheme: Literal["light", "dark"], phone: Callable[[], Page], look: Look
) -> None:
    session, _director = started(pair_count=8, round_count=4, boards_per_round=3)
    first_play = current_plays(get_table(session))[0]
    enter(first_play, RESULT)
    page = phone()
    page.emulate_media(color_scheme=scheme)
    second_board(session, page)
    for language in LANGUAGES:
        page.context.set_extra_http_headers({"Accept-Language": language})
        page.reload()
        look(page, f"small-botifarra-{language}-{scheme}")
        assert not page.evaluate(SEND_IS_COVERED), language
        assert page.evaluate(CALLS_WITHOUT_ROOM) == [], language
        for seldom in (page.locator(".calling summary"), page.locator(".entry > details summary")):
            box = seldom.bounding_box()
            assert box, language
            assert box["y"] + box["height"] / 2 <= 640, (
                f"it is reached without scrolling: {language}"
            )
        assert (
            page.evaluate("document.querySelector('.answer').getBoundingClientRect().bottom") <= 640
        )
        assert page.evaluate("document.querySelector('.docked').offsetTop") >= page.evaluate(
            "[...document.querySelectorAll('.entry > "
            "fieldset')].at(-1).getBoundingClientRect().bottom"
        ), f"nothing lies behind the keypad in {language}"
        assert page.evaluate(BROKEN_WORDS) == [], language
        assert page.evaluate(MEASURE) == [], language


@pytest.mark.parametrize(
    "game", ["tarot_germany_taroc", pytest.param("tantony", marks=pytest.mark.thorough)]
)
def test_send_is_visible_on_a_small_phone_for_the_longest_forms(
    game: str, phone: Callable[[], Page], look: Look
) -> None:
    session, _director = started_game(game)
    page = phone()
    second_board(session, page)
    for language in LANGUAGES:
        page.context.set_extra_http_headers({"Accept-Language": language})
        page.reload()
        look(page, f"small-{game}-{language}")
        assert not page.evaluate(SEND_IS_COVERED), language


def test_first_digit_shifts_nothing_on_a_small_phone(phone: Callable[[], Page]) -> None:
    session, _director = started(pair_count=8, round_count=4, boards_per_round=3)
    page = phone()
    second_board(session, page)
    place = (
        "JSON.stringify([...document.querySelectorAll('.docked button')].map((e) => e.offsetTop))"
    )
    place_before = page.evaluate(place)
    page.get_by_role("button", name="4", exact=True).tap()
    expect(page.locator(".rest output")).to_have_text("68")
    assert page.evaluate(place) == place_before


def test_send_button_is_subdued_until_trump_and_points_are_entered(
    phone: Callable[[], Page],
) -> None:
    session, _director = started(pair_count=8, round_count=4, boards_per_round=3)
    page = phone()
    second_board(session, page)
    send = page.locator(".answer .primary")
    quiet = str(send.evaluate("(each) => getComputedStyle(each).backgroundColor"))
    page.get_by_role("button", name="4", exact=True).tap()
    expect(send).to_have_css("background-color", quiet)
    page.locator("#id_trump_oros").check(force=True)
    expect(send).not_to_have_css("background-color", quiet)


def test_revoke_needs_no_points_to_be_sent(phone: Callable[[], Page], look: Look) -> None:
    session, _director = started(pair_count=8, round_count=4, boards_per_round=3)
    page = phone()
    second_board(session, page)
    missing, form = page.locator(".answer > .missing"), page.locator("form.entry")
    expect(missing).to_have_text("Missing: trump, points")
    page.locator("#id_trump_oros").check(force=True)
    expect(missing).to_have_text("Missing: points")
    page.locator(".entry > details summary").click()
    page.locator("#id_renunci_ew").check(force=True)
    expect(missing).to_have_text("")
    expect(form).not_to_have_class(re.compile("not-ready"))
    look(page, "small-revoke")
    page.locator("#id_renunci_none").check(force=True)
    expect(missing).to_have_text("Missing: points")


def test_refused_digit_is_explained_in_the_colour_of_an_error(phone: Callable[[], Page]) -> None:
    session, _director = started(pair_count=8, round_count=4, boards_per_round=3)
    page = phone()
    second_board(session, page)
    missing = page.locator(".answer > .missing")
    quiet = str(missing.evaluate("(each) => getComputedStyle(each).color"))
    for digit in "80":
        page.get_by_role("button", name=digit, exact=True).tap()
    expect(missing).to_have_text("72 at most")
    expect(missing).not_to_have_css("color", quiet)


# Returns how many digit keys are smaller than 48 px or less than 8 px from another.
SMALL_OR_CLOSE = """() => {
  const boxes = [...document.querySelectorAll('.keypad .key')].map((each) => each.getBoundingClientRect());
  const isApart = (one, other) => other.left - one.right >= 7.9 || one.left - other.right >= 7.9
    || other.top - one.bottom >= 7.9 || one.top - other.bottom >= 7.9;
  return boxes.filter((one) => one.width < 47.9 || one.height < 47.9
    || boxes.some((other) => other !== one && !isApart(one, other))).length;
}"""


def test_strip_keeps_its_height_and_digit_keys_are_large_on_a_small_phone(
    phone: Callable[[], Page],
) -> None:
    session, _director = started(pair_count=8, round_count=4, boards_per_round=3)
    page = phone()
    second_board(session, page)
    assert page.evaluate(SMALL_OR_CLOSE) == 0
    strip = page.locator(".strip").bounding_box()
    assert strip
    assert 56 <= strip["height"] < 59
    page.evaluate("document.querySelector('#queue-line').hidden = false")
    assert page.locator(".strip").bounding_box() == strip


def small_phone_in_conflict(phone: Callable[[], Page]) -> tuple[Page, str]:
    """Return a linked phone of E-W, and the URL of the board on which both sides differ."""
    session, _director = started(pair_count=8, round_count=4, boards_per_round=3)
    table = get_table(session)
    first_play = current_plays(table)[0]
    enter(first_play, RESULT, ("ns",))
    enter(first_play, OTHER_RESULT, ("ew",))
    page = phone()
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(f"{table_url(table)}side/?board={first_play.board.number}")
    with page.expect_navigation():
        page.get_by_role("button").filter(has_text="E-W").tap()
    link_all_requests()
    return page, table_url(table, first_play.board.number)


def test_button_that_settles_a_conflict_is_visible_on_a_small_phone(
    phone: Callable[[], Page], look: Look
) -> None:
    page, board_url = small_phone_in_conflict(phone)
    for language in LANGUAGES:
        page.context.set_extra_http_headers({"Accept-Language": language})
        page.goto(board_url)
        look(page, f"small-conflict-{language}")
        box = page.locator("#sheet .ways-out summary").first.bounding_box()
        assert box, language
        assert box["y"] + box["height"] <= 640, language


def test_question_that_settles_a_conflict_is_on_the_screen_of_a_small_phone(
    phone: Callable[[], Page], look: Look
) -> None:
    page, board_url = small_phone_in_conflict(phone)
    for language in LANGUAGES:
        page.context.set_extra_http_headers({"Accept-Language": language})
        page.goto(board_url)
        page.locator(".ways-out summary").first.tap()
        expect(page.locator(".ways-out > :visible")).to_have_count(1)
        expect(page.locator(".ways-out .primary")).to_be_in_viewport(ratio=1)
        expect(page.locator(".ways-out summary:visible")).to_be_in_viewport(ratio=1)
        look(page, f"small-conflict-asked-{language}")


def check_reachable(page: Page, look: Look, name: str) -> None:
    """Check that nothing on the page overlaps, in two languages and two text sizes."""
    for language in ("ca", "ja"):
        page.context.set_extra_http_headers({"Accept-Language": language})
        page.reload()
        for size in ("usual", "larger"):
            if size == "larger":
                page.evaluate(LARGER_TEXT)
            look(page, f"small-{name}-{language}-{size}")
            assert page.evaluate(UNREACHABLE) == [], f"{name}, {language}, {size} text"
        page.set_viewport_size({"width": 277, "height": 492})  # the same page enlarged to 130 %
        page.reload()
        assert page.evaluate(UNREACHABLE) == [], f"{name}, {language}, enlarged"
        page.set_viewport_size({"width": 360, "height": 640})


@pytest.mark.parametrize("language", ["ca", "ja"])
def test_question_about_an_unusual_result_covers_nothing_on_a_small_phone(
    language: str, phone: Callable[[], Page], look: Look
) -> None:
    session, _director = started(pair_count=8, round_count=4, boards_per_round=3)
    page = phone()
    page.context.set_extra_http_headers({"Accept-Language": language})
    second_board(session, page)
    page.locator("#id_trump_oros").check(force=True)
    page.locator("#id_ns_points").fill("72")
    page.locator(".answer button").tap()
    page.locator(".doubt").wait_for()
    page.locator("html:not(.settling)").wait_for(state="attached")
    for size in ("usual", "larger"):
        if size == "larger":
            page.evaluate(LARGER_TEXT)
        look(page, f"small-doubt-{language}-{size}")
        assert page.evaluate(UNREACHABLE) == [], f"{size} text"


def test_form_that_differs_from_the_other_side_covers_nothing_on_a_small_phone(
    phone: Callable[[], Page], look: Look
) -> None:
    session, _director = started(pair_count=8, round_count=4, boards_per_round=3)
    table = get_table(session)
    enter(current_plays(table)[1], RESULT, ("ns",))
    page = phone()
    second_board(session, page)
    page.goto(f"{table_url(table, current_plays(table)[1].board.number)}?differ")
    check_reachable(page, look, "differs")


@pytest.mark.parametrize("game", ["score_sheet", "tarot_germany_taroc"])
def test_long_form_is_covered_only_by_the_send_button(
    game: str, phone: Callable[[], Page], look: Look
) -> None:
    session, _director = started_game(game)
    page = phone()
    second_board(session, page)
    check_reachable(page, look, game)


# Returns the element that makes a page scroll sideways, if any.
WIDER = """() => {
  const wide = [...document.querySelectorAll('body *')].find((each) =>
    each.getBoundingClientRect().right > innerWidth + 1
    && !each.closest('.scroller, .tabs, .visually-hidden'));
  return document.documentElement.scrollWidth > innerWidth ? wide?.outerHTML.slice(0, 200) ?? 'the page' : '';
}"""


def test_name_of_forty_letters_widens_no_page_on_a_narrow_phone(phone: Callable[[], Page]) -> None:
    session, _director = started_game("score_sheet", {"title": "M" * 40})
    event, name = session.stage.event, "W" * 40
    Event.objects.update(name=name)
    Club.objects.update(name=name)
    for contestant in Contestant.objects.all():
        contestant.name = f"{'W' * 38}{contestant.number:02}"
        contestant.save()
    page = signed_in(phone())
    second_board(session, page, width=1280)
    page.set_viewport_size({"width": 320, "height": 640})
    table, public, desk = (
        get_table(session),
        f"/{event.club.slug}/{event.slug}/",
        f"/desk/{event.pk}/",
    )
    board = table_url(table, current_plays(table)[1].board.number)
    sheets = [f"{desk}sheets/", f"{desk}paper/score-slips/", f"{desk}poster/"]
    public_pages = [
        "/",
        f"/{event.club.slug}/",
        public,
        f"{public}rounds/",
        f"{public}contestants/1/",
    ]
    wide = {}
    for address in [table_url(table), board, *public_pages, desk, f"{desk}typing/", *sheets]:
        response = page.goto(address)
        assert response, address
        assert response.status == 200, address
        wide[address] = page.evaluate(WIDER)
    assert {address: problems for address, problems in wide.items() if problems} == {}
