"""Who meets whom, as a picture: a row and a column for each contestant, a square for each meeting."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import NamedTuple

from tournaments.models import Session
from tournaments.movements.plan import Plan
from tournaments.queries.rounds import RoundShown, rounds_of

CELL = 27
"""The side of a square in the picture's units, 18 to 1 rem: a letter of 16 px fits twice."""

Tables = Iterable[tuple[int, Mapping[str, Iterable[int]]]]
"""Tables of a plan: the round, and the numbers of the contestants on each line."""


class Square(NamedTuple):
    """A meeting in `round`, with the upper left corner of its square."""

    round: int
    x: int
    y: int


@dataclass(frozen=True)
class Meetings:
    """Whom `rows` (contestants' numbers) meet among `columns`: the same ones unless two lines stay apart."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    squares: tuple[Square, ...]
    cell: int = CELL

    @property
    def is_of_all(self) -> bool:
        """Whether rows and columns are the same contestants, so that nobody meets the diagonal."""
        return self.rows == self.columns

    @property
    def across(self) -> list[tuple[int, int]]:
        """The number of each column with its left edge."""
        return [(number, CELL * at) for at, number in enumerate(self.columns, 1)]

    @property
    def down(self) -> list[tuple[int, int]]:
        """The number of each row with its upper edge."""
        return [(number, CELL * at) for at, number in enumerate(self.rows, 1)]

    @property
    def width(self) -> int:
        """The width of the picture in its units; its first column holds the numbers of the rows."""
        return CELL * (len(self.columns) + 1)

    @property
    def height(self) -> int:
        """The height of the picture in its units."""
        return CELL * (len(self.rows) + 1)

    @property
    def rem(self) -> float:
        """The width of the picture on the page, so that it grows with the letters around it."""
        return self.width / 18


def meetings_of_plan(plan: Plan) -> Meetings:
    """The meetings of a movement's plan."""
    return _meetings((number, seated.lines) for number, seated in plan.seatings)


def meetings_of_session(session: Session) -> Meetings:
    """The meetings of a session's rounds, those to come included."""
    rounds = rounds_of(session.stage.event)
    return meetings_of_rounds(each for each in rounds if each.session == session)


def meetings_of_rounds(rounds: Iterable[RoundShown]) -> Meetings:
    """The meetings of rounds of one session."""
    return _meetings(
        (shown.round.number, {line: [each.number for each in who] for line, who in table.lines.items()})
        for shown in rounds
        for table in shown.tables
    )


def _meetings(tables: Tables) -> Meetings:
    lines_of: dict[str, set[int]] = {}
    met: dict[tuple[int, int], int] = {}
    for number, lines in tables:
        for line, who in lines.items():
            lines_of.setdefault(line, set()).update(who)
        for (_line, who), (_other, others) in permutations(lines.items(), 2):
            met |= dict.fromkeys(product(who, others), number)
    rows, columns = _sides(list(lines_of.values()))
    return Meetings(rows, columns, tuple(_squares(met, rows, columns)))


def _sides(lines: list[set[int]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Rows and columns: two lines that stay apart face each other, otherwise everybody faces everybody."""
    if len(lines) == 2 and not lines[0] & lines[1]:
        return tuple(sorted(lines[0])), tuple(sorted(lines[1]))
    everybody = tuple(sorted(set().union(*lines)))
    return everybody, everybody


def _squares(
    met: Mapping[tuple[int, int], int], rows: Sequence[int], columns: Sequence[int]
) -> Iterator[Square]:
    for (y, row), (x, column) in product(enumerate(rows, 1), enumerate(columns, 1)):
        if (row, column) in met:
            yield Square(met[row, column], CELL * x, CELL * y)
