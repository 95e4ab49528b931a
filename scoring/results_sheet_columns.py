"""The columns of a results sheet: what its header names, and what each must be for a game."""

from collections.abc import Mapping

from games.fields import Field
from games.game import Game
from games.problems import Problem
from games.text import gettext_noop as _
from games.typed_text import comparison_key

ColumnTitles = Mapping[str, str]
"""Words for columns in the languages of readers, as `comparison_key` gives them, with the
column's name."""

_MISSING = _("The column %(name)s is missing.")
_UNKNOWN = _("There is no column “%(name)s”. The columns are %(columns)s.")
_TWICE = _("The column %(name)s is there twice.")
_MORE_CELLS = _("The line has %(cells)s cells, the header only %(columns)s.")
_FEWER_CELLS = _("The line ends after %(cells)s cells; %(name)s is missing.")


class SheetColumns:
    """The header of a sheet: names in any order, large or small letters; `problems` says what is
    wrong."""

    def __init__(self, game: Game, titles: ColumnTitles, line: int, header: list[str]) -> None:
        while header and not header[-1]:
            header = header[:-1]
        self.names = [titles.get(comparison_key(name), name.lower()) for name in header]
        needed = ["board", *game.lines, *(field.name for field in game.fields if _is_needed(field))]
        known = ["board", "dealer", *game.lines, *(field.name for field in game.fields)]
        self.missing = [name for name in needed if name not in self.names]
        self.left_out = {name for name in known if name not in needed}
        self.problems = [
            Problem("missing_column", _MISSING, {"name": each}, each, line) for each in self.missing
        ]
        for place, name in enumerate(self.names):
            params = {"name": name, "columns": ", ".join(known)}
            if name not in known:
                self.problems.append(Problem("unknown_column", _UNKNOWN, params, name, line))
            elif name in self.names[:place]:
                self.problems.append(Problem("column_twice", _TWICE, params, name, line))

    def problem(self, line: int, cells: list[str]) -> Problem | None:
        """What is wrong with the number of cells: spreadsheets drop empty ones only at the end."""
        params = {"cells": len(cells), "columns": len(self.names)}
        if any(cells[len(self.names) :]):
            return Problem("too_many_cells", _MORE_CELLS, params, line=line)
        for name in self.names[len(cells) :]:
            if name not in self.left_out:
                return Problem("too_few_cells", _FEWER_CELLS, {**params, "name": name}, name, line)
        return None

    def named(self, cells: list[str]) -> dict[str, str]:
        """The text under each name; where a name stands twice, the first."""
        return dict(reversed([*zip(self.names, cells, strict=False)]))


def _is_needed(field: Field) -> bool:
    """A number without a default says what happened; without its column nothing would be known."""
    return field.required or (field.kind == "number" and field.default is None)
