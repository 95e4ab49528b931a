"""Printed sheets fit A4, are black on white, and cut nothing off."""

import random
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator

import pytest
from django.conf import settings as site
from django.contrib.auth import get_user_model
from django.test import Client
from playwright.sync_api import Browser, Page

from tests.browser.conftest import SHOTS
from tests.browser.page_checks import layout_problems
from tests.scenes.evening import play_round, started
from tests.scenes.field import create_field
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import Session
from tournaments.permissions.actor import Actor
from tournaments.scoring_pipeline import take_snapshot
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db(transaction=True)
A4 = {"width": 703, "height": 1032}  # 186 mm by 273 mm at 96 to the inch: the page less its margins
LONG = "Iolanda Massaguer i Montpalau – Jaume Vallhonrat i Castelltort"
Print = Callable[[Page, str], int]

WIDER = """() => [...document.querySelectorAll("main *")].filter((each) => {
  const box = each.getBoundingClientRect();
  return box.right > innerWidth + 1 || (each.scrollWidth > each.clientWidth + 1
    && each.clientWidth > 1 && getComputedStyle(each).overflowX !== "visible");
}).map((each) => each.outerHTML.slice(0, 200))"""

COLOURED = """() => [...document.querySelectorAll("main *")].filter((each) =>
  each.checkVisibility() && each.innerText?.trim()
  && getComputedStyle(each).color !== "rgb(0, 0, 0)").map((each) => each.outerHTML.slice(0, 200))"""


FOR_THE_SCREEN = """() => [...document.querySelectorAll(".screen-only, nav, button")]
  .filter((each) => each.checkVisibility()).map((each) => each.outerHTML.slice(0, 200))"""


@pytest.fixture
def session() -> Session:
    """Play four rounds of three boards with ten pairs, one of them with long names."""
    session, director = started(10, round_count=4, boards_per_round=3)
    session.stage.event.contestants.filter(number=1).update(name=LONG)
    rng = random.Random(4)
    for _round in range(4):
        play_round(session, director, rng)
    catch_up()
    return session


@pytest.fixture
def desk(chromium: Browser, live_server) -> Iterator[Page]:
    """Return the page of the signed-in director."""
    context = chromium.new_context(base_url=live_server.url, viewport=A4)
    yield context.new_page()
    context.close()


@pytest.fixture
def printed() -> Iterator[Print]:
    """Return a function that prints a page, saves pictures, and returns its number of sheets."""
    faults: dict[str, list[str]] = {}

    def to_printer(page: Page, name: str) -> int:
        page.emulate_media(media="print")
        faults[name] = [
            matches
            for script in (WIDER, COLOURED, FOR_THE_SCREEN)
            for matches in page.evaluate(script)
        ]
        SHOTS.mkdir(exist_ok=True)
        pdf = SHOTS / f"{name}.pdf"
        page.pdf(path=pdf, format="A4", prefer_css_page_size=True)
        if shutil.which("pdftoppm"):
            subprocess.run(["pdftoppm", "-png", "-r", "50", pdf, SHOTS / name], check=True)
        page.emulate_media(media="screen")
        content = pdf.read_bytes()
        assert re.search(rb"/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]", content)
        return len(re.findall(rb"/Type /Page\b(?!s)", content))

    yield to_printer
    assert not [(name, matches[:3]) for name, matches in faults.items() if matches]


def sign_in(page: Page, live_server) -> None:
    client = Client()
    client.force_login(get_user_model().objects.get(username="director-club-manilla"))
    cookie = client.cookies["sessionid"]
    page.context.add_cookies([{"name": "sessionid", "value": cookie.value, "url": live_server.url}])


@pytest.mark.thorough
def test_every_sheet_fits_its_paper(
    session: Session, desk: Page, live_server, printed: Print
) -> None:
    sign_in(desk, live_server)
    sheets = {}
    for place in (
        "sheets",
        "paper/seats",
        "paper/score-slips",
        "paper/movement",
        "paper/hands",
        "paper/results",
        "contestants",
    ):
        desk.goto(f"/desk/{session.stage.event_id}/{place}/")
        sheets[place] = printed(desk, "print-" + place.split("/")[-1])
    for button in ("Show the slips to print", "Show the board sheets to print"):
        desk.goto(f"/desk/{session.stage.event_id}/slips/")
        desk.get_by_label("Boards").fill("1, 3-4")
        with desk.expect_navigation():
            desk.get_by_role("button", name=button).click()
        printed(desk, "print-" + button.split()[2])
    assert sheets["sheets"] == 5 + 1
    assert sheets["paper/results"] == 1 + 10 / 2


@pytest.mark.thorough
def test_seats_by_name_fit_a_sheet_and_all_rounds_take_one_more_for_every_ten(
    desk: Page, live_server, printed: Print
) -> None:
    session, _director = started(14, movement="howell", round_count=13, boards_per_round=1)
    session.stage.event.contestants.filter(number=1).update(name=LONG)
    sign_in(desk, live_server)
    desk.goto(f"/desk/{session.stage.event_id}/paper/seats/")
    assert printed(desk, "print-seats") == 1 + 2


@pytest.mark.thorough
def test_results_of_an_evening_take_one_sheet_and_a_scorecard_two(
    desk: Page, live_server, printed: Print
) -> None:
    session = create_field(8, round_count=8, boards_per_round=3, played_round_count=8)
    session.stage.event.contestants.filter(number=1).update(name=LONG)
    finish_session(session.pk, Actor.of_user(get_user_model().objects.get().pk))
    take_snapshot(session.stage_id)
    place = f"/{session.stage.event.club.slug}/{session.stage.event.slug}/"
    desk.goto(place)
    assert desk.locator(".standings .won").count() >= 6
    assert printed(desk, "print-standings") == 1
    desk.goto(f"{place}contestants/1/")
    assert desk.locator(".played > li").count() == 24
    assert printed(desk, "print-scorecard") <= 2


@pytest.mark.parametrize(
    "max_backups", [20, pytest.param(0, marks=pytest.mark.thorough)], ids=["laptop", "server"]
)
def test_emergency_sheet_fits_one_page_and_a_phone_in_every_language(
    session: Session, desk: Page, live_server, printed: Print, settings, max_backups: int
) -> None:
    """On a phone nothing of the sheet is cut off, even with text twice as large."""
    settings.MAX_BACKUPS = max_backups
    sign_in(desk, live_server)
    for language, _name in site.LANGUAGES:
        spoken = {"name": "django_language", "value": language, "url": live_server.url}
        desk.context.add_cookies([spoken])
        desk.set_viewport_size(A4)
        desk.goto(f"/desk/{session.stage.event_id}/paper/worst-evening/")
        assert printed(desk, f"print-worst-{'laptop' if max_backups else 'server'}-{language}") == 1
        assert layout_problems(desk) == []
