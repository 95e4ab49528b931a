"""A long list on a screen that everybody sees from afar: in pages of so many lines as are read
there."""

import unicodedata
from collections.abc import Callable, Iterable
from math import ceil
from typing import TypeVar

Row = TypeVar("Row")

LINES = 12
"""Lines of a page in the largest letters."""

LETTERS = 40
"""Letters of a name that fit on a line beside the numbers; a longer name takes two."""


def in_pages(rows: Iterable[Row], name: Callable[[Row], str]) -> list[list[Row]]:
    """The rows in pages, as many on each as its lines hold; no page where there are no rows."""
    pages: list[list[Row]] = []
    left = 0
    for row in rows:
        lines = _lines(name(row))
        if lines > left:
            pages.append([])
            left = LINES
        pages[-1].append(row)
        left -= lines
    return pages


def _lines(name: str) -> int:
    """How many lines a name takes; letters of Chinese and Japanese are as wide as two."""
    wide = sum(unicodedata.east_asian_width(letter) in ("W", "F") for letter in name)
    return min(LINES, max(1, ceil((len(name) + wide) / LETTERS)))
