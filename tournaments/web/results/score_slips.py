"""Views for typing the results on score slips, with the keyboard alone."""

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
    get_latest_session_or_404,
    member_actor,
    sections_with_role,
    user_id_or_404,
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
from tournaments.queries.desk.score_slips import (
    find_slip,
    last_typed_results,
    next_slip,
    split_unplayed,
    untyped_slips,
)
from tournaments.queries.phone.table_state import sides_of
from tournaments.web.desk.forms import SlipForm
from tournaments.web.results.entry_form import idempotency_key_of
from tournaments.web.results.slip_rows import (
    SubmittedFields,
    choice_fields,
    first_open_row,
    slip_rows_for,
    submitted_fields_of,
)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def typing_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the requested slip, or the first that is not typed yet; on POST store it."""
    session = get_latest_session_or_404(get_event_or_404(request, event_id, SECTION_SCORER_ROLES))
    slip = _requested_slip(request, session) or next_slip(
        untyped_slips(_sections_to_type(request, session)), None
    )
    if request.method == "POST" and slip:
        return _store(request, session, slip)
    return _render_page(request, session, slip, {})


@login_required
@require_POST
def typing_check_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Render the problems of one typed row without storing it; none while the row is blank."""
    event, play_id = (
        get_event_or_404(request, event_id, SECTION_SCORER_ROLES),
        request.POST.get("play", ""),
    )
    play = get_play_or_404(request, event_id, parse_number(play_id), SECTION_SCORER_ROLES).play
    submitted = submitted_fields_of(play, event.game.fields, request.POST.dict())
    is_blank = all(field.is_blank_or_default(submitted[field.name]) for field in event.game.fields)
    sentences = (
        []
        if is_blank
        else [problem_text(problem) for problem in outcome_problems(play.pk, submitted)]
    )
    return render(request, "results/score_slips/_row_problems.html", {"sentences": sentences})


def _sections_to_type(request: HttpRequest, session: Session) -> QuerySet[Section]:
    """Return the sections whose slips the member types."""
    return sections_with_role(request, session.stage.event, SECTION_SCORER_ROLES).filter(
        session=session
    )


def _requested_slip(request: HttpRequest, session: Session) -> Seating | None:
    form = SlipForm(request.GET)
    if not form.is_valid():
        return None
    sections = _sections_to_type(request, session)
    slip = find_slip(sections, form.cleaned_data["round"], form.cleaned_data["table"])
    if slip is None:
        template = _("There is no slip of table %(table)s in round %(round)s to type here.")
        messages.error(request, template % form.cleaned_data)
    return slip


def _store(request: HttpRequest, session: Session, slip: Seating) -> HttpResponse:
    fields, data = session.stage.event.game.fields, request.POST.dict()
    plays = _plays(request, slip)
    not_played = _ticked_not_played(request, session, plays)
    rows = {
        play.pk: submitted_fields_of(play, fields, data) for play in plays if play not in not_played
    }
    actor, key = member_actor(request), idempotency_key_of(request)
    stored = [play.pk for play in not_played]
    try:
        if not stored or not _are_rows_blank(fields, rows.values()):
            accept_unlikely = request.POST.get("sure") == "yes"
            stored += submit_score_slip(slip.pk, rows, actor, key, accept_unlikely=accept_unlikely)[
                "plays"
            ]
        for play in not_played:  # after the entries, so that a refused slip stores nothing
            if play.state == Play.State.DUE:
                _decide_not_played(play, actor, key)
    except ValidationFailed as error:
        status = 409 if isinstance(error, Conflict) else 422
        ticked_ids = {play.pk for play in not_played}
        return _render_page(request, session, slip, rows, error.problems, status, ticked_ids)
    numbers = [play.board.number for play in _plays(request, slip) if play.pk in stored]
    messages.success(request, _stored_message(slip, numbers))
    return redirect(
        _slip_url(session, next_slip(untyped_slips(_sections_to_type(request, session)), slip))
    )


def _ticked_not_played(request: HttpRequest, session: Session, plays: Sequence[Play]) -> list[Play]:
    """Return the boards ticked as not played; empty unless a director ticked them."""
    ticked = [play for play in plays if request.POST.get(f"{play.pk}-not-played") == "yes"]
    return ticked if ticked and can_direct(user_id_or_404(request), session.stage.event) else []


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


def _are_rows_blank(fields: Sequence[Field], rows: Iterable[SubmittedFields]) -> bool:
    """Return whether nothing is typed in any row."""
    return all(field.is_blank_or_default(row.get(field.name)) for row in rows for field in fields)


def _plays(request: HttpRequest, slip: Seating) -> list[Play]:
    return [readable.play for readable in plays_of_seating(member_reader(request), slip)]


def _stored_message(slip: Seating, numbers: Sequence[int]) -> str:
    params = {
        "round": slip.round.number,
        "table": slip.table.label,
        "boards": ", ".join(str(number) for number in numbers),
    }
    template = ngettext(
        "Stored: round %(round)s, table %(table)s, board %(boards)s.",
        "Stored: round %(round)s, table %(table)s, boards %(boards)s.",
        len(numbers),
    )
    return template % params


def _slip_url(session: Session, slip: Seating | None) -> str:
    page = reverse("typing", args=[session.stage.event_id])
    return (
        f"{page}?{urlencode({'round': slip.round.number, 'table': slip.table.label})}"
        if slip
        else page
    )


def _render_page(
    request: HttpRequest,
    session: Session,
    slip: Seating | None,
    submitted: Mapping[int, SubmittedFields],
    problems: Sequence[Problem] = (),
    status: int = 200,
    not_played: Container[int] = (),
) -> HttpResponse:
    event = session.stage.event
    rows = (
        slip_rows_for(
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
        "first": None if any(row.form.questions for row in rows) else first_open_row(rows),
        "doubtful": [row for row in rows if row.form.questions],
        "choices": choice_fields(event),
        "key": new_idempotency_key(),
        "sentences": [problem_text(problem) for problem in problems if problem.line is None],
        "may_run": can_direct(user_id_or_404(request), event),
        **_pile_context(request, session),
    }
    return render(request, "results/score_slips/typing.html", context, status=status)


def _pile_context(request: HttpRequest, session: Session) -> dict[str, object]:
    """Return the context of the slips still to type, and of those typed last.

    `divided` is True if the session has sections with names, which are part of table labels.
    """
    untyped, unplayed = split_unplayed(untyped_slips(_sections_to_type(request, session)))
    return {
        "untyped": untyped,
        "unplayed": unplayed,
        "typed": last_typed_results(session, user_id_or_404(request)),
        "divided": session.sections.exclude(name="").exists(),
    }
