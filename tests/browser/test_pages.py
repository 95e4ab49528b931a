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

PART_COUNT = 2
ROLES = ("home", "phone", "desk")
FIRST_LANGUAGE, *OTHER_LANGUAGES = (code for code, _name in site.LANGUAGES)

# Names of persons on the pages, which are the same in every language.
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
        service_workers="block",  # a service worker would fetch pages that the test does not need
    )
    context.add_init_script(LAYOUT_SHIFTS)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(f"{page.url}: {error}"))
    page.set_viewport_size({"width": PHONE_WIDTH, "height": 844})
    yield page
    context.close()
    assert not errors


def elements_with_texts(element: Element) -> Iterator[tuple[str, str]]:
    """Yield the kind of each element of a page outside SVG, with its own text and label."""
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
                yield from elements_with_texts(child)


class PageChecker:
    """Checks pages, and remembers elements and words, so that equal pages are checked once."""

    def __init__(self, page: Page, url: str, names_in_no_language: list[str]) -> None:
        self.page, self.url = page, url
        self.names_in_no_language = re.compile(
            "|".join(map(re.escape, sorted(names_in_no_language, key=len, reverse=True)))
        )
        self.elements: set[tuple[str, str]] = set()
        self.words: set[str] = set()
        self.colours: set[str] = set()
        self.titles: dict[str, str] = {}
        self.problems: list[str] = []

    def set_language(self, language: str) -> None:
        """Request pages in this language from now on."""
        self.language = language
        self.page.context.add_cookies(
            [{"name": "django_language", "value": language, "url": self.url}]
        )

    def check_if_new(self, role: str, address: Address) -> bool:
        """Check a page if it has an element that no earlier page of its kind had."""
        if not self._has_new_elements(address):
            return False
        self._open(address)
        self._record_problems(address, self._title_problems(address) + layout_shifts(self.page))
        self._record_problems(address, layout_problems(self.page, ["360", "large"]))
        save_screenshots(self.page, f"{role}-{address.name}")
        self.page.evaluate(OPEN_ALL_DETAILS)
        self._record_problems(
            address, layout_problems(self.page, ["390"]) + axe_problems(self.page)
        )
        return True

    def check_on_wide_screen(self, address: Address) -> None:
        """Check a page on a wide screen, with larger text spacing, and its contrast."""
        self._open(address)
        self._record_problems(address, layout_shifts(self.page))
        self._record_problems(
            address, text_spacing_problems(self.page) + layout_problems(self.page, ["1280"])
        )
        self.page.evaluate(OPEN_ALL_DETAILS)
        self._record_problems(address, contrast_problems(self.page, self.colours))

    def check_and_compare(self, address: Address) -> bool:
        """Check a page at the smallest width; return whether it has new elements or words."""
        self._open(address)
        self._record_problems(address, layout_problems(self.page, ["360", "large"]))
        return self._is_new(address)

    def check_layout(self, address: Address) -> None:
        """Check the layout of a page at the smallest width, for another language."""
        self._open(address)
        self._record_problems(address, layout_problems(self.page, ["large"]))

    def check_accessible_names(self, address: Address) -> None:
        """Check the accessible names on a page in another language."""
        self._record_problems(address, axe_problems(self.page, LANGUAGE_RULES))

    def _open(self, address: Address) -> None:
        self.page.goto(address.path)
        assert self.page.evaluate("document.documentElement.lang") == self.language

    def _record_problems(self, address: Address, problems: list[str]) -> None:
        self.problems += [f"{address.path} in {self.language} {problem}" for problem in problems]

    def _is_new(self, address: Address) -> bool:
        """Return whether a page has an element new for its kind, or words new on any page."""
        page_pieces = list(elements_with_texts(parse_html(address.html)))
        words = {
            DIGITS.sub("0", self.names_in_no_language.sub("", words))
            for _element, words in page_pieces
        }
        new = self._has_new_elements(address) or not words <= self.words
        self.words |= words
        return new

    def _has_new_elements(self, address: Address) -> bool:
        elements = {
            (address.kind, element)
            for element, _words in elements_with_texts(parse_html(address.html))
        }
        new = not elements <= self.elements
        self.elements |= elements
        return new

    def _title_problems(self, address: Address) -> list[str]:
        """Return a problem if pages of another kind have the same title."""
        if address.kind == "home":
            return []
        kind = self.titles.setdefault(self.page.title(), address.kind)
        return [] if kind == address.kind else [f"has the title of {kind}: {self.page.title()}"]


def checked_roles(
    page: Page, url: str, part: int, roles: Collection[str]
) -> Iterator[tuple[PageChecker, str, list[Address]]]:
    """Yield a checker, each role, and its pages of a part of the site; then fail with problems."""
    club, visitors = create_club_with_visitors()
    checker = PageChecker(
        page, url, [*PEOPLE, club.name, *club.events.values_list("name", flat=True)]
    )
    for role in roles:
        visitor = visitors[role]
        visitor.give_cookies(page.context, url)
        addresses = list(pages_for(visitor, club, patterns_of_part(part, PART_COUNT)))
        assert addresses
        checker.set_language(FIRST_LANGUAGE)
        yield checker, role, addresses
    assert not checker.problems, "\n".join(checker.problems)


every_part = pytest.mark.parametrize("part", range(PART_COUNT))


@every_part
@pytest.mark.parametrize(
    "roles",
    [("home", "phone"), pytest.param(("desk",), marks=pytest.mark.thorough)],
    ids=["players", "desk"],
)
def test_every_page_is_accessible_to_every_role(
    page: Page, live_server, part: int, roles: tuple[str, ...]
) -> None:
    """The pages are in the first language only, whose words are among the longest."""
    for checker, role, addresses in checked_roles(page, live_server.url, part, roles):
        for address in addresses:
            checker.check_if_new(role, address)


@pytest.mark.thorough
@every_part
def test_every_page_is_accessible_in_every_language(page: Page, live_server, part: int) -> None:
    """Pages are measured in the first language; those with new elements also in the others."""
    for checker, _role, addresses in checked_roles(page, live_server.url, part, ROLES):
        new = [address for address in addresses if checker.check_and_compare(address)]
        for address in new:
            checker.check_on_wide_screen(address)
        for language in OTHER_LANGUAGES:
            checker.set_language(language)
            for address in new:
                checker.check_layout(address)
                checker.check_accessible_names(address)
