"""Pages for a television in the room: seats, standings and the round clock.

They show what anybody may see, turn their pages by themselves, and need no touch.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile, zip_longest
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.text import Text
from tournaments.access.heavy_pages import limit_readers
from tournaments.access.page_cache import public_page, public_page_with_query
from tournaments.access.shown_standings import last_stage, visible_snapshot
from tournaments.forms import parse_number
from tournaments.models import Contestant, Event, Section, Session
from tournaments.queries.clubs.programme import OVER_STATES, get_event_state
from tournaments.queries.desk.calls import announced
from tournaments.queries.people.names import unbreakable_name_parts
from tournaments.queries.rounds.clock import SectionClock, read_clocks
from tournaments.queries.rounds.current_round import count_boards_in
from tournaments.queries.rounds.rounds import ContestantRound
from tournaments.queries.rounds.seat_search import (
    NO_ROUND_LEFT,
    all_seats,
    has_seat_search,
    no_seats_text,
)
from tournaments.queries.standings.latest import standings_context
from tournaments.queries.standings.partial_rankings import standings_of_part
from tournaments.queries.standings.ranking import RankedContestant, ShownRanking
from tournaments.scoring_pipeline.rank_history import previous_ranks
from tournaments.support.screen_paging import split_into_sheets
from tournaments.templatetags.rankings import figure_name, ranking_name, winners_title
from tournaments.web.network import phones_address
from tournaments.web.public.page_context import about_event, event_at
from tournaments.web.qr_code import qr_code

MAX_NEXT = 3
"""How many contestants at most a card names after the winners; third places may be shared."""

SECONDS = 20
"""How long a page is shown before the next one comes: two sheets of names are read in it."""


@dataclass(frozen=True)
class RankingSheet:
    """Some rows of a ranking on a sheet of paper."""

    title: str
    figure_name: str
    ranking: ShownRanking
    rows: Sequence[RankedContestant]


@dataclass(frozen=True)
class WinnersCard:
    """The first of a ranking on a card, the ace of coins, and who comes next."""

    title: str
    ranking: ShownRanking
    winners: Sequence[RankedContestant]
    next: Sequence[RankedContestant]


@dataclass(frozen=True)
class SeatsSheet:
    """Some contestants by name, each with a turn."""

    title: str
    rows: Sequence[tuple[Contestant, ContestantRound]]


Seats = Sequence[tuple[Contestant, ContestantRound]]


@public_page
def screen_view(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """List the pages for a television; those of each section as well, where there are several."""
    about = about_event(request, event_at(club, event)) | {"listed": False}
    about["played_out"] = _is_played_out(about["session"], None)
    sections = [each.name for each in _sections(about["session"], "") if each.name]
    of = ["", *sections] if len(sections) > 1 else [""]
    return render(request, "public/screen/index.html", about | {"sections": of})


@public_page_with_query("section", "page", "stays")
def screen_standings_view(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Show the standings, of a `section` alone where it is named; at the end the winners first."""
    found, section = event_at(club, event), request.GET.get("section", "")
    stage = last_stage(found)
    snapshot = visible_snapshot(stage)
    told = standings_context(stage, snapshot)
    shown = told["standings"]
    rankings = (
        (standings_of_part(stage, shown, section) if section else shown).rankings if shown else ()
    )
    is_running = get_event_state(found) == "running"
    facts = {"previous_ranks": previous_ranks(stage, snapshot) if snapshot and is_running else {}}
    return _screen(request, found, "standings", _ranking_pages(found, rankings), told | facts)


