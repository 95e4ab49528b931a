"""The typing screen: a pile of score slips, typed by keyboard alone."""

from collections.abc import Container, Iterable, Mapping, Sequence
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from games.fields import Field
from games.problems import Problem, ValidationFailed
from tournaments.access.readable_plays import get_play_or_404, member_reader
from tournaments.access.request_access import (
    get_event_or_404,
    latest_session,
    member_actor,
    sections_with_role,
    user_id,
)
from tournaments.actions.idempotency import Conflict
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.results.entries import outcome_problems
from tournaments.actions.results.score_slips import submit_score_slip
from tournaments.forms import new_idempotency_key, parse_number, problem_text
from tournaments.models import Entry, Play, Seating, Section, Session
from tournaments.permissions.actor import Actor
from tournaments.permissions.roles import SECTION_SCORER_ROLES, can_direct
from tournaments.queries.corrections.choices import plays_of_seating
from tournaments.queries.desk.score_slips import find_slip, last_typed, next_slip, untyped_slips
from tournaments.queries.phone.table_state import sides_of
from tournaments.web.desk.forms import SlipForm
from tournaments.web.results.entry_form import sent_key
from tournaments.web.results.slip_rows import (
    Submitted,
    choices_of,
    first_row,
    rows_of,
    submitted_about,
)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def typing_view(request: HttpRequest, event: int) -> HttpResponse:
    """The slip asked for, else the first of the pile; sent, it is stored and the next one
    follows."""
    session = latest_session(get_event_or_404(request, event, SECTION_SCORER_ROLES))
    slip = _asked_for(request, session) or next_slip(
        untyped_slips(_typed_by(request, session)), None
    )
    if request.method == "POST" and slip:
        return _store(request, session, slip)
    return _page(request, session, slip, {})


@login_required
@require_POST
def typing_check_view(request: HttpRequest, event: int) -> HttpResponse:
    """What is wrong with one row as it was typed; nothing while it is blank, and nothing is
    stored."""
    own, number = (
        get_event_or_404(request, event, SECTION_SCORER_ROLES),
        request.POST.get("play", ""),
    )
    play = get_play_or_404(request, event, parse_number(number), SECTION_SCORER_ROLES).play
    submitted = submitted_about(play, own.game.fields, request.POST.dict())
    blank = all(field.is_blank_or_default(submitted[field.name]) for field in own.game.fields)
    sentences = (
        [] if blank else [problem_text(problem) for problem in outcome_problems(play.pk, submitted)]
    )
    return render(request, "results/score_slips/_row_problems.html", {"sentences": sentences})


def _typed_by(request: HttpRequest, session: Session) -> QuerySet[Section]:
    """The sections whose slips the member types."""
    return sections_with_role(request, session.stage.event, SECTION_SCORER_ROLES).filter(
        session=session
    )


def _asked_for(request: HttpRequest, session: Session) -> Seating | None:
    form = SlipForm(request.GET)
    if not form.is_valid():
        return None
    his = _typed_by(request, session)
    found = find_slip(his, form.cleaned_data["round"], form.cleaned_data["table"])
    if found is None:
        template = _("There is no slip of table %(table)s in round %(round)s to type here.")
        messages.error(request, template % form.cleaned_data)
    return found


def _store(request: HttpRequest, session: Session, slip: Seating) -> HttpResponse:
    fields, sent = session.stage.event.game.fields, request.POST.dict()
    plays = _plays(request, slip)
    not_played = _ticked_not_played(request, session, plays)
    rows = {
        play.pk: submitted_about(play, fields, sent) for play in plays if play not in not_played
    }
    actor, key = member_actor(request), sent_key(request)
    stored = [play.pk for play in not_played]
    try:
        if not stored or not _are_blank(fields, rows.values()):
            sure = request.POST.get("sure") == "yes"
            stored += submit_score_slip(slip.pk, rows, actor, key, accept_unlikely=sure)["plays"]
        for play in not_played:  # last: of a slip that is refused nothing is stored
            if play.state == Play.State.DUE:
                _decide_not_played(play, actor, key)
    except ValidationFailed as refused:
        status = 409 if isinstance(refused, Conflict) else 422
        ticked = {play.pk for play in not_played}
        return _page(request, session, slip, rows, refused.problems, status, ticked)
    numbers = [play.board.number for play in _plays(request, slip) if play.pk in stored]
    messages.success(request, _stored(slip, numbers))
    return redirect(_address(session, next_slip(untyped_slips(_typed_by(request, session)), slip)))


def _ticked_not_played(request: HttpRequest, session: Session, plays: Sequence[Play]) -> list[Play]:
    """Return the boards that the slip says were not played; only a director decides that."""
    ticked = [play for play in plays if request.POST.get(f"{play.pk}-not-played") == "yes"]
    return ticked if ticked and can_direct(user_id(request), session.stage.event) else []


def _decide_not_played(play: Play, actor: Actor, key: str) -> None:
    decide_play(
        play.pk,
        Entry.Kind.VOID,
        {},
        replaces=play.revision,
        reason=_("not played, by the score slip"),
        actor=actor,
        key=f"{key}void{play.pk}",
    )


def _are_blank(fields: Sequence[Field], rows: Iterable[Submitted]) -> bool:
    """Return whether nothing is typed in any row."""
    return all(field.is_blank_or_default(row.get(field.name)) for row in rows for field in fields)


def _plays(request: HttpRequest, slip: Seating) -> list[Play]:
    return [each.play for each in plays_of_seating(member_reader(request), slip)]


def _stored(slip: Seating, numbers: Sequence[int]) -> str:
    params = {
        "round": slip.round.number,
        "table": slip.table.label,
        "boards": ", ".join(str(number) for number in numbers),
    }
    stored = ngettext(
        "Stored: round %(round)s, table %(table)s, board %(boards)s.",
        "Stored: round %(round)s, table %(table)s, boards %(boards)s.",
        len(numbers),
    )
    return stored % params


def _address(session: Session, slip: Seating | None) -> str:
    page = reverse("typing", args=[session.stage.event_id])
    return (
        f"{page}?{urlencode({'round': slip.round.number, 'table': slip.table.label})}"
        if slip
        else page
    )


def _page(
    request: HttpRequest,
    session: Session,
    slip: Seating | None,
    submitted: Mapping[int, Submitted],
    problems: Sequence[Problem] = (),
    status: int = 200,
    not_played: Container[int] = (),
) -> HttpResponse:
    event = session.stage.event
    rows = (
        rows_of(
            event, plays_of_seating(member_reader(request), slip), submitted, problems, not_played
        )
        if slip
        else []
    )
    context = {
        "club": event.club,
        "event": event,
        "slip": slip,
        "sides": sides_of(slip, event.game.lines) if slip else (),
        "rows": rows,
        "first": None if any(row.form.doubts for row in rows) else first_row(rows),
        "doubtful": [row for row in rows if row.form.doubts],
        "choices": choices_of(event),
        "key": new_idempotency_key(),
        "sentences": [problem_text(problem) for problem in problems if problem.line is None],
        "may_run": can_direct(user_id(request), event),
        **_pile(request, session),
    }
    return render(request, "results/score_slips/typing.html", context, status=status)


def _pile(request: HttpRequest, session: Session) -> dict[str, object]:
    """What stands beside the slip; `divided` where tables have letters too."""
    return {
        "untyped": untyped_slips(_typed_by(request, session)),
        "typed": last_typed(session, user_id(request)),
        "divided": session.sections.exclude(name="").exists(),
    }
