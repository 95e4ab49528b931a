"""How large the letters of the sheet for beginners can be: as large as one page of A4 has room
for."""

from collections.abc import Iterable
from html import unescape
from unicodedata import east_asian_width

from django.utils.html import strip_tags

_LETTERS = ((1100, "largest"), (1550, "larger"), (1800, "large"))
"""Up to how much text fits in letters of 16, 14 and 13 points (static/app.css), with some paper to
spare for the fonts of others: measured on every page there is. What is longer has the usual 12."""

_ROW = 100
"""What a row of a table takes, as if it were so many letters more."""


def letters_of_sheet(parts: Iterable[str]) -> str:
    """The class of the sheet that these parts, in HTML, make together; blank for letters as
    usual."""
    room = sum(_room(part) for part in parts)
    return next((name for most, name in _LETTERS if room <= most), "")


def _room(html: str) -> int:
    """How many letters of a European language take as much; a Japanese one is twice as wide."""
    text = " ".join(unescape(strip_tags(html)).split())
    return sum(2 if east_asian_width(each) in "WF" else 1 for each in text) + _ROW * html.count(
        "<tr>"
    )
