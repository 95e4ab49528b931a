"""The public standings: latest and by stage, in pages, and in a frame of another site."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db.models import prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import SimpleLazyObject
from django.views.decorators.clickjacking import xframe_options_exempt

from tournaments.access.page_cache import public_page_with_query
from tournaments.access.shown_standings import last_stage, visible_snapshot
from tournaments.forms import parse_number
from tournaments.models import Event, Snapshot, Stage
from tournaments.queries.boards.widest_spread import boards_with_widest_spread
from tournaments.queries.clubs.programme import OVER_STATES
from tournaments.queries.desk.calls import announced
from tournaments.queries.people.names import MAX_NAME_LENGTH
from tournaments.queries.people.players import matches_search
from tournaments.queries.results.play_reveals import reveals_of_event
from tournaments.queries.rounds.current_round import current_round
from tournaments.queries.rounds.seat_search import has_seat_search
from tournaments.queries.rounds.substitutes import substitutes_by_contestant
from tournaments.queries.standings.latest import shown_standings, standings_context
from tournaments.queries.standings.partial_rankings import (
    categories_to_show,
    parts_to_show,
    standings_by_category,
    standings_of_category,
    standings_of_part,
)
from tournaments.queries.standings.ranking import ShownStandings
from tournaments.scoring_pipeline.rank_history import previous_ranks
from tournaments.support.digests import digest
from tournaments.web.public.page_context import (
    event_context,
    get_event_by_slugs_or_404,
    render_public,
)
from tournaments.web.public.share_picture import event_share_metadata

MAX_SEARCH_RESULTS = 20
"""So many of those who were found are listed; all are marked."""


@public_page_with_query("section", "category", "page", "who")
def standings_view(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The latest standings of an event, or of a `section` or a `category` of it.

    `page` is of a long ranking, `who` a number or a name to be found.
    """
    found, section = get_event_by_slugs_or_404(club, event), request.GET.get("section", "")
    prefetch_related_objects([found], "contestants")
    stage = last_stage(found)
    category = request.GET.get("category", "")
    told, about = _stage_context(stage, section, category), event_context(request, found)
    earlier = {
        each: standings_of_category(found, standings_of_part(each, shown, section), category)
        for each, shown in _earlier_standings(stage).items()
    }
    part = _search_context(request, (told["standings"], *earlier.values()), found)
    before = [(each, standings.at_page(part["page"])) for each, standings in earlier.items()]
    more = _live_context(told, about) | {"earlier": before, "reveals": reveals_of_event(found)}
    more |= _categories(found, category, (told["standings"], *earlier.values()))
    more |= {"section": section, "sections": _sections(stage, told["standings"], earlier)}
    more |= _final_context(stage, told, about["event_state"], category)
    if about["event_state"] == "coming" and not told["standings"]:
        more["entered"] = sorted(found.contestants.all(), key=lambda each: each.number)
    more["apart"] = (
        boards_with_widest_spread(found) if told["standings"] and more["is_over"] else ()
    )
    more["share"] = event_share_metadata(request, found, told["whole"])
    more["may_seek"] = has_seat_search(about["session"])
    return render_public(
        request,
        "public/standings/standings.html",
        about | _at_page(told, part["page"]) | part | more,
    )


