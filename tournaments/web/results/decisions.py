"""Views of one play at the desk: enter its result, or decide between entries that differ."""

from collections.abc import Callable, Mapping, Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.fields import Field, Outcome
from games.problems import Problem, ValidationFailed
from games.text import Text
from tournaments.access.phone_reports import RefusedResult, refused_results
from tournaments.access.presence import unmark_viewing
from tournaments.access.readable_plays import get_play_or_404
from tournaments.access.request_access import (
    get_event_or_404,
    get_latest_session_or_404,
    member_actor,
    sections_with_role,
    user_id_or_404,
)
from tournaments.actions.calls.calls import close_result_call
from tournaments.actions.idempotency import Conflict
from tournaments.actions.results.accept_late_results import accept_late_results
from tournaments.actions.results.decisions import decide_play, reappend_decision
from tournaments.actions.results.entries import submit_entry
from tournaments.actions.results.entry_checks import UnlikelyResult
from tournaments.actions.results.reveal_play import reveal_play
from tournaments.forms import (
    new_idempotency_key,
    outcome_as_submitted,
    parse_number,
    problem_text,
    read_submitted_fields,
    translate_text,
)
from tournaments.models import Entry, Objection, Play
from tournaments.permissions.roles import (
    SECTION_DIRECTOR_ROLES,
    SECTION_SCORER_ROLES,
    can_direct_section,
)
from tournaments.permissions.visibility.plays import ReadablePlay
from tournaments.queries.desk.late_results import LateResultFilter
from tournaments.queries.desk.pending_decisions import (
    current_result_text,
    is_candidate_result,
    review_play,
)
from tournaments.queries.offline.sections import unfinished_copy_of
from tournaments.queries.phone.table_state import names_by_line_and_seat
from tournaments.queries.results.drafts import drafts_of
from tournaments.queries.results.play_state import DECISION_KINDS, active_entries
from tournaments.web.desk.forms import DecisionForm, SaltForm
from tournaments.web.desk.presence import mark_and_list_viewers
from tournaments.web.desk.session import desk_page
from tournaments.web.results.entry_form import entry_form, idempotency_key_of
from tournaments.web.results.outcome_groups import OutcomeGroup, draft_groups
from tournaments.web.try_action import add_problem_messages, success_notifier, try_action


@login_required
@require_POST
def choose_result_view(request: HttpRequest, event_id: int, play_id: int) -> HttpResponse:
    """Make the chosen entry's outcome count as a correction, or keep the current decision.

    The current decision is kept if it is the chosen entry and no reason is given.
    """
    event = get_event_or_404(request, event_id, SECTION_DIRECTOR_ROLES)
    play = get_play_or_404(request, event_id, play_id, SECTION_DIRECTOR_ROLES).play
    entry = play.entries.filter(pk=parse_number(request.POST.get("entry"))).first()
    keeps_decision = (
        entry is not None and entry.kind in DECISION_KINDS and "reason" not in request.POST
    )
    if entry is None or not (keeps_decision or is_candidate_result(entry)):
        raise Http404
    report_done, result_before = success_notifier(request, event), current_result_text(play)
    try:
        if keeps_decision:
            replaces = parse_number(request.POST.get("replaces"))
            reappend_decision(
                play.pk,
                replaces=replaces,
                actor=member_actor(request),
                key=idempotency_key_of(request),
            )
        else:
            _decide_for_entry(request, play, entry)
    except Conflict:
        template = _(
            "Board %(board)s, table %(table)s: somebody has already decided. Look at it as "
            "it is now."
        )
        messages.error(request, template % _location_params(play))
        return desk_page(request, event, SaltForm(), status=409)
    except ValidationFailed as error:
        add_problem_messages(request, error.problems)
        return redirect("event_desk", event_id)
    unmark_viewing(play.pk, user_id_or_404(request))
    report_done(_close_result_call(request, play, _decision_message(play, result_before)))
    return redirect("event_desk", event_id)


