"""Public pages beside the standings: programme, rounds, boards, scorecards, matches, deals."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from games.deal_text import deals_as_text
from tournaments.access.heavy_pages import cache_per_version
from tournaments.access.page_cache import (
    page_varying_by_device,
    public_page,
    public_page_with_query,
)
from tournaments.access.shown_standings import last_stage, visible_snapshot
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
from tournaments.queries.boards.match_boards import read_match
from tournaments.queries.boards.travellers import (
    TableResult,
    dot_plot,
    shown_deal,
    shown_scenario,
)
from tournaments.queries.boards.travellers import traveller as results_on
from tournaments.queries.boards.visible_boards import (
    SessionBoards,
    neighbouring_boards,
    visible_boards,
)
from tournaments.queries.clubs.programme import club_programme, site_programme
from tournaments.queries.people.names import MAX_NAME_LENGTH, name_sort_key
from tournaments.queries.results.objections import contestant_objections, objection_deadline
from tournaments.queries.rounds.evening_pace import section_paces
from tournaments.queries.rounds.fairness import MAX_PICTURED, fairness_report
from tournaments.queries.rounds.meetings import meetings_of_rounds
from tournaments.queries.rounds.rounds import rounds_of
from tournaments.queries.rounds.seat_search import has_seat_search, search_seats
from tournaments.queries.rounds.substitutes import boards_by_substitutes
from tournaments.queries.scorecards.scorecards import (
    own_sealed_results,
    public_stage_cards,
    with_rest_rows,
)
from tournaments.queries.scorecards.summary import scorecard_summary
from tournaments.queries.standings.explained_standings import contestant_standing
from tournaments.queries.standings.latest import section_names, uses_min_max_scale
from tournaments.scoring_pipeline.method_comparison import compared_methods, rankings_by_method
from tournaments.web.phone.phone_user import objector_of
from tournaments.web.public.award_strip import award_strip
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
    request: HttpRequest, club: str, event: str, session: int, turn: int, number: int
) -> HttpResponse:
    """Both results of each open board side by side, and what they come to."""
    found = get_session_by_number_or_404(club, event, session)
    match = read_match(found, turn, number) if found.stage.event.at_two_tables else None
    if match is None:
        raise Http404
    about = event_context(request, found.stage.event)
    return render_public(
        request, "public/match/match.html", about | {"match": match, "played": found}
    )


@public_page
@cache_per_version
def methods_view(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The standings beside what every other method would make of them, once all of it is open."""
    found = get_event_by_slugs_or_404(club, event)
    stage = last_stage(found)
    methods, snapshot, names = (
        compared_methods(stage),
        visible_snapshot(stage),
        section_names(stage),
    )
    shown = rankings_by_method(stage, snapshot) if methods and snapshot else []
    facts = {
        "methods": methods,
        "rankings": [(each, names.get(each.section, "")) for each in shown],
        "has_penalties": stage.penalties.exclude(amount_text="0").exists(),
    }
    return render_public(request, "public/methods.html", event_context(request, found) | facts)


