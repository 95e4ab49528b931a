"""What went wrong with sides at a table: who sat on which seat, and for whom a result was
written down."""

from functools import partial

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.access.readable_plays import member_reader
from tournaments.actions.corrections.reseated_table import reseat_table
from tournaments.actions.corrections.results_elsewhere import turn_result
from tournaments.forms import number_in
from tournaments.queries.corrections.choices import mishap_table, plays_at, seats_taken
from tournaments.queries.results.line_points import SCORED
from tournaments.web.corrections.preview_or_apply import Mishap, asked, tried_or_done
from tournaments.web.corrections.tables import chosen_round, rounds_of_own_table

_page = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@login_required
@_page
def repair_seats_view(request: HttpRequest, event: int, table: int) -> HttpResponse:
    """Some sat on other seats of their own table."""
    seating, title = (
        chosen_round(request, rounds_of_own_table(request, event, table)),
        _("They sat on other seats"),
    )
    stage, seats = seating.round.section.session.stage, seats_taken(seating)
    said = {each.seat: request.GET[each.seat] for each in seats if each.seat in request.GET}
    if said:
        return tried_or_done(request, Mishap(stage, title, partial(reseat_table, seating.pk, said)))
    context = {"title": title, "table": mishap_table(seating), "seats": seats}
    return asked(request, stage.event, "corrections/seats.html", context)


@never_cache
@login_required
@_page
def repair_side_view(request: HttpRequest, event: int, table: int) -> HttpResponse:
    """What one side made was written down for the other."""
    seating, title = (
        chosen_round(request, rounds_of_own_table(request, event, table)),
        _("A result is on the wrong side"),
    )
    stage = seating.round.section.session.stage
    plays = plays_at(member_reader(request), seating)
    chosen = number_in(request.GET.get("play"))
    if any(each.play.pk == chosen for each in plays):
        return tried_or_done(request, Mishap(stage, title, partial(turn_result, chosen)))
    with_result = [each for each in plays if each.play.state in SCORED]
    context = {"title": title, "table": mishap_table(seating), "plays": with_result}
    return asked(request, stage.event, "corrections/side.html", context)
