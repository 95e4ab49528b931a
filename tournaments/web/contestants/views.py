"""The page of an event's contestants: add, replace, withdraw, fees."""

from collections.abc import Callable, Sequence

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.access.request_access import get_event_or_404, latest_session, member_actor
from tournaments.actions.contestants.fees import mark_paid, take_back_payment
from tournaments.actions.contestants.pasted_list import (
    listed_contestants,
    read_one_contestant,
    telling_lines,
)
from tournaments.actions.contestants.registration import (
    add_contestants,
    name_contestant,
    replace_contestant,
    withdraw_contestant,
)
from tournaments.actions.events.edit import edit_event
from tournaments.actions.people.near_twins import in_known_spelling
from tournaments.forms import parse_cents, parse_number
from tournaments.models import Event, Session
from tournaments.queries.contestants.no_place_reasons import KNOWN_REASONS
from tournaments.queries.contestants.registered import ContestantList, contestants_of
from tournaments.web.contestants.list_problems import problems_by_line
from tournaments.web.events.movement import (
    MovementProposals,
    choose_proposal,
    movement_proposals,
    plan_change_text,
)
from tournaments.web.try_action import attempt, page_with_problems, saying_done


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
        "changing": _changing(request),
    }
    if wrong:
        context["sentences"] = wrong.sentences
        return render(request, "contestants/contestants.html", context, status=422)
    return page_with_problems(request, "contestants/contestants.html", context, problems)


def _changing(request: HttpRequest) -> int:
    """Return the row of the contestant whose change was refused, or that a link opens; 0 for
    none."""
    refused = request.resolver_match.kwargs.get("contestant") if request.resolver_match else None
    return refused or parse_number(request.GET.get("change"))


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
) -> MovementProposals | None:
    """What else could be played, as long as it may be chosen."""
    if not (pairs.open and pairs.plan.movement) or session.sections.count() > 1:
        return None
    return movement_proposals(event, session, pairs, request.POST.get("minutes"))


ANEW = _("The rounds are planned again.")
OTHER_PROPOSED = _(
    "For this number another movement is proposed first: see “Another movement” on this page."
)
ON_PAPER = _("Anything already printed for the tables is out of date.")
NAMES = _("The names are saved.")
NAMES_ON_PAPER = _("Sheets that are already printed show who was there before.")
NO_AMOUNT = _("Write the fee as a number: 5 or 7.50.")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_contestants_view(request: HttpRequest, event: int) -> HttpResponse:
    """Everybody who plays; sent, the latecomers."""
    own = get_event_or_404(request, event)
    if request.method != "POST":
        return contestants_page(request, own)
    return _do_anew(request, own, lambda: _add(request, own))


@login_required
@require_POST
def event_movement_view(request: HttpRequest, event: int) -> HttpResponse:
    """Another movement for whoever has come; asked to show those for other minutes, only the
    page again."""
    own = get_event_or_404(request, event)
    if "show" in request.POST:
        return contestants_page(request, own)
    session, submitted, actor = latest_session(own), request.POST, member_actor(request)
    return _do_anew(
        request,
        own,
        lambda: choose_proposal(
            own, session, submitted.get("minutes", ""), submitted.get("movement", ""), actor
        ),
    )


@login_required
@require_POST
def contestant_replace_view(request: HttpRequest, event: int, contestant: int) -> HttpResponse:
    """Other players under a contestant's number; after the start, a name for who had none."""
    own = get_event_or_404(request, event)
    outdated = NAMES_ON_PAPER if _is_dealt(latest_session(own)) else ""
    return _do(request, own, lambda: _replace(request, own, contestant), NAMES, outdated)


@login_required
@require_POST
def contestant_withdraw_view(request: HttpRequest, event: int, contestant: int) -> HttpResponse:
    """A contestant who does not come."""
    own = get_event_or_404(request, event)
    return _do_anew(
        request, own, lambda: withdraw_contestant(own, contestant, member_actor(request))
    )


