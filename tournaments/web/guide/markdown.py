"""The guide's Markdown as the site shows it: read once for each process, and links between pages lead on."""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

GUIDE_FOLDER = settings.BASE_DIR / "docs" / "guide"
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_TITLE = 3
"""How many tokens a page begins with that are its title."""


class GuidePage(NamedTuple):
    """One page in one language: `name` is that of its file, `html` all below its title."""

    name: str
    title: str
    html: SafeString


@cache
def guide_page(language: str, name: str) -> GuidePage:
    """A page of docs/guide; `name` is one of `GUIDE_PAGES`."""
    tokens = _MARKDOWN.parse((GUIDE_FOLDER / language / f"{name}.md").read_text(encoding="utf-8"))
    _lead_on(tokens)
    html = _MARKDOWN.renderer.render(tokens[_TITLE:], _MARKDOWN.options, {})
    return GuidePage(name, tokens[1].content, mark_safe(html))  # noqa: S308  the file is ours, and HTML in it is text


def _lead_on(tokens: Iterable[Token]) -> None:
    """A link to another file of the guide becomes one to its page."""
    for token in tokens:
        href = str(token.attrs.get("href", ""))
        if href.endswith(".md"):
            token.attrs["href"] = reverse("guide_page", args=[href.removesuffix(".md")])
        _lead_on(token.children or ())
