"""The draw of a round: looked at with its reasons, changed by hand, taken back, begun, put on
the wall."""

from collections.abc import Callable, Sequence

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.problems import Problem, ValidationFailed
from tournaments.access.request_access import get_event_or_404, latest_session, member_actor
from tournaments.actions.rounds.contestant_swaps import swap_contestants, swap_warnings
from tournaments.actions.rounds.draws import begin_round, draw_again, draw_round, undo_draw
from tournaments.forms import parse_number, problem_text
from tournaments.models import Event, Round, Session
from tournaments.queries.rounds.draws import NextDraw, last_drawn_rounds, next_draw, read_draw
from tournaments.queries.rounds.team_matches import tie_break_texts
from tournaments.queries.standings.draw_basis import changes_since_qualification
from tournaments.web.try_action import attempt, page_with_problems, saying_done


@login_required
@require_safe
def event_draw_view(request: HttpRequest, event: int) -> HttpResponse:
    """The last round drawn, and what can be done with it."""
    return _page(request, get_event_or_404(request, event))


@login_required
@require_POST
def draw_next_view(request: HttpRequest, event: int) -> HttpResponse:
    """Draw the next round."""
    own = get_event_or_404(request, event)
    session = latest_session(own)
    return _do(
        request,
        own,
        lambda: draw_round(session.pk, member_actor(request)),
        _("The round is drawn."),
    )


@login_required
@require_POST
def draw_begin_view(request: HttpRequest, event: int, round_id: int) -> HttpResponse:
    """Begin a drawn round; the desk shows the room again."""
    own, round_ = _own_round(request, event, round_id)
    done = _("Round %(round)s has begun.") % {"round": round_.number}
    return _do(
        request, own, lambda: begin_round(round_.pk, member_actor(request)), done, "event_desk"
    )


@login_required
@require_POST
def draw_undo_view(request: HttpRequest, event: int, round_id: int) -> HttpResponse:
    """Take a drawn round back."""
    own, round_ = _own_round(request, event, round_id)
    done = _("The draw of round %(round)s is undone.") % {"round": round_.number}
    return _do(request, own, lambda: undo_draw(round_.pk, member_actor(request)), done)


@login_required
@require_POST
def draw_again_view(request: HttpRequest, event: int, round_id: int) -> HttpResponse:
    """Draw a round again that has not begun, since what it was drawn from has changed."""
    own, round_ = _own_round(request, event, round_id)
    done = _("Round %(round)s is drawn again.") % {"round": round_.number}
    return _do(request, own, lambda: draw_again(round_.pk, member_actor(request)), done)


@login_required
@require_POST
def draw_swap_view(request: HttpRequest, event: int, round_id: int) -> HttpResponse:
    """Two contestants exchange places; what the draw would have avoided is asked about first."""
    own, round_ = _own_round(request, event, round_id)
    one, other = (parse_number(request.POST.get(name)) for name in ("one", "other"))
    try:
        warnings = swap_warnings(round_.pk, one, other)
    except ValidationFailed as refused:
        return _page(request, own, refused.problems)
    if warnings and "sure" not in request.POST:
        return _page(request, own, warnings=warnings)
    done = _("The two have exchanged places.")
    return _do(
        request, own, lambda: swap_contestants(round_.pk, one, other, member_actor(request)), done
    )


@login_required
@require_safe
def pairings_view(request: HttpRequest, event: int) -> HttpResponse:
    """The pairings on paper, for the wall: everybody by name, with his table."""
    own = get_event_or_404(request, event)
    session = latest_session(own)
    last = _drawn_last(session, next_draw(session))
    if last is None or not session.stage.is_drawn:
        raise Http404
    context = {"club": own.club, "event": own, "session": session, "drawn": read_draw(last)}
    return render(request, "paper/pairings.html", context)


def _own_round(request: HttpRequest, event: int, round_id: int) -> tuple[Event, Round]:
    own = get_event_or_404(request, event)
    return own, get_object_or_404(Round, pk=round_id, section__session__stage__event=own)


def _do(
    request: HttpRequest,
    event: Event,
    act: Callable[[], object],
    done: str,
    page: str = "event_draw",
) -> HttpResponse:
    say = saying_done(request, event)
    if problems := attempt(act):
        return _page(request, event, problems)
    say(done)
    return redirect(page, event.pk)


def _drawn_last(session: Session, coming: NextDraw | None) -> Round | None:
    """The round that waits to begin, else the one that is played: of two halves the first comes
    before."""
    drawn = last_drawn_rounds(session)
    playing = next((each for each in drawn if each.is_playing), None)
    return (coming and coming.drawn_round) or playing or next(reversed(drawn), None)


def _page(
    request: HttpRequest,
    event: Event,
    problems: Sequence[Problem] = (),
    warnings: Sequence[Problem] = (),
) -> HttpResponse:
    session = latest_session(event)
    if not session.stage.is_drawn:
        raise Http404
    coming = next_draw(session)
    last = _drawn_last(session, coming)
    context = {
        "club": event.club,
        "event": event,
        "session": session,
        "drawn": read_draw(last) if last else None,
        "level": tie_break_texts(last) if last else (),
        "coming": coming,
        "stage_changed": changes_since_qualification(session),
        "warnings": [problem_text(warning) for warning in warnings],
        "chosen": [parse_number(request.POST.get(name)) for name in ("one", "other")],
    }
    return page_with_problems(request, "desk/draw/draw.html", context, problems)
