"""Split a long list into sheets for a television screen."""

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from math import ceil
from typing import TypeVar

Row = TypeVar("Row")

# Lines of a sheet in the smallest letters, 40 px on 1920 × 1080; shorter sheets have larger ones.
LINES_PER_SHEET = 16

# Fewest rows of a sheet other than the last, if they fit.
MIN_ROWS = 4

# More rows make at least two sheets. A page of the screen shows two sheets side by side, so that no
# half of it stays empty.
MAX_ROWS_OF_ONE_SHEET = 2 * MIN_ROWS - 1

# Letters that fit on a line beside the numbers, 40 px on 1920 × 1080.
LETTERS_PER_LINE = 33

# Letters that fit on a line of a name that is too long for `LETTERS_PER_LINE`. Such a name is
# written smaller, and each person starts on a new line.
LETTERS_PER_SMALL_LINE = 45

# Width of the blank between two persons; the dash is counted with the name of the first.
SEPARATOR_WIDTH = len(" ")


def split_into_sheets(
    rows: Iterable[Row],
    persons_of: Callable[[Row], Sequence[str]],
    *,
    even_sheet_count: bool = True,
) -> list[list[Row]]:
    """Return the rows in sheets of about the same length; no sheets without rows.

    `persons_of` returns the persons of a row: all on one line, or each on lines of their own. With
    `even_sheet_count` a long list has an even number of sheets, because a page shows two.

    Sheets have the same number of rows if their lines allow it. Otherwise they are filled to the
    smallest number of lines that leaves no sheet but the last with fewer than `MIN_ROWS` rows.
    """
    measured = [(row, _line_count(persons_of(row))) for row in rows]
    sheets = _fill_sheets(measured, LINES_PER_SHEET)
    max_sheet_count = len(sheets)
    if even_sheet_count and len(measured) > MAX_ROWS_OF_ONE_SHEET:
        max_sheet_count += max_sheet_count % 2
    total_lines = sum(lines for _row, lines in measured)
    min_lines = max(1, ceil(total_lines / max(1, max_sheet_count)))
    layouts_by_max_lines = (
        (lines, _fill_sheets(measured, lines)) for lines in range(min_lines, LINES_PER_SHEET)
    )
    layouts = [
        (lines, layout) for lines, layout in layouts_by_max_lines if len(layout) <= max_sheet_count
    ]
    if not layouts:
        return sheets
    lines, first = layouts[0]
    well_filled = (
        layout
        for _max_lines, layout in layouts
        if all(len(sheet) >= MIN_ROWS for sheet in layout[:-1])
    )
    return _equal_sheets(measured, len(first), lines) or next(well_filled, first)


def _fill_sheets(measured: Sequence[tuple[Row, int]], max_lines: int) -> list[list[Row]]:
    """Fill sheets one after another with at most `max_lines` lines; a longer row gets its own."""
    sheets: list[list[Row]] = []
    lines_left = 0
    for row, lines in measured:
        if lines > lines_left:
            sheets.append([])
            lines_left = max_lines
        sheets[-1].append(row)
        lines_left -= lines
    return sheets


def _equal_sheets(
    measured: Sequence[tuple[Row, int]], sheet_count: int, max_lines: int
) -> list[list[Row]] | None:
    """Give each sheet the same number of rows; None if one would exceed `max_lines` lines."""
    rows_per_sheet = max(1, ceil(len(measured) / max(1, sheet_count)))
    parts = [
        measured[start : start + rows_per_sheet]
        for start in range(0, len(measured), rows_per_sheet)
    ]
    if len(parts) < sheet_count or any(
        sum(lines for _row, lines in part) > max_lines for part in parts
    ):
        return None
    return [[row for row, _line_count in part] for part in parts]


def _line_count(persons: Sequence[str]) -> int:
    """Return how many lines a name takes; Chinese and Japanese letters are two wide."""
    widths = [_width(person) for person in persons]
    if sum(widths) + SEPARATOR_WIDTH * (len(widths) - 1) <= LETTERS_PER_LINE:
        return 1
    lines = sum(max(1, ceil(width / LETTERS_PER_SMALL_LINE)) for width in widths)
    return min(LINES_PER_SHEET, lines)


def _width(text: str) -> int:
    wide = sum(unicodedata.east_asian_width(letter) in ("W", "F") for letter in text)
    return len(text) + wide
