"""A session in three sections in the browser: every page fits, and the desk is polled."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.page_checks import axe_problems, layout_problems, save_screenshots
from tests.browser.polling import advance_five_seconds, install_clock
from tests.browser.sign_in import signed_in
from tests.scenes.divided_session import (
    SECTION_OF_FEWER_ROUNDS,
    SECTION_OF_SIX,
    SECTION_OF_TEN,
    play_rounds_of_section,
    started_in_sections,
    table_of,
)
from tests.scenes.evening import enter
from tests.web.signed_in import RESULT
from tournaments.models import Play, Session
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.rounds.seating import current_seating

pytestmark = pytest.mark.django_db(transaction=True)

# A section name of the maximum length.
FAR = replace(SECTION_OF_FEWER_ROUNDS, name="Biblioteca Trias 123")


@pytest.fixture
def session() -> Session:
    """Start section A in round 3 and B in round 1; the library has played all of its three."""
    session, director = started_in_sections(SECTION_OF_TEN, SECTION_OF_SIX, FAR)
    play_rounds_of_section(session, "A", 2, director)
    play_rounds_of_section(session, FAR.name, 3, director)
    return session


def addresses(session: Session) -> dict[str, str]:
    """Return the URLs of pages that show a table or a round of a section."""
    event = session.stage.event
    pages = (
        "event_desk",
        "typing",
        "table_sheets",
        "movement_cards",
        "score_slips",
        "printed_results",
    )
    page_names = ("board_preparation", "event_movement_report", "event_contestants")
    at_desk = {name: reverse(name, args=[event.pk]) for name in (*pages, *page_names)}
    tables = {name: table_of(session, name, 3) for name in ("A", FAR.name)}
    phones = {
        f"at-{name[0]}": reverse("table", args=[code_of(table)]) for name, table in tables.items()
    }
    return {**at_desk, **phones, "rounds": reverse("rounds", args=[event.club.slug, event.slug])}


@pytest.mark.thorough
def test_every_page_of_a_divided_session_is_accessible(
    phone: Callable[[], Page], session: Session
) -> None:
    page = signed_in(phone())
    for name, address in addresses(session).items():
        page.goto(address)
        save_screenshots(page, f"sections-{name}")
        assert layout_problems(page) == [], name
        assert axe_problems(page) == [], name


def test_desk_updates_results_of_any_section_while_a_question_is_open(
    phone: Callable[[], Page], session: Session
) -> None:
    desk = signed_in(install_clock(phone()))
    desk.goto(reverse("event_desk", args=[session.stage.event_id]))
    question = desk.locator("details", has_text="A: end round 3").first
    question.locator("summary").click()
    expect(question).to_have_attribute("open", "")
    seating = current_seating(table_of(session, "B", 2))
    play = Play.objects.filter(seating=seating).select_related("seating__table").earliest("pk")
    mark = desk.locator(f"#tiles-2 #tile-{play.pk}")
    expect(mark).to_contain_text("due")
    mark.focus()
    enter(play, RESULT, ("ns",))
    advance_five_seconds(desk)
    expect(mark).to_contain_text("entered")
    expect(mark).to_be_focused()
    expect(question).to_have_attribute("open", "")
    enter(play, RESULT, ("ew",))
    advance_five_seconds(desk)
    expect(mark).to_contain_text("confirmed")
