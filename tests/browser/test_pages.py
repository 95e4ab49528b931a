"""Every page for every role and in every language is accessible, with nothing cut off."""

import re
from collections.abc import Collection, Iterator

import pytest
from django.conf import settings as site
from django.test.html import Element, parse_html
from playwright.sync_api import Browser, Page

from tests.browser.crowded_events import pair_names
from tests.browser.page_checks import (
    LANGUAGE_RULES,
    LAYOUT_SHIFTS,
    OPEN_ALL_DETAILS,
    PHONE_WIDTH,
    axe_problems,
    contrast_problems,
    layout_problems,
    layout_shifts,
    save_screenshots,
    text_spacing_problems,
)
from tests.browser.visitors import Address, create_club_with_visitors, pages_for, patterns_of_part

pytestmark = pytest.mark.django_db(transaction=True)

PARTS = 2
ROLES = ("home", "phone", "desk")
FIRST, *OTHERS = (code for code, _name in site.LANGUAGES)

# Names on the pages, which are the same in every language.
PEOPLE = [one for pair in pair_names(26) for one in pair.split(" – ")]
DIGITS = re.compile(r"\d+")


@pytest.fixture
def page(chromium: Browser, live_server) -> Iterator[Page]:
    """Open a page of the size of a phone."""
    context = chromium.new_context(
        base_url=live_server.url,
        has_touch=True,
        reduced_motion="reduce",
        color_scheme="light",
        service_workers="block",  # which would fetch pages beforehand that nobody looks at
    )
    context.add_init_script(LAYOUT_SHIFTS)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(f"{page.url}: {error}"))
    page.set_viewport_size({"width": PHONE_WIDTH, "height": 844})
    yield page
    context.close()
    assert not errors


def pieces(element: Element) -> Iterator[tuple[str, str]]:
    """Yield each element of a page outside pictures, with its own text and accessible name."""
    attributes = dict(element.attributes)
    texts = (child for child in element.children if isinstance(child, str))
    kind = f"{element.name} {attributes.get('class')} {attributes.get('role')} {attributes.get('type')}"
    yield (
        kind,
        " ".join([attributes.get("aria-label") or "", attributes.get("placeholder") or "", *texts]),
    )
    if element.name != "svg":
        for child in element.children:
            if isinstance(child, Element):
                yield from pieces(child)


class Walk:
    """Visits to pages, with the elements and words seen at each kind of URL."""

    def __init__(self, page: Page, url: str, proper: list[str]) -> None:
        self.page, self.url = page, url
        self.proper = re.compile("|".join(map(re.escape, sorted(proper, key=len, reverse=True))))
        self.elements: set[tuple[str, str]] = set()
        self.words: set[str] = set()
        self.inks: set[str] = set()
        self.titles: dict[str, str] = {}
        self.wrong: list[str] = []

    def speak(self, language: str) -> None:
        """Request pages in this language from now on."""
        self.language = language
        self.page.context.add_cookies(
            [{"name": "django_language", "value": language, "url": self.url}]
        )

    def read(self, role: str, address: Address) -> bool:
        """Check a page if it has an element that no page of its kind had; return whether it did."""
        if not self._has_new_elements(address):
            return False
        self._open(address)
        self._note(address, self._titled(address) + layout_shifts(self.page))
        self._note(address, layout_problems(self.page, ["360", "large"]))
        save_screenshots(self.page, f"{role}-{address.name}")
        self.page.evaluate(OPEN_ALL_DETAILS)
        self._note(address, layout_problems(self.page, ["390"]) + axe_problems(self.page))
        return True

    def read_wide_and_apart(self, address: Address) -> None:
        """Check a page on a large screen, with larger text spacing, and its contrast."""
        self._open(address)
        self._note(address, layout_shifts(self.page))
        self._note(address, text_spacing_problems(self.page) + layout_problems(self.page, ["1280"]))
        self.page.evaluate(OPEN_ALL_DETAILS)
        self._note(address, contrast_problems(self.page, self.inks))

    def meets_news(self, address: Address) -> bool:
        """Check a page at its narrowest; return whether anything on it is new."""
        self._open(address)
        self._note(address, layout_problems(self.page, ["360", "large"]))
        return self._is_new(address)

    def read_again(self, address: Address) -> None:
        """Check a page in another language at its narrowest."""
        self._open(address)
        self._note(address, layout_problems(self.page, ["large"]))

    def read_names(self, address: Address) -> None:
        """Check the accessible names on a page in another language."""
        self._note(address, axe_problems(self.page, LANGUAGE_RULES))

    def _open(self, address: Address) -> None:
        self.page.goto(address.path)
        assert self.page.evaluate("document.documentElement.lang") == self.language

    def _note(self, address: Address, problems: list[str]) -> None:
        self.wrong += [f"{address.path} in {self.language} {problem}" for problem in problems]

    def _is_new(self, address: Address) -> bool:
        """Return whether a page has a new element for its kind, or words that no page had."""
        page_pieces = list(pieces(parse_html(address.html)))
        words = {DIGITS.sub("0", self.proper.sub("", words)) for _element, words in page_pieces}
        new = self._has_new_elements(address) or not words <= self.words
        self.words |= words
        return new

    def _has_new_elements(self, address: Address) -> bool:
        elements = {(address.kind, element) for element, _words in pieces(parse_html(address.html))}
        new = not elements <= self.elements
        self.elements |= elements
        return new

    def _titled(self, address: Address) -> list[str]:
        """Report a title that pages of another kind have too."""
        if address.kind == "home":
            return []
        kind = self.titles.setdefault(self.page.title(), address.kind)
        return [] if kind == address.kind else [f"has the title of {kind}: {self.page.title()}"]


def visits(
    page: Page, url: str, part: int, roles: Collection[str]
) -> Iterator[tuple[Walk, str, list[Address]]]:
    """Yield each role with its pages at a part of the URLs, then fail if one is wrong."""
    club, visitors = create_club_with_visitors()
    walk = Walk(page, url, [*PEOPLE, club.name, *club.events.values_list("name", flat=True)])
    for role in roles:
        visitor = visitors[role]
        visitor.lend_cookies(page.context, url)
        addresses = list(pages_for(visitor, club, patterns_of_part(part, PARTS)))
        assert addresses
        walk.speak(FIRST)
        yield walk, role, addresses
    assert not walk.wrong, "\n".join(walk.wrong)


every_part = pytest.mark.parametrize("part", range(PARTS))


@every_part
@pytest.mark.parametrize(
    "roles",
    [("home", "phone"), pytest.param(("desk",), marks=pytest.mark.thorough)],
    ids=["players", "desk"],
)
def test_every_page_is_accessible_to_every_role(
    page: Page, live_server, part: int, roles: tuple[str, ...]
) -> None:
    """Only in the first language, whose words are among the longest."""
    for walk, role, addresses in visits(page, live_server.url, part, roles):
        for address in addresses:
            walk.read(role, address)


@pytest.mark.thorough
@every_part
def test_every_page_is_accessible_in_every_language(page: Page, live_server, part: int) -> None:
    """Pages are measured in the first language; those with new elements also in the others."""
    for walk, _role, addresses in visits(page, live_server.url, part, ROLES):
        new = [address for address in addresses if walk.meets_news(address)]
        for address in new:
            walk.read_wide_and_apart(address)
        for language in OTHERS:
            walk.speak(language)
            for address in new:
                walk.read_again(address)
                walk.read_names(address)
