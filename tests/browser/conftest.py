"""A real Chromium at a real server."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

SHOTS = Path(__file__).parent.parent.parent / "screenshots"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder needs the browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Debian's Chromium; where it is missing these tests are skipped, unless the environment forbids that."""
    path = shutil.which("chromium")
    if path is None:
        if os.environ.get("MANILLA_BROWSER") == "required":
            pytest.fail("these tests need the package chromium")
        pytest.skip("needs the package chromium")
    # Playwright runs an event loop in this thread; the tests' own queries beside it are safe.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture
def phone(chromium: Browser, live_server) -> Iterator[Callable[[], Page]]:
    """A new phone at each call; whatever a page does wrong on its console fails the test."""
    contexts, errors = [], []

    def new() -> Page:
        context = chromium.new_context(base_url=live_server.url, accept_downloads=True, **PHONE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.set_default_timeout(30_000)
        return page

    yield new
    for context in contexts:
        context.close()
    assert not errors


@pytest.fixture
def look() -> Callable[[Page, str], None]:
    """Keep a picture of the page, and check that nothing is cut: no page scrolls sideways."""

    def keep(page: Page, name: str) -> None:
        SHOTS.mkdir(exist_ok=True)
        page.screenshot(path=SHOTS / f"{name}.png", full_page=True)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), name

    return keep
