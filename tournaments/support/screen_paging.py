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

# More rows make two sheets, so that no half of a page stays empty.
MAX_ROWS_OF_ONE_SHEET = 2 * MIN_ROWS - 1

# Letters that fit on a line beside the numbers, 40 px on 1920 × 1080.
LETTERS_PER_LINE = 33

# The same for a longer name, which is written smaller with each person on lines of their own.
LETTERS_OF_LONG_NAMES = 45

# The dash before the blank belongs to the first person.
BETWEEN_PERSONS = len(" ")


def split_into_sheets(
    rows: Iterable[Row], parts: Callable[[Row], Sequence[str]], *, even_sheet_count: bool = True
) -> list[list[Row]]:
    """Return the rows in sheets of about the same length; no sheets without rows.

    `parts` returns the persons of a row: all on one line, or each on lines of their own. With
    `even_sheet_count` a long list has an even number of sheets, as a page shows two.
    """
    measured = [(row, _line_count(parts(row))) for row in rows]
    sheets = _fill_sheets(measured, LINES_PER_SHEET)
    number = len(sheets)
    if even_sheet_count and len(measured) > MAX_ROWS_OF_ONE_SHEET:
        number += number % 2
    all_lines = sum(lines for _row, lines in measured)
    fewest = max(1, ceil(all_lines / max(1, number)))
    filled = ((lines, _fill_sheets(measured, lines)) for lines in range(fewest, LINES_PER_SHEET))
    layouts = [(lines, layout) for lines, layout in filled if len(layout) <= number]
    if not layouts:
        return sheets
    lines, first = layouts[0]
    well_filled = (
        layout
        for _max_lines, layout in layouts
        if all(len(sheet) >= MIN_ROWS for sheet in layout[:-1])
    )
    return _equal_sheets(measured, len(first), lines) or next(well_filled, first)


def _fill_sheets(measured: Sequence[tuple[Row, int]], most: int) -> list[list[Row]]:
    """Fill sheets one after another with at most `most` lines; a longer row gets its own."""
    sheets: list[list[Row]] = []
    lines_left = 0
    for row, lines in measured:
        if lines > lines_left:
            sheets.append([])
            lines_left = most
        sheets[-1].append(row)
        lines_left -= lines
    return sheets


def _equal_sheets(
    measured: Sequence[tuple[Row, int]], sheets: int, most: int
) -> list[list[Row]] | None:
    """Give each sheet the same number of rows; None if one would exceed `most` lines."""
    rows_per_sheet = max(1, ceil(len(measured) / max(1, sheets)))
    parts = [measured[at : at + rows_per_sheet] for at in range(0, len(measured), rows_per_sheet)]
    if len(parts) < sheets or any(sum(lines for _row, lines in part) > most for part in parts):
        return None
    return [[row for row, _line_count in part] for part in parts]


def _line_count(parts: Sequence[str]) -> int:
    """Return how many lines a name takes; Chinese and Japanese letters are two wide."""
    widths = [_width(part) for part in parts]
    if sum(widths) + BETWEEN_PERSONS * (len(widths) - 1) <= LETTERS_PER_LINE:
        return 1
    lines = sum(max(1, ceil(width / LETTERS_OF_LONG_NAMES)) for width in widths)
    return min(LINES_PER_SHEET, lines)


def _width(text: str) -> int:
    wide = sum(unicodedata.east_asian_width(letter) in ("W", "F") for letter in text)
    return len(text) + wide
