"""The director's guide is complete in every language and quotes existing buttons."""

import re
from functools import cache
from pathlib import Path

from babel.messages import Message
from django.conf import settings

from tests import messages
from tournaments.queries.guide.guide_pages import GUIDE_PAGE_BY_URL_NAME, GUIDE_PAGES
from tournaments.web.guide.views import GUIDE_FOLDER
from tournaments.web.markdown_page import markdown_page
from tournaments.web.urls import urlpatterns

LANGUAGES = [code for code, _name in settings.LANGUAGES]
PAGES = [f"{language}/{page}.md" for language in LANGUAGES for page in GUIDE_PAGES]
# Words of a page: it is read while a table waits.
SHORTEST, LONGEST = 120, 300


def read(page: str) -> str:
    return (GUIDE_FOLDER / page).read_text(encoding="utf-8")


@cache
def program_texts() -> list[Message]:
    """Return every text of the program."""
    return [message for message in messages.extract_messages() if message.id]


@cache
def product_texts(language: str) -> re.Pattern[str]:
    """Return a pattern of all texts in a language; any number matches a placeholder."""
    translations = None if language == "en" else messages.catalogue(language)
    texts: list[str] = []
    for message in program_texts():
        translation = translations.get(message.id, message.context) if translations else message
        text = (translation.string if translations else translation.id) if translation else ""
        texts += [text] if isinstance(text, str) else list(text)
    numbered = (re.sub(r"%\\\(\w+\\\)s", r"\\d+", re.escape(text)) for text in texts if text)
    return re.compile("|".join(numbered))


def quoted_texts(page: str) -> list[str]:
    """Return the buttons, links and titles that a page names."""
    return re.findall(r"\*\*(.+?)\*\*", read(page))


def test_every_language_has_the_same_pages() -> None:
    for language in LANGUAGES:
        assert {path.stem for path in (GUIDE_FOLDER / language).iterdir()} == set(GUIDE_PAGES), (
            language
        )


def test_every_quoted_button_exists() -> None:
    for page in PAGES:
        texts = product_texts(page.partition("/")[0])
        assert quoted_texts(page), page
        assert [key for key in quoted_texts(page) if not texts.fullmatch(key)] == [], page


def test_every_language_quotes_as_many_buttons_and_links_to_the_same_pages() -> None:
    for page in PAGES:
        english = f"en/{page.partition('/')[2]}"
        assert len(quoted_texts(page)) == len(quoted_texts(english)), page
        links = [re.findall(r"\]\(([^)]+)\)", read(path)) for path in (page, english)]
        assert links[0] == links[1], page


def test_guide_pages_contain_no_stray_asterisk() -> None:
    """Markdown does not close bold text after a bracket if a letter follows."""
    for language in LANGUAGES:
        for name in GUIDE_PAGES:
            html = markdown_page(GUIDE_FOLDER / language, name, "guide_page")
            assert "**" not in str(html), f"{language}/{name}"


def test_guide_pages_are_short() -> None:
    for page in GUIDE_PAGES:
        assert SHORTEST <= len(read(f"en/{page}.md").split()) <= LONGEST, page


def test_check_finds_a_wrongly_quoted_button() -> None:
    assert product_texts("ca").fullmatch("Acaba la ronda 4")
    assert not product_texts("ca").fullmatch("Tanca la ronda 4")


def test_guide_links_refer_to_existing_views() -> None:
    assert GUIDE_PAGE_BY_URL_NAME.keys() <= {pattern.name for pattern in urlpatterns}
    assert set(GUIDE_PAGE_BY_URL_NAME.values()) == set(GUIDE_PAGES), (
        "each page is opened from some screen"
    )


def test_docker_image_contains_the_guide() -> None:
    left_out = (Path(settings.BASE_DIR) / ".dockerignore").read_text().split()
    assert not {"docs", "docs/", "docs/clubs/guide", "docs/games", "*.md", "**/*.md"} & set(
        left_out
    )
