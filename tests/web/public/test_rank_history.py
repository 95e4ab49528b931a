"""The page of places after each round, and its picture."""

import base64
import hashlib
import re

import pytest
from django.test import Client

from tests.scenes.evening import created, play_round, started
from tests.web.test_gallery import STYLE, contrast, themes
from tournaments.course import Course, Courses
from tournaments.models import Session
from tournaments.tasks import catch_up
from tournaments.web.public.chart import INKS, chart_of, style

pytestmark = pytest.mark.django_db

PAGE = "/club-manilla/campionat/places/"
PICTURE = "/club-manilla/campionat/places.svg"


def played(movement: str = "mitchell", rounds: int = 2) -> Session:
    session, director = started(8, movement, 4, 2)
    for _round in range(rounds):
        play_round(session, director)
    catch_up()
    return session


def test_the_page_has_a_picture_and_a_table_for_each_ranking(client: Client) -> None:
    session = played()
    page = client.get(PAGE).content.decode()
    pictures = re.findall(r'<svg class="places-chart" role="img" aria-label="([^"]+)"', page)
    assert pictures == ["4 lines from round to round; the table below has their places."] * 2
    assert page.count("<polyline ") == 8
    assert all(
        f">{name}</a>" in page for name in session.stage.event.contestants.values_list("name", flat=True)
    )


def test_one_round_is_a_table_without_a_picture(client: Client) -> None:
    played(rounds=1)
    page = client.get(PAGE).content.decode()
    assert "places-chart" not in page
    assert page.count("<table") == 2


def test_before_the_first_result_the_page_says_when_to_come_back(client: Client) -> None:
    created(8, "mitchell", 4, 2)
    assert "No results yet" in client.get(PAGE).content.decode()
    assert client.get(PICTURE).status_code == 204


def test_the_picture_runs_no_script_and_loads_nothing(client: Client) -> None:
    played()
    answer = client.get(PICTURE, {"line": "ew"})
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert b"<script" not in answer.content
    assert not re.findall(rb'(?:href|src)="(?!#)', answer.content)


def test_the_picture_has_its_style_with_it_and_may_use_it(client: Client) -> None:
    played()
    answer = client.get(PICTURE)
    own = re.findall("<style>(.*?)</style>", answer.content.decode(), re.DOTALL)
    assert own == [style()]
    assert "--ink: #1E1B16;" in own[0]
    assert "--ink: #F3ECDF;" in own[0]
    digest = base64.b64encode(hashlib.sha256(own[0].encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}'" in answer.headers["Content-Security-Policy"]


def test_a_line_of_the_picture_ends_in_the_number_of_its_pair(client: Client) -> None:
    played("barometer")
    ends = re.findall(r'<text [^>]*class="label"[^>]*>([^<]*)<', client.get(PICTURE).content.decode())
    assert sorted(int(number) for end in ends for number in end.split(", ")) == list(range(1, 9))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_line_of_the_picture_can_be_seen(theme: str) -> None:
    inks = re.findall(r"^\.places-chart \.ink-\d \{ --line: var\(--([a-z]+)\); \}", STYLE, re.MULTILINE)
    assert len(set(inks)) == INKS
    colours = themes()[theme]
    assert min(contrast(colours[ink], colours["paper"]) for ink in inks) >= 4.5


def test_who_was_never_ranked_has_no_line() -> None:
    late = Course(2, "Carles – Dídac", (None, None))
    chart = chart_of(Courses(0, "all", ((1, 1), (1, 2)), (Course(1, "Anna – Berta", (1, 1)), late)))
    assert [(line.number, line.numbers) for line in chart.lines] == [(1, "1")]
    assert chart_of(Courses(0, "all", ((1, 1),), (Course(2, "Carles – Dídac", (None,)),))).lines == ()


def test_who_is_ranked_no_longer_has_a_line_and_shares_no_number() -> None:
    """A number where his line breaks off would lie on the lines of the others."""
    moments = ((1, 1), (1, 2))
    stays, gone, never = Course(1, "", (1, 1)), Course(2, "", (2, None)), Course(3, "", (None, None))
    chart = chart_of(Courses(0, "all", moments, (never, stays, gone)))
    assert {line.number: line.numbers for line in chart.lines} == {1: "1", 2: ""}
