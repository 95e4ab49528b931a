"""Checks of a page in the browser: measurements of its layout, and the rules of axe."""

import os
from collections.abc import Iterable
from pathlib import Path

import axe_playwright_python
from playwright.sync_api import Page

FOLDER = Path(__file__).parent
AXE_FOLDER = Path(axe_playwright_python.__file__).parent
# LAYOUT_SHIFTS runs before a page loads (`add_init_script`), the others in a loaded page.
MEASURE, AUDIT, TEXT_SPACING, LAYOUT_SHIFTS = (
    (FOLDER / f"{name}.js").read_text() for name in ("measure", "audit", "spaced", "shifts")
)

WAIT_UNTIL_SETTLED = """
async () => {
  await document.fonts.ready;
  while (document.querySelector(".htmx-request")) await new Promise((next) => setTimeout(next, 20));
  await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
  return window.layoutShifts;
}
"""

PHONE_HEIGHT, PHONE_WIDTH = 844, 390
# Widths in CSS pixels by name; with letters twice as large a phone has half its width.
WIDTHS = {"360": 360, "390": 390, "1280": 1280, "large": 195}

# CSS pixels that must suffice for every page, even with larger text spacing (WCAG 1.4.10, 1.4.12).
NARROWEST_WIDTH = 320

RULES: dict[str, object] = {
    "type": "tag",
    "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}

# Rules that a page can follow in one language and break in another: accessible names, and what
# longer words displace.
LANGUAGE_RULES: dict[str, object] = {
    "type": "rule",
    "values": [
        *(
            "html-has-lang",
            "html-lang-valid",
            "valid-lang",
            "document-title",
            "landmark-unique",
            "empty-heading",
        ),
        *(
            "link-name",
            "button-name",
            "summary-name",
            "label",
            "select-name",
            "form-field-multiple-labels",
        ),
        *(
            "aria-command-name",
            "aria-input-field-name",
            "aria-toggle-field-name",
            "aria-progressbar-name",
        ),
        *("image-alt", "image-redundant-alt", "role-img-alt", "svg-img-alt", "empty-table-header"),
        *("table-duplicate-name", "scrollable-region-focusable", "target-size"),
    ],
}

OPEN_ALL_DETAILS = (
    "[...document.querySelectorAll('main details:not([open])')].map((each) => (each.open = "
    "true)).length"
)

SHOTS = FOLDER.parent.parent / "screenshots" / "pages"
A4 = {"width": 794, "height": 1123}


def wait_until_drawn(page: Page) -> None:
    """Wait for a screenshot: Chromium ignores keys until it has drawn a page's first frame."""
    page.screenshot()


def layout_problems(page: Page, widths: Iterable[str] = WIDTHS) -> list[str]:
    """Return everything that is cut off, too small or too wide at some widths."""
    problems = []
    for name in widths:
        page.set_viewport_size({"width": WIDTHS[name], "height": PHONE_HEIGHT})
        problems += [f"at {name}: {problem}" for problem in page.evaluate(MEASURE)]
    return problems


def layout_shifts(page: Page) -> list[str]:
    """Return the elements that have moved by the time fonts and fragments are loaded."""
    shifts: list[str] = page.evaluate(WAIT_UNTIL_SETTLED)
    return shifts


def text_spacing_problems(page: Page) -> list[str]:
    """Return the layout problems of the narrowest page with larger text spacing."""
    page.set_viewport_size({"width": NARROWEST_WIDTH, "height": PHONE_HEIGHT})
    page.evaluate(TEXT_SPACING, True)
    problems = [f"set apart: {problem}" for problem in page.evaluate(MEASURE)]
    page.evaluate(TEXT_SPACING, False)
    return problems


def axe_problems(page: Page, rules: dict[str, object] = RULES) -> list[str]:
    """Return the problems that axe finds on a phone, except those of colours."""
    return [
        f"axe: {problem}"
        for problem in page.evaluate(AUDIT, {"rules": rules, "met": None})["wrong"]
    ]


def contrast_problems(page: Page, met: set[str]) -> list[str]:
    """Return the contrast problems that axe finds in both themes.

    `met` are the pairs of colours that were checked before; they are skipped, and new ones added.
    """
    problems = []
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        audit = page.evaluate(AUDIT, {"rules": None, "met": sorted(met)})
        met.update(audit["inks"])
        problems += [f"axe, {theme}: {problem}" for problem in audit["wrong"]]
    page.emulate_media(color_scheme="light")
    return problems


def save_screenshots(page: Page, name: str) -> None:
    """Save the page on a phone, on a desk, dark and printed, if MANILLA_SHOTS is set."""
    if not os.environ.get("MANILLA_SHOTS"):
        return
    page.set_viewport_size({"width": PHONE_WIDTH, "height": PHONE_HEIGHT})
    _save_screenshot(page, f"{name}.{PHONE_WIDTH}")
    page.set_viewport_size({"width": WIDTHS["1280"], "height": PHONE_HEIGHT})
    _save_screenshot(page, f"{name}.1280")
    page.emulate_media(media="print")
    page.set_viewport_size(A4)
    _save_screenshot(page, f"{name}.print")
    page.emulate_media(media="screen", color_scheme="dark")
    page.set_viewport_size({"width": PHONE_WIDTH, "height": PHONE_HEIGHT})
    _save_screenshot(page, f"{name}.dark")
    page.emulate_media(color_scheme="light")


def _save_screenshot(page: Page, name: str) -> None:
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"{name}.jpeg", type="jpeg", quality=70, full_page=True)
