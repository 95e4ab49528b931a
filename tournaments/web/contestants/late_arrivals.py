"""Somebody goes home, or comes late: what it would come to, before it is done."""

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
from tournaments.access.request_access import get_event_or_404, latest_session, member_actor
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
from tournaments.queries.paper.printed_sheets import sheets_he_needs, turns_to_come
from tournaments.queries.rounds.rounds import ContestantRound
from tournaments.web.corrections.planned_tables import decode_seats, encode_seats
from tournaments.web.corrections.preview_or_apply import Correction, choice_page, preview_or_apply
from tournaments.web.try_action import attempt, saying_done

_ERASED = gettext_noop(
    "All their results are removed, as in a league, because not everybody would have met them."
)
_STAYS = gettext_noop(
    "Their results stay. Their boards of this round that are not yet played are cancelled."
)
_TAKES_OVER = gettext_noop(
    "Those who take over play the remaining rounds under a number of their own, and begin "
    "from zero."
)
_NOBODY = gettext_noop("Choose who leaves.")
_IN_THE_DRAW = gettext_noop("They are in the next draw, without the boards already played.")

_page = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@login_required
@_page
def withdrawal_view(request: HttpRequest, event: int) -> HttpResponse:
    """Somebody goes home, perhaps with who takes over from the next round on."""
    own, chosen = get_event_or_404(request, event), parse_number(request.GET.get("contestant"))
    gone = own.contestants.filter(pk=chosen).first()
    if gone is None:
        nobody = [Problem("nobody_chosen", _NOBODY)] if "contestant" in request.GET else []
        return _asked(request, own, "contestants/leaves.html", nobody)
    try:
        instead = _named(request, own, "instead") if request.GET.get("instead", "").strip() else ""
    except ValidationFailed as refused:
        return _asked(request, own, "contestants/leaves.html", refused.problems)
    title = _("Going home: %(name)s") % {"name": gone.name}
    stays, stage = _what_stays(own, instead), latest_session(own).stage

    def apply(how: CorrectionRequest) -> Answer:
        return withdraw_during_play(
            own, gone.pk, how, instead, offers_place="offers_place" in request.GET
        )

    return preview_or_apply(
        request,
        Correction(
            stage, title, apply, notices=lambda answer: [*stays, *attendance_notices(answer)]
        ),
    )


@never_cache
@login_required
@_page
def late_arrival_view(request: HttpRequest, event: int) -> HttpResponse:
    """Somebody comes late: whether they are expected, else where there is a place for them."""
    own = get_event_or_404(request, event)
    if "name" not in request.GET:
        return _asked(request, own, "contestants/joins.html", ())
    try:
        name, seats = _named(request, own, "name"), _seats(request, own)
    except ValidationFailed as refused:
        full = any(problem.code == "no_place" for problem in refused.problems)
        offers = _offers(request, own) if full and "way" not in request.GET else {}
        return _asked(request, own, "contestants/joins.html", refused.problems, offers)
    if request.method != "POST" and "way" not in request.GET and _waits_for_names(own):
        return _asked(request, own, "contestants/joins.html", (), {"is_new": True})
    return preview_or_apply(request, _joining(own, name, seats))


@never_cache
@login_required
@require_POST
def late_arrival_table_view(request: HttpRequest, event: int) -> HttpResponse:
    """One table more for somebody who comes before anything was played."""
    own, actor = get_event_or_404(request, event), member_actor(request)
    session, say = latest_session(own), saying_done(request, own)

    def join() -> None:
        name = parse_one_contestant(request.POST.get("name", ""), own.players_each, "name")
        restart_with_one_more_table(own, session, name, actor)

    if problems := attempt(join):
        return _asked(request, own, "contestants/joins.html", problems, _offers(request, own))
    say(_("They are in, and round 1 has started again. Print seats and movement cards again."))
    return redirect("event_desk", own.pk)


