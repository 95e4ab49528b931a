"""The page of places after each round, and its picture."""

import re

import pytest
from django.test import Client

from tests.evening import created, play_round, started
from tests.web.test_gallery import contrast, themes
from tournaments.models import Session
from tournaments.tasks import catch_up
from tournaments.web.chart import DARK, LIGHT

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
    assert re.findall(r'<img [^>]*src="([^"]+)"', page) == [f"{PICTURE}?line=ns", f"{PICTURE}?line=ew"]
    assert all(
        f">{name}</a>" in page for name in session.stage.event.contestants.values_list("name", flat=True)
    )


def test_one_round_is_a_table_without_a_picture(client: Client) -> None:
    played(rounds=1)
    page = client.get(PAGE).content.decode()
    assert "<img" not in page
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


def test_a_line_of_the_picture_ends_in_the_number_of_its_pair(client: Client) -> None:
    played("barometer")
    ends = re.findall(r'<text [^>]*class="label"[^>]*>([^<]*)<', client.get(PICTURE).content.decode())
    assert sorted(int(number) for end in ends for number in end.split(", ")) == list(range(1, 9))


@pytest.mark.parametrize(("theme", "inks"), [("light", LIGHT), ("dark", DARK)])
def test_every_line_of_the_picture_can_be_seen(theme: str, inks: tuple[str, ...]) -> None:
    assert min(contrast(ink, themes()[theme]["paper"]) for ink in inks) >= 4.5
