"""Pages for a television in the room: seats, standings and the round clock.

They show public data, turn their pages automatically, and need no touch.
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
from tournaments.access.shown_standings import get_last_stage_or_404, visible_snapshot
from tournaments.forms import parse_number
from tournaments.models import Event, Section, Session
from tournaments.queries.clubs.programme import OVER_STATES, get_event_state
from tournaments.queries.desk.calls import current_announcement
from tournaments.queries.people.names import (
    PAIR_SEPARATOR,
    name_sort_key,
    unbreakable_name_parts,
)
from tournaments.queries.rounds.clock import SectionClock, read_clocks
from tournaments.queries.rounds.current_round import count_boards_in
from tournaments.queries.rounds.early_end import early_end
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
from tournaments.support.screen_paging import LINES_PER_SHEET, split_into_sheets
from tournaments.templatetags.contestants import contestant_count
from tournaments.templatetags.rankings import ranking_name
from tournaments.web.network import url_for_phones
from tournaments.web.public.page_context import event_context, get_event_by_slugs_or_404
from tournaments.web.qr_code import qr_code

# Most runners-up that a card lists below the winners: the second and third places, and one more
# because third places may be shared.
MAX_RUNNERS_UP = 3

# Seconds until the screen shows its next page; enough to read two sheets of names.
PAGE_SECONDS = 20

# With more persons than fit on one page of seats, both partners of a pair share a row.
MAX_PERSON_ROWS = 2 * LINES_PER_SHEET


@dataclass(frozen=True)
class RankingSheet:
    """The rows of a ranking that fit on one sheet; a page shows one or two sheets."""

    title: str
    ranking: ShownRanking
    rows: Sequence[RankedContestant]


@dataclass(frozen=True)
class WinnersCard:
    """The winners of a ranking, shown on the ace of coins, and the runners-up below them.

    The title is the name of the ranking or, without one, the number of its contestants.
    """

    title: str
    ranking: ShownRanking
    winners: Sequence[RankedContestant]
    runners_up: Sequence[RankedContestant]


# A name, of a person or of a whole contestant, with the seat in the round.
Seats = Sequence[tuple[str, ContestantRound]]


@dataclass(frozen=True)
class SeatsSheet:
    """The names that fit on one sheet in alphabetical order, each with its seat in the round."""

    title: str
    rows: Seats


@public_page
def screen_index_view(request: HttpRequest, club_slug: str, event_slug: str) -> HttpResponse:
    """List the screens of an event, and those of each section if there are several sections."""
    context = event_context(request, get_event_by_slugs_or_404(club_slug, event_slug)) | {
        "listed": False,
        "screens_url": url_for_phones(request, request.path),
    }
    context["played_out"] = _is_played_out(context["session"], None)
    sections = [section.name for section in _sections(context["session"], "") if section.name]
    screen_sections = ["", *sections] if len(sections) > 1 else [""]
    return render(request, "public/screen/index.html", context | {"sections": screen_sections})


@public_page_with_query("section", "page", "stays")
def screen_standings_view(request: HttpRequest, club_slug: str, event_slug: str) -> HttpResponse:
    """Show the standings; once the event is over, the winners come first.

    With `section` in the URL only its contestants are shown.
    """
    return _render_standings(request, get_event_by_slugs_or_404(club_slug, event_slug))


def _render_standings(request: HttpRequest, event: Event) -> HttpResponse:
    section = request.GET.get("section", "")
    stage = get_last_stage_or_404(event)
    snapshot = visible_snapshot(stage)
    stage_context = standings_context(stage, snapshot)
    standings = stage_context["standings"]
    rankings = (
        (standings_of_part(stage, standings, section) if section else standings).rankings
        if standings
        else ()
    )
    is_running = get_event_state(event) == "running"
    extra = {"previous_ranks": previous_ranks(stage, snapshot) if snapshot and is_running else {}}
    return _render_screen(
        request, event, "standings", _ranking_pages(event, rankings), stage_context | extra
    )


@public_page_with_query("section", "page", "stays")
@limit_readers
def screen_seats_view(request: HttpRequest, club_slug: str, event_slug: str) -> HttpResponse:
    """Show everybody by name, each with their table in the current or the next round.

    Once the session is over, show the standings with the winners: nobody turns the screen by hand.
    """
    event = get_event_by_slugs_or_404(club_slug, event_slug)
    session = event_context(request, event)["session"]
    if session is not None and session.is_over:
        return _render_standings(request, event)
    is_searchable = has_seat_search(session)
    seats = _seats(session, request.GET.get("section", "")) if is_searchable else []
    seat_sheets = [*split_into_sheets(seats, lambda seat: unbreakable_name_parts(seat[0]))]
    sheets = [
        SeatsSheet(title, rows)
        for title, rows in zip(_sheet_titles(seat_sheets), seat_sheets, strict=True)
    ]
    rounds = {contestant_round.round for _name, contestant_round in seats}
    extra = {
        "round": rounds.pop() if len(rounds) == 1 else None,
        "no_seats_text": no_seats_text(session) if is_searchable and not seats else None,
    }
    return _render_screen(request, event, "seats", _pairs_of_sheets(sheets), extra)


@public_page_with_query("section", "page", "stays")
def screen_clock_view(request: HttpRequest, club_slug: str, event_slug: str) -> HttpResponse:
    """Show the time left of the round in large digits, and how many boards have a result."""
    event = get_event_by_slugs_or_404(club_slug, event_slug)
    session = event_context(request, event)["session"]
    sections = _sections(session, request.GET.get("section", ""))
    return _render_screen(request, event, "clock", (), count_boards_in(sections))


def _seats(session: Session, section_name: str) -> Seats:
    """Return the seats by name: of every person, or of contestants if there are many."""
    found_seats = all_seats(session, _sections(session, section_name))
    seats = [
        (seat.contestant.name, contestant_round)
        for seat in found_seats
        for contestant_round in seat.next_rounds
    ]
    if session.stage.event.players_each != 2:
        return seats
    persons = [(person, round_) for name, round_ in seats for person in name.split(PAIR_SEPARATOR)]
    if len(persons) > MAX_PERSON_ROWS:
        return seats
    return sorted(persons, key=lambda person: name_sort_key(person[0]))


def _sheet_titles(sheets: Sequence[Seats]) -> list[str]:
    """Return the range of letters on each sheet: "A – Jord", then "Jose – Y"."""
    edges = [[sheet[index][0] for index in (0, -1)] for sheet in sheets]
    titles = []
    for index, (first_name, last_name) in enumerate(edges):
        last_of_previous = edges[index - 1][1] if index else ""
        first_of_next = edges[index + 1][0] if index + 1 < len(edges) else ""
        first_letters, last_letters = (
            _distinguishing_letters(first_name, last_of_previous),
            _distinguishing_letters(last_name, first_of_next),
        )
        titles.append(
            first_letters if first_letters == last_letters else f"{first_letters} – {last_letters}"
        )
    return titles


def _distinguishing_letters(name: str, other_name: str) -> str:
    """Return the shortest beginning of a name with which the other name does not begin."""
    letter_pairs = zip(name.casefold(), other_name.casefold(), strict=False)
    shared_count = sum(1 for _pair in takewhile(lambda pair: pair[0] == pair[1], letter_pairs))
    return name[: shared_count + 1].rstrip()


def _pairs_of_sheets(sheets: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return pages that each show two sheets beside each other; the last may have one."""
    return [tuple(sheets[index : index + 2]) for index in range(0, len(sheets), 2)]


