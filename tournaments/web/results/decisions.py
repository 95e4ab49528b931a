"""One play at the desk: enter its result, or decide between entries that differ."""

from collections.abc import Callable, Mapping, Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.fields import Field, Outcome
from games.problems import Problem, ValidationFailed
from tournaments.access.phone_reports import RefusedResult, refused_results
from tournaments.access.presence import unmark_viewing
from tournaments.access.readable_plays import get_play_or_404
from tournaments.access.request_access import (
    get_event_or_404,
    latest_session,
    member_actor,
    sections_with_role,
    user_id,
)
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
from tournaments.queries.desk.results_after_their_round import WhichLate
from tournaments.queries.desk.waiting_for_director import (
    USUAL_REASONS,
    is_version,
    read_decision_sheet,
    result_now,
)
from tournaments.queries.offline.sections import unfinished_copy_of
from tournaments.queries.phone.table_state import names_by_line_and_seat
from tournaments.queries.results.drafts import drafts_of
from tournaments.queries.results.play_state import DECISION_KINDS, active_entries
from tournaments.web.desk.forms import DecisionForm, SaltForm
from tournaments.web.desk.presence import be_on
from tournaments.web.desk.session import desk_page
from tournaments.web.results.entry_form import entry_form, sent_key
from tournaments.web.results.outcome_in_words import GroupInWords, draft_in_words
from tournaments.web.try_action import add_problem_messages, success_notifier, try_action


@login_required
@require_POST
def desk_version_view(request: HttpRequest, event: int, play: int) -> HttpResponse:
    """Make what one entry says count as a correction, or leave the decision that counts as it
    is."""
    own = get_event_or_404(request, event, SECTION_DIRECTOR_ROLES)
    found = get_play_or_404(request, event, play, SECTION_DIRECTOR_ROLES).play
    entry = found.entries.filter(pk=parse_number(request.POST.get("entry"))).first()
    leaves = entry is not None and entry.kind in DECISION_KINDS and "reason" not in request.POST
    if entry is None or not (leaves or is_version(entry)):
        raise Http404
    say = success_notifier(request, own)
    try:
        if leaves:
            replaces = parse_number(request.POST.get("replaces"))
            reappend_decision(
                found.pk, replaces=replaces, actor=member_actor(request), key=sent_key(request)
            )
        else:
            _decide_for_entry(request, found, entry)
    except Conflict:
        quicker = _(
            "Board %(board)s, table %(table)s: somebody has already decided. Look at it as "
            "it is now."
        )
        messages.error(request, quicker % _where(found))
        return desk_page(request, own, SaltForm(), status=409)
    except ValidationFailed as refused:
        add_problem_messages(request, refused.problems)
        return redirect("event_desk", event)
    unmark_viewing(found.pk, user_id(request))
    say(_decided_words(found))
    return redirect("event_desk", event)


def _decide_for_entry(request: HttpRequest, play: Play, entry: Entry) -> None:
    """Raises `ValidationFailed` and `Conflict` as `decide_play` does."""
    decide_play(
        play.pk,
        Entry.Kind.CORRECTION,
        entry.outcome,
        replaces=parse_number(request.POST.get("replaces")),
        reason=request.POST.get("reason", ""),
        actor=member_actor(request),
        key=sent_key(request),
    )


def _decided_words(play: Play) -> str:
    """Say what counts of a play now that the director has decided."""
    if result := result_now(play):
        counts = _("Board %(board)s, table %(table)s: %(result)s counts now.")
        return counts % {**_where(play), "result": translate_text(result)}
    return _("Board %(board)s, table %(table)s: now marked as not played.") % _where(play)


def _where(play: Play) -> dict[str, object]:
    return {"board": play.board.number, "table": play.seating.table.label}


