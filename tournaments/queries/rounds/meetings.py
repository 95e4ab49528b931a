"""Show who meets whom as a grid of contestants."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product
from typing import NamedTuple

from django.db.models import QuerySet

from tournaments.models import Section, Session
from tournaments.movements.base.plan import Plan
from tournaments.movements.fairness.contestant_fairness import ranking_groups
from tournaments.queries.rounds.rounds import RoundOverview, rounds_of_sections

# The grid is drawn as an SVG picture in units of its own; this many units are 1 rem.
UNITS_PER_REM = 18

# The side of a cell in units. Grids of at most `MAX_COLUMNS_OF_LARGE_CELLS` columns have larger
# cells, whose digits are 20 px high instead of 16 px.
CELL_SIZE, LARGE_CELL_SIZE, MAX_COLUMNS_OF_LARGE_CELLS = 27, 36, 12


class ContestantGridCell(NamedTuple):
    """The cell of two contestants: its value and its upper left corner.

    `tone` is how strongly the cell is coloured, from 1 to 5; 0 if all cells look alike.
    """

    value: int
    x: int
    y: int
    tone: int = 0

    @property
    def text(self) -> str:
        """The value with a true minus sign."""
        return str(self.value).replace("-", "−")


@dataclass(frozen=True)
class ContestantGrid:
    """A grid of values, one for each pair of a row contestant and a column contestant.

    `rows` and `columns` are numbers of contestants.
    """

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    cells: tuple[ContestantGridCell, ...]
    cell_size: int = CELL_SIZE

    @property
    def is_large(self) -> bool:
        """Whether the cells have room for large digits."""
        return self.cell_size >= LARGE_CELL_SIZE

    @property
    def has_same_axes(self) -> bool:
        """Whether rows and columns are the same contestants, so that the diagonal is empty."""
        return self.rows == self.columns

    @property
    def column_edges(self) -> list[tuple[int, int]]:
        """The number of each column with its left edge."""
        return [(number, self.cell_size * index) for index, number in enumerate(self.columns, 1)]

    @property
    def row_edges(self) -> list[tuple[int, int]]:
        """The number of each row with its upper edge."""
        return [(number, self.cell_size * index) for index, number in enumerate(self.rows, 1)]

    @property
    def width(self) -> int:
        """The width of the picture in its units, including the column of row numbers."""
        return self.cell_size * (len(self.columns) + 1)

    @property
    def height(self) -> int:
        """The height of the picture in its units."""
        return self.cell_size * (len(self.rows) + 1)

    @property
    def width_in_rem(self) -> float:
        """The width of the picture in rem, so that it scales with the text around it."""
        return self.width / UNITS_PER_REM

    def renumbered(self, numbers: Sequence[int]) -> "ContestantGrid":
        """Return the same grid with contestant 1 numbered `numbers[0]`, and so on."""
        return replace(
            self,
            rows=tuple(numbers[number - 1] for number in self.rows),
            columns=tuple(numbers[number - 1] for number in self.columns),
        )


def contestant_grid(
    values: Mapping[tuple[int, int], int],
    row_numbers: Sequence[int],
    column_numbers: Sequence[int],
    cell_size: int = CELL_SIZE,
    tones: Mapping[tuple[int, int], int] | None = None,
) -> ContestantGrid:
    """Return the grid of `values` and `tones`, both by (row, column)."""
    cells = _cells(values, row_numbers, column_numbers, cell_size, tones or {})
    return ContestantGrid(tuple(row_numbers), tuple(column_numbers), tuple(cells), cell_size)


def _cells(
    values: Mapping[tuple[int, int], int],
    row_numbers: Sequence[int],
    column_numbers: Sequence[int],
    cell_size: int,
    tones: Mapping[tuple[int, int], int],
) -> Iterator[ContestantGridCell]:
    for (y, row_number), (x, column_number) in product(
        enumerate(row_numbers, 1), enumerate(column_numbers, 1)
    ):
        if (row_number, column_number) in values:
            yield ContestantGridCell(
                values[row_number, column_number],
                cell_size * x,
                cell_size * y,
                tones.get((row_number, column_number), 0),
            )


# One item for each table of planned or stored rounds: the number of its round, and the numbers of
# its contestants by line.
NumberedTables = Iterable[tuple[int, Mapping[str, Iterable[int]]]]


class SectionMeetings(NamedTuple):
    """The meetings of a section, and the number of the round in progress, if any.

    `name` is blank if the session has only this section.
    """

    name: str
    meetings: ContestantGrid
    current_round_number: int | None


def meetings_of_plan(plan: Plan) -> ContestantGrid:
    """Return the meetings of a movement's plan; each value is the number of the round."""
    return _meeting_grid((round_number, seated.lines) for round_number, seated in plan.seatings)


def meetings_of_sections(session: Session, sections: QuerySet[Section]) -> list[SectionMeetings]:
    """Return the meetings in each of these sections, including rounds to come."""
    return meetings_of_rounds(
        rounds_of_sections(session.stage.event, sections.filter(session=session))
    )


def meetings_of_rounds(rounds: Iterable[RoundOverview]) -> list[SectionMeetings]:
    """Return the meetings of some rounds of one session, by section."""
    by_section: dict[Section, list[RoundOverview]] = {}
    for overview in rounds:
        by_section.setdefault(overview.round.section, []).append(overview)
    sections_with_rounds = sorted(by_section.items(), key=lambda item: item[0].number)
    return [
        SectionMeetings(
            section.name if len(sections_with_rounds) > 1 else "",
            _grid_of_rounds(section_rounds),
            _number_of_round_in_progress(section_rounds),
        )
        for section, section_rounds in sections_with_rounds
    ]


def _number_of_round_in_progress(rounds: Iterable[RoundOverview]) -> int | None:
    return next((overview.round.number for overview in rounds if overview.round.is_playing), None)


def _grid_of_rounds(rounds: Iterable[RoundOverview]) -> ContestantGrid:
    return _meeting_grid(
        (
            overview.round.number,
            {
                line: [contestant.number for contestant in contestants]
                for line, contestants in table.lines.items()
            },
        )
        for overview in rounds
        for table in overview.tables
    )


def _meeting_grid(tables: NumberedTables) -> ContestantGrid:
    """Return who meets whom in which round.

    If two lines never mix, so that they are ranked separately, the rows are the contestants of one
    line and the columns those of the other. Otherwise both are all contestants.
    """
    contestants_by_line: dict[str, set[int]] = {}
    round_of_pair: dict[tuple[int, int], int] = {}
    for round_number, lines in tables:
        for line, contestants in lines.items():
            contestants_by_line.setdefault(line, set()).update(contestants)
        for (_line, contestants), (_other, opponents) in permutations(lines.items(), 2):
            round_of_pair |= dict.fromkeys(product(contestants, opponents), round_number)
    # One group if all contestants are ranked together: then both axes are the same.
    axes = [sorted(contestants) for contestants in ranking_groups(contestants_by_line).values()]
    cell_size = LARGE_CELL_SIZE if len(axes[-1]) <= MAX_COLUMNS_OF_LARGE_CELLS else CELL_SIZE
    return contestant_grid(round_of_pair, axes[0], axes[-1], cell_size)
