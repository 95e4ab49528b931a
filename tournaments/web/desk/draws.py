"""Views of the draw of a round: show, change, undo and start it, and print the pairings."""

from collections.abc import Callable, Sequence

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.problems import Problem, ValidationFailed
from tournaments.access.request_access import (
    get_event_or_404,
    get_latest_session_or_404,
    member_actor,
)
from tournaments.actions.rounds.contestant_swaps import swap_contestants, swap_warnings
from tournaments.actions.rounds.draws import begin_round, draw_again, draw_round, undo_draw
from tournaments.forms import parse_number, problem_text
from tournaments.models import Event, Round, Session
from tournaments.queries.rounds.draws import (
    NextDrawStep,
    last_drawn_rounds,
    next_draw_step,
    read_drawn_round,
)
from tournaments.queries.rounds.team_matches import tie_break_texts
from tournaments.queries.standings.draw_basis import changes_since_qualification
from tournaments.web.try_action import page_with_problems, success_notifier, try_action


@login_required
@require_safe
def event_draw_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the last drawn round and what can be done with it."""
    return _render_page(request, get_event_or_404(request, event_id))


@login_required
@require_POST
def draw_next_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Draw the next round."""
    event = get_event_or_404(request, event_id)
    session = get_latest_session_or_404(event)
    return _apply(
        request,
        event,
        lambda: draw_round(session.pk, member_actor(request)),
        _("The round is drawn."),
    )


@login_required
@require_POST
def draw_begin_view(request: HttpRequest, event_id: int, round_id: int) -> HttpResponse:
    """Start a drawn round and return to the desk."""
    event, round_ = _get_round_or_404(request, event_id, round_id)
    message = _("Round %(round)s has begun.") % {"round": round_.number}
    return _apply(
        request,
        event,
        lambda: begin_round(round_.pk, member_actor(request)),
        message,
        "event_desk",
    )


@login_required
@require_POST
def draw_undo_view(request: HttpRequest, event_id: int, round_id: int) -> HttpResponse:
    """Delete a drawn round."""
    event, round_ = _get_round_or_404(request, event_id, round_id)
    message = _("The draw of round %(round)s is undone.") % {"round": round_.number}
    return _apply(request, event, lambda: undo_draw(round_.pk, member_actor(request)), message)


@login_required
@require_POST
def draw_again_view(request: HttpRequest, event_id: int, round_id: int) -> HttpResponse:
    """Draw a round that has not started again, because the standings have changed."""
    event, round_ = _get_round_or_404(request, event_id, round_id)
    message = _("Round %(round)s is drawn again.") % {"round": round_.number}
    return _apply(request, event, lambda: draw_again(round_.pk, member_actor(request)), message)


@login_required
@require_POST
def draw_swap_view(request: HttpRequest, event_id: int, round_id: int) -> HttpResponse:
    """Exchange two contestants; ask first if the draw would have avoided the new tables."""
    event, round_ = _get_round_or_404(request, event_id, round_id)
    first, second = (parse_number(request.POST.get(name)) for name in ("one", "other"))
    try:
        warnings = swap_warnings(round_.pk, first, second)
    except ValidationFailed as error:
        return _render_page(request, event, error.problems)
    if warnings and "sure" not in request.POST:
        return _render_page(request, event, warnings=warnings)
    message = _("The two have exchanged places.")
    return _apply(
        request,
        event,
        lambda: swap_contestants(round_.pk, first, second, member_actor(request)),
        message,
    )


@login_required
@require_safe
def pairings_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the pairings for printing, with every contestant by name."""
    event = get_event_or_404(request, event_id)
    session = get_latest_session_or_404(event)
    round_ = _round_to_show(session, next_draw_step(session))
    if round_ is None or not session.stage.is_drawn:
        raise Http404
    context = {
        "club": event.club,
        "event": event,
        "session": session,
        "drawn": read_drawn_round(round_),
    }
    return render(request, "paper/pairings.html", context)


def _get_round_or_404(request: HttpRequest, event_id: int, round_id: int) -> tuple[Event, Round]:
    event = get_event_or_404(request, event_id)
    return event, get_object_or_404(Round, pk=round_id, section__session__stage__event=event)


def _apply(
    request: HttpRequest,
    event: Event,
    action: Callable[[], object],
    message: str,
    page: str = "event_draw",
) -> HttpResponse:
    report_done = success_notifier(request, event)
    if problems := try_action(action):
        return _render_page(request, event, problems)
    report_done(message)
    return redirect(page, event.pk)


def _round_to_show(session: Session, upcoming_draw: NextDrawStep | None) -> Round | None:
    """Return the drawn round that has not started, else the round in progress, else the last.

    A round of two halves is drawn as two rounds; the first half is shown first.
    """
    drawn_rounds = last_drawn_rounds(session)
    in_progress = next((round_ for round_ in drawn_rounds if round_.is_playing), None)
    return (
        (upcoming_draw and upcoming_draw.drawn_round)
        or in_progress
        or next(reversed(drawn_rounds), None)
    )


def _render_page(
    request: HttpRequest,
    event: Event,
    problems: Sequence[Problem] = (),
    warnings: Sequence[Problem] = (),
) -> HttpResponse:
    session = get_latest_session_or_404(event)
    if not session.stage.is_drawn:
        raise Http404
    upcoming_draw = next_draw_step(session)
    round_ = _round_to_show(session, upcoming_draw)
    context = {
        "club": event.club,
        "event": event,
        "session": session,
        "drawn": read_drawn_round(round_) if round_ else None,
        "tie_break_texts": tie_break_texts(round_) if round_ else (),
        "next_draw": upcoming_draw,
        "stage_changes": changes_since_qualification(session),
        "warnings": [problem_text(warning) for warning in warnings],
        "chosen": [parse_number(request.POST.get(name)) for name in ("one", "other")],
    }
    return page_with_problems(request, "desk/draw/draw.html", context, problems)
