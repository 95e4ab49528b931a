"""The ranks after each round: a page with the numbers, and a chart."""

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

# Width of the chart in pixels: on a phone, enough for eight rounds, and on a laptop.
PHONE_WIDTH, LAPTOP_WIDTH = 324, 766

# Pixels between two rounds: the least, the most on a phone, the most on a laptop. Then the pixels
# between two places. A letter is 16 pixels high.
MIN_ROUND_STEP, MAX_ROUND_STEP, MAX_LAPTOP_ROUND_STEP, PLACE_STEP = 32, 52, 160, 33

# Pixels above the first place (for the heading), left of the first round, and below the last place
# (for the numbers of the rounds).
TOP_MARGIN, LEFT_MARGIN, BOTTOM_MARGIN = 38, 60, 60

# Width in pixels of a letter in the labels at the ends of the lines.
LETTER_WIDTH = 9

# Pixels between two lines of names.
NAME_LINE_HEIGHT = 17

# Width in pixels of the names on a laptop; static/results.css reserves the same.
NAMES_WIDTH = 400

# Numbers of colours and of dash patterns. The lines use the colours in turn; lines with the same
# colour differ in their dashes.
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
class RankLine:
    """The line of one contestant; `end` is the position of its label, None without a last rank."""

    names: str
    number: int
    colour: int
    dash: int
    points: tuple[Point, ...]
    end: Point | None

    @property
    def name_lines(self) -> tuple[Label, ...]:
        """The names at the end of the line, on one or two lines; empty if they do not fit."""
        rows = (
            (self.names,) if _fits_names_width(self.names) else unbreakable_name_parts(self.names)
        )
        if not self.end or not all(map(_fits_names_width, rows)):
            return ()
        top = self.end.y - NAME_LINE_HEIGHT * (len(rows) - 1) // 2
        return tuple(
            Label(self.end.x, top + NAME_LINE_HEIGHT * index, row) for index, row in enumerate(rows)
        )


@dataclass(frozen=True)
class Chart:
    """The chart of one ranking."""

    width: int
    height: int
    rounds: tuple[Label, ...]
    places: tuple[Label, ...]
    lines: tuple[RankLine, ...]

    @property
    def rem(self) -> float:
        """The width in rem, so that the chart grows with the text; 18 pixels are 1 rem."""
        return round(self.width / 18, 2)

    @property
    def width_with_names(self) -> int:
        """The width of the chart and the names beside it."""
        return self.width + NAMES_WIDTH


def rank_chart(
    rank_histories: RankHistories, width: int = PHONE_WIDTH, max_step: int = MAX_ROUND_STEP
) -> Chart:
    """Return the chart of a ranking; its rounds are spread over `width` as far as they can be.

    Two rounds are at least `MIN_ROUND_STEP` and at most `max_step` apart.
    """
    ranked_rows = [(index, row) for index, row in enumerate(rank_histories.rows) if any(row.ranks)]
    round_count, place_count = len(rank_histories.round_keys), len(rank_histories.rows)
    label_width = LETTER_WIDTH * (
        2 + max((len(str(row.number)) for _at, row in ranked_rows), default=0)
    )
    round_step = max(
        MIN_ROUND_STEP,
        min(max_step, (width - LEFT_MARGIN - label_width) // max(1, round_count - 1)),
    )
    return Chart(
        width=LEFT_MARGIN + round_step * (round_count - 1) + label_width,
        height=TOP_MARGIN + PLACE_STEP * (place_count - 1) + BOTTOM_MARGIN,
        rounds=tuple(
            Label(
                LEFT_MARGIN + round_step * index,
                _y_of_place(place_count),
                _round_label(rank_histories, index),
            )
            for index in range(round_count)
        ),
        places=tuple(
            Label(LEFT_MARGIN, _y_of_place(place), str(place))
            for place in range(1, place_count + 1)
        ),
        lines=tuple(
            _chart_line(index, row, rank_histories, round_step) for index, row in ranked_rows
        ),
    )


def count_lead_changes(rank_histories: RankHistories) -> int:
    """Count the rounds after which none of the leaders before the round still leads."""
    leaders_by_round = [
        {row.number for row in rank_histories.rows if row.ranks[round_index] == 1}
        for round_index in range(len(rank_histories.round_keys))
    ]
    return sum(
        bool(previous_leaders and next_leaders and not previous_leaders & next_leaders)
        for previous_leaders, next_leaders in pairwise(leaders_by_round)
    )


def _charts(rank_histories: RankHistories) -> dict[str, Chart]:
    """Return one chart for phones and one for laptops; the style sheet shows only one."""
    return {
        "narrow": rank_chart(rank_histories),
        "wide": rank_chart(rank_histories, LAPTOP_WIDTH, MAX_LAPTOP_ROUND_STEP),
    }


def chart_style() -> str:
    """Return the style sheet of a chart outside of its page, with the colours of both themes.

    It consists of two chapters of the site's style sheets.
    """
    sheet = "".join(
        Path(str(finders.find(name))).read_text() for name in ("app.css", "results.css")
    )
    chapter_patterns = [
        rf"/\* \d+ {title} -+ \*/(.*?)/\* \d+ [A-Z]" for title in ("Tokens", "Chart of places")
    ]
    return "".join(re.findall(pattern, sheet, re.DOTALL)[0] for pattern in chapter_patterns)


def _chart_line(
    index: int, row: RankHistory, rank_histories: RankHistories, round_step: int
) -> RankLine:
    points = tuple(
        Point(LEFT_MARGIN + round_step * round_index, _y_of_place(place))
        for round_index, place in enumerate(row.ranks)
        if place
    )
    colour, dash = index % COLOUR_COUNT + 1, index // COLOUR_COUNT % DASH_COUNT + 1
    end = _line_end(row, rank_histories, points[-1].x)
    return RankLine(row.names, row.number, colour, dash, points, end)


def _y_of_place(place: int) -> int:
    return TOP_MARGIN + PLACE_STEP * (place - 1)


def _fits_names_width(text: str) -> bool:
    return len(text) * LETTER_WIDTH <= NAMES_WIDTH


def _round_label(rank_histories: RankHistories, index: int) -> str:
    """Return the label of a round: its number, after its session's if there are several."""
    session_number, round_number = rank_histories.round_keys[index]
    return (
        f"{session_number}.{round_number}"
        if rank_histories.round_keys[-1][0] > 1
        else str(round_number)
    )


def _line_end(row: RankHistory, rank_histories: RankHistories, x: int) -> Point | None:
    """Return the position of a line's label, or None without a last rank.

    The labels of contestants who share a rank are below each other: the shared rank leaves the next
    ranks free.
    """
    rank = row.ranks[-1]
    sharing_numbers = [
        other_row.number for other_row in rank_histories.rows if other_row.ranks[-1] == rank
    ]
    return Point(x, _y_of_place(rank + sharing_numbers.index(row.number))) if rank else None


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
    """Return the chart of one ranking as SVG, for other sites; 204 before the first result.

    `section` and `line` in the URL choose the ranking; by default it is the first one. The page of
    this site includes the chart inline, so that it can be printed in black.
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
    """Return a policy for a chart outside of its page, which allows only this style sheet."""
    digest = base64.b64encode(hashlib.sha256(css.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; frame-ancestors 'none'"


def _visible_histories(event: Event) -> list[RankHistories]:
    stage = get_last_stage_or_404(event)
    snapshot = visible_snapshot(stage)
    return rank_histories(stage, snapshot) if snapshot else []
