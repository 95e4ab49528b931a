"""Every component is in the gallery, without inline code and with enough contrast."""

import re
from itertools import product

import pytest
from django.conf import settings
from django.template import Template
from django.test.signals import template_rendered

from tests.conventions.gallery import render_gallery

TEMPLATES = settings.BASE_DIR / "templates"
STYLE = "".join(
    (settings.BASE_DIR / "static" / style).read_text()
    for style in ("app.css", "site.css", "results.css")
)
COMPONENTS = sorted((TEMPLATES / "shared").glob("_*"))
MANUAL = settings.BASE_DIR / "docs" / "developers" / "components.md"


@pytest.fixture(scope="module")
def rendered() -> tuple[str, set[str]]:
    """Render the gallery, and return it with the names of all its templates."""
    names: set[str] = set()

    def note(template: Template, **_: object) -> None:
        names.add(str(template.name))

    template_rendered.connect(note)
    page = render_gallery()
    template_rendered.disconnect(note)
    return page, names


@pytest.fixture
def page(rendered: tuple[str, set[str]]) -> str:
    return rendered[0]


def test_every_component_is_in_the_gallery(rendered: tuple[str, set[str]]) -> None:
    assert {f"shared/{component.name}" for component in COMPONENTS} <= rendered[1]


def test_every_component_documents_its_parameters() -> None:
    for component in COMPONENTS:
        assert component.read_text().startswith("{% comment %}"), component


def test_every_component_is_in_the_manual() -> None:
    manual = MANUAL.read_text()
    assert [component.name for component in COMPONENTS if f"`{component.name}`" not in manual] == []


def test_gallery_has_no_inline_style_script_or_handler(page: str) -> None:
    assert not re.findall(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)", page)


def test_every_used_symbol_is_defined(page: str) -> None:
    symbol_ids = re.findall(r' id="([\w-]+)"', page)
    used = re.findall(r'<use href="#([\w-]+)"', page)
    assert used
    assert set(used) <= set(symbol_ids)


def test_ids_of_components_are_unique(page: str) -> None:
    assert page.count('id="main"') == page.count('id="messages"') == 1


def luminance(colour: str) -> float:
    """Return the relative luminance, 0 to 1, of `#RRGGBB` (WCAG 2.2)."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(colour: str, other_colour: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2.2)."""
    dark, light = sorted((luminance(colour), luminance(other_colour)))
    return (light + 0.05) / (dark + 0.05)


def themes() -> dict[str, dict[str, str]]:
    """Return the colours of both themes, by token."""
    light, dark = re.findall(r":root \{(.*?)\}", STYLE, re.DOTALL)[:2]
    by_day, by_night = (
        dict(re.findall(r"--([a-z-]+): (#[0-9A-F]{6});", block)) for block in (light, dark)
    )
    # what the second theme does not name is the same by day and by night
    return {"light": by_day, "dark": by_day | by_night}


INKS = ("ink", "quiet", "good", "ask", "wrong")
PAIRS = [
    *product(INKS, ("paper", "sheet")),
    *product(("on-felt", "on-felt-quiet"), ("felt", "felt-light")),
    ("gold", "felt"),
    ("on-go", "go"),
    ("on-go", "go-hover"),
    ("ink", "hover"),
    ("ink", "tint"),
    ("good", "good-tint"),
    ("ask", "ask-tint"),
    ("wrong", "wrong-tint"),
    ("stock-ink", "stock"),
]


def test_every_text_colour_has_enough_contrast() -> None:
    for theme, colours in themes().items():
        for ink, ground in PAIRS:
            assert contrast(colours[ink], colours[ground]) >= 4.5, (theme, ink, ground)


def test_no_text_is_smaller_than_sixteen_pixels() -> None:
    sizes = [float(size) for size in re.findall(r"font-size: ([\d.]+)(?:rem|em)", STYLE)]
    assert sizes
    assert min(sizes) * 18 > 15.99
