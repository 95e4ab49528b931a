"""Pages ask again every five seconds: a test need not wait for them."""

from playwright.sync_api import Page


def install_clock(page: Page) -> Page:
    """A page whose clock can be put forward; to be called before it goes anywhere."""
    page.clock.install()
    return page


def advance_five_seconds(*pages: Page) -> None:
    """The time in which every page has asked again."""
    for page in pages:
        page.clock.fast_forward(5000)
