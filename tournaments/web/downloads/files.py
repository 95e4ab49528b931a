"""File formats of downloads, column titles, and cells that spreadsheets do not misread."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from xlsxwriter import Workbook
from xlsxwriter.utility import xl_col_to_name
from xlsxwriter.worksheet import Worksheet

from games.text import Text
from scoring.number_format import format_exact
from tournaments.forms import translate_text
from tournaments.queries.downloads.sheets import Cell, Column, Sheet
from tournaments.templatetags.cards import line_name

# Characters that start a formula; Japanese spreadsheets also accept the full-width ones.
_FORMULA_PREFIXES = tuple("=+-@＝＋－＠\t\r\n")

# Decimals of fractions in spreadsheets; JSON has the exact fractions.
_SPREADSHEET_DECIMALS = 6


def json_value(cell: Cell) -> str | int | None:
    """Return a cell for JSON: fractions exactly (`3/2`), texts in the reader's language."""
    if cell is None or isinstance(cell, str | int):  # most cells, so they are tested first
        return cell
    if isinstance(cell, Text):
        return translate_text(cell)
    return format_exact(cell) if isinstance(cell, Fraction) else cell


def spreadsheet_value(cell: Cell) -> str | int | float | None:
    """Return a cell for a spreadsheet.

    Fractions become decimals, because spreadsheets read `3/2` as a date.
    """
    if cell is None or isinstance(cell, str | int):  # most cells, so they are tested first
        return cell
    return (
        round(float(cell), _SPREADSHEET_DECIMALS)
        if isinstance(cell, Fraction)
        else json_value(cell)
    )


def escape_formula(value: str | int | float | None) -> str | int | float | None:
    """Put an apostrophe before a text that a spreadsheet would evaluate as a formula.

    Only CSV needs this, because its cells have no types. See OWASP, CSV injection.
    """
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA_PREFIXES) else value


_TITLES: Mapping[str, str | Promise] = {
    "stage": _("Stage"),
    "ranking": _("Ranking"),
    "section": _("Section"),
    "group": _("Group"),
    "category": _("Category"),
    "place": _("Place"),
    "number": _("Number"),
    "contestant": _("Name"),
    "contestants": _("Name"),
    "boards": _("Boards"),
    "total": _("Total"),
    "mean": _("Mean"),
    "percent": _("Percent"),
    "carried": _("Carried over"),
    "penalty": _("Penalty"),
    "reasons": _("Reason"),
    "session": _("Session"),
    "round": _("Round"),
    "table": _("Table"),
    "board": _("Board"),
    "kind": pgettext_lazy("column of a scorecard", "Row"),
    "partners": _("Partners"),
    "opponents": _("Opponents"),
    "result": _("Result"),
    "x": "X",
    "award": _("Award"),
}


def column_title(column: Column, lines: Iterable[str]) -> str:
    """Return a column's title in the reader's language, with the line that it belongs to.

    `lines` are the lines of all columns of the sheet.
    """
    title = str(_TITLES[column.name])
    return f"{line_name(column.line, lines)} {title}" if column.line else title


# Smallest and largest width of a column in a workbook, in characters.
_COLUMN_WIDTHS = range(8, 41)

# Most characters in a cell of a workbook: the limit of the file format.
_MAX_TEXT_LENGTH = 32_767


class FileFormat(NamedTuple):
    """A file format: its media type, and the function that returns a sheet as bytes."""

    media_type: str
    write: Callable[[Sheet], bytes]


def write_csv(sheet: Sheet) -> bytes:
    """Write a sheet as CSV, with column keys as the header.

    The byte order mark makes spreadsheets read it as UTF-8.
    """
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow([column.key for column in sheet.columns])
    writer.writerows(
        [escape_formula(spreadsheet_value(cell)) for cell in row] for row in sheet.rows
    )
    return text.getvalue().encode("utf-8-sig")


def write_json(sheet: Sheet) -> bytes:
    """Write a sheet as a JSON list with one object per row."""
    keys = [column.key for column in sheet.columns]
    rows = [dict(zip(keys, map(json_value, row), strict=True)) for row in sheet.rows]
    return json.dumps(rows, ensure_ascii=False).encode()


class _FastWorksheet(Worksheet):  # type: ignore[misc]  # XlsxWriter has no types
    """A worksheet whose rows below the header are written as prepared XML.

    XlsxWriter creates an object for each cell, which took half the time of a long file. Its hooks
    are private: `test_workbook_has_every_kind_of_cell` fails if a new version drops them.
    """

    rendered_rows: Sequence[str] = ()

    def _write_rows(self) -> None:
        self.dim_rowmax = 0  # XlsxWriter itself writes only the header
        super()._write_rows()
        self.fh.writelines(self.rendered_rows)


def write_xlsx(sheet: Sheet) -> bytes:
    """Write a sheet as a workbook with one frozen header row in the reader's language."""
    content = io.BytesIO()
    with Workbook(content, {"in_memory": True}) as book:
        page, bold = (
            book.add_worksheet(worksheet_class=_FastWorksheet),
            book.add_format({"bold": True}),
        )
        page.freeze_panes(1, 0)
        lines = [column.line for column in sheet.columns]
        titles = [column_title(column, lines) for column in sheet.columns]
        for column_index, title in enumerate(titles):
            page.write_string(0, column_index, title, bold)
        widths = [len(title) for title in titles]
        page.rendered_rows = _render_rows(
            sheet.rows, page.str_table._get_shared_string_index, widths
        )
        page.dim_rowmax = len(page.rendered_rows)
        _set_widths(page, widths)
    return content.getvalue()


def _render_rows(
    rows: Iterable[Iterable[Cell]], text_index: Callable[[str], int], widths: list[int]
) -> list[str]:
    """Return the rows below the header as XML, and raise `widths` to the longest cells.

    `widths` has the width of each column in characters, at first that of its title. `text_index`
    returns the index of a text in the workbook's table of shared strings.
    """
    column_letters = [xl_col_to_name(column_index) for column_index in range(len(widths))]
    rendered = []
    for line, row in enumerate(rows, start=2):
        cells = []
        for column_index, value in enumerate(map(spreadsheet_value, row)):
            if value is None:
                continue
            if isinstance(value, str):
                text = text_index(value[:_MAX_TEXT_LENGTH])
                cells.append(f'<c r="{column_letters[column_index]}{line}" t="s"><v>{text}</v></c>')
            else:
                cells.append(f'<c r="{column_letters[column_index]}{line}"><v>{value:.16G}</v></c>')
            length = len(str(value or ""))
            if length > widths[column_index]:
                widths[column_index] = length
        rendered.append(f'<row r="{line}">{"".join(cells)}</row>')
    return rendered


def _set_widths(page: Worksheet, widths: Iterable[int]) -> None:
    for column_index, width in enumerate(widths):
        page.set_column(
            column_index,
            column_index,
            min(max(width + 1, _COLUMN_WIDTHS.start), _COLUMN_WIDTHS.stop - 1),
        )


# File formats by file name extension.
FORMATS: Mapping[str, FileFormat] = {
    "xlsx": FileFormat(
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", write_xlsx
    ),
    "csv": FileFormat("text/csv; charset=utf-8", write_csv),
    "json": FileFormat("application/json", write_json),
}
