"""Result forms of games unlike Botifarra on a phone."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.game_pages import fill, possible_result, press, sit
from tests.browser.page_checks import MEASURE, OPEN_ALL_DETAILS, WIDTHS
from tests.browser.phone_pages import Look, open_board
from tests.browser.sign_in import signed_in
from tests.scenes.evening import started_game
from tournaments.models import Play, Session, Table

pytestmark = pytest.mark.django_db(transaction=True)
thorough = pytest.mark.thorough
# Every run tests two kinds of forms, with declarations and with legs; games with one field a seat
# and with scores only are marked thorough.
GAMES = [
    pytest.param("donguri", marks=thorough),
    pytest.param("anou", marks=thorough),
    "tarot_germany_taroc",
    pytest.param("tantony", marks=thorough),
    "tantony_split",
    pytest.param("tarot_france_1637", marks=thorough),
    pytest.param("score_sheet", marks=thorough),
]


def desk_pages(session: Session, play: Play) -> dict[str, str]:
    """Return the URLs at which a director types or decides this result, by screenshot name."""
    desk = f"/desk/{session.stage.event_id}"
    return {"typing": f"{desk}/typing/?round=1&table=1", "decision": f"{desk}/plays/{play.pk}/"}


@pytest.mark.parametrize("key", GAMES)
def test_table_enters_and_confirms_a_result_of_any_game(
    key: str, phone: Callable[[], Page], look: Look
) -> None:
    session, _director = started_game(key)
    game = session.stage.event.game
    play = (
        Play.objects.filter(seating__round__number=1)
        .select_related("seating__table__section", "board")
        .first()
    )
    table, number = play.seating.table, play.board.number
    first, second = sit(phone(), table, 0), sit(phone(), table, 1)
    look(first, f"{key}-room")
    open_board(first, table, number)
    look(first, f"{key}-entry")
    assert first.evaluate(MEASURE) == []
    outcome = possible_result(session, number)
    for field in game.fields:
        if outcome[field.name] not in (None, field.default):
            fill(first, field, outcome[field.name])
    for total in first.locator("[data-sum][data-total]").all():
        expect(total).to_contain_text("it adds up")
    look(first, f"{key}-filled")
    assert first.evaluate(MEASURE) == []
    first.get_by_role("button", name="Send").click()
    expect(first.get_by_text("Waiting for")).to_be_visible()
    look(first, f"{key}-waiting")
    open_board(second, table, number)
    look(second, f"{key}-confirm")
    second.get_by_role("button", name="Yes, correct").click()
    expect(second.locator("main .chip.confirmed").first).to_be_visible()
    look(second, f"{key}-done")
    assert second.evaluate(MEASURE) == []
    play.refresh_from_db()
    director = signed_in(phone())
    for name, address in desk_pages(session, play).items():
        director.goto(address)
        look(director, f"{key}-{name}")
        assert director.evaluate(MEASURE) == []
        assert director.evaluate(OPEN_ALL_DETAILS) is not None
        assert director.evaluate(MEASURE) == []
        look(director, f"{key}-{name}-open")
    assert json.loads(json.dumps(play.entry.outcome)) == outcome


@pytest.mark.parametrize(
    ("key", "players"),
    [
        ("score_sheet", "2"),
        pytest.param("donguri", "3", marks=thorough),
        pytest.param("anou", "4", marks=thorough),
        ("donguri", "5"),
        ("score_sheet", "6"),
        pytest.param("tantony", "", marks=thorough),
        ("tarot_netherlands_four", ""),
        pytest.param("tarot_germany_taroc", "", marks=thorough),
    ],
)
def test_form_for_any_number_of_seats_fits_small_phones_and_large_letters(
    key: str, players: str, phone: Callable[[], Page], look: Look
) -> None:
    session, _director = started_game(key, {"players": players} if players else None)
    table = Table.objects.select_related("section").get(section__session=session, number=1)
    page = sit(phone(), table, 0)
    open_board(page, table, 1)
    page.evaluate(OPEN_ALL_DETAILS)
    for variant in ("360", "large"):
        page.set_viewport_size({"width": WIDTHS[variant], "height": 740})
        look(page, f"{key}-{players or 'all'}-{variant}")
        assert page.evaluate(MEASURE) == [], variant


def test_keypad_types_into_the_number_field_that_was_focused_last(
    phone: Callable[[], Page],
) -> None:
    """Steppers change small numbers, the keypad the others, and the total follows."""
    session, _director = started_game("tarot_france_1781")
    table = Table.objects.select_related("section").get(section__session=session, number=1)
    page = sit(phone(), table, 0)
    open_board(page, table, 1)
    page.locator("#id_b_points").focus()
    press(page, "2")
    page.locator("details.part", has_text="Bonuses · A").locator("summary").click()
    stepper = page.locator("details.part[open] .stepper").first
    stepper.get_by_label("One more").click()
    expect(stepper.locator("input")).to_have_value("1")
    press(page, "3")
    expect(page.locator("#id_b_points")).to_have_value("23")
    expect(page.locator("[data-sum]").first).to_contain_text("missing: 29")


def test_negative_score_is_typed_with_the_keypad(phone: Callable[[], Page]) -> None:
    session, _director = started_game("score_sheet")
    table = Table.objects.select_related("section").get(section__session=session, number=1)
    page = sit(phone(), table, 0)
    open_board(page, table, 1)
    press(page, "12")
    page.get_by_label("Plus or minus").click()
    expect(page.locator("#id_n_score")).to_have_value("-12")
    page.get_by_label("Plus or minus").click()
    expect(page.locator("#id_n_score")).to_have_value("12")


@thorough
def test_wrong_sum_of_points_is_reported_before_anything_is_sent(
    phone: Callable[[], Page],
) -> None:
    session, _director = started_game("donguri")
    table = Table.objects.select_related("section").get(section__session=session, number=1)
    page = sit(phone(), table, 0)
    open_board(page, table, 1)
    for seat, points in zip("nesw", (30, 20, 10, 3), strict=True):
        page.locator(f"#id_{seat}_points").fill(str(points))
    page.wait_for_load_state("networkidle")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".errorlist")).to_contain_text("make 63 together, not 64.")
    assert not Play.objects.exclude(state=Play.State.DUE).exists()
    page.locator("#id_w_points").fill("4")
    expect(page.locator(".errorlist")).to_have_count(0)
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("Waiting for")).to_be_visible()
