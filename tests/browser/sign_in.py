"""How the director of tests/scenes/evening.py signs in, as a person does."""

from playwright.sync_api import Page, expect


def signed_in(page: Page) -> Page:
    """The page, at the desk of the director of the club that an evening is built in."""
    page.goto("/desk/")
    page.get_by_label("Name to sign in with").fill("director-club-manilla")
    page.get_by_label("Password").fill("paraula-de-pas")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_load_state()
    return page
