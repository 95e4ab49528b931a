"""Score slips are typed with the keyboard alone."""

import random
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.page_checks import wait_until_drawn
from tests.scenes.evening import enter, outcome, pairs, started, started_game
from tests.web.signed_in import RESULT
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import create_session, deal_session, start_session
from tournaments.models import Play, Session, Stage
from tournaments.permissions.actor import Actor
from tournaments.queries.rounds.seating import playing_round
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db(transaction=True)
LETTERS = {"oros": "c", "copes": "u", "espases": "s", "bastos": "l", "botifarra": "b"}
CONTRO = {"none": "n", "contro": "c", "recontro": "r"}
Look = Callable[[Page, str], None]
# Results on the score slips, by round, table and board.
Results = dict[tuple[int, int, int], dict[str, object]]


# Returns width, top and whether the word is wider than its button, for each button of a trump.
TRUMP_BUTTONS = """() => [...document.querySelectorAll('.typed-suits .key')].map((key) => {
  const box = key.getBoundingClientRect();
  return [Math.round(box.width), Math.round(box.top), key.scrollWidth > key.clientWidth];
})"""


@pytest.fixture
def desk(chromium: Browser, live_server) -> Iterator[Page]:
    """Open the desk on a laptop with a keyboard."""
    context = chromium.new_context(
        base_url=live_server.url, viewport={"width": 1280, "height": 900}
    )
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.set_default_timeout(10_000)
    yield page
    context.close()
    assert not errors


def sign_in(page: Page, address: str) -> None:
    page.goto(address)
    wait_until_drawn(page)
    page.get_by_label("User name").focus()
    page.keyboard.type("director-club-manilla")
    page.keyboard.press("Tab")
    page.keyboard.type("paraula-de-pas")
    page.keyboard.press("Enter")
    expect(page.locator("[data-row]").first).to_be_visible()
    page.wait_for_load_state()
    wait_until_drawn(page)


def written(session: Session) -> Results:
    """Return a result for every play, as on the score slips."""
    rng = random.Random(7)
    places = Play.objects.filter(board__session=session).values_list(
        "seating__round__number", "seating__table__number", "board__number"
    )
    return {place: outcome(rng) for place in sorted(places)}


def type_slip(page: Page, rows: list[dict[str, object]]) -> None:
    """Type the slip into the focused first row; digits go to the points from any field."""
    expect(page.locator("[data-row]").first.locator(":focus")).to_be_visible()
    page.wait_for_load_state()  # the scripts that read the keys run after the rows are there
    wait_until_drawn(page)
    for fields in rows:
        page.keyboard.press(LETTERS[str(fields["trump"])])
        page.keyboard.press("Enter")
        if fields["delegated"] == "yes":
            page.keyboard.press("Space")
        page.keyboard.press("Tab")
        page.keyboard.press(CONTRO[str(fields["contro"])])
        page.keyboard.type(str(fields["ns_points"]))
        page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Save the slip")).to_be_focused()
    page.keyboard.press("Enter")


def confirm_if_asked(page: Page, message: str) -> None:
    """Confirm unusual results of a slip with the keyboard, if the page asks."""
    doubt, stored_notice = page.locator(".doubt"), page.get_by_text(message)
    expect(doubt.or_(stored_notice)).to_be_visible()
    if doubt.is_visible():
        expect(doubt).to_be_focused()
        wait_until_drawn(page)
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    expect(stored_notice).to_be_visible()


def rows_of_slip(results: Results, round_number: int, table_number: int) -> list[dict[str, object]]:
    return [
        outcome
        for (entry_round, entry_table, _board), outcome in results.items()
        if (entry_round, entry_table) == (round_number, table_number)
    ]


def standings(stage: Stage) -> object:
    catch_up()
    snapshot = stage.snapshots.last()
    assert snapshot
    return snapshot.standings


def entered_by_phones(first: Session, director: Actor, results: Results) -> object:
    """Return the standings of the same session with every result entered at its table."""
    plan = EventPlan("Els mateixos resultats", movement_key="mitchell")
    stage = create_event(first.stage.event.club, plan, pairs(6), director)
    session = create_session(stage, 3, 2, director)
    deal_session(session.pk, "", director)
    start_session(session.pk, director)
    while round_ := playing_round(session):
        for play in Play.objects.filter(seating__round=round_).select_related(
            "seating__table", "board"
        ):
            enter(play, results[round_.number, play.seating.table.number, play.board.number])
        end_round(round_.pk, director)
    return standings(stage)


def test_session_is_typed_from_score_slips_by_keyboard_alone(desk: Page, look: Look) -> None:
    session, director = started(6, round_count=3, boards_per_round=2)
    results = written(session)
    for _round in range(2):
        end_round(playing_round(session).pk, director)  # the first two rounds' slips have piled up
    sign_in(desk, f"/desk/{session.stage.event_id}/typing/")
    look(desk, "typing-first-slip")
    for round_number, table in sorted({(round_number, at) for round_number, at, _board in results}):
        expect(
            desk.get_by_role("heading", name=f"Round {round_number}, table {table}")
        ).to_be_visible()
        type_slip(desk, rows_of_slip(results, round_number, table))
        confirm_if_asked(desk, f"Stored: round {round_number}, table {table}")
    expect(desk.get_by_role("heading", name="No slip to type")).to_be_visible()
    look(desk, "typing-done")
    assert not Play.objects.filter(board__session=session).exclude(state="confirmed").exists()
    end_round(playing_round(session).pk, director)
    assert standings(session.stage) == entered_by_phones(session, director, results)


