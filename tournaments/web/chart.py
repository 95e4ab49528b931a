"""The chart of places: a line for each contestant from round to round, the first place on top."""

from collections.abc import Sequence
from itertools import cycle, islice
from typing import Any

import pygal
from pygal.style import Style

from tournaments.course import Course, Courses

ROUND, PLACE, MARGIN = 44, 30, 64
"""Pixels between two rounds, between two places, and around them all; a letter has 16."""

LETTER = 10
"""Pixels for a letter of the numbers at the ends of the lines."""

FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif'
LIGHT = ("#1E1B16", "#A3201D", "#1F4E79", "#1F6B3A", "#7A5200")
DARK = ("#F3ECDF", "#FF8F86", "#8FBDEB", "#7FD39A", "#F0C36A")
"""Inks that can be read on the paper of their theme, as in static/app.css; then the dashes change."""

DASHES = ("none", "8,5", "2,5")
WEIGHT = 2.5


def chart_of(courses: Courses) -> bytes:
    """The places of a ranking as SVG without a script; each line ends in the number of its contestant."""
    chart = pygal.Line(**_frame(courses))
    chart.add_xml_filter(_without_scripts)
    chart.x_labels = [_label(courses, moment) for moment in courses.moments]
    chart.y_labels = list(range(1, len(courses.rows) + 1))
    for row, dash in zip(courses.rows, cycle(dash for dash in DASHES for _ink in LIGHT), strict=False):
        chart.add(str(row.number), _points(row, courses), stroke_style={"width": WEIGHT, "dasharray": dash})
    drawn: bytes = chart.render()
    return drawn


def _frame(courses: Courses) -> dict[str, Any]:
    ends = LETTER * (3 + max(len(_numbers_at(row, courses)) for row in courses.rows))
    return {
        "style": _style(len(courses.rows)),
        "css": ["file://style.css", "file://graph.css", f"inline:{_words(LIGHT)}{_dark(len(courses.rows))}"],
        "js": [],
        "no_prefix": True,
        "explicit_size": True,
        "width": MARGIN + ends + ROUND * len(courses.moments),
        "height": MARGIN + PLACE * len(courses.rows),
        "range": (1, len(courses.rows)),
        "inverse_y_axis": True,
        "show_legend": False,
        "show_y_guides": False,
        "print_labels": True,
        "dots_size": 4,
        "margin": 8,
        "margin_right": ends,
    }


def _style(lines: int) -> Style:
    ink = LIGHT[0]
    sizes = {f"{what}_font_size": 16 for what in ("label", "major_label", "value", "value_label")}
    return Style(
        background="transparent",
        plot_background="transparent",
        foreground=ink,
        foreground_strong=ink,
        foreground_subtle=ink,
        colors=_inks(LIGHT, lines),
        font_family=FONT,
        value_label_font_family=FONT,
        transition="0s",
        opacity="1",
        **sizes,
    )


def _dark(lines: int) -> str:
    """The same in the inks of the dark theme, for a reader who asked for it."""
    inks = "".join(
        f" .color-{at} {{ stroke: {ink}; fill: {ink}; }}" for at, ink in enumerate(_inks(DARK, lines))
    )
    return f"@media (prefers-color-scheme: dark) {{ {_words(DARK)}{inks} }}"


def _words(theme: Sequence[str]) -> str:
    """Words and axes in a theme's ink; the numbers at the ends stand beside their points, not under them."""
    beside = " text.label { transform: translate(4px, -9px); }"
    return f"text {{ fill: {theme[0]} !important; }} .axis path {{ stroke: {theme[0]} !important; }}{beside}"


def _inks(theme: Sequence[str], lines: int) -> tuple[str, ...]:
    return tuple(islice(cycle(theme), lines))


def _label(courses: Courses, moment: tuple[int, int]) -> str:
    """The round; in an event of several sessions also which of them."""
    session, number = moment
    return f"{session}.{number}" if courses.moments[-1][0] > 1 else str(number)


def _points(row: Course, courses: Courses) -> list[Any]:
    *before, last = row.places
    return [*before, {"value": last, "label": _numbers_at(row, courses)}]


def _numbers_at(row: Course, courses: Courses) -> str:
    """The numbers of all who share a last place, beside the first of them."""
    there = [other.number for other in courses.rows if other.places[-1] == row.places[-1]]
    return ", ".join(map(str, there)) if there[0] == row.number else ""


def _without_scripts(root: Any) -> Any:
    """The picture as it is: a strict content security policy lets no script through."""
    for defs in root.iter("defs"):
        for script in list(defs.iter("script")):
            defs.remove(script)
    return root
