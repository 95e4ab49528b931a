"""The ranks after each round, and their chart."""

import base64
import hashlib
import re

import pytest
from django.test import Client
from django.utils.html import strip_tags

from tests.conventions.test_gallery import STYLE, contrast, themes
from tests.scenes.evening import created, play_round, started
from tournaments.models import Session
from tournaments.scoring_pipeline.rank_history import RankHistories, RankHistory
from tournaments.tasks import catch_up
from tournaments.web.public.rank_history import (
    COLOUR_COUNT,
    MIN_ROUND_STEP,
    PHONE_WIDTH,
    PLACE_STEP,
    TOP_MARGIN,
    Chart,
    chart_style,
    count_lead_changes,
    rank_chart,
)

pytestmark = pytest.mark.django_db

PAGE = "/club-manilla/campionat/places/"
PICTURE = "/club-manilla/campionat/places.svg"


def played(movement: str = "mitchell", round_count: int = 2) -> Session:
    session, director = started(8, movement=movement, round_count=4, boards_per_round=2)
    for _round in range(round_count):
        play_round(session, director)
    catch_up()
    return session


def test_rank_history_has_a_chart_and_a_table_for_each_ranking(client: Client) -> None:
    session = played()
    page = client.get(PAGE).content.decode()
    pictures = re.findall(r'<svg class="places-chart (\w+)" role="img" aria-label="([^"]+)"', page)
    description = "4 lines from round to round; the table below has their places."
    assert pictures == [("narrow", description), ("wide", description)] * 2
    assert page.count("<polyline ") == 16
    names = session.stage.event.contestants.values_list("name", flat=True)
    assert all(name in strip_tags(page.split("<tbody>", 1)[1]) for name in names)


def test_rank_history_of_one_round_has_no_chart(client: Client) -> None:
    played(round_count=1)
    page = client.get(PAGE).content.decode()
    assert "places-chart" not in page
    assert page.count("<table") == 2


def test_before_the_first_result_the_page_says_when_to_come_back(client: Client) -> None:
    created(8, movement="mitchell", round_count=4, boards_per_round=2)
    assert "No results yet" in client.get(PAGE).content.decode()
    assert client.get(PICTURE).status_code == 204


def test_chart_runs_no_script_and_loads_nothing(client: Client) -> None:
    played()
    response = client.get(PICTURE, {"line": "ew"})
    assert response.headers["Content-Type"] == "image/svg+xml"
    assert b"<script" not in response.content
    assert not re.findall(rb'(?:href|src)="(?!#)', response.content)


def test_chart_contains_its_style_and_allows_it(client: Client) -> None:
    played()
    response = client.get(PICTURE)
    own_styles = re.findall("<style>(.*?)</style>", response.content.decode(), re.DOTALL)
    assert own_styles == [chart_style()]
    assert "--ink: #1B1A17;" in own_styles[0]
    assert "--ink: #F3ECDF;" in own_styles[0]
    digest = base64.b64encode(hashlib.sha256(own_styles[0].encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}'" in response.headers["Content-Security-Policy"]


def test_chart_line_starts_at_a_labelled_place_and_ends_at_its_pair(
    client: Client,
) -> None:
    session = played("barometer")
    picture = client.get(PICTURE).content.decode()
    ends = re.findall(r'<text class="label alone"[^>]*>([^<]*)<', picture)
    assert sorted(map(int, ends)) == list(range(1, 9))
    assert re.findall(r'<text class="axis" x="0"[^>]*>([^<]*)<', picture) == ["Place"]
    places = re.findall(r'<text class="place"[^>]*>([^<]*)<', picture)
    assert list(map(int, places)) == list(range(1, 9))
    names = session.stage.event.contestants.values_list("name", flat=True)
    assert sorted(re.findall(r'<text class="who"[^>]*>([^<]*)<', picture)) == sorted(names)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_chart_line_is_visible(theme: str) -> None:
    inks = re.findall(
        r"^\.places-chart \.ink-\d \{ --line: var\(--([a-z]+)\); \}", STYLE, re.MULTILINE
    )
    assert len(set(inks)) == COLOUR_COUNT
    colours = themes()[theme]
    assert min(contrast(colours[ink], colours["paper"]) for ink in inks) >= 4.5


def chart_with(*rows: RankHistory) -> Chart:
    return rank_chart(
        RankHistories(0, "all", tuple((1, at + 1) for at, _rank in enumerate(rows[0].ranks)), rows)
    )


def test_contestant_never_ranked_has_no_line() -> None:
    unranked_history = RankHistory(2, "Carles – Dídac", (None, None))
    assert [
        line.number
        for line in chart_with(RankHistory(1, "Anna – Berta", (1, 1)), unranked_history).lines
    ] == [1]
    assert chart_with(RankHistory(2, "Carles – Dídac", (None,))).lines == ()


def test_contestant_no_longer_ranked_has_a_line_without_a_name() -> None:
    """A name where a line breaks off would overlap the other lines."""
    stays, withdrawn, never = (
        RankHistory(1, "", (1, 1)),
        RankHistory(2, "", (2, None)),
        RankHistory(3, "", (None, None)),
    )
    ends = {line.number: line.end for line in chart_with(never, stays, withdrawn).lines}
    assert ends[1]
    assert ends[2] is None


def test_labels_of_a_shared_rank_are_below_each_other() -> None:
    shared = chart_with(
        RankHistory(1, "", (1, 2)), RankHistory(2, "", (2, 2)), RankHistory(3, "", (3, 1))
    ).lines
    assert [line.end.y - TOP_MARGIN for line in shared if line.end] == [
        PLACE_STEP,
        2 * PLACE_STEP,
        0,
    ]


def test_long_names_take_two_lines_or_only_the_number() -> None:
    pair, player = "Iolanda Massaguer i Montpalau – Jaume Vallhonrat", "Iolanda" * 7
    long, longer = chart_with(RankHistory(1, pair, (1,)), RankHistory(2, player, (2,))).lines
    assert [row.text for row in long.name_lines] == [
        "Iolanda Massaguer i Montpalau –",
        "Jaume Vallhonrat",
    ]
    assert longer.name_lines == ()


@pytest.mark.parametrize("rounds", [2, 7, 8])
def test_chart_of_eight_rounds_fits_a_phone(rounds: int) -> None:
    assert chart_with(RankHistory(16, "Anna – Berta", (1,) * rounds)).width <= PHONE_WIDTH


def test_chart_of_many_rounds_has_the_minimum_step() -> None:
    first, second, *_rest = chart_with(RankHistory(1, "Anna – Berta", (1,) * 20)).rounds
    assert second.x - first.x == MIN_ROUND_STEP


def test_lead_changes_when_none_of_the_leaders_stays_in_the_lead() -> None:
    rows = (
        RankHistory(1, "Anna – Berta", (1, 1, 2, 1)),
        RankHistory(2, "Carles – Dídac", (2, 1, 1, 2)),
    )
    histories = RankHistories(0, "all", ((1, 1), (1, 2), (1, 3), (1, 4)), rows)
    assert count_lead_changes(histories) == 1