def test_row_is_checked_at_once_and_corrected_before_the_slip_is_stored(
    desk: Page, look: Look
) -> None:
    session, _director = started(6, round_count=3, boards_per_round=2)
    sign_in(desk, f"/desk/{session.stage.event_id}/typing/")
    rows = desk.locator("[data-row]")
    desk.keyboard.press("c")
    desk.keyboard.type("73")
    desk.keyboard.press("Enter")
    expect(rows.first).to_contain_text("73 is not between 0 and 72")
    look(desk, "typing-wrong")
    desk.keyboard.press("c")
    desk.keyboard.type("30")
    expect(rows.last.locator("output")).to_have_text("42")
    # Contro, delegated, trump, and past not played and renunci to the points above.
    for _back in range(6):
        desk.keyboard.press("Shift+Tab")
    desk.keyboard.type("37")
    for _forth in range(3):
        desk.keyboard.press("Tab")
    expect(rows.first).not_to_contain_text("73 is not")
    desk.keyboard.type("30")
    desk.keyboard.press("Enter")
    desk.keyboard.press("Enter")
    confirm_if_asked(desk, "Stored: round 1, table 1")
    points = Play.objects.filter(state="confirmed").order_by("board__number")
    assert list(points.values_list("entry__outcome__ns_points", flat=True)) == [37, 30]


def test_enter_key_skips_collapsed_parts(desk: Page, look: Look) -> None:
    session, _director = started_game("tarot_germany_taroc")
    sign_in(desk, f"/desk/{session.stage.event_id}/typing/")
    for _board in range(2):
        for points in ("30", "20", "28"):
            desk.keyboard.type(points)
            desk.keyboard.press("Enter")
    expect(desk.get_by_role("button", name="Save the slip")).to_be_focused()
    desk.locator("summary", has_text="Declarations").first.click()
    look(desk, "typing-declarations")
    desk.get_by_role("button", name="Save the slip").press("Enter")
    confirm_if_asked(desk, "Stored: round 1, table 1")
    assert Play.objects.filter(entry__outcome__c_points=28, state="confirmed").count() == 2


def test_enter_key_opens_the_link_of_a_board_with_a_result(desk: Page) -> None:
    session, _director = started(6, round_count=3, boards_per_round=2)
    play = Play.objects.filter(seating__table__number=1, seating__round__number=1).earliest("pk")
    enter(play, RESULT)
    sign_in(desk, f"/desk/{session.stage.event_id}/typing/?round=1&table=1")
    desk.get_by_role("link", name="Correct it").press("Enter")
    expect(desk).to_have_url(re.compile(f"/plays/{play.pk}/"))


def test_score_slip_is_opened_by_its_numbers(desk: Page) -> None:
    session, _director = started(6, round_count=3, boards_per_round=2)
    sign_in(desk, f"/desk/{session.stage.event_id}/typing/")
    desk.get_by_label("Table").focus()
    desk.keyboard.press("Control+a")
    desk.keyboard.type("3")
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("heading", name="Round 1, table 3")).to_be_visible()
    expect(desk.locator("[data-row] input").first).to_be_focused()


def test_typing_works_without_javascript_on_a_small_phone(chromium: Browser, live_server) -> None:
    session, _director = started(6, round_count=3, boards_per_round=2)
    context = chromium.new_context(
        base_url=live_server.url, java_script_enabled=False, viewport={"width": 360, "height": 740}
    )
    page = context.new_page()
    sign_in(page, f"/desk/{session.stage.event_id}/typing/")
    for row in page.locator("[data-row]").all():
        row.get_by_label("Cups").check()
        row.get_by_label("Points of N-S").fill("40")
    page.get_by_label("Points of N-S").last.press("Enter")
    expect(page.get_by_text("Stored: round 1, table 1")).to_be_visible()
    assert Play.objects.filter(board__session=session, state="confirmed").count() == 2
    context.close()


def test_trumps_are_five_equal_buttons_in_one_row_on_a_phone(desk: Page) -> None:
    session, _director = started(6, round_count=3, boards_per_round=1)
    sign_in(desk, f"/desk/{session.stage.event_id}/typing/")
    for language in ("en", "ca", "es", "ja"):
        desk.context.set_extra_http_headers({"Accept-Language": language})
        for width in (360, 390):
            desk.set_viewport_size({"width": width, "height": 740})
            desk.reload()
            wait_until_drawn(desk)
            buttons = desk.evaluate(TRUMP_BUTTONS)
            assert len(buttons) == 5, language
            assert [button == buttons[0] for button in buttons] == [True] * 5, (language, width)
            assert not buttons[0][2], (language, width)
