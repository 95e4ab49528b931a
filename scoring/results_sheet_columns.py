"""The columns of a results sheet, matched with the fields of a game by their titles."""

from collections.abc import Mapping

from games.fields import Field
from games.game import Game
from games.problems import Problem
from games.text import gettext_noop as _
from games.typed_text import comparison_key

# The column name by translated title; titles are normalized by `comparison_key`.
ColumnTitles = Mapping[str, str]

_MISSING = _("The column %(name)s is missing.")
_UNKNOWN = _("There is no column “%(name)s”. The columns are %(columns)s.")
_TWICE = _("The column %(name)s is there twice.")
_MORE_CELLS = _("The line has %(cells)s cells, the header only %(columns)s.")
_FEWER_CELLS = _("The line ends after %(cells)s cells; %(name)s is missing.")


class SheetColumns:
    """The columns that the header of a sheet names, in any order and in upper or lower case.

    `names` are the names of the columns in the order of the sheet. `missing` are the names of
    required columns that the sheet does not have, `optional` those of columns that may be left out,
    and `problems` are the problems of the header.
    """

    def __init__(self, game: Game, titles: ColumnTitles, line: int, header: list[str]) -> None:
        while header and not header[-1]:
            header = header[:-1]
        self.names = [titles.get(comparison_key(name), name.lower()) for name in header]
        required = [
            "board",
            *game.lines,
            *(field.name for field in game.fields if _is_required(field)),
        ]
        allowed = ["board", "dealer", *game.lines, *(field.name for field in game.fields)]
        self.missing = [name for name in required if name not in self.names]
        self.optional = {name for name in allowed if name not in required}
        self.problems = [
            Problem("missing_column", _MISSING, {"name": name}, name, line) for name in self.missing
        ]
        for index, name in enumerate(self.names):
            params = {"name": name, "columns": ", ".join(allowed)}
            if name not in allowed:
                self.problems.append(Problem("unknown_column", _UNKNOWN, params, name, line))
            elif name in self.names[:index]:
                self.problems.append(Problem("column_twice", _TWICE, params, name, line))

    def cell_count_problem(self, line_number: int, cells: list[str]) -> Problem | None:
        """Return the problem of a line with too many or too few cells, if any.

        Cells of optional columns may be missing at the end, because spreadsheets drop empty cells.
        """
        params = {"cells": len(cells), "columns": len(self.names)}
        if any(cells[len(self.names) :]):
            return Problem("too_many_cells", _MORE_CELLS, params, line=line_number)
        for name in self.names[len(cells) :]:
            if name not in self.optional:
                return Problem(
                    "too_few_cells", _FEWER_CELLS, {**params, "name": name}, name, line_number
                )
        return None

    def by_name(self, cells: list[str]) -> dict[str, str]:
        """Return the text of each column by its name; the first of two with the same name."""
        return dict(reversed([*zip(self.names, cells, strict=False)]))


def _is_required(field: Field) -> bool:
    """Return whether a sheet needs the column: required fields, and numbers without a default."""
    return field.required or (field.kind == "number" and field.default is None)
