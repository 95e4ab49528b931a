"""Markdown files of docs/ as pages, parsed once per process, with links between them."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

# Number of tokens of a heading; the first ones of a page are its title.
_TITLE_TOKEN_COUNT = 3
_LABEL_KEY = "label"

# The space between an operator and its number, where a formula may not break.
_SPACE_AFTER_OPERATOR = re.compile(r"(?<=[+−×÷=]) (?=\S)")

# A function that changes the tokens of a page before it becomes HTML.
TokenTransform = Callable[[Sequence[Token]], None]


class MarkdownPage(NamedTuple):
    """One page in one language; `lead` is its first paragraph as plain text.

    `name` is the name of the file without its ending. `parts` are the HTML before the first section
    heading, and then that of each section.
    """

    name: str
    title: str
    lead: str
    parts: tuple[SafeString, ...]

    @property
    def html(self) -> SafeString:
        """The HTML below the title."""
        return mark_safe("".join(self.parts))  # noqa: S308  made of what is safe


@cache
def markdown_page(folder: Path, name: str, view: str) -> MarkdownPage:
    """Return a page; raise `FileNotFoundError` if it does not exist.

    `view` is the URL name of the pages in this folder.
    """
    return transformed_page(folder, name, view, _unchanged)


def transformed_page(folder: Path, name: str, view: str, transform: TokenTransform) -> MarkdownPage:
    """Return a page whose tokens have been transformed; it is parsed on every call."""
    tokens = _MARKDOWN.parse((folder / f"{name}.md").read_text(encoding="utf-8"))
    _resolve_links(tokens, view)
    transform(tokens)
    title, body = tokens[1].content, tokens[_TITLE_TOKEN_COUNT:]
    lead = next((token for token in body if token.type == "inline"), None)
    return MarkdownPage(
        name, title, _plain_text(lead) if lead else "", tuple(_render_parts(title, body))
    )


def _unchanged(_tokens: Sequence[Token]) -> None:
    pass


def _resolve_links(tokens: Iterable[Token], view: str) -> None:
    """Replace links to other files of the folder by the URLs of their pages, in place."""
    for token in tokens:
        href = str(token.attrs.get("href", ""))
        if href.endswith(".md"):
            token.attrs["href"] = reverse(view, args=[href.removesuffix(".md")])
        _resolve_links(token.children or (), view)


def _plain_text(inline: Token) -> str:
    return "".join(
        token.content or " " * token.type.endswith("break") for token in inline.children or ()
    )


def _render_parts(title: str, body: Sequence[Token]) -> Iterator[SafeString]:
    starts = [
        index
        for index, token in enumerate(body)
        if token.type == "heading_open" and token.tag == "h2"
    ]
    for start, end in zip([0, *starts], [*starts, len(body)], strict=True):
        label = body[start + 1].content if start in starts else title
        html = _MARKDOWN.renderer.render(body[start:end], _MARKDOWN.options, {_LABEL_KEY: label})
        yield mark_safe(html)  # noqa: S308  the file is ours, and HTML in it is text


def _render_table_open(
    _renderer: object, _tokens: object, _place: int, _options: object, env: dict[str, str]
) -> str:
    """Open a table inside a scrollable container that can be reached by keyboard."""
    opening = (
        '<div class="scroller" tabindex="0" role="group" aria-label="{}"><table class="ledger">\n'
    )
    return format_html(opening, env[_LABEL_KEY])


def _render_table_close(*_args: object) -> str:
    return "</table></div>\n"


def _render_code(
    _renderer: object, tokens: Sequence[Token], index: int, _options: object, _env: object
) -> str:
    """Render formulas in the text font with non-breaking spaces, other code as `<code>`."""
    code = tokens[index].content
    if "=" not in code or not _SPACE_AFTER_OPERATOR.search(code):
        return format_html("<code>{}</code>", code)
    return format_html(
        '<span class="reckoned">{}</span>', _SPACE_AFTER_OPERATOR.sub("\u00a0", code)
    )


_MARKDOWN = MarkdownIt("commonmark", {"html": False, "typographer": True})
_MARKDOWN.enable(["table", "smartquotes"])  # typographic quotation marks and apostrophes
_MARKDOWN.add_render_rule("code_inline", _render_code)
_MARKDOWN.add_render_rule("table_open", _render_table_open)
_MARKDOWN.add_render_rule("table_close", _render_table_close)
