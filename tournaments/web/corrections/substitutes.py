"""View that seats a substitute for a player who leaves or comes late, without a preview."""

from collections.abc import Sequence

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.problems import Problem
from tournaments.access.request_access import member_actor
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.corrections.substitutes import SubstituteRequest, add_substitute
from tournaments.actions.history.stale_previews import latest_step_id, stale_preview_problems
from tournaments.forms import new_idempotency_key, parse_number
from tournaments.models import Seating
from tournaments.queries.contestants.substitutes import (
    SeatedPlayer,
    known_player_names,
    later_round_numbers,
    players_at_table,
    substitution_starts,
    unnamed_contestants_at,
)
from tournaments.queries.corrections.choices import seated_table
from tournaments.web.corrections.tables import get_seatings_or_404, selected_seating
from tournaments.web.results.entry_form import idempotency_key_of
from tournaments.web.try_action import page_with_problems, success_notifier, try_action


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def correction_substitute_view(request: HttpRequest, event_id: int, table_id: int) -> HttpResponse:
    """Show the form for a substitute at a table; on POST seat them."""
    seating = selected_seating(request, get_seatings_or_404(request, event_id, table_id))
    if request.method != "POST":
        return _render_page(request, seating, ())
    session = seating.round.section.session
    last_seen_step = parse_number(request.POST.get("seen"))
    correction_request = CorrectionRequest(
        member_actor(request), idempotency_key_of(request), last_seen_step=last_seen_step
    )
    seated_players = players_at_table(seating)
    substitute = _substitute_request(request, seated_players)
    report_done = success_notifier(request, session.stage.event)
    if problems := try_action(lambda: add_substitute(session.pk, substitute, correction_request)):
        stale = stale_preview_problems(
            session.stage.event_id, correction_request.last_seen_step or 0, problems
        )
        return _render_page(request, seating, [*stale, *problems])
    report_done(
        _done_message(
            substitute,
            next(
                seated_player
                for seated_player in seated_players
                if seated_player.player.pk == substitute.replaced_player
            ),
        )
    )
    return redirect("event_desk", session.stage.event_id)


def _done_message(substitute: SubstituteRequest, replaced: SeatedPlayer) -> str:
    """Return a sentence that says who plays for whom, and from which round or board on."""
    params = {
        "comes": substitute.name.strip(),
        "goes": replaced.player.name,
        "round": substitute.round,
        "board": substitute.board,
    }
    if substitute.board:
        return _("%(comes)s plays for %(goes)s from round %(round)s, board %(board)s.") % params
    return _("%(comes)s plays for %(goes)s from round %(round)s.") % params


def _substitute_request(
    request: HttpRequest, seated_players: Sequence[SeatedPlayer]
) -> SubstituteRequest:
    """Return the submitted request.

    If the replaced player is not at the table, its contestant is 0, which the action refuses.
    """
    replaced_id = parse_number(request.POST.get("goes"))
    contestant_id = next(
        (
            seated_player.place.contestant_id
            for seated_player in seated_players
            if seated_player.player.pk == replaced_id
        ),
        0,
    )
    round_, _dot, board = request.POST.get("since", "").partition(".")
    last_round = parse_number(request.POST.get("until"))
    name = request.POST.get("name", "")
    return SubstituteRequest(
        contestant_id, replaced_id, name, parse_number(round_), parse_number(board), last_round
    )


def _render_page(
    request: HttpRequest, seating: Seating, problems: Sequence[Problem]
) -> HttpResponse:
    event = seating.round.section.session.stage.event
    context = {
        "club": event.club,
        "event": event,
        "table": seated_table(seating),
        "seated": players_at_table(seating) if not event.at_two_tables else (),
        "unnamed_numbers": unnamed_contestants_at(seating) if not event.at_two_tables else (),
        "replaced_id": parse_number(request.POST.get("goes") or request.GET.get("goes")),
        "name": request.POST.get("name", ""),
        "starts": substitution_starts(seating),
        "since": request.POST.get("since", ""),
        "until": parse_number(request.POST.get("until")),
        "rounds": [seating.round.number, *later_round_numbers(seating)],
        "player_names": known_player_names(seating),
        "key": new_idempotency_key(),
        "seen": latest_step_id(event.pk),
    }
    return page_with_problems(request, "corrections/substitute.html", context, problems)
