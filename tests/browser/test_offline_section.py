"""An offline section in two installations: its file, and two result uploads."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from tests.browser.origins import PHONE
from tests.browser.page_checks import axe_problems, layout_problems, save_screenshots
from tests.browser.sign_in import signed_in
from tests.faults.installation import Installation, laptop
from tests.scenes.offline_section import dealt_in_two, stored_results
from tournaments.actions.rounds.sessions import start_session
from tournaments.models import Entry, Play, ResultUpload, Session
from tournaments.permissions.actor import Actor

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.thorough]

FOUND = "from tests.scenes.evening import *; club_with_director()"
# Program that plays rounds at the venue, run in the shell of its installation.
PLAY = """
from itertools import count
from tests.scenes import divided_session, evening
from tournaments.permissions.actor import SYSTEM
from tournaments.models import Session
evening._keys = count({rounds} * 1000)  # those of the process before are taken
divided_session.play_rounds_of_section(Session.objects.get(), "Vic", {rounds}, SYSTEM)
"""


@pytest.fixture
def offline_site() -> Iterator[Installation]:
    """Start a site with its own database and club, as on the venue's laptop."""
    with laptop() as installation:
        installation.run("manage.py", "shell", "-c", FOUND)
        yield installation


@pytest.fixture
def scene() -> tuple[Session, Actor]:
    """Deal the organiser's session in two sections."""
    return dealt_in_two()


def download(page: Page, press: Callable[[], None], folder: Path) -> Path:
    """Return the file that a page downloads when a button is pressed."""
    with page.expect_download() as begun:
        press()
    file = folder / begun.value.suggested_filename
    begun.value.save_as(file)
    return file


def export_section(desk: Page, session: Session, folder: Path) -> tuple[Path, str]:
    """Export the section from the organiser's desk; return its file and pass phrase."""
    desk.goto(reverse("event_desk", args=[session.stage.event_id]))
    desk.get_by_text("Tools", exact=True).click()
    desk.get_by_role("link", name="Offline sections").click()
    check_page(desk, "travel-sections")
    desk.get_by_role("link", name="Export section Vic").click()
    desk.get_by_label("Who takes it").fill("Bar Nou, Anna Puig")
    phrase = desk.get_by_label("Pass phrase").input_value()
    check_page(desk, "travel-send")
    return download(
        desk, desk.get_by_role("button", name="Download the file").click, folder
    ), phrase


def import_section(page: Page, file: Path, phrase: str) -> None:
    """Import the file at the venue, and start the section."""
    page.get_by_role("link", name="Import an offline section").click()
    page.get_by_label("The file of the section").set_input_files(file)
    page.get_by_label("Pass phrase").fill(phrase.replace("-", " ").upper())
    check_page(page, "travel-open-here")
    page.get_by_role("button", name="Import the section").click()
    expect(page.get_by_text("Section imported.")).to_be_visible()
    check_page(page, "travel-here-dealt")
    page.get_by_role("button", name="Start round 1").click()
    expect(page.get_by_text("Round 1 has begun.")).to_be_visible()


def upload_results(desk: Page, session: Session, file: Path) -> None:
    """Upload a file of results at the organiser's desk."""
    desk.goto(reverse("result_uploads", args=[session.stage.event_id]))
    desk.get_by_label("File of results").set_input_files(file)
    desk.get_by_role("button", name="Import results").click()


def check_page(page: Page, name: str) -> None:
    """Check the layout of a page, and its accessibility on the organiser's site."""
    save_screenshots(page, name)
    assert layout_problems(page) == [], name
    assert "here" in name or axe_problems(page) == [], name


def test_offline_section_is_exported_and_its_results_are_uploaded_twice(
    phone: Callable[[], Page],
    chromium: Browser,
    scene: tuple[Session, Actor],
    offline_site: Installation,
    tmp_path: Path,
) -> None:
    session, director = scene
    desk = signed_in(phone())
    file, phrase = export_section(desk, session, tmp_path)
    start_session(session.pk, director)
    desk.goto(reverse("event_desk", args=[session.stage.event_id]))
    expect(desk.get_by_text("with Bar Nou, Anna Puig since")).to_be_visible()
    check_page(desk, "travel-desk-away")

    context = chromium.new_context(
        base_url=f"http://127.0.0.1:{offline_site.port}", accept_downloads=True, **PHONE
    )
    venue_desk = signed_in(context.new_page())
    import_section(venue_desk, file, phrase)
    offline_site.run("manage.py", "shell", "-c", PLAY.format(rounds=1))
    venue_desk.reload()
    expect(venue_desk.get_by_text("only its own tables are compared here")).to_be_visible()
    check_page(venue_desk, "travel-here-playing")
    results = venue_desk.get_by_role("link", name="Download the results for the organiser")
    first = download(venue_desk, results.click, tmp_path / "first")

    upload_results(desk, session, first)
    expect(desk.get_by_text("Vic: boards in the file: 4, new entries: 8.")).to_be_visible()
    offline_site.run("manage.py", "shell", "-c", PLAY.format(rounds=2))
    second = download(venue_desk, results.click, tmp_path / "second")
    upload_results(desk, session, second)
    expect(desk.get_by_text("Vic: boards in the file: 12, new entries: 16.")).to_be_visible()
    for upload in (second, first):
        upload_results(desk, session, upload)
        expect(desk.get_by_text("new entries: 0.")).to_be_visible()
    check_page(desk, "travel-came-back")
    expect(desk.get_by_text("Boards with a result: 12 of 12.")).to_be_visible()

    assert {result[3] for result in stored_results(session)} == {Play.State.CONFIRMED}
    assert Entry.objects.filter(play__board__session=session).count() == 24
    assert ResultUpload.objects.count() == 4
    upload_results(desk, session, file)
    expect(desk.get_by_role("alert")).to_contain_text(
        "This is the file of a section, not of its results."
    )
    desk.goto(reverse("event_desk", args=[session.stage.event_id]))
    expect(desk.get_by_text("has been offline with")).to_have_count(0)
    expect(desk.get_by_text("All results of Vic are in.")).to_be_visible()
    check_page(desk, "travel-desk-back")
    context.close()
