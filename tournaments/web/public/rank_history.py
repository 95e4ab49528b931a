"""Rank after each round: the page with its numbers, and the chart."""

import base64
import hashlib
import re
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from tournaments.access.heavy_pages import cache_per_version
from tournaments.access.page_cache import public_page, public_page_with_query
from tournaments.access.shown_standings import get_last_stage_or_404, visible_snapshot
from tournaments.models import Event
from tournaments.queries.people.names import unbreakable_name_parts
from tournaments.queries.standings.latest import section_names
from tournaments.scoring_pipeline.rank_history import RankHistories, RankHistory, rank_histories
from tournaments.web.public.page_context import (
    event_context,
    get_event_by_slugs_or_404,
    render_public,
)

# Pixels for the chart on a phone, enough for eight rounds, and on a laptop beside the names.
PHONE_WIDTH, LAPTOP_WIDTH = 324, 766

# Pixels between two rounds: at least, at most on a phone, at most on a laptop; and between two
# places. A letter has 16.
MIN_ROUND_STEP, MAX_ROUND_STEP, MAX_LAPTOP_ROUND_STEP, PLACE_STEP = 32, 52, 160, 33

# Pixels above the first place for the heading, left of the first round, and below the last place
# for the rounds' numbers.
TOP_MARGIN, LEFT_MARGIN, BOTTOM_MARGIN = 38, 60, 60

# Pixels for a letter of the labels at the ends of the lines.
LETTER_WIDTH = 9

# Pixels between two lines of names.
NAME_LINE_HEIGHT = 17

# Pixels for the names on a laptop; static/results.css keeps as many free.
NAMES_WIDTH = 400

# Lines take the colours in turn, then change their dashes.
COLOUR_COUNT, DASH_COUNT = 3, 5


@dataclass(frozen=True)
class Point:
    """A position in pixels from the left and from the top."""

    x: int
    y: int


@dataclass(frozen=True)
class Label(Point):
    """A text beside an axis."""

    text: str


@dataclass(frozen=True)
class Line:
    """The line of one contestant; `end` is where its label is, None without a last rank."""

    names: str
    number: int
    colour: int
    dash: int
    points: tuple[Point, ...]
    end: Point | None

    @property
    def name_lines(self) -> tuple[Label, ...]:
        """The names at the end of the line: a long pair on two lines, none if too long for them."""
        rows = (
            (self.names,) if _fits_names_width(self.names) else unbreakable_name_parts(self.names)
        )
        if not self.end or not all(map(_fits_names_width, rows)):
            return ()
        first = self.end.y - NAME_LINE_HEIGHT * (len(rows) - 1) // 2
        return tuple(
            Label(self.end.x, first + NAME_LINE_HEIGHT * at, row) for at, row in enumerate(rows)
        )


@dataclass(frozen=True)
class Chart:
    """The chart of one ranking."""

    width: int
    height: int
    rounds: tuple[Label, ...]
    places: tuple[Label, ...]
    lines: tuple[Line, ...]

    @property
    def rem(self) -> float:
        """The width in rem, so that the chart grows with the text: 18 units are 1 rem."""
        return round(self.width / 18, 2)

    @property
    def width_with_names(self) -> int:
        """The width including the names."""
        return self.width + NAMES_WIDTH


