"""The page of an event's contestants, which every act about one of them shows again where it is
refused."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from games.problems import Problem
from tournaments.access.request_access import latest_session
from tournaments.models import Event, Session
from tournaments.queries.contestants.registered import ContestantList, contestants_of
from tournaments.queries.contestants.unranked import KNOWN_REASONS
from tournaments.web.attempt import page_with_problems
from tournaments.web.desk.movement import Replanning, replanning
from tournaments.web.list_problems import problems_by_line


def contestants_page(
    request: HttpRequest, event: Event, problems: Sequence[Problem] = ()
) -> HttpResponse:
    """Everybody who plays; with problems also what was typed."""
    session = latest_session(event)
    shown = contestants_of(event, session)
    typed = request.POST.dict() if problems else {}
    wrong = problems_by_line(typed["contestants"], problems) if "contestants" in typed else None
    context = {
        "club": event.club,
        "event": event,
        "session": session,
        "pairs": shown,
        "replanning": _replanning(request, event, session, shown),
        "typed": typed,
        "wrong": wrong,
        "reasons": KNOWN_REASONS,
        "changing": request.resolver_match.kwargs.get("contestant")
        if request.resolver_match
        else None,
    }
    if wrong:
        context["sentences"] = wrong.sentences
        return render(request, "desk/contestants.html", context, status=422)
    return page_with_problems(request, "desk/contestants.html", context, problems)


def contestants_refused(
    request: HttpRequest, event: Event, problems: Sequence[Problem]
) -> HttpResponse:
    """The page again, with every reason why something was not done and what was typed."""
    event.refresh_from_db()
    return contestants_page(request, event, problems)


def back_to_contestant(event_id: int, contestant: int) -> HttpResponse:
    """The page anew, where it was left: at a contestant of the event."""
    return redirect(f"{reverse('event_contestants', args=[event_id])}#pair-{contestant}")


def _replanning(
    request: HttpRequest, event: Event, session: Session, pairs: ContestantList
) -> Replanning | None:
    """What else could be played, as long as it may be chosen."""
    if not (pairs.open and pairs.plan.movement) or session.sections.count() > 1:
        return None
    return replanning(event, session, pairs, request.POST.get("minutes"))