@public_page_with_query("section", "page", "stays")
@limit_readers
def screen_seats_view(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Show everybody by name with their table, in the present round or the next one."""
    found = event_at(club, event)
    session = about_event(request, found)["session"]
    known = has_seat_search(session)
    seats = _seats(session, request.GET.get("section", "")) if known else []
    parts = [*split_into_sheets(seats, lambda seat: unbreakable_name_parts(seat[0].name))]
    sheets = [
        SeatsSheet(title, rows) for title, rows in zip(_sheet_titles(parts), parts, strict=True)
    ]
    rounds = {turn.round for _who, turn in seats}
    facts = {
        "round": rounds.pop() if len(rounds) == 1 else None,
        "why": no_seats_text(session) if known and not seats else None,
    }
    return _screen(request, found, "seats", _by_two(sheets), facts)


@public_page_with_query("section", "page", "stays")
def screen_clock_view(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Show how long is left of the round, as large as the screen, and how many boards are in."""
    found = event_at(club, event)
    session = about_event(request, found)["session"]
    sections = _sections(session, request.GET.get("section", ""))
    return _screen(request, found, "clock", (), count_boards_in(sections))


def _seats(session: Session, section: str) -> Seats:
    found = all_seats(session, _sections(session, section))
    return [(seat.contestant, turn) for seat in found for turn in seat.next_rounds]


def _sheet_titles(sheets: Sequence[Seats]) -> list[str]:
    """The letters from which to which each sheet goes: "A – Jord", then "Jose – Y"."""
    edges = [[sheet[at][0].name for at in (0, -1)] for sheet in sheets]
    titles = []
    for at, (first, last) in enumerate(edges):
        before = edges[at - 1][1] if at else ""
        after = edges[at + 1][0] if at + 1 < len(edges) else ""
        begins, ends = _distinguishing_letters(first, before), _distinguishing_letters(last, after)
        titles.append(begins if begins == ends else f"{begins} – {ends}")
    return titles


def _distinguishing_letters(name: str, other: str) -> str:
    """The fewest letters at the beginning of a name that the other does not begin with."""
    pairs = zip(name.casefold(), other.casefold(), strict=False)
    shared = sum(1 for _pair in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return name[: shared + 1].rstrip()


def _by_two(sheets: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Pages of two sheets beside each other."""
    return [tuple(sheets[at : at + 2]) for at in range(0, len(sheets), 2)]


def _ranking_pages(event: Event, rankings: Sequence[ShownRanking]) -> list[tuple[Any, ...]]:
    """Two rankings beside each other, sheet by sheet; the winners before them once it is over."""
    pages: list[tuple[Any, ...]] = []
    is_over = get_event_state(event) in OVER_STATES
    for pair in _by_two(rankings):
        cards = [_card(event, each) for each in pair] if is_over else []
        even_sheet_count = len(pair) == 1
        sheets = [_sheets(event, each, even_sheet_count) for each in pair]
        cards = [each for each in cards if each]
        if even_sheet_count:
            pages += _by_two([*cards, *sheets[0]])
            continue
        pages += _by_two(cards)
        pages += [tuple(filter(None, each)) for each in zip_longest(*sheets)]
    return pages


def _card(event: Event, ranking: ShownRanking) -> WinnersCard | None:
    if not ranking.leaders:
        return None
    title = winners_title(event, ranking, ranking_name(event, ranking))
    places = range(2, ranking.last_winning_rank + 1)
    after = [row for row in ranking.rows if row.rank in places]
    return WinnersCard(title, ranking, ranking.leaders, after[:MAX_NEXT])


def _sheets(event: Event, ranking: ShownRanking, even_sheet_count: bool) -> list[RankingSheet]:
    """The sheets of a ranking, under its name or under the places that they show."""
    name = ranking_name(event, ranking)
    return [
        RankingSheet(name or _places(rows), figure_name(ranking), ranking, rows)
        for rows in split_into_sheets(
            ranking.rows,
            lambda row: unbreakable_name_parts(row.names),
            even_sheet_count=even_sheet_count,
        )
    ]


def _places(rows: Sequence[RankedContestant]) -> str:
    """The places of some rows, in words; blank where nobody has one."""
    places = [row.rank for row in rows if row.rank]
    if not places:
        return ""
    first, last = places[0], places[-1]
    if first == last:
        return _("Place %(number)s") % {"number": first}
    return _("Places %(first)s–%(last)s") % {"first": first, "last": last}


def _screen(
    request: HttpRequest, event: Event, purpose: str, pages: Sequence[Any], facts: dict[str, Any]
) -> HttpResponse:
    """Render one page with what every screen shows; the first page follows the last.

    A page that `stays` is renewed but no other follows it.
    """
    about = about_event(request, event) | {"listed": False}
    at = (max(1, parse_number(request.GET.get("page"))) - 1) % max(1, len(pages))
    stays = "stays" in request.GET
    turned = {
        "shown": pages[at] if pages else (),
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


def _is_played_out(session: Session | None, why: Text | None) -> bool:
    """Whether no seat is left to take; `why` nobody has a seat, if that was asked."""
    return session is not None and (session.is_over or why == NO_ROUND_LEFT)


def _beside(
    request: HttpRequest, event: Event, session: Session | None, follows: str
) -> dict[str, Any]:
    """The clocks, the desk's announcement, and the QR code of the page for phones."""
    address = phones_address(request, reverse(follows, args=[event.club.slug, event.slug]))
    return {
        "clocks": _clocks(session, request.GET.get("section", "")) if session else (),
        "announced": announced(session) if session else None,
        "qr": qr_code(address),
    }


def _clocks(session: Session, section: str) -> Sequence[SectionClock]:
    """The clocks of the sections, by number; one for all where they are the same."""
    clocks = read_clocks(session, _sections(session, section))
    alike = len({(each.round, each.phase, each.clock) for each in clocks}) == 1
    return clocks[:1] if alike else clocks


def _sections(session: Session | None, name: str) -> QuerySet[Section]:
    """The sections of a session, or the one with this name if there is one."""
    sections = Section.objects.filter(session=session).order_by("number")
    named = sections.filter(name=name)
    return named if name and named.exists() else sections
