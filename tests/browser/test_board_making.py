"""A board is prepared from a pack on a phone, run by run, with a check at the end."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.page_checks import MEASURE
from tests.browser.sign_in import signed_in
from tests.scenes.board_preparation import correct_answers, deal_for_tables, preparing_table
from tournaments.models import BoardPreparation, Table
from tournaments.queries.boards.board_preparation import board_copies
from tournaments.queries.phone.table_codes import code_of

pytestmark = pytest.mark.django_db(transaction=True)
Look = Callable[[Page, str], None]


def check_layout(page: Page, look: Look, name: str) -> None:
    """Check the layout on small phones and with large text, and save screenshots."""
    page.wait_for_load_state()
    viewport_before = page.viewport_size
    for width in (195, 360):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(MEASURE) == [], (name, width)
        look(page, f"{name}-{width}")
    page.set_viewport_size(viewport_before or {"width": 390, "height": 844})


def answer(page: Page, answers: dict[str, str]) -> None:
    """Fill in the check and send it."""
    for name, value in answers.items():
        if name.startswith("count"):
            page.locator(f"[name={name}]").fill(value)
        else:
            page.locator(f"#id_{name}_{value}").check()
    page.get_by_role("button", name="is ready").click()


def test_player_prepares_a_board_after_a_failed_check(
    phone: Callable[[], Page], look: Look
) -> None:
    session, _director = deal_for_tables(round_count=2)
    number = next(
        board_copy.number for board_copy in board_copies(session) if not board_copy.is_face_down
    )
    table = preparing_table(session, number)
    page = phone()
    page.goto(f"/t/{code_of(table)}/")
    check_layout(page, look, "making-room")
    page.get_by_role("link", name="Make up boards").click()
    check_layout(page, look, "making-mine")
    page.get_by_role("link", name=f"Make up board {number}", exact=True).click()
    check_layout(page, look, "making-before")
    page.get_by_role("button", name="start").click()
    forward = page.get_by_role("button", name="Next")
    expect(page.locator("[data-now]")).to_contain_text("card")
    expect(page.get_by_role("button", name="is ready")).to_be_hidden()
    check_layout(page, look, "making-run")
    page.set_viewport_size({"width": 360, "height": 640})
    expect(forward).to_be_in_viewport()
    runs = page.locator(".runs > li").count()
    forward.click()
    page.get_by_role("button", name="Back").click()
    forward.focus()
    for _run in range(runs):
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Check it")).to_be_in_viewport()
    look(page, "making-check")
    answers = correct_answers(session, number, False)
    answer(page, answers | {"count_S": "13", "top_W": "other"})
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("South: 12 cards belong there, you counted 13.")
    expect(alert).to_contain_text("West: another card should lie on top")
    check_layout(page, look, "making-wrong")
    expect(page.locator("[name=count_N]")).to_have_value("12")
    page.get_by_role("button", name="Deal it again").click()
    expect(page.locator("[data-now]")).to_contain_text("card")
    for _run in range(runs):
        forward.press("Enter")
    answer(page, answers)
    expect(page.get_by_text(f"Board {number} is ready.")).to_be_visible()
    assert BoardPreparation.objects.get(number=number).ready_at


def test_board_is_prepared_face_down_and_at_the_desk(phone: Callable[[], Page], look: Look) -> None:
    session, _director = deal_for_tables("barometer", 8, 3)
    page = phone()
    table = Table.objects.select_related("section").get(section__session=session, number=1)
    page.goto(f"/t/{code_of(table)}/prepare/1/")
    look(page, "making-face-down-before")
    page.get_by_role("button", name="start").click()
    expect(page.locator("[data-now]")).to_contain_text("card")
    assert not page.locator(".runs .card").count()
    look(page, "making-face-down-run")
    desk = signed_in(phone())
    desk.set_viewport_size({"width": 1280, "height": 800})
    desk.goto(f"/desk/{session.stage.event_id}/prepare/")
    desk.locator("summary", has_text="Options for board").first.click()
    check_layout(desk, look, "making-desk")
    desk.get_by_role("link", name="Make it up here").first.click()
    desk.get_by_role("button", name="whole hands").click()
    look(desk, "making-whole-hands")
    expect(desk.get_by_role("button", name="is ready")).to_be_visible()
