"""Who meets whom, as a table of contestants against contestants."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product
from typing import NamedTuple

from django.db.models import QuerySet

from tournaments.models import Section, Session
from tournaments.movements.base.plan import Plan
from tournaments.movements.fairness.contestant_fairness import ranking_groups
from tournaments.queries.rounds.rounds import RoundOverview, rounds_of_sections

CELL, LARGE_CELL, MAX_LARGE = 27, 36, 12
"""The side of a square in the picture's units, 18 to 1 rem: two letters of 16 px fit. Pictures of
at most `MAX_LARGE` columns have larger squares, with letters of 20 px."""


class PairCell(NamedTuple):
    """What is to be said of two contestants, with the upper left corner of its square.

    `tone` is how strong it is, from 1 to 5; 0 where all squares are alike.
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
class PairGrid:
    """What is said of `rows` (contestants' numbers) with `columns`: often the same contestants."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    squares: tuple[PairCell, ...]
    cell: int = CELL

    @property
    def is_large(self) -> bool:
        """Whether its squares have room for large letters."""
        return self.cell >= LARGE_CELL

    @property
    def is_square(self) -> bool:
        """Whether rows and columns are the same contestants, so that nothing is said on the
        diagonal."""
        return self.rows == self.columns

    @property
    def across(self) -> list[tuple[int, int]]:
        """The number of each column with its left edge."""
        return [(number, self.cell * at) for at, number in enumerate(self.columns, 1)]

    @property
    def down(self) -> list[tuple[int, int]]:
        """The number of each row with its upper edge."""
        return [(number, self.cell * at) for at, number in enumerate(self.rows, 1)]

    @property
    def width(self) -> int:
        """The width of the picture in its units; its first column holds the numbers of the rows."""
        return self.cell * (len(self.columns) + 1)

    @property
    def height(self) -> int:
        """The height of the picture in its units."""
        return self.cell * (len(self.rows) + 1)

    @property
    def rem(self) -> float:
        """The width of the picture on the page, so that it grows with the letters around it."""
        return self.width / 18

    def numbered(self, numbers: Sequence[int]) -> "PairGrid":
        """The same picture where the contestants have other numbers: `numbers` from the first
        one on."""
        return replace(
            self,
            rows=tuple(numbers[each - 1] for each in self.rows),
            columns=tuple(numbers[each - 1] for each in self.columns),
        )


def pair_grid(
    values: Mapping[tuple[int, int], int],
    rows: Sequence[int],
    columns: Sequence[int],
    cell: int = CELL,
    tones: Mapping[tuple[int, int], int] | None = None,
) -> PairGrid:
    """The picture of `values` by row and column, `tones` likewise."""
    squares = _squares(values, rows, columns, cell, tones or {})
    return PairGrid(tuple(rows), tuple(columns), tuple(squares), cell)


def _squares(
    values: Mapping[tuple[int, int], int],
    rows: Sequence[int],
    columns: Sequence[int],
    cell: int,
    tones: Mapping[tuple[int, int], int],
) -> Iterator[PairCell]:
    for (y, row), (x, column) in product(enumerate(rows, 1), enumerate(columns, 1)):
        if (row, column) in values:
            yield PairCell(values[row, column], cell * x, cell * y, tones.get((row, column), 0))


Tables = Iterable[tuple[int, Mapping[str, Iterable[int]]]]
"""Tables of a plan: the round, and the numbers of the contestants on each line."""


class SectionMeetings(NamedTuple):
    """The meetings of a section, with its `name` where there are several; `now` is the round it
    plays."""

    name: str
    meetings: PairGrid
    now: int | None


def meetings_of_plan(plan: Plan) -> PairGrid:
    """The meetings of a movement's plan, each the number of its round."""
    return _meetings((number, seated.lines) for number, seated in plan.seatings)


def meetings_of_sections(session: Session, sections: QuerySet[Section]) -> list[SectionMeetings]:
    """The meetings of a session's rounds in each of some sections, those to come included."""
    return meetings_of_rounds(
        rounds_of_sections(session.stage.event, sections.filter(session=session))
    )


def meetings_of_rounds(rounds: Iterable[RoundOverview]) -> list[SectionMeetings]:
    """The meetings of rounds of one session, in each of its sections."""
    together: dict[Section, list[RoundOverview]] = {}
    for each in rounds:
        together.setdefault(each.round.section, []).append(each)
    ordered = sorted(together.items(), key=lambda each: each[0].number)
    return [
        SectionMeetings(section.name if len(ordered) > 1 else "", _met(own), _playing(own))
        for section, own in ordered
    ]


def _playing(rounds: Iterable[RoundOverview]) -> int | None:
    return next((each.round.number for each in rounds if each.round.is_playing), None)


def _met(rounds: Iterable[RoundOverview]) -> PairGrid:
    return _meetings(
        (
            shown.round.number,
            {line: [each.number for each in who] for line, who in table.lines.items()},
        )
        for shown in rounds
        for table in shown.tables
    )


def _meetings(tables: Tables) -> PairGrid:
    """Two lines that stay apart face each other, otherwise everybody faces everybody."""
    lines_of: dict[str, set[int]] = {}
    met: dict[tuple[int, int], int] = {}
    for number, lines in tables:
        for line, who in lines.items():
            lines_of.setdefault(line, set()).update(who)
        for (_line, who), (_other, others) in permutations(lines.items(), 2):
            met |= dict.fromkeys(product(who, others), number)
    ranked = [sorted(who) for who in ranking_groups(lines_of).values()]
    cell = LARGE_CELL if len(ranked[-1]) <= MAX_LARGE else CELL
    return pair_grid(met, ranked[0], ranked[-1], cell)
