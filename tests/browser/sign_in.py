"""Sign in as the director of tests/scenes/evening.py."""

from playwright.sync_api import Page, expect


def signed_in(page: Page) -> Page:
    """Sign in as the director of the club, and return the page at the desk."""
    page.goto("/desk/")
    page.get_by_label("User name").fill("director-club-manilla")
    page.get_by_label("Password").fill("paraula-de-pas")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_load_state()
    return page
