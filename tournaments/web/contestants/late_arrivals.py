"""Corrections for contestants who leave early or arrive late, with a preview."""

from collections.abc import Mapping, Sequence
from functools import partial

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.problems import Problem, ValidationFailed
from games.text import Text, gettext_noop
from tournaments.access.request_access import (
    get_event_or_404,
    get_latest_session_or_404,
    member_actor,
)
from tournaments.actions.contestants.departures import withdraw_during_play
from tournaments.actions.contestants.late_arrivals import (
    add_late_arrival,
    restart_with_one_more_table,
)
from tournaments.actions.contestants.pasted_list import parse_one_contestant
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.idempotency import Answer
from tournaments.forms import parse_number, problem_text
from tournaments.models import Event, Section, Session, Table
from tournaments.queries.contestants.contestant_list import contestant_list
from tournaments.queries.contestants.late_arrival_seats import (
    LateArrivalSeats,
    attendance_notices,
    find_late_arrival_seats,
    find_rotating_seats,
    newcomer_rounds,
    sit_out_notices,
    undoable_session_start,
)
from tournaments.queries.contestants.seat_reassignment import has_upcoming_sit_outs
from tournaments.queries.paper.printed_sheets import tables_without_phone_code, upcoming_rounds_of
from tournaments.queries.rounds.rounds import ContestantRound
from tournaments.web.corrections.planned_tables import decode_seats, encode_seats
from tournaments.web.corrections.preview_or_apply import Correction, choice_page, preview_or_apply
from tournaments.web.try_action import success_notifier, try_action

_RESULTS_VOIDED = gettext_noop(
    "All their results are removed, as in a league, because not everybody would have met them."
)
_RESULTS_REMAIN = gettext_noop(
    "Their results stay. Their boards of this round that are not yet played are cancelled."
)
_REPLACEMENT_STARTS_AT_ZERO = gettext_noop(
    "Those who take over play the remaining rounds under a number of their own, and begin "
    "from zero."
)
_NOBODY_CHOSEN = gettext_noop("Choose who leaves.")
_IN_NEXT_DRAW = gettext_noop("They are in the next draw, without the boards already played.")

_get_or_post = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@login_required
@_get_or_post
def withdrawal_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Withdraw a contestant, possibly with a replacement from the next round on."""
    event = get_event_or_404(request, event_id)
    contestant_id = parse_number(request.GET.get("contestant"))
    contestant = event.contestants.filter(pk=contestant_id).first()
    if contestant is None:
        problems = [Problem("nobody_chosen", _NOBODY_CHOSEN)] if "contestant" in request.GET else []
        return _form_page(request, event, "contestants/leaves.html", problems)
    try:
        replacement_name = (
            _requested_name(request, event, "instead")
            if request.GET.get("instead", "").strip()
            else ""
        )
    except ValidationFailed as error:
        return _form_page(request, event, "contestants/leaves.html", error.problems)
    title = _("Going home: %(name)s") % {"name": contestant.name}
    notices, session = (
        _result_notices(event, replacement_name),
        get_latest_session_or_404(event),
    )

    def apply(correction: CorrectionRequest) -> Answer:
        return withdraw_during_play(
            event,
            contestant.pk,
            correction,
            replacement_name,
            fills_seats="offers_place" in request.GET,
        )

    return preview_or_apply(
        request,
        Correction(
            session.stage,
            title,
            _("Take out of the event"),
            apply,
            notices=lambda answer: [*notices, *attendance_notices(answer)],
            contestant_rounds=upcoming_rounds_of(session, contestant),
            rounds_title="" if replacement_name else _("Where they would have played"),
        ),
    )


@never_cache
@login_required
@_get_or_post
def late_arrival_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Add a late arrival to the seats that are free.

    If contestants without names are present, the page first asks whether the late arrival is one of
    them.
    """
    event = get_event_or_404(request, event_id)
    if "name" not in request.GET:
        return _form_page(request, event, "contestants/joins.html", ())
    try:
        name = _requested_name(request, event, "name")
        seats = _requested_seats(request, event)
    except ValidationFailed as error:
        is_full = any(problem.code == "no_place" for problem in error.problems)
        alternatives = (
            _alternatives_context(request, event) if is_full and "way" not in request.GET else {}
        )
        return _form_page(request, event, "contestants/joins.html", error.problems, alternatives)
    if request.method != "POST" and "way" not in request.GET and _has_unnamed_contestants(event):
        return _form_page(request, event, "contestants/joins.html", (), {"is_new": True})
    return preview_or_apply(request, _late_arrival(event, name, seats))


