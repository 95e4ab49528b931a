"""A cell of a sheet in words: what a spreadsheet can never take for a formula, a date or another
number."""

from fractions import Fraction

from games.text import Words
from scoring.written import exact
from tournaments.forms import translated
from tournaments.queries.paper.spreadsheets import Cell

# Signs that begin a formula, in full width as well: spreadsheets for Japanese take both.
_BEGINS_A_FORMULA = tuple("=+-@＝＋－＠\t\r\n")

_PLACES = 6
"""Decimals in spreadsheets; JSON has the exact fraction."""


def in_json(cell: Cell) -> str | int | None:
    """A cell for JSON: fractions exactly, `3/2`; sentences in the reader's language."""
    if cell is None or isinstance(cell, str | int):  # most cells: nothing else is looked at
        return cell
    if isinstance(cell, Words):
        return translated(cell)
    return exact(cell) if isinstance(cell, Fraction) else cell


def in_spreadsheet(cell: Cell) -> str | int | float | None:
    """A cell for a spreadsheet: a fraction to six decimals, for `3/2` would be read as a day."""
    if cell is None or isinstance(cell, str | int):  # most cells: nothing else is looked at
        return cell
    return round(float(cell), _PLACES) if isinstance(cell, Fraction) else in_json(cell)


def harmless(value: str | int | float | None) -> str | int | float | None:
    """The same for a file without types: text that a spreadsheet would work out gets a mark before
    it.

    See OWASP, CSV injection.
    """
    return f"'{value}" if isinstance(value, str) and value.startswith(_BEGINS_A_FORMULA) else value
