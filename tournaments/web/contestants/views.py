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
from tournaments.access.request_access import (
    get_event_or_404,
    get_latest_session_or_404,
    member_actor,
)
from tournaments.actions.contestants.fees import mark_paid, mark_unpaid
from tournaments.actions.contestants.pasted_list import (
    number_problem_lines,
    parse_contestant_lines,
    parse_one_contestant,
)
from tournaments.actions.contestants.registration import (
    add_contestants,
    name_contestant,
    replace_contestant,
    withdraw_contestant,
)
from tournaments.actions.events.edit import edit_event
from tournaments.actions.people.similar_names import with_known_spelling
from tournaments.forms import parse_cents, parse_number
from tournaments.models import Event, Session
from tournaments.queries.contestants.contestant_list import ContestantList, contestant_list
from tournaments.queries.contestants.unranked_reasons import STANDARD_REASONS
from tournaments.web.contestants.list_problems import problems_by_line
from tournaments.web.events.movement import (
    MovementProposals,
    choose_proposal,
    movement_proposals,
    plan_change_text,
)
from tournaments.web.try_action import page_with_problems, success_notifier, try_action


def contestants_page(
    request: HttpRequest, event: Event, problems: Sequence[Problem] = ()
) -> HttpResponse:
    """Render the contestants; with problems, the forms keep what was typed."""
    session = get_latest_session_or_404(event)
    contestants = contestant_list(event, session)
    typed = request.POST.dict() if problems else {}
    list_problems = (
        problems_by_line(typed["contestants"], problems) if "contestants" in typed else None
    )
    context = {
        "club": event.club,
        "event": event,
        "session": session,
        "pairs": contestants,
        "replanning": _replanning_options(request, event, session, contestants),
        "typed": typed,
        "wrong": list_problems,
        "reasons": STANDARD_REASONS,
        "changing": _contestant_to_open(request),
    }
    if list_problems:
        context["sentences"] = list_problems.sentences
        return render(request, "contestants/contestants.html", context, status=422)
    return page_with_problems(request, "contestants/contestants.html", context, problems)


def _contestant_to_open(request: HttpRequest) -> int:
    """Return the id of the contestant whose form is open on the page; 0 if none is.

    It is the one whose change was refused, or the one that the link names.
    """
    refused_id = (
        request.resolver_match.kwargs.get("contestant_id") if request.resolver_match else None
    )
    return refused_id or parse_number(request.GET.get("change"))


def contestants_page_with_problems(
    request: HttpRequest, event: Event, problems: Sequence[Problem]
) -> HttpResponse:
    """Render the contestants with the problems of an action and what was typed."""
    event.refresh_from_db()
    return contestants_page(request, event, problems)


def redirect_to_contestant(event_id: int, contestant_id: int) -> HttpResponse:
    """Redirect to a contestant's row on the page of the contestants."""
    return redirect(f"{reverse('event_contestants', args=[event_id])}#pair-{contestant_id}")


def _replanning_options(
    request: HttpRequest, event: Event, session: Session, contestants: ContestantList
) -> MovementProposals | None:
    """Return the movements to choose from, or None if the movement cannot be changed."""
    if not (contestants.is_open and contestants.plan.movement) or session.sections.count() > 1:
        return None
    return movement_proposals(event, session, contestants, request.POST.get("minutes"))


REPLANNED = _("The rounds are planned again.")
OTHER_MOVEMENT_PROPOSED = _(
    "For this number another movement is proposed first: see “Another movement” on this page."
)
PRINTS_OUTDATED = _("Anything already printed for the tables is out of date.")
NAMES_SAVED = _("The names are saved.")
PRINTED_NAMES_OUTDATED = _("Sheets that are already printed show who was there before.")
FEE_NOT_A_NUMBER = _("Write the fee as a number: 5 or 7.50.")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_contestants_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """List the contestants; on POST add more."""
    event = get_event_or_404(request, event_id)
    if request.method != "POST":
        return contestants_page(request, event)
    return _apply_and_replan(request, event, lambda: _add_contestants(request, event))


@login_required
@require_POST
def event_movement_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Choose another movement; with `show`, only list the movements for the submitted minutes."""
    event = get_event_or_404(request, event_id)
    if "show" in request.POST:
        return contestants_page(request, event)
    session, submitted, actor = (
        get_latest_session_or_404(event),
        request.POST,
        member_actor(request),
    )
    return _apply_and_replan(
        request,
        event,
        lambda: choose_proposal(
            event, session, submitted.get("minutes", ""), submitted.get("movement", ""), actor
        ),
    )


@login_required
@require_POST
def contestant_replace_view(
    request: HttpRequest, event_id: int, contestant_id: int
) -> HttpResponse:
    """Replace a contestant's players; after the start, only name those who have no name yet."""
    event = get_event_or_404(request, event_id)
    outdated = PRINTED_NAMES_OUTDATED if _is_dealt(get_latest_session_or_404(event)) else ""
    return _apply(
        request,
        event,
        lambda: _replace_or_name_contestant(request, event, contestant_id),
        NAMES_SAVED,
        outdated,
    )