def _decide_for_entry(request: HttpRequest, play: Play, entry: Entry) -> None:
    """Store the outcome of an entry as a correction; raise what `decide_play` raises."""
    decide_play(
        play.pk,
        Entry.Kind.CORRECTION,
        entry.outcome,
        replaces=parse_number(request.POST.get("replaces")),
        reason=request.POST.get("reason", ""),
        actor=member_actor(request),
        key=idempotency_key_of(request),
    )


def _decision_message(play: Play, result_before: Text | None) -> str:
    """Return a message with the result that counts after the decision, and the one before."""
    params, result = _location_params(play), current_result_text(play)
    if result is None:
        return _("Board %(board)s, table %(table)s: now marked as not played.") % params
    params["result"] = translate_text(result)
    if result_before is None or (text_before := translate_text(result_before)) == params["result"]:
        return _("Board %(board)s, table %(table)s: %(result)s counts now.") % params
    template = _("Board %(board)s, table %(table)s: now “%(result)s”, before “%(before)s”.")
    return template % {**params, "before": text_before}


def _close_result_call(request: HttpRequest, play: Play, message: str) -> str:
    """Close the table's call about this result, and return the message with a sentence about it."""
    if not close_result_call(play, member_actor(request)):
        return message
    closed = _("The call of table %(table)s is closed.") % {"table": play.seating.table.label}
    return f"{message} {closed}"


def _location_params(play: Play) -> dict[str, object]:
    return {"board": play.board.number, "table": play.seating.table.label}


SubmittedFields = Mapping[str, str]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def desk_play_view(request: HttpRequest, event_id: int, play_id: int) -> HttpResponse:
    """Show everything that was entered for a play; on POST store the director's decision.

    Nothing of it is shown to a reader who still has to play the board.
    """
    is_post = request.method == "POST"
    readable = get_play_or_404(
        request, event_id, play_id, SECTION_DIRECTOR_ROLES if is_post else SECTION_SCORER_ROLES
    )
    if readable.is_hidden_from_reader:
        return hidden_play_page(request, readable.play)
    if is_post:
        return _post_decision(request, readable)
    directs_section = _directs_section(request, readable.play)
    initial_result = (
        _initial_result(readable.play, request.GET.get("use", "")) if directs_section else {}
    )
    form = DecisionForm(initial=_hidden_decision_fields(readable.play))
    if request.GET.get("kind") == Entry.Kind.VOID:  # as a call of the table says
        form.initial["kind"] = Entry.Kind.VOID
    return _play_page(request, readable, form, initial_result)


@login_required
@require_POST
def desk_reveal_view(request: HttpRequest, event_id: int, play_id: int) -> HttpResponse:
    """Show a playing director a hidden play; the audit records it."""
    reveal_play(
        get_play_or_404(request, event_id, play_id, SECTION_DIRECTOR_ROLES).play,
        member_actor(request),
    )
    return redirect("desk_play", event_id, play_id)


@login_required
@require_POST
def desk_enter_view(request: HttpRequest, event_id: int, play_id: int) -> HttpResponse:
    """Enter a result from a score slip, as an entry of a table."""
    readable = get_play_or_404(request, event_id, play_id, SECTION_SCORER_ROLES)
    if readable.is_hidden_from_reader:
        return hidden_play_page(request, readable.play)
    submitted = read_submitted_fields(_fields(readable.play), request.POST.dict())
    report_done = success_notifier(request, readable.play.board.session.stage.event)
    try:
        accept_unlikely = request.POST.get("sure") == "yes"
        submit_entry(
            readable.play.pk,
            submitted,
            member_actor(request),
            idempotency_key_of(request),
            accept_unlikely=accept_unlikely,
        )
    except ValidationFailed as error:
        status = 409 if isinstance(error, Conflict) else 422
        form = DecisionForm(initial=_hidden_decision_fields(readable.play))
        return _play_page(request, readable, form, submitted, error.problems, status)
    return _redirect_to_desk(
        readable.play, report_done, _("Board %(board)s at table %(table)s is entered.")
    )