def _ranking_pages(event: Event, rankings: Sequence[ShownRanking]) -> list[tuple[Any, ...]]:
    """Return the pages of all rankings, with two sheets on each page.

    Two rankings are shown beside each other: first sheet with first sheet, and so on. A ranking
    without a second one beside it has two of its own sheets on a page. Once the event is over, the
    winners' cards come before the sheets.
    """
    pages: list[tuple[Any, ...]] = []
    is_over = get_event_state(event) in OVER_STATES
    for pair in _pairs_of_sheets(rankings):
        cards = [_winners_card(event, ranking) for ranking in pair] if is_over else []
        is_alone = len(pair) == 1
        sheets = [_ranking_sheets(event, ranking, is_alone) for ranking in pair]
        cards = [card for card in cards if card]
        if is_alone:
            pages += _pairs_of_sheets([*cards, *sheets[0]])
            continue
        pages += _pairs_of_sheets(cards)
        pages += [tuple(filter(None, sheets_beside)) for sheets_beside in zip_longest(*sheets)]
    return pages


def _winners_card(event: Event, ranking: ShownRanking) -> WinnersCard | None:
    if not ranking.leaders:
        return None
    title = ranking_name(event, ranking) or contestant_count(event.players_each, len(ranking.rows))
    ranks = range(2, ranking.last_winning_rank + 1)
    runners_up = [row for row in ranking.rows if row.rank in ranks]
    return WinnersCard(title, ranking, ranking.leaders, runners_up[:MAX_RUNNERS_UP])