@never_cache
@login_required
@require_safe
def late_arrival_done_view(request: HttpRequest, event: int, contestant: int) -> HttpResponse:
    """Who has come: his number, where he sits next, and what is to be printed for him."""
    own = get_event_or_404(request, event)
    who = get_object_or_404(own.contestants, pk=contestant)
    session = latest_session(own)
    turns, sheets = turns_to_come(session, who), sheets_he_needs(session, who)
    context = {
        "club": own.club,
        "event": own,
        "contestant": who,
        "turns": turns,
        "next": turns[0] if turns else None,
        "sheets": sheets,
        "outdated": _outdated(turns, sheets),
    }
    return render(request, "contestants/joined.html", context)


def _outdated(turns: Sequence[ContestantRound], new: Sequence[Table]) -> list[str]:
    """Return the tables whose printed sheets lack the late contestant, in the order of play; `new`
    are those that have no sheet yet."""
    unprinted = {table.label for table in new}
    tables = dict.fromkeys(turn.table for turn in turns if turn.table)
    return [table for table in tables if table not in unprinted]


def _joining(event: Event, name: str, seats: LateArrivalSeats) -> Correction:
    title = _("%(name)s comes late") % {"name": name}
    section = Section.objects.filter(pk=seats.section, session__stage__event=event)
    where = section.select_related("session__stage__event__club").first()
    drawn = where is not None and where.session.stage.is_drawn
    sit_outs = sit_out_notices(where, seats.tables) if where and not drawn else []
    return Correction(
        latest_session(event).stage,
        title,
        partial(add_late_arrival, event, name, seats),
        notices=lambda answer: [
            *([Text(_IN_THE_DRAW)] if drawn else []),
            *attendance_notices(answer),
            *sit_outs,
        ],
        planned=encode_seats(seats),
        turns=newcomer_rounds(where, seats.tables) if where and not drawn else (),
        next_url=lambda answer: reverse("repair_joined", args=[event.pk, answer["contestant"]]),
    )


def _seats(request: HttpRequest, event: Event) -> LateArrivalSeats:
    """Sent, what was shown; asked for, what there is now."""
    if request.method == "POST":
        return decode_seats(request.POST.get("planned", ""))
    if request.GET.get("way") == "sit_out":
        return find_rotating_seats(event, request.GET.get("section", ""))
    return find_late_arrival_seats(event, request.GET.get("section", ""))


def _named(request: HttpRequest, event: Event, field: str) -> str:
    return parse_one_contestant(request.GET.get(field, ""), event.players_each, field)


def _waits_for_names(event: Event) -> bool:
    """Whether somebody who plays is known by a number alone: they may be who comes."""
    return bool(contestant_list(event, latest_session(event)).nameless)


def _what_stays(event: Event, instead: str) -> list[Text]:
    """What becomes of his results, and of the rounds to come."""
    if contestant_list(event, latest_session(event)).season:
        return [Text(_ERASED)]
    return [Text(_STAYS), *([Text(_TAKES_OVER)] if instead else [])]


def _offers(request: HttpRequest, event: Event) -> dict[str, object]:
    """What a full plan has for somebody who comes late: one table more, or seats given up in
    turn."""
    session = latest_session(event)
    try:
        in_turn = find_rotating_seats(event, request.GET.get("section", ""))
    except ValidationFailed:
        in_turn = None
    return {
        "one_more_table": undoable_session_start(session) is not None,
        "in_turn": len(in_turn.tables) if in_turn else 0,
    }


def _asked(
    request: HttpRequest,
    event: Event,
    template: str,
    problems: Sequence[Problem],
    offers: Mapping[str, object] | None = None,
) -> HttpResponse:
    """Who, and what else has to be said first."""
    session = latest_session(event)
    context = {
        **(offers or {}),
        "anybody_sits_out": session.state == Session.State.RUNNING
        and has_upcoming_sit_outs(session),
        "pairs": contestant_list(event, session),
        "chosen": parse_number(request.GET.get("contestant")),
        "typed": {**request.POST.dict(), **request.GET.dict()},
        "answers": [problem_text(each) for each in problems if each.code == "no_place"],
        "sentences": [problem_text(each) for each in problems if each.code != "no_place"],
    }
    return choice_page(request, event, template, context)
