"""The page on which every correction is previewed and then applied."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext

from games.problems import Problem, ValidationFailed
from games.text import Text, gettext_noop
from tournaments.access.request_access import member_actor, user_id_or_404
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.history.preview import ActionPreview, preview_action
from tournaments.actions.history.stale_previews import latest_step_id, stale_preview_problems
from tournaments.forms import new_idempotency_key, parse_number, problem_text, translate_text
from tournaments.models import Event, Seating, Stage, UndoStep
from tournaments.permissions.visibility.results_shown import hidden_board_numbers
from tournaments.queries.contestants.late_arrival_seats import SIT_OUT_TEXT
from tournaments.queries.corrections.choices import NamedSeat, named_seats, void_play_texts
from tournaments.queries.history.descriptions import Subjects
from tournaments.queries.history.undo_steps import already_done_notices, latest_step_id_of_user
from tournaments.queries.rounds.rounds import ContestantRound
from tournaments.web.results.entry_form import idempotency_key_of
from tournaments.web.try_action import success_notifier

_CARDS_SHOWN = gettext_noop(
    "Everybody will see the cards of these boards, and that cannot be undone: %(boards)s."
)


class Correction(NamedTuple):
    """A correction of a stage, with the texts of its page.

    `action` applies the correction, and `button` is the label of the button that does so.
    `description` says what will be different. `notices` gets the action's answer and returns what
    else the reader must know. The page shows the seats of `seating` before and after the
    correction. `planned` has proposed tables, encoded for the form, and `contestant_rounds` the
    rounds of a late arrival at them, or those that a contestant who leaves would have played, under
    `rounds_title`. `next_url` gets the action's answer and returns the page to
    show afterwards, by default the desk.
    """

    stage: Stage
    title: str
    button: str
    action: Callable[[CorrectionRequest], object]
    description: str = ""
    notices: Callable[[object], Sequence[Text]] = void_play_texts
    seating: Seating | None = None
    planned: str = ""
    contestant_rounds: Sequence[ContestantRound] = ()
    rounds_title: str = ""
    next_url: Callable[[Any], str] | None = None


def preview_or_apply(request: HttpRequest, correction: Correction) -> HttpResponse:
    """Preview a correction; on POST apply it and redirect to the desk or `next_url`."""
    event = correction.stage.event
    if request.method != "POST":
        return _render_preview(request, correction, ())
    reason, last_seen_step = request.POST.get("reason", ""), parse_number(request.POST.get("seen"))
    correction_request = CorrectionRequest(
        member_actor(request), idempotency_key_of(request), reason, last_seen_step
    )
    report_done = success_notifier(request, event)
    try:
        answer = correction.action(correction_request)
    except ValidationFailed as error:
        stale_problems = stale_preview_problems(event.pk, last_seen_step, error.problems)
        return _render_preview(request, correction, [*stale_problems, *error.problems], 422)
    report_done(_done_message(correction, user_id_or_404(request)))
    return redirect(
        correction.next_url(answer)
        if correction.next_url
        else reverse("event_desk", args=[event.pk])
    )


def _done_message(correction: Correction, user_id: int) -> str:
    """Return a message with the correction's title and its subjects, such as table and round."""
    event = correction.stage.event
    step = UndoStep.objects.filter(pk=latest_step_id_of_user(event, user_id)).first()
    subjects = Subjects.of(event.club, [step.about]).texts(step.about) if step else []
    subject_texts = [translate_text(subject) for subject in subjects]
    new_texts = [text for text in subject_texts if text not in correction.title]
    title_and_subjects = [correction.title, *(text.replace(" ", "\xa0") for text in new_texts)]
    return gettext("Correction applied: %(what)s.") % {"what": " · ".join(title_and_subjects)}


