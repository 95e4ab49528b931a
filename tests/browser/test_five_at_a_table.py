"""Pages of a game of five seats in Japanese name every seat by its letter."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.game_pages import fill, possible_result, sit_as
from tests.browser.page_checks import MEASURE
from tests.browser.phone_pages import Look, open_board
from tests.browser.sign_in import signed_in
from tests.scenes.evening import SEED, started_game
from tournaments.management.simulated_play import play_session
from tournaments.models import Play, Session
from tournaments.tasks import catch_up

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.thorough]

EAST = "東"


def in_japanese(page: Page, live_server) -> Page:
    page.context.add_cookies([{"name": "django_language", "value": "ja", "url": live_server.url}])
    return page


def check_page(page: Page, look: Look, name: str) -> None:
    """Check that the page is Japanese, names the fifth seat by its letter and cuts nothing."""
    look(page, f"five-{name}")
    assert page.evaluate("document.documentElement.lang") == "ja"
    assert page.evaluate(MEASURE) == []
    assert EAST not in page.content()


def test_pages_of_five_seats_never_call_the_fifth_seat_east(
    phone: Callable[[], Page], look: Look, live_server
) -> None:
    session, director = started_game("donguri", {"players": "5"})
    play = Play.objects.select_related("seating__table__section", "board").earliest("pk")
    _enter_and_confirm(
        session, play, in_japanese(phone(), live_server), in_japanese(phone(), live_server), look
    )
    play_session(session, SEED, director)
    catch_up()
    page, event = in_japanese(phone(), live_server), session.stage.event
    slugs = [event.club.slug, event.slug]
    for name, numbers in {"standings": [], "traveller": [1, 1], "scorecard": [5]}.items():
        response = page.goto(reverse(name, args=[*slugs, *numbers]))
        assert response
        assert response.ok
        check_page(page, look, name)


def _enter_and_confirm(session: Session, play: Play, first: Page, second: Page, look: Look) -> None:
    """Enter a board on one phone and confirm it on another."""
    game, table, number = session.stage.event.game, play.seating.table, play.board.number
    for page, place in ((first, 0), (second, 4)):
        sit_as(page, table, place)
        check_page(page, look, f"room-{place}")
        open_board(page, table, number)
    check_page(first, look, "entry")
    for field in game.fields:
        fill(first, field, possible_result(session, number)[field.name])
    first.locator("form.entry button:not([type=button])").last.click()
    expect(first.locator("#sheet h2 .chip.entered")).to_be_visible()
    check_page(first, look, "waiting")
    second.reload()
    check_page(second, look, "confirm")
    second.locator("form button.primary").first.click()
    expect(second.locator("main .chip.confirmed").first).to_be_visible()
    check_page(second, look, "confirmed")


def test_printed_sheets_of_five_seats_never_call_the_fifth_seat_east(
    phone: Callable[[], Page], look: Look, live_server
) -> None:
    session, _director = started_game("donguri", {"players": "5"})
    page = in_japanese(signed_in(phone()), live_server)
    for name, address in {"score-slips": "paper/score-slips/", "sheets": "sheets/"}.items():
        page.goto(f"/desk/{session.stage.event_id}/{address}")
        look(page, f"five-{name}")
        assert EAST not in page.content()
    page.goto(f"/desk/{session.stage.event_id}/slips/")
    page.locator("main form button").first.click()
    expect(page.locator(".slip").first).to_be_attached()
    look(page, "five-hand-slips")
    assert EAST not in page.content()