@public_page
@cache_per_version
def charts_view(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The last session in pictures, once its boards are fixed; the comparisons are of its whole
    stage.

    Those of everybody with everybody are worked out up to a field that can be pictured.
    """
    found = get_event_by_slugs_or_404(club, event)
    about = event_context(request, found)
    session = about["session"]
    rounds = [each for each in rounds_of(found) if each.session == session]
    contestants = found.contestants.count() if rounds else 0
    is_pictured = rounds and contestants <= MAX_PICTURED
    facts = {
        "contestants": contestants,
        "rounds": len(rounds),
        "meetings": meetings_of_rounds(rounds),
        "report": fairness_report(last_stage(found)) if is_pictured else None,
        "paces": section_paces(session) if rounds else (),
    }
    return render_public(request, "public/charts.html", about | facts)


@public_page_with_query("who")
def seats_fragment_view(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The seats of those whose number or name begins as was typed (`who`)."""
    about = event_context(request, get_event_by_slugs_or_404(club, event))
    return render(
        request, "public/rounds/_seats.html", about | seat_search_context(request, about["session"])
    )


def seat_search_context(request: HttpRequest, session: Session | None) -> dict[str, Any]:
    """`found` for `who`; None where nobody was looked for, or the session has no seats to come."""
    who = request.GET.get("who", "").strip()[:MAX_NAME_LENGTH]
    may_seek = has_seat_search(session)
    found = search_seats(session, who) if session and may_seek and who else None
    return {"who": who, "may_seek": may_seek, "found": found}


@public_page
def home_view(request: HttpRequest) -> HttpResponse:
    """The clubs and what they play; where there is only one club, its page."""
    clubs = sorted(Club.objects.all(), key=lambda club: (name_sort_key(club.name), club.pk))
    if len(clubs) == 1:
        return _club_page(request, clubs[0])
    programme = site_programme()
    facts = {
        "clubs": clubs,
        "programme": programme,
        "game_to_try": programme.game_to_try,
        "listed": bool(clubs),
        **site_links(request),
    }
    return render_public(request, "public/home.html", facts)


@public_page
def club_view(request: HttpRequest, club: str) -> HttpResponse:
    """A club's programme: tonight first, then coming, then past."""
    return _club_page(request, get_object_or_404(Club, slug=club))


@public_page_with_query("who")
@cache_per_version
def rounds_view(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Who plays whom in every round, and the boards; `who` is a number or a name whose seat is
    sought."""
    found = get_event_by_slugs_or_404(club, event)
    about, shown, boards = event_context(request, found), rounds_of(found), visible_boards(found)
    facts = {
        "rounds": shown,
        "going_on": any(each.round.is_playing for each in shown),
        "has_ended": any(each.round.ended_at for each in shown),
        "boards": boards,
        "opened": {each.session.sitting: _board_urls(found, each) for each in boards},
    }
    return render_public(
        request,
        "public/rounds/rounds.html",
        about | facts | seat_search_context(request, about["session"]),
    )


@page_varying_by_device
def scorecard_view(request: HttpRequest, club: str, event: str, number: int) -> HttpResponse:
    """All that one contestant did on boards anybody may see; who plays for him may object to a
    result."""
    found = get_event_by_slugs_or_404(club, event)
    stage, about = last_stage(found), event_context(request, found)
    contestant = get_object_or_404(
        Contestant.objects.select_related("event"), event=found, number=number
    )
    standing, explained = contestant_standing(stage, visible_snapshot(stage), number) or (
        None,
        None,
    )
    own = contestant_objections(objector_of(request), contestant)
    if own.deadline and "HX-Request" in request.headers:
        # The page of a reader who waits for the director's answer: loaded again once there is one.
        return HttpResponse(status=204, headers={} if own.is_waiting else {"HX-Refresh": "true"})
    cards = with_rest_rows(contestant, public_stage_cards(contestant))
    facts = {
        "contestant": contestant,
        "standing": standing,
        "explained": explained,
        "cards": cards,
        "is_rounded": any(card.is_rounded for card in cards),
        "is_on_scale": uses_min_max_scale(found) and not found.at_two_tables,
        "own": own,
        "own_results": own_sealed_results(contestant, cards, objector_of(request).device),
        "closing": objection_deadline(about["session"]) if about["session"] else None,
        "strip": award_strip(cards),
        "evening": scorecard_summary(found.game, cards),
        "by_substitutes": boards_by_substitutes([contestant.pk])[contestant.pk],
        "held_back": is_embargoed(found),
    }
    return render_public(request, "public/scorecard/scorecard.html", about | facts)


@public_page
@cache_per_version
def traveller_view(
    request: HttpRequest, club: str, event: str, session: int, number: int
) -> HttpResponse:
    """All that happened on a board, once nobody is still to play it."""
    found = get_session_by_number_or_404(club, event, session)
    board = get_object_or_404(
        Board.objects.select_related("session__stage__event"), session=found, number=number
    )
    about = event_context(request, found.stage.event) | {
        "board": board,
        "dealer": board.conditions.dealer,
        "caller": found.stage.event.game.calling_line(board.conditions),
    }
    if until := board_hidden_until(board):
        return render_public(
            request, "public/sealed.html", about | {"hidden": hidden_reason(until)}
        )
    results = results_on(board)
    return render_public(
        request, "public/board/traveller.html", about | _results_context(board, results)
    )


def _results_context(board: Board, results: Sequence[TableResult]) -> dict[str, Any]:
    """What the page of a board shows of its results and its cards."""
    event = board.session.stage.event
    return {
        "results": results,
        "cards": shown_deal(board),
        "scenario": shown_scenario(board),
        "plot": None if event.method.for_single_seats else dot_plot(results),
        "calls": call_summaries(event.game, results),
        "neighbours": neighbouring_boards(board),
        "is_on_scale": uses_min_max_scale(event) and not event.at_two_tables,
        "held_back": is_embargoed(event),
    }


@public_page
def deals_view(request: HttpRequest, club: str, event: str, session: int) -> HttpResponse:
    """What is fixed of a session's deals, at the end the seed as well, and how to prove them."""
    found = get_session_by_number_or_404(club, event, session)
    facts = {
        "dealt": found,
        "seed": public_seed(found),
        "no_salt": missing_salt_text(found),
        "no_seed": missing_seed_text(found),
        "of_hands": deal_status_text(found),
        "elsewhere": external_proof_text(found),
        "lists": [(each.name, each.items) for each in found.stage.event.game.lists],
    }
    return render_public(
        request, "public/deals.html", event_context(request, found.stage.event) | facts
    )


@public_page
@cache_per_version
def deals_file_view(request: HttpRequest, club: str, event: str, session: int) -> HttpResponse:
    """Every hand of a session that is over, for anybody to recompute; 404 before."""
    found = published_deals(get_session_by_number_or_404(club, event, session))
    if found is None:
        raise Http404
    headers = {"Content-Disposition": 'attachment; filename="deals.json"'}
    return JsonResponse(found, json_dumps_params={"ensure_ascii": False}, headers=headers)


@public_page
@cache_per_version
def deals_text_view(request: HttpRequest, club: str, event: str, session: int) -> HttpResponse:
    """The same of hands as text, after the PBN of bridge; 404 before."""
    found = published_deals(get_session_by_number_or_404(club, event, session))
    if found is None or "pack" not in found:
        raise Http404
    headers = {"Content-Disposition": 'attachment; filename="deals.pbn"'}
    return HttpResponse(
        deals_as_text(found), content_type="text/plain; charset=utf-8", headers=headers
    )


def _club_page(request: HttpRequest, club: Club) -> HttpResponse:
    programme = club_programme(club)
    facts = {
        "club": club,
        "programme": programme,
        "game_to_try": programme.game_to_try,
        "listed": club.may_be_listed,
        "share": club_share_metadata(request, club),
        **site_links(request),
    }
    return render_public(request, "public/club.html", facts)


def _board_urls(event: Event, boards: SessionBoards) -> dict[int, str]:
    """Where the open boards of a session stand, by number."""
    place = [event.club.slug, event.slug, boards.session.sitting]
    return {number: reverse("traveller", args=[*place, number]) for number in boards.unsealed}
