"""Every page as every role sees it: nothing cut, nothing too small, and a picture of each to look at."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import pytest
from django.contrib.auth import get_user_model
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import URLPattern
from playwright.sync_api import Browser, Page

from tests.browser.conftest import SHOTS
from tests.browser.rich import evenings
from tournaments.actions.actor import Actor
from tournaments.models import Event, Play, Session, Table
from tournaments.models.codes import code_of
from tournaments.web.urls import urlpatterns

pytestmark = pytest.mark.django_db(transaction=True)

MEASURE = (Path(__file__).parent / "measure.js").read_text()
WIDTHS = {"360": 360, "390": 390, "1280": 1280, "large": 195}
"""Widths in CSS pixels by the name of their pictures; letters twice as large leave a phone half its width."""

LOOKED_AT = ("390", "1280")
"""The widths of which a picture is kept; the others are only measured."""

A4 = {"width": 794, "height": 1123}

OPEN = "[...document.querySelectorAll('main details:not([open])')].map((each) => (each.open = true)).length"


class Visitor(NamedTuple):
    """Somebody with a browser, and the addresses that are his own."""

    client: Client
    reads: re.Pattern[str]


def addresses(event: Event) -> Iterator[tuple[str, str]]:
    """Every address of the site under the name of its pictures, filled with what an event has."""
    session = Session.objects.filter(stage__event=event).latest("pk")
    plays = Play.objects.filter(board__session=session).order_by("state", "pk")
    last = plays.filter(seating__round__started_at__isnull=False).order_by("seating__round__number").last()
    values: dict[str, list[str]] = {
        "slug:club": [event.club.slug],
        "slug:event": [event.slug],
        "int:event": [str(event.pk)],
        "int:session": ["1"],
        "int:number": ["1", str(last.board.number)] if last and not session.is_over else ["1"],
        "int:play": [str(play.pk) for play in {play.state: play for play in plays}.values()],
        "str:code": [code_of(table) for table in Table.objects.filter(section__session=session)[:2]],
    }
    for pattern in urlpatterns:
        if isinstance(pattern, URLPattern):
            for count, filled in enumerate(_filled(str(pattern.pattern), values), 1):
                yield f"{pattern.name}-{event.slug}-{count}", f"/{filled}"


def _filled(route: str, values: dict[str, list[str]]) -> Iterator[str]:
    place = re.search(r"<([^>]+)>", route)
    if not place:
        yield route
        return
    for value in values.get(place[1], []):
        yield from _filled(route.replace(place[0], value, 1), values)


def pages(visitor: Visitor, events: Iterable[Event]) -> Iterator[tuple[str, str]]:
    """What answers this visitor with a whole page, each once and under its first name."""
    seen: set[str] = set()
    for name, address in chain.from_iterable(map(addresses, events)):
        if visitor.reads.match(address) and address not in seen and _is_page(visitor.client.get(address)):
            seen.add(address)
            yield name, address


def _is_page(answer: HttpResponseBase) -> bool:
    return answer.status_code == 200 and b"<!doctype html>" in b"".join(answer)[:200]  # type: ignore[call-overload]


def look_at(page: Page, address: str, name: str) -> list[str]:
    """Everything wrong with a page, in every width and opened; pictures are kept."""
    wrong = []
    page.emulate_media(color_scheme="light", media="screen")
    page.goto(address)
    for variant, width in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": 844})
        wrong += [f"{address} at {variant}: {problem}" for problem in page.evaluate(MEASURE)]
        if variant in LOOKED_AT:
            picture(page, f"{name}.{variant}")
    page.emulate_media(media="print")
    page.set_viewport_size(A4)
    picture(page, f"{name}.print")
    page.emulate_media(color_scheme="dark", media="screen")
    page.set_viewport_size({"width": 390, "height": 844})
    picture(page, f"{name}.dark")
    if page.evaluate(OPEN):
        wrong += [f"{address} opened: {problem}" for problem in page.evaluate(MEASURE)]
        picture(page, f"{name}.open")
    return wrong


def picture(page: Page, name: str) -> None:
    page.screenshot(path=SHOTS / "pages" / f"{name}.jpeg", type="jpeg", quality=70, full_page=True)


@pytest.fixture
def page(chromium: Browser, live_server) -> Iterator[Page]:
    (SHOTS / "pages").mkdir(parents=True, exist_ok=True)
    context = chromium.new_context(base_url=live_server.url, has_touch=True, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def visitors(director: Actor) -> dict[str, Visitor]:
    """Somebody at home, a phone at tables of the running event, and the director."""
    home, phone, desk = Client(), Client(), Client()
    for table in Table.objects.filter(section__session__state=Session.State.RUNNING).order_by("number")[:2]:
        phone.post(f"/t/{code_of(table)}/side/", {"side": "ns"})
    desk.force_login(get_user_model().objects.get(pk=director.user_id or 0))
    return {
        "home": Visitor(home, re.compile("/(?!t/.|desk/)")),
        "phone": Visitor(phone, re.compile("/t/.")),
        "desk": Visitor(desk, re.compile("/desk/")),
    }


@pytest.mark.parametrize("part", [0, 1])
def test_every_page_in_every_width_and_light(page: Page, live_server, part: int) -> None:
    """Every other page at a time, so that the rest of the suite need not wait for all of them."""
    club, director = evenings()
    wrong: list[str] = []
    for role, visitor in visitors(director).items():
        page.context.clear_cookies()
        for name, cookie in visitor.client.cookies.items():
            page.context.add_cookies([{"name": name, "value": cookie.value, "url": live_server.url}])
        found = list(pages(visitor, club.events.all()))
        assert len(found) > 5
        for name, address in found[part::2]:
            wrong += look_at(page, address, f"{role}-{name}")
    assert not wrong, "\n".join(wrong)
