"""Parse the tables of docs/developers/permissions.md."""

from pathlib import Path

PAGE = Path(__file__).parents[3] / "docs" / "developers" / "permissions.md"


Cells = dict[str, str]


def tables() -> dict[str, dict[str, Cells]]:
    """Return the cells of the tables, by heading, row and column."""
    cells_by_table: dict[str, dict[str, Cells]] = {}
    for section in PAGE.read_text().split("\n## ")[1:]:
        rows = [
            [cell.strip() for cell in line.strip("|").split("|")]
            for line in section.splitlines()
            if line[:1] == "|"
        ]
        cells_by_table[section.splitlines()[0]] = {
            row[0]: dict(zip(rows[0][1:], row[1:], strict=True)) for row in rows[2:]
        }
    return cells_by_table


DOCUMENTED_TABLES = tables()
