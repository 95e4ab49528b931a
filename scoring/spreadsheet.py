"""The bytes of a spreadsheet saved as CSV, as numbered lines of cells: any usual encoding and separator."""

import csv
import re
from collections.abc import Iterator

from games.problems import Problem, Refused
from games.text import gettext_noop as _

Line = tuple[int, list[str]]
"""A line's number in the file, from 1, and its cells without the white space around them."""

_BROKEN = _("The quotation marks of this line do not match. Write the line again.")
_UNREADABLE = _("This line holds a letter that is neither UTF-8 nor Windows-1252. Save the file as UTF-8.")
_EMPTY = _("The file holds no results. Its first line names the columns, each further one is a result.")


def read_lines(data: bytes) -> tuple[list[Line], list[Problem]]:
    """Every line that is not blank, the header first, and the problems of those that cannot be read.

    Raises `Refused` where there is no header or nothing under it.
    """
    lines = [(number, text) for number, text in _numbered(_decoded(data)) if text.strip(" ,;\t")]
    if len(lines) < 2:
        raise Refused([Problem("empty", _EMPTY)])
    header = lines[0][1]
    separator = ";" if header.count(";") > header.count(",") else ","
    read = [(number, _cells(text, separator)) for number, text in lines]
    broken = [Problem("broken_line", _BROKEN, line=number) for number, cells in read if cells is None]
    if read[0][1] is None:
        raise Refused(broken)
    return [(number, cells) for number, cells in read if cells is not None], broken


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError as error:
        line = len(re.findall(rb"\r\n|\r|\n", data[: error.start])) + 1
        raise Refused([Problem("unreadable", _UNREADABLE, line=line)]) from error


def _numbered(text: str) -> Iterator[tuple[int, str]]:
    return enumerate(re.split(r"\r\n|\r|\n", text), start=1)


def _cells(text: str, separator: str) -> list[str] | None:
    """The cells of one line, or None where its quotation marks do not match.

    Lines are read one by one, so that a mark left open spoils its own line and no other.
    """
    try:
        return [cell.strip() for cell in next(csv.reader([text], delimiter=separator, strict=True))]
    except csv.Error:
        return None
