"""A table enters a result of games unlike Botifarra, on a phone, and somebody else confirms it."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from games.fields import Field, Value
from games.playout import playout
from tests.browser.test_evening import Look, open_board
from tests.evening import started_game
from tournaments.models import Play, Session, Table
from tournaments.models.codes import code_of

pytestmark = pytest.mark.django_db(transaction=True)
MEASURE = (Path(__file__).parent / "measure.js").read_text()
GAMES = [
    "donguri",
    "anou",
    "tarot_germany_taroc",
    "tantony",
    "tantony_split",
    "tarot_france_1637",
    "score_sheet",
]


def sit(page: Page, table: Table, place: int) -> Page:
    """A phone opens its table and is held by whoever sits at a line, counted from 0."""
    page.goto(f"/t/{code_of(table)}/")
    page.get_by_role("button").nth(place).click()
    return page


def fill(page: Page, field: Field, value: Value) -> None:
    """One field as a thumb fills it; what is folded away is opened first."""
    box = page.locator(f"#id_{field.name}").first
    part = page.locator("details.part").filter(has=page.locator(f"#id_{field.name}"))
    if part.count() and part.get_attribute("open") is None:
        part.locator("summary").click()
    if field.kind == "flag":
        box.set_checked(bool(value))
    elif field.kind == "choice":
        page.locator(f"#id_{field.name}_{value}").check()
    else:
        box.fill(str(value))


def believable(session: Session, number: int) -> dict[str, Value]:
    """A result that the cards of the board allow."""
    game = session.stage.event.game
    if not game.has_play:
        return {field.name: 7 * place for place, field in enumerate(game.fields)}
    board = game.deal(session.seed.hex, session.salt, number)
    return playout(game, board, Random(7))["outcome"]


@pytest.mark.parametrize("key", GAMES)
def test_a_table_enters_one_result(key: str, phone: Callable[[], Page], look: Look) -> None:
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
    outcome = believable(session, number)
    for field in game.fields:
        if outcome[field.name] not in (None, field.default):
            fill(first, field, outcome[field.name])
    for total in first.locator("[data-sum][data-total]").all():
        expect(total).to_contain_text("it adds up")
    look(first, f"{key}-filled")
    assert first.evaluate(MEASURE) == []
    first.get_by_role("button", name="Send").click()
    expect(first.get_by_text("has still to say").or_(first.get_by_text("Somebody else"))).to_be_visible()
    look(first, f"{key}-waiting")
    open_board(second, table, number)
    look(second, f"{key}-confirm")
    second.get_by_role("button", name="It is right").click()
    expect(second.get_by_text("confirmed", exact=True)).to_be_visible()
    look(second, f"{key}-done")
    assert second.evaluate(MEASURE) == []
    play.refresh_from_db()
    assert json.loads(json.dumps(play.entry.outcome)) == outcome