@never_cache
@login_required
@require_POST
def late_arrival_table_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Start round 1 again with one more table for a late arrival, before anything is played."""
    event, actor = get_event_or_404(request, event_id), member_actor(request)
    session, report_success = get_latest_session_or_404(event), success_notifier(request, event)

    def add() -> None:
        name = parse_one_contestant(request.POST.get("name", ""), event.players_each, "name")
        restart_with_one_more_table(event, session, name, actor)

    if problems := try_action(add):
        return _form_page(
            request,
            event,
            "contestants/joins.html",
            problems,
            _alternatives_context(request, event),
        )
    report_success(
        _("They are in, and round 1 has started again. Print seats and movement cards again.")
    )
    return redirect("event_desk", event.pk)


@never_cache
@login_required
@require_safe
def late_arrival_done_view(request: HttpRequest, event_id: int, contestant_id: int) -> HttpResponse:
    """Show a late arrival's number and next seats, and the sheets that must be printed."""
    event = get_event_or_404(request, event_id)
    newcomer = get_object_or_404(event.contestants, pk=contestant_id)
    session = get_latest_session_or_404(event)
    contestant_rounds, tables_to_print = (
        upcoming_rounds_of(session, newcomer),
        tables_without_phone_code(session, newcomer),
    )
    context = {
        "club": event.club,
        "event": event,
        "contestant": newcomer,
        "contestant_rounds": contestant_rounds,
        "next": contestant_rounds[0] if contestant_rounds else None,
        "sheets": tables_to_print,
        "outdated": _tables_with_outdated_sheets(contestant_rounds, tables_to_print),
    }
    return render(request, "contestants/joined.html", context)


def _tables_with_outdated_sheets(
    contestant_rounds: Sequence[ContestantRound], new_tables: Sequence[Table]
) -> list[str]:
    """Return the labels of tables whose printed sheets lack the late arrival, in order of play.

    `new_tables` are not among them, because they have no printed sheet yet.
    """
    labels_without_sheet = {label.label for label in new_tables}
    labels = dict.fromkeys(
        contestant_round.table for contestant_round in contestant_rounds if contestant_round.table
    )
    return [label for label in labels if label not in labels_without_sheet]


def _late_arrival(event: Event, name: str, seats: LateArrivalSeats) -> Correction:
    title = _("%(name)s comes late") % {"name": name}
    sections = Section.objects.filter(pk=seats.section, session__stage__event=event)
    chosen_section = sections.select_related("session__stage__event__club").first()
    is_drawn = chosen_section is not None and chosen_section.session.stage.is_drawn
    sit_outs = (
        sit_out_notices(chosen_section, seats.tables) if chosen_section and not is_drawn else []
    )
    return Correction(
        get_latest_session_or_404(event).stage,
        title,
        _("Add to the event"),
        partial(add_late_arrival, event, name, seats),
        notices=lambda answer: [
            *([Text(_IN_NEXT_DRAW)] if is_drawn else []),
            *attendance_notices(answer),
            *sit_outs,
        ],
        planned=encode_seats(seats),
        contestant_rounds=newcomer_rounds(chosen_section, seats.tables)
        if chosen_section and not is_drawn
        else (),
        next_url=lambda answer: reverse(
            "correction_late_arrival_done", args=[event.pk, answer["contestant"]]
        ),
    )


def _requested_seats(request: HttpRequest, event: Event) -> LateArrivalSeats:
    """Return the seats shown in the preview on POST, otherwise the seats that are free now."""
    if request.method == "POST":
        return decode_seats(request.POST.get("planned", ""))
    if request.GET.get("way") == "sit_out":
        return find_rotating_seats(event, request.GET.get("section", ""))
    return find_late_arrival_seats(event, request.GET.get("section", ""))


def _requested_name(request: HttpRequest, event: Event, field: str) -> str:
    return parse_one_contestant(request.GET.get(field, ""), event.players_each, field)


def _has_unnamed_contestants(event: Event) -> bool:
    """Return whether a contestant who is present has no name; it may be the late arrival's."""
    return bool(contestant_list(event, get_latest_session_or_404(event)).present_unnamed)


def _result_notices(event: Event, replacement_name: str) -> list[Text]:
    """Return texts about the withdrawn contestant's results, and about a replacement."""
    if contestant_list(event, get_latest_session_or_404(event)).is_season:
        return [Text(_RESULTS_VOIDED)]
    return [
        Text(_RESULTS_REMAIN),
        *([Text(_REPLACEMENT_STARTS_AT_ZERO)] if replacement_name else []),
    ]


def _alternatives_context(request: HttpRequest, event: Event) -> dict[str, object]:
    """Return what is possible if no seat is free.

    `one_more_table`: the session can start again with another table. `in_turn`: the number of
    rounds that the late arrival would play if the others sit out one after the other.
    """
    session = get_latest_session_or_404(event)
    try:
        rotating_seats = find_rotating_seats(event, request.GET.get("section", ""))
    except ValidationFailed:
        rotating_seats = None
    return {
        "one_more_table": undoable_session_start(session) is not None,
        "in_turn": len(rotating_seats.tables) if rotating_seats else 0,
    }


def _form_page(
    request: HttpRequest,
    event: Event,
    template: str,
    problems: Sequence[Problem],
    alternatives: Mapping[str, object] | None = None,
) -> HttpResponse:
    """Render the form that asks who leaves or arrives."""
    session = get_latest_session_or_404(event)
    context = {
        **(alternatives or {}),
        "anybody_sits_out": session.state == Session.State.RUNNING
        and has_upcoming_sit_outs(session),
        "pairs": contestant_list(event, session),
        "chosen": parse_number(request.GET.get("contestant")),
        "typed": {**request.POST.dict(), **request.GET.dict()},
        "answers": [problem_text(problem) for problem in problems if problem.code == "no_place"],
        "sentences": [problem_text(problem) for problem in problems if problem.code != "no_place"],
    }
    return choice_page(request, event, template, context)