def rank_chart(
    rank_histories: RankHistories, width: int = PHONE_WIDTH, max_step: int = MAX_ROUND_STEP
) -> Chart:
    """Return the chart of a ranking, as wide as fits; lines end at their contestant's label."""
    drawn_rows = [(at, row) for at, row in enumerate(rank_histories.rows) if any(row.ranks)]
    rounds, places = len(rank_histories.round_keys), len(rank_histories.rows)
    ends = LETTER_WIDTH * (2 + max((len(str(row.number)) for _at, row in drawn_rows), default=0))
    step = max(MIN_ROUND_STEP, min(max_step, (width - LEFT_MARGIN - ends) // max(1, rounds - 1)))
    return Chart(
        width=LEFT_MARGIN + step * (rounds - 1) + ends,
        height=TOP_MARGIN + PLACE_STEP * (places - 1) + BOTTOM_MARGIN,
        rounds=tuple(
            Label(LEFT_MARGIN + step * at, _y(places), _round_label(rank_histories, at))
            for at in range(rounds)
        ),
        places=tuple(Label(LEFT_MARGIN, _y(place), str(place)) for place in range(1, places + 1)),
        lines=tuple(_chart_line(at, row, rank_histories, step) for at, row in drawn_rows),
    )


def count_lead_changes(rank_histories: RankHistories) -> int:
    """Count the rounds after which no earlier leader is still in the lead."""
    leaders = [
        {row.number for row in rank_histories.rows if row.ranks[moment] == 1}
        for moment in range(len(rank_histories.round_keys))
    ]
    return sum(bool(before and after and not before & after) for before, after in pairwise(leaders))


def _charts(rank_histories: RankHistories) -> dict[str, Chart]:
    """Return the charts for phones and for laptops; the style sheet shows one of them."""
    return {
        "narrow": rank_chart(rank_histories),
        "wide": rank_chart(rank_histories, LAPTOP_WIDTH, MAX_LAPTOP_ROUND_STEP),
    }


def chart_style() -> str:
    """Return the style sheet of a chart that is opened by itself: colours of both themes."""
    sheet = "".join(
        Path(str(finders.find(name))).read_text() for name in ("app.css", "results.css")
    )
    parts = [
        rf"/\* \d+ {title} -+ \*/(.*?)/\* \d+ [A-Z]" for title in ("Tokens", "Chart of places")
    ]
    return "".join(re.findall(pattern, sheet, re.DOTALL)[0] for pattern in parts)


def _chart_line(at: int, row: RankHistory, rank_histories: RankHistories, step: int) -> Line:
    points = tuple(
        Point(LEFT_MARGIN + step * moment, _y(place))
        for moment, place in enumerate(row.ranks)
        if place
    )
    colour, dash = at % COLOUR_COUNT + 1, at // COLOUR_COUNT % DASH_COUNT + 1
    end = _line_end(row, rank_histories, points[-1].x)
    return Line(row.names, row.number, colour, dash, points, end)


def _y(place: int) -> int:
    return TOP_MARGIN + PLACE_STEP * (place - 1)


def _fits_names_width(text: str) -> bool:
    return len(text) * LETTER_WIDTH <= NAMES_WIDTH


def _round_label(rank_histories: RankHistories, at: int) -> str:
    """Return the label of a round; with several sessions also its session."""
    session, number = rank_histories.round_keys[at]
    return f"{session}.{number}" if rank_histories.round_keys[-1][0] > 1 else str(number)


def _line_end(row: RankHistory, rank_histories: RankHistories, x: int) -> Point | None:
    """Return where the label of a line is.

    Contestants who share a rank are placed below each other, on the ranks left free.
    """
    rank = row.ranks[-1]
    sharing_numbers = [other.number for other in rank_histories.rows if other.ranks[-1] == rank]
    return Point(x, _y(rank + sharing_numbers.index(row.number))) if rank else None


@public_page
@cache_per_version
def rank_history_view(request: HttpRequest, club_slug: str, event_slug: str) -> HttpResponse:
    """Show every contestant's rank after each round, as charts and numbers."""
    event = get_event_by_slugs_or_404(club_slug, event_slug)
    names = section_names(get_last_stage_or_404(event))
    histories = _visible_histories(event)
    context = {
        "histories": [
            (history, names.get(history.section, ""), _charts(history)) for history in histories
        ],
        "rounds": max((len(history.round_keys) for history in histories), default=0),
        "lead_changes": sum(count_lead_changes(history) for history in histories),
    }
    return render_public(
        request, "public/rank_history.html", event_context(request, event) | context
    )


@public_page_with_query("line", "section")
@cache_per_version
def rank_history_chart_view(request: HttpRequest, club_slug: str, event_slug: str) -> HttpResponse:
    """Return the chart of the ranking of `section` and `line`, else the first, as SVG.

    204 before the first result. The page includes the same chart inline, so that it prints in
    black; this one is for other sites.
    """
    event = get_event_by_slugs_or_404(club_slug, event_slug)
    histories, names = _visible_histories(event), section_names(get_last_stage_or_404(event))
    line, section = request.GET.get("line"), request.GET.get("section")
    matching = [
        history
        for history in histories
        if line in (None, history.line) and section in (None, names.get(history.section, ""))
    ]
    if not histories:
        return HttpResponse(status=204)
    css = chart_style()
    context = {
        "chart": rank_chart((matching or histories)[0]),
        "style": css,
        "title": gettext("Place after each round"),
    }
    response = render(request, "public/rank_history.svg", context, content_type="image/svg+xml")
    response.headers["Content-Security-Policy"] = _content_security_policy(css)
    return response


def _content_security_policy(css: str) -> str:
    """Return a policy that allows a chart opened by itself nothing but its own style."""
    digest = base64.b64encode(hashlib.sha256(css.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; frame-ancestors 'none'"


def _visible_histories(event: Event) -> list[RankHistories]:
    stage = get_last_stage_or_404(event)
    snapshot = visible_snapshot(stage)
    return rank_histories(stage, snapshot) if snapshot else []
