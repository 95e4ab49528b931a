"""The tables of docs/developers/permissions.md."""

from pathlib import Path

PAGE = Path(__file__).parents[3] / "docs" / "developers" / "permissions.md"


Cells = dict[str, str]


def tables() -> dict[str, dict[str, Cells]]:
    """Return the tables of the page: by heading and row, the cells by column."""
    cells_by_table: dict[str, dict[str, Cells]] = {}
    for part in PAGE.read_text().split("\n## ")[1:]:
        rows = [
            [cell.strip() for cell in line.strip("|").split("|")]
            for line in part.splitlines()
            if line[:1] == "|"
        ]
        cells_by_table[part.splitlines()[0]] = {
            row[0]: dict(zip(rows[0][1:], row[1:], strict=True)) for row in rows[2:]
        }
    return cells_by_table


# The tables by heading, row and column.
DOCUMENTED_TABLES = tables()
