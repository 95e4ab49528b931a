"""A new director corrects the six mistakes of a rehearsal by following the hints."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.sign_in import signed_in
from tests.scenes.evening import club_with_director

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.thorough]
Look = Callable[[Page, str], None]


@pytest.fixture
def desk(phone: Callable[[], Page]) -> Page:
    """Open the desk of a new rehearsal, its tasks unfolded."""
    club_with_director()
    page = signed_in(phone())
    page.get_by_role("button", name="Rehearse an evening").click()
    unfold(page)
    return page


def unfold(page: Page) -> None:
    if not page.get_by_text("Hint 1").is_visible():
        page.get_by_text("Six things that went wrong").click()


def hint(page: Page, number: int) -> list[str]:
    """Return the buttons that a task names."""
    unfold(page)
    task = page.locator("#tasks > ol > li").nth(number - 1)
    task.get_by_text(f"Hint {number}").click()
    return task.locator("details b").all_text_contents()


def story(page: Page, number: int) -> str:
    return page.locator("#tasks > ol > li").nth(number - 1).locator("p").first.inner_text()


def press(page: Page, key: str) -> None:
    """Press the field, disclosure, link or button with this text."""
    if key == "Reason":
        page.get_by_label("Reason").fill("told at the desk")
        return
    if key == "average":
        return
    named = page.get_by_role("main").or_(page.get_by_role("navigation"))
    # A link may explain itself in a second line.
    begins = re.compile(rf"^\s*{re.escape(key)}(?!\w)")
    pressable = named.locator("a:visible, button:visible, summary:visible").filter(has_text=begins)
    pressable.first.click()
    page.wait_for_load_state()


def corrected_task(page: Page, number: int, task_number: int) -> None:
    unfold(page)
    expect(page.locator(f"#task-{number}")).to_contain_text("corrected")
    if task_number < 6:
        expect(page.locator("#tasks-corrected")).to_contain_text(f"{task_number} of 6 corrected")


def test_hints_of_the_rehearsal_lead_to_all_six_corrections(desk: Page, look: Look) -> None:
    look(desk, "rehearsal-begun")

    # Two phones differ: open the conflict, choose the entry of E-W, give a reason.
    keys = hint(desk, 1)
    desk.locator("#waiting").get_by_text(keys[0]).click()
    desk.locator("li", has_text=keys[1]).get_by_role("link", name=keys[2]).click()
    for key in keys[3:]:
        press(desk, key)
    corrected_task(desk, 1, 1)

    # Another board: below the board that was entered, choose the one that was played.
    *way, swap_link, mend = hint(desk, 2)
    task_text = story(desk, 2)
    for key in way:
        press(desk, key)
    wrong_board = re.search(r"for board (\d+)\.", task_text)
    assert wrong_board
    under = desk.locator(f"h2:has-text('board {wrong_board[1]} they') + ul")
    under.get_by_role("link", name=swap_link, exact=True).click()
    press(desk, mend)
    corrected_task(desk, 2, 2)

    for key in hint(desk, 3):
        press(desk, key)
    corrected_task(desk, 3, 3)

    # The two results.
    *way, entered, intended, preview, mend = hint(desk, 4)
    for key in way:
        press(desk, key)
    for field, board in (("play", entered), ("to", intended)):
        option = desk.locator(f"#{field} option").filter(has_text=board).first
        desk.locator(f"#{field}").select_option(option.get_attribute("value"))
    press(desk, preview)
    press(desk, mend)
    corrected_task(desk, 4, 4)

    *way, one, other, reason, preview, give = hint(desk, 5)
    assert one == other
    for key in way:
        press(desk, key)
    for line in range(2):
        desk.get_by_label(one, exact=True).nth(line).check(force=True)
    press(desk, reason)
    press(desk, preview)
    press(desk, give)
    corrected_task(desk, 5, 5)

    acts, ended, undo, confirm = hint(desk, 6)
    press(desk, acts)
    line = desk.locator("li", has_text=ended)
    line.get_by_role("link", name=undo, exact=True).click()
    press(desk, confirm)
    desk.get_by_role("link", name="Play", exact=True).first.click()
    corrected_task(desk, 6, 6)
    expect(desk.get_by_text("All six are corrected")).to_be_visible()
    look(desk, "rehearsal-mended")