def _ranking_sheets(
    event: Event, ranking: ShownRanking, even_sheet_count: bool
) -> list[RankingSheet]:
    """Return the sheets of a ranking, titled by its name or by the places they show.

    A sheet with unranked rows is titled by the number of its rows.
    """
    name = ranking_name(event, ranking)
    return [
        RankingSheet(name or _places_text(event, rows), ranking, rows)
        for rows in split_into_sheets(
            ranking.rows,
            lambda row: unbreakable_name_parts(row.names),
            even_sheet_count=even_sheet_count,
        )
    ]


def _places_text(event: Event, rows: Sequence[RankedContestant]) -> str:
    places = [row.rank for row in rows if row.rank]
    if len(places) < len(rows):
        return contestant_count(event.players_each, len(rows))
    first_place, last_place = places[0], places[-1]
    if first_place == last_place:
        return _("Place %(number)s") % {"number": first_place}
    return _("Places %(first)s–%(last)s") % {"first": first_place, "last": last_place}


def _render_screen(
    request: HttpRequest,
    event: Event,
    screen_name: str,
    pages: Sequence[Any],
    screen_context: dict[str, Any],
) -> HttpResponse:
    """Render one page of a screen, with the clocks and texts that every screen shows.

    `page` in the URL is the number of the page; after the last page comes the first. With `stays`
    in the URL the screen refreshes this page instead of turning to the next.
    """
    context = event_context(request, event) | {"listed": False}
    index = (max(1, parse_number(request.GET.get("page"))) - 1) % max(1, len(pages))
    is_fixed = "stays" in request.GET
    paging = {
        "shown": pages[index] if pages else (),
        "page": index + 1,
        "pages": len(pages),
        "stays": is_fixed,
        "next": index + 1 if is_fixed else (index + 1) % max(1, len(pages)) + 1,
        "seconds": PAGE_SECONDS,
    }
    played_out = _is_played_out(context["session"], screen_context.get("no_seats_text"))
    linked_view_name = "rounds" if screen_name == "seats" and not played_out else "standings"
    side = _side_context(request, event, context["session"], linked_view_name) | {
        "played_out": played_out
    }
    return render(
        request, f"public/screen/{screen_name}.html", context | screen_context | paging | side
    )


def _is_played_out(session: Session | None, no_seats_text: Text | None) -> bool:
    """Return whether the session has no round left to play.

    `no_seats_text` is the reason why the seats screen shows no seats; None on other screens, and
    while there are seats.
    """
    return session is not None and (session.is_over or no_seats_text == NO_ROUND_LEFT)


def _side_context(
    request: HttpRequest, event: Event, session: Session | None, linked_view_name: str
) -> dict[str, Any]:
    """Return the clocks, the announcement, and a QR code for the URL of the linked view."""
    linked_url = url_for_phones(
        request, reverse(linked_view_name, args=[event.club.slug, event.slug])
    )
    return {
        "clocks": _clocks(session, request.GET.get("section", "")) if session else (),
        "early_end": early_end(session),
        "announced": current_announcement(session) if session else None,
        "qr": qr_code(linked_url),
    }


def _clocks(session: Session, section_name: str) -> Sequence[SectionClock]:
    """Return the clocks of the sections by section number; only one if all clocks are equal."""
    clocks = read_clocks(session, _sections(session, section_name))
    are_alike = len({(clock.round_number, clock.phase, clock.clock) for clock in clocks}) == 1
    return clocks[:1] if are_alike else clocks


def _sections(session: Session | None, name: str) -> QuerySet[Section]:
    """Return the section with this name, or all sections if none has it or it is blank."""
    sections = Section.objects.filter(session=session).order_by("number")
    named_section = sections.filter(name=name)
    return named_section if name and named_section.exists() else sections
