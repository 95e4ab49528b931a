"""All public pages except the standings: programme, rounds, boards, scorecards, deals."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from games.deal_text import deals_as_text
from scoring.flagged_results import FLAGGED
from tournaments.access.heavy_pages import cache_per_version
from tournaments.access.page_cache import (
    page_varying_by_device,
    public_page,
    public_page_with_query,
)
from tournaments.access.shown_standings import get_last_stage_or_404, visible_snapshot
from tournaments.models import Board, Club, Contestant, Event, Session
from tournaments.permissions.visibility.hands import public_seed
from tournaments.permissions.visibility.results_shown import (
    board_hidden_until,
    hidden_reason,
    is_embargoed,
)
from tournaments.queries.boards.contract_summary import call_summaries
from tournaments.queries.boards.deals import (
    deal_status_text,
    external_proof_text,
    missing_salt_text,
    missing_seed_text,
    published_deals,
)
from tournaments.queries.boards.match_details import read_match
from tournaments.queries.boards.travellers import (
    TableResult,
    dot_plot,
    repeated_tables,
    shown_deal,
    shown_scenario,
)
from tournaments.queries.boards.travellers import traveller_rows as results_on
from tournaments.queries.boards.visible_boards import (
    SessionBoards,
    neighbouring_boards,
    visible_boards,
    with_unplayed_boards,
)
from tournaments.queries.clubs.programme import club_programme, site_programme
from tournaments.queries.people.names import MAX_NAME_LENGTH, name_sort_key
from tournaments.queries.results.objections import contestant_objections, objection_deadline
from tournaments.queries.rounds.early_end import early_end
from tournaments.queries.rounds.evening_pace import section_paces
from tournaments.queries.rounds.fairness import MAX_PICTURED, fairness_report
from tournaments.queries.rounds.meetings import meetings_of_rounds
from tournaments.queries.rounds.rounds import rounds_of
from tournaments.queries.rounds.seat_search import has_seat_search, search_seats
from tournaments.queries.rounds.substitutes import substituted_board_counts
from tournaments.queries.scorecards.scorecards import (
    own_sealed_results,
    public_stage_cards,
    with_sit_out_rows,
)
from tournaments.queries.scorecards.summary import scorecard_summary
from tournaments.queries.standings.explained_standings import explained_row_of_contestant
from tournaments.queries.standings.latest import section_names, uses_min_max_scale
from tournaments.scoring_pipeline.method_comparison import compared_methods, rankings_by_method
from tournaments.web.phone.phone_user import objector_of
from tournaments.web.public.award_strip import MIDDLE_AWARD, award_strip
from tournaments.web.public.page_context import (
    event_context,
    get_event_by_slugs_or_404,
    get_session_by_number_or_404,
    render_public,
    site_links,
)
from tournaments.web.public.share_picture import club_share_metadata


@public_page
@cache_per_version
def match_view(
    request: HttpRequest,
    club_slug: str,
    event_slug: str,
    session_number: int,
    match_round: int,
    number: int,
) -> HttpResponse:
    """Show both results of each open board of a match side by side, and the difference."""
    session = get_session_by_number_or_404(club_slug, event_slug, session_number)
    match = read_match(session, match_round, number) if session.stage.event.at_two_tables else None
    if match is None:
        raise Http404
    base_context = event_context(request, session.stage.event)
    return render_public(
        request, "public/match/match.html", base_context | {"match": match, "played": session}
    )


@public_page
@cache_per_version
def methods_view(request: HttpRequest, club_slug: str, event_slug: str) -> HttpResponse:
    """Compare the standings with those of every other method, once all results are public."""
    event = get_event_by_slugs_or_404(club_slug, event_slug)
    stage = get_last_stage_or_404(event)
    methods, snapshot, names = (
        compared_methods(stage),
        visible_snapshot(stage),
        section_names(stage),
    )
    rankings = rankings_by_method(stage, snapshot) if methods and snapshot else []
    context = {
        "methods": methods,
        "rankings": [(ranking, names.get(ranking.section, "")) for ranking in rankings],
        "has_penalties": stage.penalties.exclude(amount_text="0").exists(),
    }
    return render_public(request, "public/methods.html", event_context(request, event) | context)


@public_page
@cache_per_version
def charts_view(request: HttpRequest, club_slug: str, event_slug: str) -> HttpResponse:
    """Show charts of the last session once its boards are fixed.

    The comparisons are of its whole stage. They are only computed for up to `MAX_PICTURED`
    contestants, because a larger grid cannot be drawn.
    """
    event = get_event_by_slugs_or_404(club_slug, event_slug)
    base_context = event_context(request, event)
    session = base_context["session"]
    ended_early, overviews = early_end(session), rounds_of(event)
    unplayed_round_ids = ended_early.unplayed_round_ids if ended_early else ()
    rounds = [
        overview
        for overview in overviews
        if overview.session == session and overview.round.pk not in unplayed_round_ids
    ]
    contestants = event.contestants.count() if rounds else 0
    is_charted = rounds and contestants <= MAX_PICTURED
    context = {
        "contestants": contestants,
        "rounds": len(rounds),
        "meetings": meetings_of_rounds(rounds),
        "report": fairness_report(get_last_stage_or_404(event)) if is_charted else None,
        "paces": section_paces(session) if rounds else (),
    }
    return render_public(request, "public/charts.html", base_context | context)


@public_page_with_query("who")
def seats_fragment_view(request: HttpRequest, club_slug: str, event_slug: str) -> HttpResponse:
    """Return the seats of contestants whose number or name starts with `who`."""
    base_context = event_context(request, get_event_by_slugs_or_404(club_slug, event_slug))
    return render(
        request,
        "public/rounds/_seats.html",
        base_context | seat_search_context(request, base_context["session"]),
    )


def seat_search_context(request: HttpRequest, session: Session | None) -> dict[str, Any]:
    """Return the context of the search for `who`.

    `seat_search` is None without a search text, and if no seats can be searched.
    """
    search_text = request.GET.get("who", "").strip()[:MAX_NAME_LENGTH]
    is_searchable = has_seat_search(session)
    found_seats = (
        search_seats(session, search_text) if session and is_searchable and search_text else None
    )
    return {"who": search_text, "has_seat_search": is_searchable, "seat_search": found_seats}


@public_page
def home_view(request: HttpRequest) -> HttpResponse:
    """List the clubs and their events; with a single club, show its page."""
    clubs = sorted(Club.objects.all(), key=lambda club: (name_sort_key(club.name), club.pk))
    if len(clubs) == 1:
        return _club_page(request, clubs[0])
    programme = site_programme()
    context = {
        "clubs": clubs,
        "programme": programme,
        "game_to_try": programme.game_to_try,
        "listed": bool(clubs),
        **site_links(request),
    }
    return render_public(request, "public/home.html", context)


@public_page
def club_view(request: HttpRequest, club_slug: str) -> HttpResponse:
    """Show a club's programme: today's events, then upcoming, then past ones."""
    return _club_page(request, get_object_or_404(Club, slug=club_slug))


@public_page_with_query("who")
@cache_per_version
def rounds_view(request: HttpRequest, club_slug: str, event_slug: str) -> HttpResponse:
    """Show who plays whom in every round; `who` searches for a seat."""
    event = get_event_by_slugs_or_404(club_slug, event_slug)
    base_context = event_context(request, event)
    rounds = rounds_of(event)
    context = {
        "rounds": rounds,
        "is_in_progress": any(overview.round.is_playing for overview in rounds),
        "has_ended": any(overview.round.ended_at for overview in rounds),
        "early_end": early_end(base_context["session"]),
        "opened": {
            session_boards.session.sitting: _board_urls(event, session_boards)
            for session_boards in visible_boards(event)
        },
    }
    return render_public(
        request,
        "public/rounds/rounds.html",
        base_context | context | seat_search_context(request, base_context["session"]),
    )


@public_page
@cache_per_version
def boards_view(request: HttpRequest, club_slug: str, event_slug: str) -> HttpResponse:
    """List the boards: the open ones, and those that are not open yet."""
    event = get_event_by_slugs_or_404(club_slug, event_slug)
    return render_public(
        request,
        "public/boards.html",
        event_context(request, event)
        | {"boards": [with_unplayed_boards(boards) for boards in visible_boards(event)]},
    )


@page_varying_by_device
def scorecard_view(
    request: HttpRequest, club_slug: str, event_slug: str, number: int
) -> HttpResponse:
    """Show a contestant's results on public boards.

    Readers who play for the contestant may object to a result.
    """
    event = get_event_by_slugs_or_404(club_slug, event_slug)
    stage, base_context = get_last_stage_or_404(event), event_context(request, event)
    contestant = get_object_or_404(
        Contestant.objects.select_related("event"), event=event, number=number
    )
    standing, explained = explained_row_of_contestant(stage, visible_snapshot(stage), number) or (
        None,
        None,
    )
    objections = contestant_objections(objector_of(request), contestant)
    if objections.deadline and "HX-Request" in request.headers:
        # A page that waits for the director's answer polls, and reloads once there is one.
        return HttpResponse(
            status=204, headers={} if objections.is_waiting else {"HX-Refresh": "true"}
        )
    cards = with_sit_out_rows(contestant, public_stage_cards(contestant))
    own_results = own_sealed_results(contestant, cards, objector_of(request).device)
    context = {
        "contestant": contestant,
        "standing": standing,
        "explained": explained,
        "cards": cards,
        "is_rounded": any(card.is_rounded for card in cards),
        "is_on_scale": uses_min_max_scale(event) and not event.at_two_tables,
        "objections": objections,
        "own_sealed_results": own_results,
        "objection_deadline": objection_deadline(base_context["session"])
        if base_context["session"]
        else None,
        "strip": None if is_embargoed(event) else award_strip(cards, own_results),
        "summary": scorecard_summary(
            event.game, cards, MIDDLE_AWARD if uses_min_max_scale(event) else None
        ),
        "substituted_board_count": substituted_board_counts([contestant.pk])[contestant.pk],
        "is_embargoed": is_embargoed(event),
    }
    return render_public(request, "public/scorecard/scorecard.html", base_context | context)


@public_page
@cache_per_version
def traveller_view(
    request: HttpRequest, club_slug: str, event_slug: str, session_number: int, number: int
) -> HttpResponse:
    """Show all results of a board that nobody has left to play."""
    session = get_session_by_number_or_404(club_slug, event_slug, session_number)
    board = get_object_or_404(
        Board.objects.select_related("session__stage__event"), session=session, number=number
    )
    base_context = event_context(request, session.stage.event) | {
        "board": board,
        "dealer": board.conditions.dealer,
        "calling_line": session.stage.event.game.calling_line(board.conditions),
    }
    if until := board_hidden_until(board):
        return render_public(
            request, "public/sealed.html", base_context | {"hidden": hidden_reason(until)}
        )
    results = results_on(board)
    return render_public(
        request, "public/board/traveller.html", base_context | _results_context(board, results)
    )


def _results_context(board: Board, results: Sequence[TableResult]) -> dict[str, Any]:
    """Return the results and the cards of a board's page."""
    event = board.session.stage.event
    is_on_scale = uses_min_max_scale(event) and not event.at_two_tables
    compared = [result.lines[0] for result in results if result.lines[0].line_award]
    return {
        "results": results,
        "sole_award": compared[0].award if is_on_scale and len(compared) == 1 else None,
        "has_flagged_result": is_on_scale and _leaves_out_flagged_results(event, results),
        "cards": shown_deal(board),
        "scenario": shown_scenario(board),
        "plot": None if event.method.for_single_seats else dot_plot(results),
        "calls": call_summaries(event.game, results),
        "neighbours": neighbouring_boards(board),
        "is_on_scale": is_on_scale,
        "is_embargoed": is_embargoed(event),
        "is_unplayed": bool(results)
        and all(result.play.is_unplayed_at_finish for result in results),
        "repeated_tables": repeated_tables(results),
    }


