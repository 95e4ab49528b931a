"""The kinds of files that a sheet is written to."""

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from xlsxwriter import Workbook
from xlsxwriter.utility import xl_col_to_name
from xlsxwriter.worksheet import Worksheet

from tournaments.queries.sheets import Cell, Sheet
from tournaments.web.downloads.cells import harmless, in_json, in_spreadsheet
from tournaments.web.downloads.titles import title_of

_WIDTHS = range(8, 41)
"""Letters that a column of a workbook is wide."""

# Of a cell, by the format of the file.
_MAX_TEXT_LENGTH = 32_767
# Characters that XML cannot hold are written as `_x0007_`; text that looks like that has its mark escaped.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\ufffe\uffff]")
_ESCAPED = re.compile("_(?=x[0-9a-fA-F]{4}_)")


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


class _FastWorksheet(Worksheet):  # type: ignore[misc]  # XlsxWriter has no types
    """A worksheet whose rows below the header are written as text at once.

    XlsxWriter makes an object and three calls of each cell, which took most of the time of a long file. Its
    hook is private: `test_workbook_has_every_kind_of_cell` finds out if another version does without it.
    """

    rendered_rows: Sequence[str] = ()

    def _write_rows(self) -> None:
        self.dim_rowmax = 0  # the header is all that was written cell by cell
        super()._write_rows()
        self.fh.writelines(self.rendered_rows)


def xlsx_file(sheet: Sheet) -> bytes:
    """A workbook of one page, its header in the reader's language and always in sight."""
    content = io.BytesIO()
    with Workbook(content, {"in_memory": True}) as book:
        page, bold = book.add_worksheet(worksheet_class=_FastWorksheet), book.add_format({"bold": True})
        page.freeze_panes(1, 0)
        lines = [column.line for column in sheet.columns]
        titles = [title_of(column, lines) for column in sheet.columns]
        for place, title in enumerate(titles):
            page.write_string(0, place, title, bold)
        widths = [len(title) for title in titles]
        page.rendered_rows = _rendered(sheet.rows, widths)
        page.dim_rowmax = len(page.rendered_rows)
        _set_widths(page, widths)
    return content.getvalue()


class _Text(NamedTuple):
    """A text in the XML of a cell, and how many letters it has."""

    xml: str
    length: int


def _rendered(rows: Iterable[Iterable[Cell]], widths: list[int]) -> list[str]:
    """The rows below the header in the XML of a worksheet; `widths` become those of the longest cells."""
    letters = [xl_col_to_name(place) for place in range(len(widths))]
    texts: dict[str, _Text] = {}
    rendered = []
    for line, row in enumerate(rows, start=2):
        cells = []
        for place, value in enumerate(map(in_spreadsheet, row)):
            if value is None:
                continue
            if isinstance(value, str):
                text = texts.get(value) or texts.setdefault(value, _text(value))
                cells.append(f'<c r="{letters[place]}{line}" t="inlineStr">{text.xml}</c>')
                length = text.length
            else:
                cells.append(f'<c r="{letters[place]}{line}"><v>{value:.16G}</v></c>')
                length = len(str(value or ""))
            if length > widths[place]:
                widths[place] = length
        rendered.append(f'<row r="{line}">{"".join(cells)}</row>')
    return rendered


def _text(value: str) -> _Text:
    """A text as XML, with control characters as spreadsheets write them and blanks at its ends preserved."""
    plain = _ESCAPED.sub(r"_x005F\g<0>", value[:_MAX_TEXT_LENGTH])
    plain = escape(_CONTROL.sub(lambda found: f"_x{ord(found[0]):04X}_", plain))
    preserve = ' xml:space="preserve"' if plain != plain.strip() else ""
    return _Text(f"<is><t{preserve}>{plain}</t></is>", len(value))


def _set_widths(page: Worksheet, widths: Iterable[int]) -> None:
    for place, width in enumerate(widths):
        page.set_column(place, place, min(max(width + 1, _WIDTHS.start), _WIDTHS.stop - 1))


KINDS: Mapping[str, Kind] = {
    "xlsx": Kind("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", xlsx_file),
    "csv": Kind("text/csv; charset=utf-8", csv_file),
    "json": Kind("application/json", json_file),
}
"""By how the name of the file ends."""
