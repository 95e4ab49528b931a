"""The rules for beginners fit one sheet of A4 or Letter, in every game and language."""

import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page

from games.catalogue import GAMES

pytestmark = pytest.mark.django_db(transaction=True)

DAILY = [("en", "anou"), ("ja", "botifarra")]
ALL = [(language, game.key) for game in GAMES for language, _name in settings.LANGUAGES]


@pytest.fixture
def page(chromium: Browser, live_server) -> Iterator[Page]:
    context = chromium.new_context(base_url=live_server.url)
    yield context.new_page()
    context.close()


def printed_page_count(page: Page, url: str, paper: str, language: str, key: str) -> int:
    """Return the number of printed pages."""
    page.context.add_cookies([{"name": "django_language", "value": language, "url": url}])
    page.goto(f"/games/{key}/print/")
    assert page.evaluate("document.documentElement.lang") == language
    content = page.pdf(format=paper, prefer_css_page_size=True)
    return len(re.findall(rb"/Type /Page\b(?!s)", content))


@pytest.mark.parametrize(
    "languages_and_games",
    [DAILY, pytest.param(ALL, marks=pytest.mark.thorough)],
    ids=["two", "all"],
)
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_rules_for_beginners_fit_one_sheet(
    page: Page, live_server, languages_and_games: list[tuple[str, str]], paper: str
) -> None:
    page_counts = {
        language_and_game: printed_page_count(page, live_server.url, paper, *language_and_game)
        for language_and_game in languages_and_games
    }
    assert page_counts == dict.fromkeys(languages_and_games, 1)