def _leaves_out_flagged_results(event: Event, results: Sequence[TableResult]) -> bool:
    """Return whether a board has a flagged result that its other results are not compared with."""
    flags = {result.play.flagged for result in results if result.lines[0].line_award}
    return flags == {True, False} and event.method.options[FLAGGED.key] == "out"


@public_page
def deals_view(
    request: HttpRequest, club_slug: str, event_slug: str, session_number: int
) -> HttpResponse:
    """Show the commitment to a session's deals, and after the session also the seed."""
    session = get_session_by_number_or_404(club_slug, event_slug, session_number)
    context = {
        "deal_session": session,
        "seed": public_seed(session),
        "missing_salt_text": missing_salt_text(session),
        "missing_seed_text": missing_seed_text(session),
        "deal_status": deal_status_text(session),
        "external_proof": external_proof_text(session),
        "lists": [
            (item_list.name, item_list.items)
            for item_list in session.stage.event.game.scenario_lists
        ],
    }
    return render_public(
        request, "public/deals.html", event_context(request, session.stage.event) | context
    )


@public_page
@cache_per_version
def deals_file_view(
    request: HttpRequest, club_slug: str, event_slug: str, session_number: int
) -> HttpResponse:
    """Return every hand of a finished session as JSON, for checking them; 404 before."""
    deals = published_deals(get_session_by_number_or_404(club_slug, event_slug, session_number))
    if deals is None:
        raise Http404
    headers = {"Content-Disposition": 'attachment; filename="deals.json"'}
    return JsonResponse(deals, json_dumps_params={"ensure_ascii": False}, headers=headers)


