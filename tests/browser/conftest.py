"""Fixtures with a real Chromium and a real server."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from django.conf import settings as site
from django.core.handlers.wsgi import WSGIHandler
from django.test import override_settings
from playwright.sync_api import Browser, Page, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

from tests.browser.origins import PHONE, Origin, Site, browser_arguments
from tests.browser.page_checks import AXE_FOLDER

expect.set_options(timeout=15_000)  # what a page owes may come late on a busy machine
SHOTS = Path(__file__).parent.parent.parent / "screenshots"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder as needing the browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Start Debian's Chromium; without it skip the test, or fail if it is required."""
    path = shutil.which("chromium")
    if path is None:
        if os.environ.get("MANILLA_BROWSER") == "required":
            pytest.fail("these tests need the package chromium")
        pytest.skip("needs the package chromium")
    # Playwright runs an event loop in this thread; the tests' own queries beside it are safe.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", *browser_arguments()]
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def live_server() -> Iterator[LiveServer]:
    """Serve the site with cacheable static files, unlike Django's own test server.

    The files of axe are served as well, because pages load scripts from their own origin only.
    """
    with override_settings(STATICFILES_DIRS=[*site.STATICFILES_DIRS, AXE_FOLDER]):
        with patch(
            "django.contrib.staticfiles.handlers.StaticFilesHandler", lambda _bare: WSGIHandler()
        ):
            server = LiveServer("localhost")
        yield server
        server.stop()


@pytest.fixture
def phone(chromium: Browser, live_server) -> Iterator[Callable[[], Page]]:
    """Return a function that opens a new phone; errors on the console fail the test."""
    contexts, errors = [], []

    def new() -> Page:
        # The service worker has its own tests; here it would only fetch pages that are not needed.
        blocked = {"service_workers": "block"}
        context = chromium.new_context(
            base_url=live_server.url, accept_downloads=True, **PHONE, **blocked
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.set_default_timeout(30_000)
        return page

    yield new
    for context in contexts:
        context.close()
    assert not errors


@pytest.fixture(params=["http", "https"])
def origin(
    request: pytest.FixtureRequest, chromium: Browser, transactional_db: None, settings
) -> Iterator[Origin]:
    """Serve the site under its own name, over HTTP and HTTPS; choose one with `indirect`."""
    if request.param == "https":  # as MANILLA_HTTPS says
        settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
        settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    site = Site(request.param)
    origin = Origin(site.base_url, site.network, chromium)
    contexts = len(chromium.contexts)
    yield origin
    for context in chromium.contexts[contexts:]:
        context.close()
    site.stop()
    assert not origin.errors


@pytest.fixture
def look() -> Callable[[Page, str], None]:
    """Return a check that a page does not scroll sideways.

    With MANILLA_SHOTS in the environment it also saves a screenshot.
    """

    def keep(page: Page, name: str) -> None:
        page.wait_for_load_state()  # a click returns as soon as the next page has begun
        if os.environ.get("MANILLA_SHOTS"):
            SHOTS.mkdir(exist_ok=True)
            page.screenshot(path=SHOTS / f"{name}.png", full_page=True)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), name

    return keep
