"""The director's paper: what is written on during the evening, carried through it, and taken
home after."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.access.request_access import latest_session, own_event, own_sections, user_id
from tournaments.access.snapshots import desk_snapshot, visible_snapshot
from tournaments.forms import number_in
from tournaments.models import Section, Session, Stage
from tournaments.permissions.roles import MAY_RUN_A_SECTION, may_run
from tournaments.permissions.visibility.own_board_rule import boards_to_play
from tournaments.queries.boards.remade_boards import how_put_together, sections_mixed
from tournaments.queries.paper.paper import (
    read_hand_records,
    read_movement_cards,
    read_score_slips,
    read_table_sheets,
)
from tournaments.queries.paper.seat_lists import read_seat_lists
from tournaments.queries.rounds.draws import last_round
from tournaments.queries.scorecards.scorecards import scorecards
from tournaments.queries.standings.latest import shown_standings
from tournaments.queries.standings.partial_rankings import by_category, of_part, parts_to_show
from tournaments.queries.standings.ranking import ShownStandings
from tournaments.web.results.slip_rows import slip_columns


@login_required
@require_safe
def paper_view(request: HttpRequest, event: int) -> HttpResponse:
    """Every sheet there is, with a sentence on each."""
    session = _at_his(request, event)
    drawn = session.stage.is_drawn and last_round(session) is not None
    facts = {"drawn": drawn, "runs": may_run(user_id(request), session.stage.event)}
    return _page(request, "paper/index.html", session, facts)


@login_required
@require_safe
def score_slips_view(request: HttpRequest, event: int) -> HttpResponse:
    """A slip for each table and round, where the result of each board is written and signed."""
    session = _at_his(request, event)
    slips = read_score_slips(session, _his(request, session))
    facts = {
        "tables": slips,
        "columns": slip_columns(session.stage.event.game),
        "mixed": sections_mixed(session),
        "together": how_put_together(session),
    }
    return _page(request, "paper/score_slips.html", session, facts)


@login_required
@require_safe
def movement_cards_view(request: HttpRequest, event: int) -> HttpResponse:
    """A card for each contestant and each table: where to sit, with which boards, against whom.

    Of one `contestant`, his alone.
    """
    session = _at_his(request, event)
    his = _his(request, session)
    cards, chosen = read_movement_cards(session, his), number_in(request.GET.get("contestant"))
    if chosen:
        own = [each for each in cards if each.contestant.pk == chosen]
        return _page(request, "paper/movement_cards.html", session, {"cards": own})
    facts = {"cards": cards, "tables": read_table_sheets(session, his, user_id(request))}
    return _page(request, "paper/movement_cards.html", session, facts)


@login_required
@require_safe
def seat_lists_view(request: HttpRequest, event: int) -> HttpResponse:
    """Everybody by name with his table: in the round that is played or the next one, then in all
    known."""
    session = _at_his(request, event)
    seats = read_seat_lists(session, _his(request, session))
    return _page(request, "paper/seat_lists.html", session, {"seats": seats})


@login_required
@require_safe
def hand_records_view(request: HttpRequest, event: int) -> HttpResponse:
    """The hands of the boards that everybody has played."""
    session = _at_his(request, event)
    facts = {"records": read_hand_records(session), "pack": session.stage.event.game.pack}
    return _page(request, "paper/hand_records.html", session, facts)


@login_required
@require_safe
def printed_results_view(request: HttpRequest, event: int) -> HttpResponse:
    """The standings, and everybody's scorecard; of a `section` alone those of who plays there.

    Who has boards yet to play prints what anybody may see.
    """
    session = _session(request, event)
    plays_too = boards_to_play(user_id(request), session)
    snapshot = visible_snapshot(session.stage) if plays_too else desk_snapshot(session.stage)
    section = request.GET.get("section", "")
    facts = (
        _results(session.stage, shown_standings(session.stage, snapshot), section)
        if snapshot
        else {}
    )
    return _page(request, "paper/printed_results.html", session, facts)


def _results(stage: Stage, standings: ShownStandings, section: str) -> dict[str, Any]:
    """What is printed of a section; of all where the stage has none of this name."""
    sections = parts_to_show(stage)
    shown = of_part(stage, standings, section)
    places = {row.number: row for ranking in shown.rankings for row in ranking.rows}
    cards = scorecards(stage.event)
    return {
        "standings": shown,
        "categories": by_category(stage.event, shown),
        "cards": [
            (each, places.get(each.number), card)
            for each, card in cards
            if section not in sections or each.number in places
        ],
        "section": section,
        "sections": sections,
    }


def _session(request: HttpRequest, event: int) -> Session:
    return latest_session(own_event(request, event))


def _at_his(request: HttpRequest, event: int) -> Session:
    """For whoever directs a section of it, too."""
    return latest_session(own_event(request, event, MAY_RUN_A_SECTION))


def _his(request: HttpRequest, session: Session) -> QuerySet[Section]:
    return own_sections(request, session.stage.event, MAY_RUN_A_SECTION)


def _page(
    request: HttpRequest, template: str, session: Session, facts: dict[str, Any]
) -> HttpResponse:
    event = session.stage.event
    return render(
        request, template, {"club": event.club, "event": event, "session": session} | facts
    )