@public_page
@cache_per_version
def deals_text_view(
    request: HttpRequest, club_slug: str, event_slug: str, session_number: int
) -> HttpResponse:
    """Return every hand of a finished session as text similar to PBN of bridge; 404 before.

    Also 404 for games without a pack of cards.
    """
    deals = published_deals(get_session_by_number_or_404(club_slug, event_slug, session_number))
    if deals is None or "pack" not in deals:
        raise Http404
    headers = {"Content-Disposition": 'attachment; filename="deals.pbn"'}
    return HttpResponse(
        deals_as_text(deals), content_type="text/plain; charset=utf-8", headers=headers
    )


def _club_page(request: HttpRequest, club: Club) -> HttpResponse:
    programme = club_programme(club)
    context = {
        "club": club,
        "programme": programme,
        "game_to_try": programme.game_to_try,
        "listed": club.may_be_listed,
        "share": club_share_metadata(request, club),
        **site_links(request),
    }
    return render_public(request, "public/club.html", context)


def _board_urls(event: Event, boards: SessionBoards) -> dict[int, str]:
    """Return the URLs of the boards of a session that are not sealed, by board number."""
    url_args = [event.club.slug, event.slug, boards.session.sitting]
    return {number: reverse("traveller", args=[*url_args, number]) for number in boards.unsealed}