@login_required
@require_POST
def event_fee_view(request: HttpRequest, event: int) -> HttpResponse:
    """What each contestant pays."""
    own = get_event_or_404(request, event)
    typed, actor = request.POST.get("fee", ""), member_actor(request)
    return _do(
        request,
        own,
        lambda: edit_event(own.pk, {"fee_cents": _cents(typed)}, actor),
        _("The fee is saved."),
    )


@login_required
@require_POST
def contestant_paid_view(request: HttpRequest, event: int, contestant: int) -> HttpResponse:
    """A contestant has paid."""
    found = get_object_or_404(get_event_or_404(request, event).contestants, pk=contestant)
    mark_paid(found, member_actor(request))
    return back_to_contestant(found.event_id, contestant)


@login_required
@require_POST
def contestant_unpaid_view(request: HttpRequest, event: int, contestant: int) -> HttpResponse:
    """A contestant has not paid after all."""
    found = get_object_or_404(get_event_or_404(request, event).contestants, pk=contestant)
    take_back_payment(found, member_actor(request))
    return back_to_contestant(found.event_id, contestant)


def _add(request: HttpRequest, event: Event) -> None:
    listed = listed_contestants(request.POST.get("contestants", ""), event.players_each)
    names = list(listed.values())
    if "respell" in request.POST:
        names = in_known_spelling(event.club, names, event.players_each)
    with telling_lines(listed):
        add_contestants(event, names, member_actor(request))


def _replace(request: HttpRequest, event: Event, contestant: int) -> None:
    before_start = contestants_of(event, latest_session(event)).open
    act = replace_contestant if before_start else name_contestant
    name = read_one_contestant(request.POST.get("name", ""), event.players_each, "name")
    act(event, contestant, name, member_actor(request))


def _cents(text: str) -> int:
    """An amount as people write it, in cents."""
    if (cents := parse_cents(text)) is None:
        raise ValidationFailed([Problem("wrong_fee", NO_AMOUNT, field="fee")])
    return cents


def _do(
    request: HttpRequest,
    event: Event,
    act: Callable[[], None],
    done: str,
    outdated: str = "",
) -> HttpResponse:
    """Do it and show the contestants again; refused, with every reason and what was typed."""
    return _do_and_say(request, event, act, lambda: (gettext(done), outdated and gettext(outdated)))


def _do_and_say(
    request: HttpRequest,
    event: Event,
    act: Callable[[], None],
    sentences: Callable[[], tuple[str, ...]],
) -> HttpResponse:
    """The same, with sentences that are known once it is done."""
    say = saying_done(request, event)
    if problems := attempt(act):
        return contestants_refused(request, event, problems)
    say(" ".join(filter(None, sentences())))
    return redirect("event_contestants", event.pk)


def _is_dealt(session: Session) -> bool:
    """Return whether sheets for the tables can have been printed, and play has not begun."""
    return session.state == Session.State.DEALT


def _do_anew(request: HttpRequest, event: Event, act: Callable[[], None]) -> HttpResponse:
    """Do it, and say what it has made of the plan; where the plan is the same, that names are
    saved."""
    session = latest_session(event)
    uses_seed, before = _is_dealt(session), contestants_of(event, session)

    def sentences() -> tuple[str, ...]:
        now = contestants_of(event, latest_session(event))
        if (len(now.contestants), now.plan) == (len(before.contestants), before.plan):
            return gettext(NAMES), gettext(NAMES_ON_PAPER) if uses_seed else ""
        outdated = gettext(ON_PAPER) if uses_seed else ""
        other = ""
        if len(now.contestants) != len(before.contestants):
            found = _replanning(request, event, latest_session(event), now)
            other = gettext(OTHER_PROPOSED) if found and found.differs_from_plan else ""
        return gettext(ANEW), outdated, plan_change_text(event, before, now), other

    return _do_and_say(request, event, act, sentences)