@login_required
@require_POST
def accept_late_results_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Accept late results on which both sides agree.

    The form chooses all of them, or only those that were entered in time by the phones' clocks.
    """
    event = get_event_or_404(request, event_id, SECTION_DIRECTOR_ROLES)
    session = get_latest_session_or_404(event)
    counts = {"accepted": 0}
    sections = sections_with_role(request, session.stage.event, SECTION_DIRECTOR_ROLES)
    if section_number := parse_number(request.POST.get("section")):
        sections = sections.filter(number=section_number)
    result_filter = (
        LateResultFilter.IN_TIME
        if request.POST.get("which") == LateResultFilter.IN_TIME
        else LateResultFilter.ALL
    )
    reason, key, actor = (
        request.POST.get("reason", ""),
        idempotency_key_of(request),
        member_actor(request),
    )
    report_done = success_notifier(request, session.stage.event)
    if problems := try_action(
        lambda: counts.update(
            accept_late_results(session, sections, result_filter, reason, actor, key)
        )
    ):
        add_problem_messages(request, problems)
    else:
        report_done(_("Late results that count now: %(accepted)s.") % counts)
    return redirect("event_desk", event_id)


def hidden_play_page(request: HttpRequest, play: Play) -> HttpResponse:
    """Show only the state of a play that is hidden from the reader; answer 422 to a POST."""
    event = play.board.session.stage.event
    context = {
        "club": event.club,
        "event": event,
        "play": play,
        "directs_section": _directs_section(request, play),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "results/decisions/hidden.html", context, status=status)


def _post_decision(request: HttpRequest, readable: ReadablePlay) -> HttpResponse:
    """Store the posted decision; return to the play if an objection is open, else to the desk.

    If the play has changed meanwhile, show it with the changed result (409); show an invalid
    decision with its problems (422).
    """
    play = readable.play
    form, submitted = (
        DecisionForm(request.POST),
        read_submitted_fields(_fields(play), request.POST.dict()),
    )
    report_done = success_notifier(request, play.board.session.stage.event)
    result_before = current_result_text(play)
    try:
        _store_decision(request, play, form, submitted)
    except Conflict as conflict:
        play.refresh_from_db()
        form = DecisionForm(initial=request.POST.dict() | _hidden_decision_fields(play))
        return _play_page(request, readable, form, submitted, conflict.problems, 409)
    except ValidationFailed as error:
        return _play_page(request, readable, form, submitted, error.problems, 422)
    unmark_viewing(play.pk, user_id_or_404(request))
    report_done(_close_result_call(request, play, _decision_message(play, result_before)))
    event_id = play.board.session.stage.event_id
    if Objection.objects.unanswered().filter(play=play).exists():
        return redirect("desk_play", event_id, play.pk)
    return redirect("event_desk", event_id)


def _redirect_to_desk(play: Play, report_done: Callable[[str], None], message: str) -> HttpResponse:
    """Show `message`, completed with board and table, on the desk."""
    report_done(message % {"board": play.board.number, "table": play.seating.table.label})
    return redirect("event_desk", play.board.session.stage.event_id)


def _directs_section(request: HttpRequest, play: Play) -> bool:
    return can_direct_section(user_id_or_404(request), play.seating.round.section)


def _store_decision(
    request: HttpRequest, play: Play, form: DecisionForm, submitted: SubmittedFields
) -> None:
    """Store the posted decision; raise `ValidationFailed` and `Conflict` as `decide_play` does."""
    if not form.is_valid():
        raise ValidationFailed([])  # only a forged request has errors here; the form shows them
    kind, reason = Entry.Kind(form.cleaned_data["kind"]), form.cleaned_data["reason"]
    replaces, key = form.cleaned_data["replaces"], form.cleaned_data["key"]
    decide_play(
        play.pk,
        kind,
        submitted,
        replaces=replaces,
        reason=reason,
        actor=member_actor(request),
        key=key,
    )


def _hidden_decision_fields(play: Play) -> dict[str, object]:
    """Return the hidden fields of a form whose decision replaces the play's present revision."""
    return {"key": new_idempotency_key(), "replaces": play.revision}


