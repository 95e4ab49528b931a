"""Rankings of hundreds in pages, with a search by number or name."""

import re

import pytest
from django.test import Client
from django.utils.html import strip_tags

from tests.api.clients import Api, codes
from tests.scenes.field import create_field
from tournaments import scoring_pipeline
from tournaments.models import Contestant, Session
from tournaments.queries.standings.ranking import RANKING_PAGE_SIZE

pytestmark = [pytest.mark.django_db, pytest.mark.once]
TABLES = RANKING_PAGE_SIZE + 30
CAMP = "/camp/camp/"
_ROW = re.compile(
    r'<tr role="row" data-number="\d+"\s+class="(own)?[^>]*>.*?/contestants/(\d+)/', re.DOTALL
)


@pytest.fixture
def session() -> Session:
    session = create_field(TABLES, round_count=1, boards_per_round=1, played_round_count=1)
    Contestant.objects.filter(event=session.stage.event, number=7).update(
        name="Núria Àvila – Òscar Pi"
    )
    scoring_pipeline.take_snapshot(session.stage_id)
    return session


def rows_on_page(**query: object) -> list[tuple[bool, int]]:
    """Return for each contestant on a page whether they are marked, and their number."""
    page = Client().get(CAMP, query).content.decode()
    return [(bool(marked), int(number)) for marked, number in _ROW.findall(page)]


def numbers_on_page(**query: object) -> list[int]:
    return [number for _marked, number in rows_on_page(**query)]


@pytest.mark.thorough
def test_pages_of_a_long_ranking_list_everybody_once(session: Session) -> None:
    first_page_numbers, last_page_numbers = numbers_on_page(), numbers_on_page(page=2)
    assert len(first_page_numbers) == 2 * RANKING_PAGE_SIZE
    assert sorted(first_page_numbers + last_page_numbers) == list(range(1, 2 * TABLES + 1))
    assert numbers_on_page(page=99) == last_page_numbers
    assert numbers_on_page(page="x") == first_page_numbers
    page = Client().get(CAMP, {"page": 1}).content.decode()
    assert "Page 1 of 2" in page
    assert 'rel="next"' in page
    assert 'rel="prev"' not in page
    assert 'rel="prev"' in Client().get(CAMP, {"page": 2}).content.decode()


@pytest.mark.thorough
def test_search_marks_a_contestant_on_their_page(session: Session) -> None:
    last_number = numbers_on_page(page=2)[-1]
    assert rows_on_page(who=str(last_number)) == [
        (number == last_number, number) for number in numbers_on_page(page=2)
    ]
    for search_text in ("nuria", " ÒSCAR ", "avila"):
        assert (True, 7) in rows_on_page(who=search_text), search_text
    first_response, *_rest = Client().get(CAMP, {"who": "nuria"}).content.decode().split("<table")
    assert "Núria Àvila – Òscar Pi" in strip_tags(first_response)
    page_without_match = Client().get(CAMP, {"who": "Xisca<"}).content.decode()
    assert (
        "Nobody here has the number or a name that begins with “Xisca&lt;”." in page_without_match
    )
    assert numbers_on_page(who="Xisca<") == numbers_on_page()


def test_standings_fragment_stays_on_the_same_page(session: Session) -> None:
    page = Client().get(CAMP, {"page": 2, "who": "nuria"}).content.decode()
    match = re.search(r'hx-get="([^"]+)"', page)
    assert match
    fragment_url = match[1].replace("&amp;", "&")
    assert Client().get(fragment_url).status_code == 204
    newer = re.sub(r"seen=\w+", "seen=0", fragment_url)
    fragment = Client().get(newer).content.decode()
    assert [int(number) for _marked, number in _ROW.findall(fragment)] == numbers_on_page(page=2)


def test_short_ranking_has_no_pages_and_one_search_field() -> None:
    session = create_field(10, round_count=1, boards_per_round=1, played_round_count=1)
    scoring_pipeline.take_snapshot(session.stage_id)
    page = Client().get(CAMP).content.decode()
    assert page.count('name="who"') == 1
    assert "Page 1" not in page


def test_api_returns_a_long_ranking_whole_or_in_pages(session: Session) -> None:
    url = f"events/{session.stage.event_id}/standings/"
    whole_ranking, *_others = Api().read(url)["rankings"]
    pages = [Api().read(f"{url}?page={number}")["rankings"][0] for number in (1, 2)]
    assert [row for page in pages for row in page["rows"]] == whole_ranking["rows"]
    page_sizes = [
        (api_page["page"], api_page["pages"], len(api_page["rows"]))
        for api_page in (whole_ranking, *pages)
    ]
    assert page_sizes == [
        (None, 2, TABLES),
        (1, 2, RANKING_PAGE_SIZE),
        (2, 2, TABLES - RANKING_PAGE_SIZE),
    ]
    assert {api_page["ranked_by"] for api_page in pages} == {whole_ranking["ranked_by"]}
    for wrong_page in ("3", "0", "x", "", "-1", "9" * 5_000):
        response = Api().ask(f"{url}?page={wrong_page}")
        assert (response.status_code, codes(response)) == (404, ["not_found"]), wrong_page
