"""The chart of places: a line for each contestant from round to round, the first place on top.

Here is where everything stands; templates/public/_places_chart.svg draws it, with inks of static/results.css.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from django.contrib.staticfiles import finders

from tournaments.course import Course, Courses

ROUND, PLACE = 52, 33
"""Pixels between two rounds, and between two places; a letter has 16."""

TOP, SIDE, FOOT = 16, 44, 40
"""Pixels above the first place, beside the first round, and below the last place."""

LETTER = 10
"""Pixels for a letter of the numbers at the ends of the lines."""

INKS, DASHES = 5, 3
"""Lines take the inks in turn; then their dashes change."""


@dataclass(frozen=True)
class Point:
    """Where something is, in pixels from the left and from the top."""

    x: int
    y: int


@dataclass(frozen=True)
class Label(Point):
    """Words beside an axis."""

    text: str


@dataclass(frozen=True)
class Line:
    """One contestant: its points, and the numbers that stand at its end."""

    names: str
    number: int
    ink: int
    dash: int
    points: tuple[Point, ...]
    numbers: str

    @property
    def last(self) -> Point:
        """Where it ends."""
        return self.points[-1]


@dataclass(frozen=True)
class Chart:
    """All that is drawn of a ranking."""

    width: int
    height: int
    rounds: tuple[Label, ...]
    places: tuple[Label, ...]
    lines: tuple[Line, ...]

    @property
    def rem(self) -> float:
        """Its width on the page, so that it grows with the letters around it: 18 of its units are 1 rem."""
        return round(self.width / 18, 2)


def chart_of(courses: Courses) -> Chart:
    """The places of a ranking; a line ends in the number of its contestant, and begins where he is ranked."""
    drawn = [(at, row) for at, row in enumerate(courses.rows) if any(row.ranks)]
    lines = tuple(_line(at, row, courses) for at, row in drawn)
    rounds, places = len(courses.moments), len(courses.rows)
    ends = LETTER * (3 + max((len(line.numbers) for line in lines), default=0))
    return Chart(
        width=SIDE + ROUND * (rounds - 1) + ends,
        height=TOP + PLACE * (places - 1) + FOOT,
        rounds=tuple(Label(_x(at), _y(places), _round(courses, at)) for at in range(rounds)),
        places=tuple(Label(SIDE, _y(place), str(place)) for place in range(1, places + 1)),
        lines=lines,
    )


def style() -> str:
    """What a picture that stands alone needs of the style sheet: the inks of both themes, and their use."""
    sheet = "".join(Path(str(finders.find(each))).read_text() for each in ("app.css", "results.css"))
    parts = [rf"/\* \d+ {title} -+ \*/(.*?)/\* \d+ [A-Z]" for title in ("Tokens", "Chart of places")]
    return "".join(re.findall(pattern, sheet, re.DOTALL)[0] for pattern in parts)


def _line(at: int, row: Course, courses: Courses) -> Line:
    points = tuple(Point(_x(moment), _y(place)) for moment, place in enumerate(row.ranks) if place)
    ink, dash = at % INKS + 1, at // INKS % DASHES + 1
    return Line(row.names, row.number, ink, dash, points, _numbers_at(row, courses))


def _x(moment: int) -> int:
    return SIDE + ROUND * moment


def _y(place: int) -> int:
    return TOP + PLACE * (place - 1)


def _round(courses: Courses, at: int) -> str:
    """The round; in an event of several sessions also which of them."""
    session, number = courses.moments[at]
    return f"{session}.{number}" if courses.moments[-1][0] > 1 else str(number)


def _numbers_at(row: Course, courses: Courses) -> str:
    """The numbers of all who share a last rank, beside the first of them; none of who is ranked no longer."""
    there = [other.number for other in courses.rows if other.ranks[-1] == row.ranks[-1]]
    return ", ".join(map(str, there)) if row.ranks[-1] and there[0] == row.number else ""