@login_required
@require_POST
def contestant_withdraw_view(
    request: HttpRequest, event_id: int, contestant_id: int
) -> HttpResponse:
    """Withdraw a contestant who does not come."""
    event = get_event_or_404(request, event_id)
    return _apply_and_replan(
        request,
        event,
        lambda: withdraw_contestant(event, contestant_id, member_actor(request)),
    )


@login_required
@require_POST
def event_fee_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Set the fee of each contestant."""
    event = get_event_or_404(request, event_id)
    typed_fee, actor = request.POST.get("fee", ""), member_actor(request)
    return _apply(
        request,
        event,
        lambda: edit_event(event.pk, {"fee_cents": _parse_fee(typed_fee)}, actor),
        _("The fee is saved."),
    )


@login_required
@require_POST
def contestant_paid_view(request: HttpRequest, event_id: int, contestant_id: int) -> HttpResponse:
    """Record that a contestant has paid."""
    contestant = get_object_or_404(
        get_event_or_404(request, event_id).contestants, pk=contestant_id
    )
    mark_paid(contestant, member_actor(request))
    return redirect_to_contestant(contestant.event_id, contestant_id)


@login_required
@require_POST
def contestant_unpaid_view(request: HttpRequest, event_id: int, contestant_id: int) -> HttpResponse:
    """Record that a contestant has not paid."""
    contestant = get_object_or_404(
        get_event_or_404(request, event_id).contestants, pk=contestant_id
    )
    mark_unpaid(contestant, member_actor(request))
    return redirect_to_contestant(contestant.event_id, contestant_id)


def _add_contestants(request: HttpRequest, event: Event) -> None:
    lines = parse_contestant_lines(request.POST.get("contestants", ""), event.players_each)
    names = list(lines.values())
    if "respell" in request.POST:
        names = with_known_spelling(event.club, names, event.players_each)
    with number_problem_lines(lines):
        add_contestants(event, names, member_actor(request))


def _replace_or_name_contestant(request: HttpRequest, event: Event, contestant_id: int) -> None:
    is_before_start = contestant_list(event, get_latest_session_or_404(event)).is_open
    action = replace_contestant if is_before_start else name_contestant
    name = parse_one_contestant(request.POST.get("name", ""), event.players_each, "name")
    action(event, contestant_id, name, member_actor(request))


def _parse_fee(text: str) -> int:
    """Parse an amount into cents; raise `ValidationFailed` if it is not a number."""
    if (cents := parse_cents(text)) is None:
        raise ValidationFailed([Problem("wrong_fee", FEE_NOT_A_NUMBER, field="fee")])
    return cents


def _apply(
    request: HttpRequest,
    event: Event,
    action: Callable[[], None],
    message: str,
    outdated: str = "",
) -> HttpResponse:
    """Run an action and redirect to the contestants, or show the problems."""
    return _apply_and_report(
        request, event, action, lambda: (gettext(message), outdated and gettext(outdated))
    )


def _apply_and_report(
    request: HttpRequest,
    event: Event,
    action: Callable[[], None],
    sentences: Callable[[], tuple[str, ...]],
) -> HttpResponse:
    """Run an action, then show the sentences, which are built after it."""
    report_success = success_notifier(request, event)
    if problems := try_action(action):
        return contestants_page_with_problems(request, event, problems)
    report_success(" ".join(filter(None, sentences())))
    return redirect("event_contestants", event.pk)


def _is_dealt(session: Session) -> bool:
    """Return whether the session is dealt and not started; sheets may then be printed."""
    return session.state == Session.State.DEALT


def _apply_and_replan(
    request: HttpRequest, event: Event, action: Callable[[], None]
) -> HttpResponse:
    """Run an action; report how it changed the plan, or only that the names are saved."""
    session = get_latest_session_or_404(event)
    is_dealt, list_before = _is_dealt(session), contestant_list(event, session)

    def sentences() -> tuple[str, ...]:
        list_after = contestant_list(event, get_latest_session_or_404(event))
        if (len(list_after.contestants), list_after.plan) == (
            len(list_before.contestants),
            list_before.plan,
        ):
            return gettext(NAMES_SAVED), gettext(PRINTED_NAMES_OUTDATED) if is_dealt else ""
        outdated = gettext(PRINTS_OUTDATED) if is_dealt else ""
        other_movement = ""
        if len(list_after.contestants) != len(list_before.contestants):
            options = _replanning_options(
                request, event, get_latest_session_or_404(event), list_after
            )
            other_movement = (
                gettext(OTHER_MOVEMENT_PROPOSED) if options and options.differs_from_plan else ""
            )
        return (
            gettext(REPLANNED),
            outdated,
            plan_change_text(event, list_before, list_after),
            other_movement,
        )

    return _apply_and_report(request, event, action, sentences)
