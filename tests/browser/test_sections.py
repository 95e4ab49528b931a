"""A session in three sections, in a browser: every page fits, and the desk follows all of them
untouched."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.inspecting import audited, keep_pictures, measured
from tests.browser.polling import five_seconds_later, with_clock
from tests.browser.signing_in import signed_in
from tests.scenes.divided import FEW, SIX, TEN, begun_in_sections, play_in, table_of
from tests.scenes.evening import enter
from tests.web.signed_in import RESULT
from tournaments.models import Play, Session
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.rounds.seating import current_seating

pytestmark = pytest.mark.django_db(transaction=True)

FAR = replace(FEW, name="Biblioteca Trias 123")
"""A name as long as names may be."""


@pytest.fixture
def session() -> Session:
    """A plays its third round, B its first, and the library has played all of its three."""
    session, director = begun_in_sections(TEN, SIX, FAR)
    play_in(session, "A", 2, director)
    play_in(session, FAR.name, 3, director)
    return session


def addresses(session: Session) -> dict[str, str]:
    """Pages on which a table or a round of a section stands."""
    event = session.stage.event
    pages = (
        "event_desk",
        "typing",
        "table_sheets",
        "movement_cards",
        "score_slips",
        "printed_results",
    )
    more = ("board_preparation", "event_movement_report", "event_contestants")
    at_desk = {name: reverse(name, args=[event.pk]) for name in (*pages, *more)}
    tables = {name: table_of(session, name, 3) for name in ("A", FAR.name)}
    phones = {
        f"at-{name[0]}": reverse("table", args=[code_of(table)]) for name, table in tables.items()
    }
    return {**at_desk, **phones, "rounds": reverse("rounds", args=[event.club.slug, event.slug])}


@pytest.mark.thorough
def test_every_page_of_a_divided_session_can_be_read(
    phone: Callable[[], Page], session: Session
) -> None:
    page = signed_in(phone())
    for name, address in addresses(session).items():
        page.goto(address)
        keep_pictures(page, f"sections-{name}")
        assert measured(page) == [], name
        assert audited(page) == [], name


def test_the_desk_sees_a_result_of_any_section_while_a_question_is_open(
    phone: Callable[[], Page], session: Session
) -> None:
    desk = signed_in(with_clock(phone()))
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
    five_seconds_later(desk)
    expect(mark).to_contain_text("entered")
    expect(mark).to_be_focused()
    expect(question).to_have_attribute("open", "")
    enter(play, RESULT, ("ew",))
    five_seconds_later(desk)
    expect(mark).to_contain_text("confirmed")