Submitted = Mapping[str, str]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def desk_play_view(request: HttpRequest, event: int, play: int) -> HttpResponse:
    """Everything said about a play; sent, the director's decision. What he has yet to play is
    concealed."""
    decides = request.method == "POST"
    found = get_play_or_404(
        request, event, play, SECTION_DIRECTOR_ROLES if decides else SECTION_SCORER_ROLES
    )
    if found.is_hidden_from_reader:
        return concealed_page(request, found.play)
    if decides:
        return _decide(request, found)
    directs = _directs(request, found.play)
    use = _chosen(found.play, request.GET.get("use", "")) if directs else {}
    reason = {"reason": _(USUAL_REASONS[0])}  # claims nothing that nobody said
    return _page(request, found, DecisionForm(initial=_fresh(found.play) | reason), use)


@login_required
@require_POST
def desk_reveal_view(request: HttpRequest, event: int, play: int) -> HttpResponse:
    """Show a director who plays what he has yet to play; the audit says so."""
    reveal_play(
        get_play_or_404(request, event, play, SECTION_DIRECTOR_ROLES).play, member_actor(request)
    )
    return redirect("desk_play", event, play)


@login_required
@require_POST
def desk_enter_view(request: HttpRequest, event: int, play: int) -> HttpResponse:
    """What a scorer reads from a slip: one voice more, as if a side had said it."""
    found = get_play_or_404(request, event, play, SECTION_SCORER_ROLES)
    if found.is_hidden_from_reader:
        return concealed_page(request, found.play)
    submitted = read_submitted_fields(_fields(found.play), request.POST.dict())
    say = success_notifier(request, found.play.board.session.stage.event)
    try:
        sure = request.POST.get("sure") == "yes"
        submit_entry(
            found.play.pk, submitted, member_actor(request), sent_key(request), accept_unlikely=sure
        )
    except ValidationFailed as refused:
        status = 409 if isinstance(refused, Conflict) else 422
        fresh = DecisionForm(initial=_fresh(found.play))
        return _page(request, found, fresh, submitted, refused.problems, status)
    return _back(found.play, say, _("Board %(board)s at table %(table)s is entered."))


@login_required
@require_POST
def late_accept_view(request: HttpRequest, event: int) -> HttpResponse:
    """Every late result on which both sides agree counts, or those only that phones say were
    said in time."""
    session, told = (
        latest_session(get_event_or_404(request, event, SECTION_DIRECTOR_ROLES)),
        {"accepted": 0},
    )
    his = sections_with_role(request, session.stage.event, SECTION_DIRECTOR_ROLES)
    if asked := parse_number(request.POST.get("section")):
        his = his.filter(number=asked)
    which = WhichLate.IN_TIME if request.POST.get("which") == WhichLate.IN_TIME else WhichLate.ALL
    reason, key, who = request.POST.get("reason", ""), sent_key(request), member_actor(request)
    say = success_notifier(request, session.stage.event)
    if problems := try_action(
        lambda: told.update(accept_late_results(session, his, which, reason, who, key))
    ):
        add_problem_messages(request, problems)
    else:
        say(_("Late results that count now: %(accepted)s.") % told)
    return redirect("event_desk", event)


def concealed_page(request: HttpRequest, play: Play) -> HttpResponse:
    """Show the state of a play alone; a decision sent from here is refused."""
    event = play.board.session.stage.event
    context = {"club": event.club, "event": event, "play": play, "directs": _directs(request, play)}
    status = 422 if request.method == "POST" else 200
    return render(request, "results/decisions/concealed.html", context, status=status)


def _decide(request: HttpRequest, found: ReadablePlay) -> HttpResponse:
    play = found.play
    form, submitted = (
        DecisionForm(request.POST),
        read_submitted_fields(_fields(play), request.POST.dict()),
    )
    say = success_notifier(request, play.board.session.stage.event)
    try:
        _store(request, play, form, submitted)
    except Conflict as conflict:
        play.refresh_from_db()
        again = DecisionForm(initial=request.POST.dict() | _fresh(play))
        return _page(request, found, again, submitted, conflict.problems, 409)
    except ValidationFailed as refused:
        return _page(request, found, form, submitted, refused.problems, 422)
    unmark_viewing(play.pk, user_id(request))
    say(_decided_words(play))
    event = play.board.session.stage.event_id
    if Objection.objects.unanswered().filter(play=play).exists():
        return redirect("desk_play", event, play.pk)
    return redirect("event_desk", event)


