"""Pages for a screen that everybody in the room sees: one thing at a time, turned and renewed by
themselves.

They show what anybody may see, and nothing on them has to be touched.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from games.text import Words
from tournaments.access.heavy_pages import heavy
from tournaments.access.page_cache import page, page_with
from tournaments.access.shown_standings import last_stage, visible_snapshot
from tournaments.forms import number_in
from tournaments.models import Contestant, Event, Section, Session
from tournaments.queries.desk.calls import announced
from tournaments.queries.rounds.clock import SectionClock, read_clocks
from tournaments.queries.rounds.rounds import Turn
from tournaments.queries.rounds.seats_by_name import (
    NO_ROUND_LEFT,
    can_be_sought,
    everybodys_seats,
    why_no_seats,
)
from tournaments.queries.standings.latest import told_standings
from tournaments.queries.standings.partial_rankings import of_part
from tournaments.queries.standings.ranking import RankedContestant, ShownRanking
from tournaments.support.screen_paging import in_pages
from tournaments.web.network import phones_address
from tournaments.web.public.page_context import about_event, event_at
from tournaments.web.qr_code import qr_code

SECONDS = 12
"""How long a page stands before the next one comes: twelve names are read in it."""


@dataclass(frozen=True)
class RankingPage:
    """Some rows of a ranking."""

    ranking: ShownRanking
    rows: Sequence[RankedContestant]


Seats = Sequence[tuple[Contestant, Turn]]


@page
def screen_view(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Which pages there are for a screen; where a session has several sections, of each as well."""
    about = about_event(request, event_at(club, event)) | {"listed": False}
    about["played_out"] = _is_played_out(about["session"], None)
    sections = [each.name for each in _sections(about["session"], "") if each.name]
    return render(request, "public/screen/index.html", about | {"sections": sections})


@page_with("section", "page", "stays")
def screen_standings_view(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The standings, of a `section` alone where it is named: place, name and total."""
    found, section = event_at(club, event), request.GET.get("section", "")
    stage = last_stage(found)
    told = told_standings(stage, visible_snapshot(stage))
    shown = told["standings"]
    rankings = (of_part(stage, shown, section) if section else shown).rankings if shown else ()
    pages = [
        RankingPage(ranking, rows)
        for ranking in rankings
        for rows in in_pages(ranking.rows, lambda row: row.names)
    ]
    return _screen(request, found, "standings", pages, told)


@page_with("section", "page", "stays")
@heavy
def screen_seats_view(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Everybody by name with his table, in the round that is played or the next one."""
    found = event_at(club, event)
    session = about_event(request, found)["session"]
    known = can_be_sought(session)
    seats = _seats(session, request.GET.get("section", "")) if known else []
    pages: list[Seats] = list(in_pages(seats, lambda seat: seat[0].name))
    rounds = {turn.round for _who, turn in seats}
    facts = {
        "round": rounds.pop() if len(rounds) == 1 else None,
        "why": why_no_seats(session) if known and not seats else None,
    }
    return _screen(request, found, "seats", pages, facts)


@page_with("section", "page", "stays")
def screen_clock_view(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """How long is left of the round."""
    return _screen(request, event_at(club, event), "clock", (), {})


def _seats(session: Session, section: str) -> Seats:
    found = everybodys_seats(session, _sections(session, section))
    return [(seat.contestant, turn) for seat in found for turn in seat.first]


def _screen(
    request: HttpRequest, event: Event, purpose: str, pages: Sequence[Any], facts: dict[str, Any]
) -> HttpResponse:
    """A page of a list with what stands on every screen; after the last page comes the first.

    One that `stays` is renewed all the same, but no other comes after it.
    """
    about = about_event(request, event) | {"listed": False}
    at = (max(1, number_in(request.GET.get("page"))) - 1) % max(1, len(pages))
    stays = "stays" in request.GET
    turned = {
        "shown": pages[at] if pages else None,
        "page": at + 1,
        "pages": len(pages),
        "stays": stays,
        "next": at + 1 if stays else (at + 1) % max(1, len(pages)) + 1,
        "seconds": SECONDS,
    }
    played_out = _is_played_out(about["session"], facts.get("why"))
    follows = "rounds" if purpose == "seats" and not played_out else "standings"
    beside = _beside(request, event, about["session"], follows) | {"played_out": played_out}
    return render(request, f"public/screen/{purpose}.html", about | facts | turned | beside)


def _is_played_out(session: Session | None, why: Words | None) -> bool:
    """Whether nobody will sit down any more; `why` nobody has a seat, if that was asked."""
    return session is not None and (session.is_over or why == NO_ROUND_LEFT)


def _beside(
    request: HttpRequest, event: Event, session: Session | None, follows: str
) -> dict[str, Any]:
    """The clock, what the desk announces, and the way to the page that a phone follows."""
    address = phones_address(request, reverse(follows, args=[event.club.slug, event.slug]))
    return {
        "clocks": _clocks(session, request.GET.get("section", "")) if session else (),
        "announced": announced(session) if session else None,
        "qr": qr_code(address),
    }


def _clocks(session: Session, section: str) -> Sequence[SectionClock]:
    """The clocks of the sections, by number; one for all where they go alike."""
    clocks = read_clocks(session, _sections(session, section))
    alike = len({(each.round, each.phase, each.clock) for each in clocks}) == 1
    return clocks[:1] if alike else clocks


def _sections(session: Session | None, name: str) -> QuerySet[Section]:
    """Those of a session, or the one that is named where there is any of the name."""
    sections = Section.objects.filter(session=session).order_by("number")
    named = sections.filter(name=name)
    return named if name and named.exists() else sections
