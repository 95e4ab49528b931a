"""Put the clock of a page forward, so that tests need not wait until it polls."""

from playwright.sync_api import Page


def install_clock(page: Page) -> Page:
    """Install a clock that can be put forward; call it before the first page."""
    page.clock.install()
    return page


def advance_five_seconds(*pages: Page) -> None:
    """Put the clocks of pages forward by the interval of their polling."""
    for page in pages:
        page.clock.fast_forward(5000)