def _outcome_to_edit(play: Play, entry_id: str) -> Outcome:
    """Return the outcome of the requested entry, else of the one that counts.

    Without either, return the fields on which all entries agree.
    """
    entry = play.entries.filter(pk=parse_number(entry_id)).first() or play.entry
    return entry.outcome if entry else _agreed_fields(play)


def _agreed_fields(play: Play) -> Outcome:
    """Return the fields that have the same value in every entry that was not late."""
    entries = [entry for entry in active_entries(play.entries.all()) if not entry.late]
    first_outcome, *other_outcomes = [entry.outcome for entry in entries] or [{}]
    return {
        name: value
        for name, value in first_outcome.items()
        if all(other_outcome.get(name) == value for other_outcome in other_outcomes)
    }


def _initial_result(play: Play, source: str) -> SubmittedFields:
    """Return the form's initial values: those of a refused result on a phone, or of an entry.

    `source` is "sent-1" for the first refused result, or the id of an entry.
    """
    index = parse_number(source.removeprefix("sent-")) if source.startswith("sent-") else 0
    results_on_phones = refused_results(play.seating.table_id, play.board.number)
    return (
        results_on_phones[index - 1].submitted
        if 0 < index <= len(results_on_phones)
        else outcome_as_submitted(_outcome_to_edit(play, source))
    )


def _refused_on_phones(play: Play) -> list[tuple[RefusedResult, list[OutcomeGroup], list[str]]]:
    """Return the refused results that phones still store, as groups, with their problems."""
    event = play.board.session.stage.event
    return [
        (
            refused_result,
            draft_groups(event.game, refused_result.submitted),
            [problem_text(problem) for problem in refused_result.problems],
        )
        for refused_result in refused_results(play.seating.table_id, play.board.number)
    ]


def _fields(play: Play) -> tuple[Field, ...]:
    return play.board.session.stage.event.game.fields


def _play_page(
    request: HttpRequest,
    readable: ReadablePlay,
    form: DecisionForm,
    submitted: SubmittedFields,
    problems: Sequence[Problem] = (),
    status: int = 200,
) -> HttpResponse:
    """Render a play with its entries and the decision form, which may have problems."""
    play = readable.play
    event, directs_section = play.board.session.stage.event, _directs_section(request, play)
    refused_results_on_phones = _refused_on_phones(play)
    reason_problems = [problem for problem in problems if problem.field == "reason"]
    for problem in reason_problems:
        form.add_error("reason", problem_text(problem))
    context = {
        "club": event.club,
        "event": event,
        "directs_section": directs_section,
        "is_confirmed": play.state == Play.State.CONFIRMED,
        "other_viewers": mark_and_list_viewers(request, play) if directs_section else (),
        "sheet": review_play(play),
        "shows_contradictions": readable.shows_contradictions,
        "unfinished_copy": unfinished_copy_of(play),
        "drafts": [(draft, draft_groups(event.game, draft.fields)) for draft in drafts_of(play)],
        "refused_on_phones": refused_results_on_phones,
        "only_questions_on_phones": all(
            result.is_question for result, *_words in refused_results_on_phones
        ),
        "form": form,
        "objection_key": new_idempotency_key(),
        "result": entry_form(
            event.game, submitted, problems, names_by_line_and_seat(play.seating, event.game.lines)
        ),
        "sentences": [
            problem_text(problem)
            for problem in problems
            if not isinstance(problem, UnlikelyResult) and problem not in reason_problems
        ],
    }
    return render(request, "results/decisions/play.html", context, status=status)