def choice_page(
    request: HttpRequest, event: Event, template: str, context: Mapping[str, object]
) -> HttpResponse:
    """Render a page with the choices that the preview of a correction needs."""
    status = 422 if request.method == "POST" else 200
    base_context = {"club": event.club, "event": event}
    return render(request, template, {**base_context, **context}, status=status)


class _ActionResult(NamedTuple):
    """The answer of an action that is only tried out, and what it would change.

    `already_done` warns that the same correction was made before. `opened_boards` are the numbers
    of the boards whose cards become visible. `seats_after` are the seats of the corrected table.
    """

    answer: object = None
    already_done: Sequence[Text] = ()
    opened_boards: Sequence[int] = ()
    seats_after: Sequence[NamedSeat] = ()


def _run_action(correction: Correction, requested: CorrectionRequest) -> _ActionResult:
    event_id, last_seen_step = correction.stage.event_id, latest_step_id(correction.stage.event_id)
    hidden_before = _hidden_boards(correction.stage)
    answer = correction.action(requested)
    step = UndoStep.objects.filter(event=event_id, pk__gt=last_seen_step).first()
    opened_boards = sorted(
        {number for _session, number in hidden_before - _hidden_boards(correction.stage)}
    )
    notices = already_done_notices(step) if step else ()
    return _ActionResult(answer, notices, opened_boards, _current_seats(correction))


def _current_seats(correction: Correction) -> Sequence[NamedSeat]:
    return named_seats(correction.seating) if correction.seating else ()


def _hidden_boards(stage: Stage) -> set[tuple[int, int]]:
    sessions = stage.sessions.select_related("stage__event")
    return {
        (session.pk, number) for session in sessions for number in hidden_board_numbers(session)
    }


def _all_notices(correction: Correction, result: _ActionResult) -> list[Text]:
    """Return the correction's notices, and a warning about boards whose cards become visible."""
    params = {"boards": ", ".join(map(str, result.opened_boards))}
    return [
        *correction.notices(result.answer),
        *([Text(_CARDS_SHOWN, params)] if result.opened_boards else []),
    ]


def _render_preview(
    request: HttpRequest, correction: Correction, problems: Sequence[Problem], status: int = 200
) -> HttpResponse:
    event, key = correction.stage.event, new_idempotency_key()
    # Read before the action is tried out: a step stored meanwhile has not been seen by anybody.
    last_seen_step = latest_step_id(event.pk)
    preview = preview_action(
        correction.stage,
        lambda: _run_action(correction, CorrectionRequest(member_actor(request), key)),
        user_id_or_404(request),
    )
    form_values = {"key": key, "seen": last_seen_step, "reason": request.POST.get("reason", "")}
    context = {
        "club": event.club,
        "event": event,
        "sentences": [problem_text(problem) for problem in problems or preview.problems],
        "is_possible": not preview.problems,
        "retry_url": request.get_full_path() if preview.problems and problems else "",
        **_preview_context(correction, preview),
        **form_values,
    }
    return render(request, "corrections/preview.html", context, status=status)


def _preview_context(correction: Correction, preview: ActionPreview) -> dict[str, object]:
    """Return the template context of a previewed correction."""
    result = preview.answer if isinstance(preview.answer, _ActionResult) else _ActionResult()
    notices = _all_notices(correction, result)
    return {
        "title": correction.title,
        "button": correction.button,
        "seating": correction.seating,
        "seats_before_and_after": [
            *zip(_current_seats(correction), result.seats_after, strict=False)
        ],
        "description": correction.description,
        "contestant_rounds": correction.contestant_rounds,
        "rounds_title": correction.rounds_title,
        "planned": correction.planned,
        "ranking_changes": preview.ranking_changes,
        "places_changed": preview.places_changed,
        "withheld": preview.withheld,
        "notices": [notice for notice in notices if notice.template != SIT_OUT_TEXT],
        "sit_outs": [notice.params for notice in notices if notice.template == SIT_OUT_TEXT],
        "already_done": result.already_done,
    }
