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
from tournaments.web.public.page_context import about_event, anybodys_page, event_at

PHONE, SHEET = 324, 766
"""Pixels that the page of a phone has for it, where up to eight rounds stand side by side, and the
sheet of a laptop beside the names."""

NARROW, WIDE, WIDEST, PLACE = 32, 52, 160, 33
"""Pixels between two rounds at the least and at the most, there and there, and between two places;
a letter has 16."""

TOP, SIDE, FOOT = 38, 60, 60
"""Pixels above the first place, where the places have their head, beside the first round, and below
the last place, where the rounds are numbered and named."""

LETTER = 9
"""Pixels for a letter of what stands at the ends of the lines."""

ROW = 17
"""Pixels between two rows of names."""

NAMES = 400
"""Pixels for the names there, where they have room; static/results.css keeps as many free."""

INKS, DASHES = 3, 5
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
        rows = (self.names,) if _fit(self.names) else unbreakable_name_parts(self.names)
        if not self.end or not all(map(_fit, rows)):
            return ()
        first = self.end.y - ROW * (len(rows) - 1) // 2
        return tuple(Label(self.end.x, first + ROW * at, row) for at, row in enumerate(rows))


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
        return self.width + NAMES


def chart_of(rank_histories: RankHistories, room: int = PHONE, most: int = WIDE) -> Chart:
    """The places of a ranking, in so much `room`; a line begins at a place and ends in its
    contestant."""
    drawn = [(at, row) for at, row in enumerate(rank_histories.rows) if any(row.ranks)]
    rounds, places = len(rank_histories.round_keys), len(rank_histories.rows)
    ends = LETTER * (2 + max((len(str(row.number)) for _at, row in drawn), default=0))
    step = max(NARROW, min(most, (room - SIDE - ends) // max(1, rounds - 1)))
    return Chart(
        width=SIDE + step * (rounds - 1) + ends,
        height=TOP + PLACE * (places - 1) + FOOT,
        rounds=tuple(
            Label(SIDE + step * at, _y(places), _round(rank_histories, at)) for at in range(rounds)
        ),
        places=tuple(Label(SIDE, _y(place), str(place)) for place in range(1, places + 1)),
        lines=tuple(_line(at, row, rank_histories, step) for at, row in drawn),
    )


def count_lead_changes(rank_histories: RankHistories) -> int:
    """Return how often, from one round to the next, nobody of the leaders stayed in the lead."""
    leaders = [
        {row.number for row in rank_histories.rows if row.ranks[moment] == 1}
        for moment in range(len(rank_histories.round_keys))
    ]
    return sum(bool(before and after and not before & after) for before, after in pairwise(leaders))


def _charts(rank_histories: RankHistories) -> dict[str, Chart]:
    """The chart for a phone and the one for a laptop; the style sheet shows one of them."""
    return {"narrow": chart_of(rank_histories), "wide": chart_of(rank_histories, SHEET, WIDEST)}


def style() -> str:
    """What a picture that stands alone needs of the style sheet: the inks of both themes, and
    their use."""
    sheet = "".join(
        Path(str(finders.find(each))).read_text() for each in ("app.css", "results.css")
    )
    parts = [
        rf"/\* \d+ {title} -+ \*/(.*?)/\* \d+ [A-Z]" for title in ("Tokens", "Chart of places")
    ]
    return "".join(re.findall(pattern, sheet, re.DOTALL)[0] for pattern in parts)


def _line(at: int, row: RankHistory, rank_histories: RankHistories, step: int) -> Line:
    points = tuple(
        Point(SIDE + step * moment, _y(place)) for moment, place in enumerate(row.ranks) if place
    )
    ink, dash = at % INKS + 1, at // INKS % DASHES + 1
    end = _beside(row, rank_histories, points[-1].x)
    return Line(row.names, row.number, ink, dash, points, end)


def _y(place: int) -> int:
    return TOP + PLACE * (place - 1)


def _fit(words: str) -> bool:
    return len(words) * LETTER <= NAMES


def _round(rank_histories: RankHistories, at: int) -> str:
    """The round; in an event of several sessions also which of them."""
    session, number = rank_histories.round_keys[at]
    return f"{session}.{number}" if rank_histories.round_keys[-1][0] > 1 else str(number)


def _beside(row: RankHistory, rank_histories: RankHistories, x: int) -> Point | None:
    """Beside the last rank; who share one stand below each other, on the places that it leaves
    free."""
    rank = row.ranks[-1]
    there = [other.number for other in rank_histories.rows if other.ranks[-1] == rank]
    return Point(x, _y(rank + there.index(row.number))) if rank else None


@public_page
@cache_per_version
def places_view(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Every contestant's place after each round, in pictures and in numbers."""
    found = event_at(club, event)
    names = section_names(last_stage(found))
    courses = _courses(found)
    facts = {
        "courses": [
            (ranking, names.get(ranking.section, ""), _charts(ranking)) for ranking in courses
        ],
        "rounds": max((len(ranking.round_keys) for ranking in courses), default=0),
        "lead_changes": sum(count_lead_changes(ranking) for ranking in courses),
    }
    return anybodys_page(request, "public/places.html", about_event(request, found) | facts)


@public_page_with_query("line", "section")
@cache_per_version
def places_picture_view(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The picture of the ranking of a `section` and a `line`, else of the first; 204 before the
    first result.

    The page draws the same inside itself, where paper can make it black; this is for whoever shows
    it elsewhere.
    """
    found = event_at(club, event)
    shown, names = _courses(found), section_names(last_stage(found))
    line, section = request.GET.get("line"), request.GET.get("section")
    asked = [
        each
        for each in shown
        if line in (None, each.line) and section in (None, names.get(each.section, ""))
    ]
    if not shown:
        return HttpResponse(status=204)
    own = style()
    facts = {
        "chart": chart_of((asked or shown)[0]),
        "style": own,
        "title": gettext("Place after each round"),
    }
    answer = render(request, "public/places.svg", facts, content_type="image/svg+xml")
    answer.headers["Content-Security-Policy"] = _limits(own)
    return answer


def _limits(own: str) -> str:
    """What the picture may do where it is opened by itself: nothing, but to have its own style."""
    digest = base64.b64encode(hashlib.sha256(own.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; frame-ancestors 'none'"


def _courses(event: Event) -> list[RankHistories]:
    stage = last_stage(event)
    snapshot = visible_snapshot(stage)
    return rank_histories(stage, snapshot) if snapshot else []