@public_page_with_query("section", "category", "page", "who", "seen")
def standings_fragment_view(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Return the standings and the figures of the page's head once any of it has changed; 204
    until then."""
    facts = latest_standings_context(request, get_event_by_slugs_or_404(club, event))
    if request.GET.get("seen") == facts["seen"]:
        return HttpResponse(status=204)
    return render(request, "public/standings/_standings_update.html", facts)


def latest_standings_context(request: HttpRequest, event: Event) -> dict[str, Any]:
    """What `_standings_live.html` shows of the last stage, of the `section` and `category` asked
    for."""
    prefetch_related_objects([event], "contestants")
    stage, category = last_stage(event), request.GET.get("category", "")
    told = _stage_context(stage, request.GET.get("section", ""), category)
    about = event_context(request, event)
    part = _search_context(request, (told["standings"],), event)
    face = _final_context(stage, told, about["event_state"], category)
    return about | _at_page(told, part["page"]) | part | _live_context(told, about) | face


def _stage_context(stage: Stage, section: str, category: str) -> dict[str, Any]:
    """What is told of a stage, of that section and category alone where it has any of the name."""
    snapshot = visible_snapshot(stage)
    told = standings_context(stage, snapshot)
    whole = told["standings"]
    if whole and section:
        told["standings"] = standings_of_part(stage, told["standings"], section)
    if whole and category:
        told["standings"] = standings_of_category(stage.event, told["standings"], category)
    told["whole"] = whole
    told["previous_ranks"] = (
        _lazy_previous_ranks(stage, snapshot) if told["standings"] is whole else {}
    )
    return told


def _lazy_previous_ranks(stage: Stage, snapshot: Snapshot | None) -> Mapping[int, int | None]:
    """Everybody's rank before the last round; worked out where a row is drawn that shows it."""
    return SimpleLazyObject(lambda: previous_ranks(stage, snapshot) if snapshot else {})  # type: ignore[return-value]


def _final_context(
    stage: Stage, told: Mapping[str, Any], event_state: str, category: str
) -> dict[str, Any]:
    """Whether it is over, so that winners stand first: those of whoever is shown, then of each
    category."""
    is_over, standings = event_state in OVER_STATES, told["standings"]
    return {
        "is_over": is_over,
        "best_of": standings_by_category(stage.event, standings)
        if is_over and standings and not category
        else (),
    }


def _search_context(
    request: HttpRequest,
    shown: Iterable[ShownStandings | None],
    event: Event,
) -> dict[str, Any]:
    """The page of long rankings that is asked for, or else that of who is sought by number or name.

    The last, where there are not so many. A substitute is found with those they played for, and
    named there; only a search asks the database for substitutes.
    """
    standings = [each for each in shown if each]
    who = request.GET.get("who", "").strip()[:MAX_NAME_LENGTH]
    sought = frozenset[int]().union(*(each.numbers_matching(who) for each in standings))
    substitutes = substitutes_by_contestant(event) if standings and who else {}
    if not who.isdecimal():
        sought |= {
            number
            for number, came in substitutes.items()
            if any(matches_search(number, each.player.name, who) for each in came)
        }
    stands = next((found for each in standings if (found := each.page_of(sought))), 1)
    number = parse_number(request.GET.get("page")) or stands
    pages = max((each.pages for each in standings), default=1)
    matches = [each for one in standings for each in one.rows_of(sought)][:MAX_SEARCH_RESULTS]
    return {
        "page": min(number, pages),
        "pages": pages,
        "who": who,
        "sought": sought,
        "substitutes": substitutes,
        "matches": matches,
    }


def _at_page(told: dict[str, Any], number: int) -> dict[str, Any]:
    """What is told of a stage, with that page of its standings where it has any."""
    return told | {"standings": told["standings"] and told["standings"].at_page(number)}


def _live_context(told: dict[str, Any], about: dict[str, Any]) -> dict[str, Any]:
    """What the desk tells everybody while the last session goes on; `seen` changes when any of
    this does."""
    session, state = about["session"], about["event_state"]
    news = announced(session) if session else None
    standings = told["standings"]
    now = current_round(session) if session and state == "running" else None
    said = [told[each] for each in ("corrected_at", "quiet", "waits_for_boards")]
    seen = digest([standings and standings.edition, *said, state, news, now])
    played_on = _start_time(about["event"])
    return {"announced": news, "now": now, "seen": seen, "played_on": played_on}


def _start_time(event: Event) -> datetime | None:
    """When the event begins; without a time, when its first session did."""
    sessions = [session for stage in event.stages.all() for session in stage.sessions.all()]
    began = (session.started_at for session in sessions if session.started_at)
    return event.starts_at or min(began, default=None)


def _sections(
    stage: Stage, latest: ShownStandings | None, earlier: Iterable[Stage]
) -> Mapping[str, Collection[str]]:
    """The sections that can be chosen: those of every stage that is shown, the earliest first."""
    shown = [*([stage] if latest else ()), *earlier]
    return {name: of for each in reversed(shown) for name, of in parts_to_show(each).items()}


def _categories(
    event: Event, category: str, shown: Iterable[ShownStandings | None]
) -> dict[str, Any]:
    """The categories that can be chosen, where there are any standings; and which is shown,
    blank for all."""
    names = categories_to_show(event) if any(shown) else ()
    return {"categories": names, "category": category if category in names else ""}


def _earlier_standings(stage: Stage) -> dict[Stage, ShownStandings]:
    """The standings of the stages before, the latest first: each was over when the next began."""
    before = [each for each in stage.event.stages.all() if each.number < stage.number]
    before.sort(key=lambda each: -each.number)
    shown = ((each, visible_snapshot(each)) for each in before)
    return {each: shown_standings(each, snapshot) for each, snapshot in shown if snapshot}


_EMBEDDED_POLICY = (
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors"
)
"""Those of every page, but for where it may be shown."""


@xframe_options_exempt
@public_page_with_query("section", "category", "page", "who")
def embedded_standings_view(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The standings and nothing else, for the sites that the club names; 404 where it names
    none."""
    found = get_event_by_slugs_or_404(club, event)
    sites = found.club.framed_by
    if not sites:
        raise Http404
    answer = render_public(
        request,
        "public/embedded_standings.html",
        latest_standings_context(request, found) | {"listed": False},
    )
    answer.headers["Content-Security-Policy"] = " ".join(
        [_EMBEDDED_POLICY, *(f"https://{site}" for site in sites)]
    )
    return answer