def _back(play: Play, say: Callable[[str], None], done: str) -> HttpResponse:
    """To the desk, which says what was done."""
    say(done % {"board": play.board.number, "table": play.seating.table.label})
    return redirect("event_desk", play.board.session.stage.event_id)


def _directs(request: HttpRequest, play: Play) -> bool:
    return can_direct_section(user_id(request), play.seating.round.section)


def _store(request: HttpRequest, play: Play, form: DecisionForm, submitted: Submitted) -> None:
    """Raises `ValidationFailed` and `Conflict` as `decide_play` does."""
    if not form.is_valid():
        raise ValidationFailed(
            []
        )  # nothing a person could have typed: the form itself says what was forged
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


def _fresh(play: Play) -> dict[str, object]:
    """The hidden part of a form that replaces the play as it is now."""
    return {"key": new_idempotency_key(), "replaces": play.revision}


def _outcome(play: Play, chosen: str) -> Outcome:
    """The outcome of the entry the director chose to use, else of the one that counts, else the
    fields on which all entries agree."""
    entry = play.entries.filter(pk=parse_number(chosen)).first() or play.entry
    return entry.outcome if entry else _agreed_fields(play)


def _agreed_fields(play: Play) -> Outcome:
    """Return the fields that have the same value in every entry of the tables in time."""
    entries = [entry for entry in active_entries(play.entries.all()) if not entry.late]
    first, *others = [entry.outcome for entry in entries] or [{}]
    return {
        name: value
        for name, value in first.items()
        if all(other.get(name) == value for other in others)
    }


def _chosen(play: Play, use: str) -> Submitted:
    """What the form starts with: what a phone sent in vain (`sent-1`), or an entry of the play."""
    place = parse_number(use.removeprefix("sent-")) if use.startswith("sent-") else 0
    sent = refused_results(play.seating.table_id, play.board.number)
    return (
        sent[place - 1].submitted
        if 0 < place <= len(sent)
        else outcome_as_submitted(_outcome(play, use))
    )


def _from_phones(play: Play) -> list[tuple[RefusedResult, list[GroupInWords], list[str]]]:
    """What phones sent about the play and still store, in words, and why each was not accepted."""
    event = play.board.session.stage.event
    return [
        (
            sent,
            draft_in_words(event.game, sent.submitted),
            [problem_text(each) for each in sent.problems],
        )
        for sent in refused_results(play.seating.table_id, play.board.number)
    ]


def _fields(play: Play) -> tuple[Field, ...]:
    return play.board.session.stage.event.game.fields


def _page(
    request: HttpRequest,
    found: ReadablePlay,
    form: DecisionForm,
    submitted: Submitted,
    problems: Sequence[Problem] = (),
    status: int = 200,
) -> HttpResponse:
    play = found.play
    event, runs = play.board.session.stage.event, _directs(request, play)
    from_phones = _from_phones(play)
    about_reason = [each for each in problems if each.field == "reason"]
    for problem in about_reason:
        form.add_error("reason", problem_text(problem))
    context = {
        "club": event.club,
        "event": event,
        "runs": runs,
        "corrects": play.state == Play.State.CONFIRMED,
        "others": be_on(request, play) if runs else (),
        "sheet": read_decision_sheet(play),
        "shows_contradictions": found.shows_contradictions,
        "away": unfinished_copy_of(play),
        "drafts": [(each, draft_in_words(event.game, each.fields)) for each in drafts_of(play)],
        "from_phones": from_phones,
        "phones_only_asked": all(sent.is_question for sent, *_words in from_phones),
        "form": form,
        "objection_key": new_idempotency_key(),
        "result": entry_form(
            event.game, submitted, problems, names_by_line_and_seat(play.seating, event.game.lines)
        ),
        "sentences": [
            problem_text(each)
            for each in problems
            if not isinstance(each, UnlikelyResult) and each not in about_reason
        ],
    }
    return render(request, "results/decisions/play.html", context, status=status)
