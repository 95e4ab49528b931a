"""Read CSV files strictly, as numbered lines of cells.

All lists of people and sheets of results are read here. Each line is parsed separately, so that an
unclosed quotation mark affects one line only, and all unreadable lines are reported at once.
"""

import csv
import re
from collections.abc import Iterator

from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from games.typed_text import clean_text

# The number of a line in the file, from 1, and its cells, without surrounding white space.
NumberedLine = tuple[int, list[str]]

_BROKEN = _("The quotation marks of this line do not match. Write the line again.")
_UNREADABLE = _(
    "This line holds a letter that is neither UTF-8 nor Windows-1252. Save the file as UTF-8."
)
_NOT_AS_THE_REST = _(
    "This line holds a letter that is not %(encoding)s, as the rest is. Save the file as UTF-8."
)
_CONTROLS = _("This line holds characters that no text has. Save the sheet as CSV.")
_WORKBOOK = _("This is a workbook, not a text. Open it and save the sheet as CSV.")

_BYTE_ORDER_MARKS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_WORKBOOK_SIGNATURES = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
# The display names of the encodings that are tried.
ENCODING_NAMES = {
    "utf-8": "UTF-8",
    "utf-16-le": "UTF-16",
    "utf-16-be": "UTF-16",
    "cp1252": "Windows-1252",
}

# The possible separators of cells, by precedence.
SEPARATORS = "\t;,"

_NEW_LINE = re.compile("\r\n|[\r\n\v\u2028\u2029]")
_NEW_LINE_IN_BYTES = re.compile(b"\r\n|\r|\n")
_CONTROL = re.compile(r"[\0-\x08\x0e-\x1f\x7f]")
_SEPARATOR_LINE = re.compile(r'"?sep=(.)"?[\s,;]*\Z', re.IGNORECASE)
_QUOTED = re.compile(r'"[^"]*"')


def read_lines(data: bytes) -> tuple[list[NumberedLine], list[Problem]]:
    """Return the lines of a file that are not blank, and the problems of unreadable ones.

    The encoding is detected from the bytes, and the separator of cells from the first line. Some
    spreadsheets write a line such as `sep=;` above the first line; it sets the separator. Raises
    `ValidationFailed` with all lines that cannot be decoded, and for a workbook, which is not text.
    """
    numbered = [
        (number, line)
        for number, line in numbered_lines(_decoded_text(data))
        if line.strip(" ,;\t\ufeff")
    ]
    first = numbered[0][1].strip(" \ufeff") if numbered else ""
    if match := _SEPARATOR_LINE.match(first):
        del numbered[0]
    separator = match[1] if match else detect_separator(first)
    parsed = [(number, _cells_or_problem(number, line, separator)) for number, line in numbered]
    lines = [(number, cells) for number, cells in parsed if not isinstance(cells, Problem)]
    return lines, [problem for _number, problem in parsed if isinstance(problem, Problem)]


def _cells_or_problem(line_number: int, line: str, separator: str) -> list[str] | Problem:
    if _CONTROL.search(line):
        return Problem("control_characters", _CONTROLS, line=line_number)
    cells = split_cells(line, separator)
    return Problem("broken_line", _BROKEN, line=line_number) if cells is None else cells


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """Return the lines of a text with their numbers from 1, for any kind of line end."""
    return enumerate(_NEW_LINE.split(text), start=1)


def detect_separator(line: str) -> str:
    """Return the first of `SEPARATORS` that the line has outside quotation marks, or a comma."""
    unquoted = _QUOTED.sub("", line)
    return next((separator for separator in SEPARATORS if separator in unquoted), ",")


def split_cells(line: str, separator: str) -> list[str] | None:
    """Return the cleaned cells of a line, or None if its quotation marks do not match."""
    try:
        return [
            clean_text(cell) for cell in next(csv.reader([line], delimiter=separator, strict=True))
        ]
    except csv.Error:
        return None


def detect_encoding(data: bytes) -> str:
    """Return the encoding of a file by its byte order mark or content.

    The encoding is a key of `ENCODING_NAMES`; decoding with it may still fail.
    """
    by_mark = (encoding for mark, encoding in _BYTE_ORDER_MARKS if data.startswith(mark))
    return next(by_mark, None) or _encoding_without_mark(data)


def _decoded_text(data: bytes) -> str:
    if data.startswith(_WORKBOOK_SIGNATURES):
        raise ValidationFailed([Problem("workbook", _WORKBOOK)])
    encoding = detect_encoding(data)
    try:
        return data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise_if_any(_unreadable_lines(encoding, data))
        before = data[: error.start].decode(encoding)
        raise ValidationFailed(
            [_unreadable_problem(encoding, len(_NEW_LINE.split(before)))]
        ) from error


def _encoding_without_mark(data: bytes) -> str:
    """Guess the encoding of a file without a byte order mark.

    A file with many zero bytes is UTF-16. Otherwise it is Windows-1252 if it has lines beyond ASCII
    and none of them is valid UTF-8.
    """
    for offset, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
        if data and data[offset::2].count(0) * 3 > len(data):
            return encoding
    non_ascii = [line for line in _NEW_LINE_IN_BYTES.split(data) if not line.isascii()]
    if non_ascii and not any(_can_decode(line, "utf-8") for line in non_ascii):
        return "cp1252"
    return "utf-8"


def _can_decode(line: bytes, encoding: str) -> bool:
    try:
        line.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _unreadable_lines(encoding: str, data: bytes) -> Iterator[Problem]:
    """Yield a problem for each line that cannot be decoded; none for UTF-16.

    The bytes of UTF-16 cannot be split into lines without decoding them.
    """
    if not encoding.startswith("utf-16"):
        for number, line in enumerate(_NEW_LINE_IN_BYTES.split(data), start=1):
            if not _can_decode(line, encoding):
                yield _unreadable_problem(encoding, number)


def _unreadable_problem(encoding: str, line_number: int) -> Problem:
    if encoding == "cp1252":
        return Problem("unreadable", _UNREADABLE, line=line_number)
    return Problem(
        "unreadable", _NOT_AS_THE_REST, {"encoding": ENCODING_NAMES[encoding]}, line=line_number
    )
