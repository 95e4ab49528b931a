"""Public standings of all stages, divided into pages, and the page for other sites to embed."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db.models import prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import SimpleLazyObject
from django.views.decorators.clickjacking import xframe_options_exempt

from tournaments.access.page_cache import public_page_with_query
from tournaments.access.shown_standings import get_last_stage_or_404, visible_snapshot
from tournaments.forms import parse_number
from tournaments.models import Event, Snapshot, Stage
from tournaments.queries.boards.widest_spread import boards_with_widest_spread
from tournaments.queries.clubs.programme import OVER_STATES, get_start_time
from tournaments.queries.desk.calls import current_announcement
from tournaments.queries.people.names import MAX_NAME_LENGTH
from tournaments.queries.people.players import matches_search
from tournaments.queries.results.play_reveals import reveals_of_event
from tournaments.queries.rounds.current_round import current_round
from tournaments.queries.rounds.early_end import early_end
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

# Most search results that are listed; the standings mark all of them.
MAX_SEARCH_RESULTS = 20


@public_page_with_query("section", "category", "page", "who")
def standings_view(request: HttpRequest, club_slug: str, event_slug: str) -> HttpResponse:
    """Show the standings of all stages, optionally of one `section` or `category`.

    `page` is the page of a long ranking, and `who` a number or name to find.
    """
    event, section = (
        get_event_by_slugs_or_404(club_slug, event_slug),
        request.GET.get("section", ""),
    )
    prefetch_related_objects([event], "contestants")
    stage = get_last_stage_or_404(event)
    category = request.GET.get("category", "")
    stage_context, base_context = (
        _stage_context(stage, section, category),
        event_context(request, event),
    )
    earlier_standings = {
        earlier_stage: standings_of_category(
            event, standings_of_part(earlier_stage, standings, section), category
        )
        for earlier_stage, standings in _earlier_standings(stage).items()
    }
    search = _search_context(
        request, (stage_context["standings"], *earlier_standings.values()), event
    )
    earlier_pages = [
        (earlier_stage, standings.at_page(search["page"]))
        for earlier_stage, standings in earlier_standings.items()
    ]
    context = _live_context(stage_context, base_context) | {
        "earlier": earlier_pages,
        "reveals": reveals_of_event(event),
    }
    context |= _categories_context(
        event, category, (stage_context["standings"], *earlier_standings.values())
    )
    context |= {
        "section": section,
        "sections": _parts_by_name(stage, stage_context["standings"], earlier_standings),
    }
    context |= _final_context(stage, stage_context, base_context["event_state"], category)
    if base_context["event_state"] == "coming" and not stage_context["standings"]:
        context["contestants"] = sorted(
            event.contestants.all(), key=lambda contestant: contestant.number
        )
    context["widest_spread_boards"] = (
        boards_with_widest_spread(event)
        if stage_context["standings"] and context["is_over"]
        else ()
    )
    context["share"] = event_share_metadata(request, event, stage_context["all_standings"])
    context["has_seat_search"] = has_seat_search(base_context["session"])
    return render_public(
        request,
        "public/standings/standings.html",
        base_context | _at_page(stage_context, search["page"]) | search | context,
    )


@public_page_with_query("section", "category", "page", "who", "seen")
def standings_fragment_view(request: HttpRequest, club_slug: str, event_slug: str) -> HttpResponse:
    """Return the standings and the figures above them, or 204 if the page already shows them."""
    context = latest_standings_context(request, get_event_by_slugs_or_404(club_slug, event_slug))
    if request.GET.get("seen") == context["seen"]:
        return HttpResponse(status=204)
    return render(request, "public/standings/_standings_update.html", context)


def latest_standings_context(request: HttpRequest, event: Event) -> dict[str, Any]:
    """Return the context of `_standings_live.html` for the last stage.

    `section` and `category` in the URL limit the standings.
    """
    prefetch_related_objects([event], "contestants")
    stage, category = get_last_stage_or_404(event), request.GET.get("category", "")
    stage_context = _stage_context(stage, request.GET.get("section", ""), category)
    base_context = event_context(request, event)
    search = _search_context(request, (stage_context["standings"],), event)
    final_context = _final_context(stage, stage_context, base_context["event_state"], category)
    return (
        base_context
        | _at_page(stage_context, search["page"])
        | search
        | _live_context(stage_context, base_context)
        | final_context
    )


def _stage_context(stage: Stage, section: str, category: str) -> dict[str, Any]:
    """Return the context of a stage's standings, limited to a section and a category.

    A section or category that the stage does not have is ignored.
    """
    snapshot = visible_snapshot(stage)
    stage_context = standings_context(stage, snapshot)
    all_standings = stage_context["standings"]
    if all_standings and section:
        stage_context["standings"] = standings_of_part(stage, stage_context["standings"], section)
    if all_standings and category:
        stage_context["standings"] = standings_of_category(
            stage.event, stage_context["standings"], category
        )
    stage_context["all_standings"] = all_standings
    stage_context["previous_ranks"] = (
        _lazy_previous_ranks(stage, snapshot) if stage_context["standings"] is all_standings else {}
    )
    return stage_context


def _lazy_previous_ranks(stage: Stage, snapshot: Snapshot | None) -> Mapping[int, int | None]:
    """Return all ranks before the last round; they are computed when a row first reads one."""
    return SimpleLazyObject(lambda: previous_ranks(stage, snapshot) if snapshot else {})  # type: ignore[return-value]  # a lazy mapping


def _final_context(
    stage: Stage, stage_context: Mapping[str, Any], event_state: str, category: str
) -> dict[str, Any]:
    """Return whether the event is over, and if it is, the standings of each category."""
    is_over, standings = event_state in OVER_STATES, stage_context["standings"]
    return {
        "is_over": is_over,
        "category_standings": standings_by_category(stage.event, standings)
        if is_over and standings and not category
        else (),
    }


def _search_context(
    request: HttpRequest,
    standings_of_stages: Iterable[ShownStandings | None],
    event: Event,
) -> dict[str, Any]:
    """Return the context of the search and of the pages of long rankings.

    `page` is the requested page, or the page of the first match, but never more than the last page.
    A substitute's name finds the contestant they played for; substitutes are only queried for a
    search.
    """
    visible_standings = [standings for standings in standings_of_stages if standings]
    search_text = request.GET.get("who", "").strip()[:MAX_NAME_LENGTH]
    matching_numbers = frozenset[int]().union(
        *(standings.numbers_matching(search_text) for standings in visible_standings)
    )
    substitutes = substitutes_by_contestant(event) if visible_standings and search_text else {}
    if not search_text.isdecimal():
        matching_numbers |= {
            number
            for number, contestant_substitutes in substitutes.items()
            if any(
                matches_search(number, substitute.player.name, search_text)
                for substitute in contestant_substitutes
            )
        }
    first_page = next(
        (page for standings in visible_standings if (page := standings.page_of(matching_numbers))),
        1,
    )
    number = parse_number(request.GET.get("page")) or first_page
    pages = max((standings.pages for standings in visible_standings), default=1)
    matches = [
        row for standings in visible_standings for row in standings.rows_of(matching_numbers)
    ][:MAX_SEARCH_RESULTS]
    return {
        "page": min(number, pages),
        "pages": pages,
        "who": search_text,
        "sought": matching_numbers,
        "substitutes": substitutes,
        "matches": matches,
    }


def _at_page(stage_context: dict[str, Any], number: int) -> dict[str, Any]:
    """Limit the standings in a context to one page."""
    return stage_context | {
        "standings": stage_context["standings"] and stage_context["standings"].at_page(number)
    }


def _live_context(stage_context: dict[str, Any], base_context: dict[str, Any]) -> dict[str, Any]:
    """Return the announcement and the current round, and a digest of all that is polled."""
    session, state = base_context["session"], base_context["event_state"]
    announcement = current_announcement(session) if session else None
    standings = stage_context["standings"]
    round_ = current_round(session) if session and state == "running" else None
    flags = [stage_context[key] for key in ("corrected_at", "quiet", "waits_for_boards")]
    version = digest([standings and standings.edition, *flags, state, announcement, round_])
    return {
        "announced": announcement,
        "now": round_,
        "seen": version,
        "start_time": get_start_time(base_context["event"]),
        "early_end": early_end(session) if state in OVER_STATES else None,
    }


def _parts_by_name(
    stage: Stage, latest: ShownStandings | None, earlier_stages: Iterable[Stage]
) -> Mapping[str, Collection[str]]:
    """Return the sections and groups to choose from, of every stage that has standings.

    Those of the earliest stage come first.
    """
    stages = [*([stage] if latest else ()), *earlier_stages]
    return {
        name: parts
        for visible_stage in reversed(stages)
        for name, parts in parts_to_show(visible_stage).items()
    }


def _categories_context(
    event: Event, category: str, standings_of_stages: Iterable[ShownStandings | None]
) -> dict[str, Any]:
    """Return the categories to choose from, and the chosen one, "" for all contestants."""
    names = categories_to_show(event) if any(standings_of_stages) else ()
    return {"categories": names, "category": category if category in names else ""}


def _earlier_standings(stage: Stage) -> dict[Stage, ShownStandings]:
    """Return the standings of the earlier stages, the latest first."""
    earlier_stages = [
        earlier_stage
        for earlier_stage in stage.event.stages.all()
        if earlier_stage.number < stage.number
    ]
    earlier_stages.sort(key=lambda earlier_stage: -earlier_stage.number)
    snapshots = (
        (earlier_stage, visible_snapshot(earlier_stage)) for earlier_stage in earlier_stages
    )
    return {
        earlier_stage: shown_standings(earlier_stage, snapshot)
        for earlier_stage, snapshot in snapshots
        if snapshot
    }


# The content security policy of an embedded page, before the sites that may embed it.
_EMBEDDED_POLICY = (
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors"
)


@xframe_options_exempt
@public_page_with_query("section", "category", "page", "who")
def embedded_standings_view(request: HttpRequest, club_slug: str, event_slug: str) -> HttpResponse:
    """Show the standings alone for the sites that the club allows; 404 if it allows none."""
    event = get_event_by_slugs_or_404(club_slug, event_slug)
    sites = event.club.framed_by
    if not sites:
        raise Http404
    response = render_public(
        request,
        "public/embedded_standings.html",
        latest_standings_context(request, event) | {"listed": False},
    )
    response.headers["Content-Security-Policy"] = " ".join(
        [_EMBEDDED_POLICY, *(f"https://{site}" for site in sites)]
    )
    return response
