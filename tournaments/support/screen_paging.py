"""Split a long list into sheets for a television screen."""

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from math import ceil
from typing import TypeVar

Row = TypeVar("Row")

# Lines of a sheet with the smallest letters, which are 40 px high on a screen of 1920 × 1080.
# Sheets with fewer lines have larger letters.
LINES_PER_SHEET = 16

# Every sheet except the last has at least this many rows, if so many rows fit on a sheet.
MIN_ROWS_PER_SHEET = 4

# A list with more rows is split into at least two sheets. A page of the screen shows two sheets
# side by side, and neither half should be empty.
MAX_ROWS_OF_ONE_SHEET = 2 * MIN_ROWS_PER_SHEET - 1

# Letters of 40 px that fit on a line beside the numbers.
LETTERS_PER_LINE = 33

# Smaller letters that fit on a line. A name with more than `LETTERS_PER_LINE` letters is shown with
# smaller letters, and each of its persons starts on a new line.
LETTERS_PER_SMALL_LINE = 45

# Width of the blank between two persons. The dash before it is a part of the first person's text.
SEPARATOR_WIDTH = len(" ")


def split_into_sheets(
    rows: Iterable[Row],
    persons_of: Callable[[Row], Sequence[str]],
    *,
    even_sheet_count: bool = True,
) -> list[list[Row]]:
    """Split rows into sheets of about the same length; return an empty list without rows.

    `persons_of` returns the persons of a row. A short row has all persons on one line; in a longer
    row each person has one or more lines. With `even_sheet_count` a long list has an even number of
    sheets, because a page shows two.

    If possible, all sheets have the same number of rows. Otherwise each sheet gets as many rows as
    fit into a maximum number of lines: the smallest maximum with which all sheets except the last
    have at least `MIN_ROWS_PER_SHEET` rows.
    """
    rows_with_line_counts = [(row, _line_count(persons_of(row))) for row in rows]
    sheets = _fill_sheets(rows_with_line_counts, LINES_PER_SHEET)
    max_sheet_count = len(sheets)
    if even_sheet_count and len(rows_with_line_counts) > MAX_ROWS_OF_ONE_SHEET:
        max_sheet_count += max_sheet_count % 2
    total_lines = sum(lines for _row, lines in rows_with_line_counts)
    min_lines = max(1, ceil(total_lines / max(1, max_sheet_count)))
    candidate_layouts = (
        (lines, _fill_sheets(rows_with_line_counts, lines))
        for lines in range(min_lines, LINES_PER_SHEET)
    )
    layouts = [
        (lines, layout) for lines, layout in candidate_layouts if len(layout) <= max_sheet_count
    ]
    if not layouts:
        return sheets
    lines, layout_with_fewest_lines = layouts[0]
    well_filled_layouts = (
        layout
        for _max_lines, layout in layouts
        if all(len(sheet) >= MIN_ROWS_PER_SHEET for sheet in layout[:-1])
    )
    return _equal_sheets(rows_with_line_counts, len(layout_with_fewest_lines), lines) or next(
        well_filled_layouts, layout_with_fewest_lines
    )


def _fill_sheets(
    rows_with_line_counts: Sequence[tuple[Row, int]], max_lines: int
) -> list[list[Row]]:
    """Fill one sheet after the other with at most `max_lines` lines.

    A row with more lines has a sheet for itself.
    """
    sheets: list[list[Row]] = []
    lines_left = 0
    for row, lines in rows_with_line_counts:
        if lines > lines_left:
            sheets.append([])
            lines_left = max_lines
        sheets[-1].append(row)
        lines_left -= lines
    return sheets


def _equal_sheets(
    rows_with_line_counts: Sequence[tuple[Row, int]], sheet_count: int, max_lines: int
) -> list[list[Row]] | None:
    """Return sheets with the same number of rows, or None if one has more than `max_lines`."""
    rows_per_sheet = max(1, ceil(len(rows_with_line_counts) / max(1, sheet_count)))
    sheets = [
        rows_with_line_counts[start : start + rows_per_sheet]
        for start in range(0, len(rows_with_line_counts), rows_per_sheet)
    ]
    if len(sheets) < sheet_count or any(
        sum(lines for _row, lines in sheet) > max_lines for sheet in sheets
    ):
        return None
    return [[row for row, _line_count in sheet] for sheet in sheets]


def _line_count(persons: Sequence[str]) -> int:
    """Return how many lines a row takes: one if all persons fit, else at least one for each."""
    widths = [_width(person) for person in persons]
    if sum(widths) + SEPARATOR_WIDTH * (len(widths) - 1) <= LETTERS_PER_LINE:
        return 1
    lines = sum(max(1, ceil(width / LETTERS_PER_SMALL_LINE)) for width in widths)
    return min(LINES_PER_SHEET, lines)


def _width(text: str) -> int:
    """Return the width of a text in letters; Chinese and Japanese letters count as two."""
    wide_letter_count = sum(unicodedata.east_asian_width(letter) in ("W", "F") for letter in text)
    return len(text) + wide_letter_count
