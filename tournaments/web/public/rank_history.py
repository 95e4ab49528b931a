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
from tournaments.access.shown_standings import last_stage, visible_snapshot
from tournaments.models import Event
from tournaments.queries.people.names import unbreakable_name_parts
from tournaments.queries.standings.latest import section_names
from tournaments.scoring_pipeline.rank_history import RankHistories, RankHistory, rank_histories
from tournaments.web.public.page_context import (
    event_context,
    get_event_by_slugs_or_404,
    render_public,
)

PHONE_WIDTH, LAPTOP_WIDTH = 324, 766
"""Pixels that the page of a phone has for it, where up to eight rounds stand side by side, and the
sheet of a laptop beside the names."""

MIN_ROUND_STEP, MAX_ROUND_STEP, MAX_LAPTOP_ROUND_STEP, PLACE_STEP = 32, 52, 160, 33
"""Pixels between two rounds at the least and at the most, there and there, and between two places;
a letter has 16."""

TOP_MARGIN, LEFT_MARGIN, BOTTOM_MARGIN = 38, 60, 60
"""Pixels above the first place, where the places have their head, beside the first round, and below
the last place, where the rounds are numbered and named."""

LETTER_WIDTH = 9
"""Pixels for a letter of what stands at the ends of the lines."""

NAME_LINE_HEIGHT = 17
"""Pixels between two rows of names."""

NAMES_WIDTH = 400
"""Pixels for the names there, where they have room; static/results.css keeps as many free."""

COLOUR_COUNT, DASH_COUNT = 3, 5
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
    """One contestant: its points, and where it says whose it is, at its end; None where they are
    not ranked there."""

    names: str
    number: int
    ink: int
    dash: int
    points: tuple[Point, ...]
    end: Point | None

    @property
    def rows(self) -> tuple[Label, ...]:
        """The names as they stand at the end: a long pair in two rows, nobody who is too long
        for them."""
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
    """All that is drawn of a ranking."""

    width: int
    height: int
    rounds: tuple[Label, ...]
    places: tuple[Label, ...]
    lines: tuple[Line, ...]

    @property
    def rem(self) -> float:
        """Its width on the page, so that it grows with the letters around it: 18 of its units
        are 1 rem."""
        return round(self.width / 18, 2)

    @property
    def whole(self) -> int:
        """Its width with the names."""
        return self.width + NAMES_WIDTH


def rank_chart(
    rank_histories: RankHistories, room: int = PHONE_WIDTH, most: int = MAX_ROUND_STEP
) -> Chart:
    """The places of a ranking, in so much `room`; a line begins at a place and ends in its
    contestant."""
    drawn = [(at, row) for at, row in enumerate(rank_histories.rows) if any(row.ranks)]
    rounds, places = len(rank_histories.moments), len(rank_histories.rows)
    ends = LETTER_WIDTH * (2 + max((len(str(row.number)) for _at, row in drawn), default=0))
    step = max(MIN_ROUND_STEP, min(most, (room - LEFT_MARGIN - ends) // max(1, rounds - 1)))
    return Chart(
        width=LEFT_MARGIN + step * (rounds - 1) + ends,
        height=TOP_MARGIN + PLACE_STEP * (places - 1) + BOTTOM_MARGIN,
        rounds=tuple(
            Label(LEFT_MARGIN + step * at, _y(places), _round_label(rank_histories, at))
            for at in range(rounds)
        ),
        places=tuple(Label(LEFT_MARGIN, _y(place), str(place)) for place in range(1, places + 1)),
        lines=tuple(_chart_line(at, row, rank_histories, step) for at, row in drawn),
    )


def count_lead_changes(rank_histories: RankHistories) -> int:
    """Return how often, from one round to the next, nobody of the leaders stayed in the lead."""
    leaders = [
        {row.number for row in rank_histories.rows if row.ranks[moment] == 1}
        for moment in range(len(rank_histories.moments))
    ]
    return sum(bool(before and after and not before & after) for before, after in pairwise(leaders))


def _charts(rank_histories: RankHistories) -> dict[str, Chart]:
    """The chart for a phone and the one for a laptop; the style sheet shows one of them."""
    return {
        "narrow": rank_chart(rank_histories),
        "wide": rank_chart(rank_histories, LAPTOP_WIDTH, MAX_LAPTOP_ROUND_STEP),
    }


def chart_style() -> str:
    """What a picture that stands alone needs of the style sheet: the inks of both themes, and
    their use."""
    sheet = "".join(
        Path(str(finders.find(each))).read_text() for each in ("app.css", "results.css")
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
    ink, dash = at % COLOUR_COUNT + 1, at // COLOUR_COUNT % DASH_COUNT + 1
    end = _line_end(row, rank_histories, points[-1].x)
    return Line(row.names, row.number, ink, dash, points, end)


def _y(place: int) -> int:
    return TOP_MARGIN + PLACE_STEP * (place - 1)


def _fits_names_width(words: str) -> bool:
    return len(words) * LETTER_WIDTH <= NAMES_WIDTH


def _round_label(rank_histories: RankHistories, at: int) -> str:
    """The round; in an event of several sessions also which of them."""
    session, number = rank_histories.moments[at]
    return f"{session}.{number}" if rank_histories.moments[-1][0] > 1 else str(number)


def _line_end(row: RankHistory, rank_histories: RankHistories, x: int) -> Point | None:
    """Beside the last rank; who share one stand below each other, on the places that it leaves
    free."""
    rank = row.ranks[-1]
    there = [other.number for other in rank_histories.rows if other.ranks[-1] == rank]
    return Point(x, _y(rank + there.index(row.number))) if rank else None


@public_page
@cache_per_version
def rank_history_view(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Every contestant's place after each round, in pictures and in numbers."""
    found = get_event_by_slugs_or_404(club, event)
    names = section_names(last_stage(found))
    courses = _visible_histories(found)
    facts = {
        "courses": [
            (ranking, names.get(ranking.section, ""), _charts(ranking)) for ranking in courses
        ],
        "rounds": max((len(ranking.moments) for ranking in courses), default=0),
        "lead_changes": sum(count_lead_changes(ranking) for ranking in courses),
    }
    return render_public(request, "public/rank_history.html", event_context(request, found) | facts)


@public_page_with_query("line", "section")
@cache_per_version
def rank_history_chart_view(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The picture of the ranking of a `section` and a `line`, else of the first; 204 before the
    first result.

    The page draws the same inside itself, where paper can make it black; this is for whoever shows
    it elsewhere.
    """
    found = get_event_by_slugs_or_404(club, event)
    shown, names = _visible_histories(found), section_names(last_stage(found))
    line, section = request.GET.get("line"), request.GET.get("section")
    asked = [
        each
        for each in shown
        if line in (None, each.line) and section in (None, names.get(each.section, ""))
    ]
    if not shown:
        return HttpResponse(status=204)
    own = chart_style()
    facts = {
        "chart": rank_chart((asked or shown)[0]),
        "style": own,
        "title": gettext("Place after each round"),
    }
    answer = render(request, "public/rank_history.svg", facts, content_type="image/svg+xml")
    answer.headers["Content-Security-Policy"] = _content_security_policy(own)
    return answer


def _content_security_policy(own: str) -> str:
    """What the picture may do where it is opened by itself: nothing, but to have its own style."""
    digest = base64.b64encode(hashlib.sha256(own.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; frame-ancestors 'none'"


def _visible_histories(event: Event) -> list[RankHistories]:
    stage = last_stage(event)
    snapshot = visible_snapshot(stage)
    return rank_histories(stage, snapshot) if snapshot else []
