"""The kinds of files that a sheet is written to."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from xlsxwriter import Workbook
from xlsxwriter.worksheet import Worksheet

from tournaments.queries.sheets import Cell, Sheet
from tournaments.web.downloads.cells import harmless, in_json, in_spreadsheet
from tournaments.web.downloads.titles import title_of

_WIDTHS = range(8, 41)
"""Letters that a column of a workbook is wide."""


class Kind(NamedTuple):
    """A kind of file: its media type, and how a sheet becomes its bytes."""

    media_type: str
    written: Callable[[Sheet], bytes]


def csv_file(sheet: Sheet) -> bytes:
    """Columns by their keys; with a mark of UTF-8, without which spreadsheets spoil every accent."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow([column.key for column in sheet.columns])
    writer.writerows([harmless(in_spreadsheet(cell)) for cell in row] for row in sheet.rows)
    return text.getvalue().encode("utf-8-sig")


def json_file(sheet: Sheet) -> bytes:
    """A list with an object for each row, its columns by their keys."""
    keys = [column.key for column in sheet.columns]
    rows = [dict(zip(keys, map(in_json, row), strict=True)) for row in sheet.rows]
    return json.dumps(rows, ensure_ascii=False).encode()


def xlsx_file(sheet: Sheet) -> bytes:
    """A workbook of one page, its header in the reader's language and always in sight."""
    content = io.BytesIO()
    with Workbook(content, {"in_memory": True}) as book:
        page, bold = book.add_worksheet(), book.add_format({"bold": True})
        page.freeze_panes(1, 0)
        lines = [column.line for column in sheet.columns]
        titles = [title_of(column, lines) for column in sheet.columns]
        for place, title in enumerate(titles):
            page.write_string(0, place, title, bold)
        _set_widths(page, _written(page, sheet.rows, [len(title) for title in titles]))
    return content.getvalue()


def _written(page: Worksheet, rows: Iterable[Iterable[Cell]], widths: list[int]) -> list[int]:
    """Write the rows below the header; how many letters each column has at most."""
    for line, row in enumerate(rows, start=1):
        for place, value in enumerate(map(in_spreadsheet, row)):
            if isinstance(value, str):
                page.write_string(line, place, value)
            elif value is not None:
                page.write_number(line, place, value)
            widths[place] = max(widths[place], len(str(value or "")))
    return widths


def _set_widths(page: Worksheet, widths: Iterable[int]) -> None:
    for place, width in enumerate(widths):
        page.set_column(place, place, min(max(width + 1, _WIDTHS.start), _WIDTHS.stop - 1))


KINDS: Mapping[str, Kind] = {
    "xlsx": Kind("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", xlsx_file),
    "csv": Kind("text/csv; charset=utf-8", csv_file),
    "json": Kind("application/json", json_file),
}
"""By how the name of the file ends."""
