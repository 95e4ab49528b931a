"""A table's phone in a browser, for any game: choosing the holder, filling in fields."""

from random import Random

from playwright.sync_api import Page, expect

from games.fields import Field, Value
from games.playout import playout
from tournaments.models import Session, Table
from tournaments.queries.phone.table_codes import code_of


def sit(page: Page, table: Table, place: int) -> Page:
    """Open a table on a phone, and choose the contestant of a line as holder; `place` is from 0."""
    sit_as(page, table, place)
    expect(page.get_by_text("This phone is used by")).to_be_visible()
    return page


def sit_as(page: Page, table: Table, place: int) -> None:
    """Open a table and choose the holder, in any language."""
    page.goto(f"/t/{code_of(table)}/")
    page.get_by_role("button").nth(place).click()
    expect(page.locator("button[name=holder]")).to_have_count(0)


def fill(page: Page, field: Field, value: Value) -> None:
    """Fill in one field, after unfolding the part of the form that contains it."""
    box = page.locator(f"#id_{field.name}").first
    word = str(value) if field.kind != "flag" else "yes"
    way = page.locator(f'option[value="{field.name}={word}"]')
    for folded in page.locator("details:not([open])").filter(has=box.or_(way)).all():
        folded.locator("summary").first.click()
    if way.count():
        page.locator("select").filter(has=way).select_option(f"{field.name}={word}")
    elif field.kind == "flag":
        box.set_checked(bool(value))
    elif field.kind == "choice":
        page.locator(f"#id_{field.name}_{value}").check()
    else:
        box.fill(str(value))


def possible_result(session: Session, number: int) -> dict[str, Value]:
    """Return a result that the cards of the board allow."""
    game = session.stage.event.game
    if not game.has_play:
        return {field.name: 7 * place for place, field in enumerate(game.fields)}
    board = game.deal(session.seed.hex, session.salt, number)
    return playout(game, board, Random(7))["outcome"]


def press(page: Page, digits: str) -> None:
    for digit in digits:
        page.get_by_role("button", name=digit, exact=True).click()
