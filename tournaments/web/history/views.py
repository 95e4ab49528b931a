"""Views of an event's history, which preview an undo before it is done."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.problems import Problem
from tournaments.access.request_access import get_event_or_404, member_actor, user_id_or_404
from tournaments.actions.history.preview import preview_action
from tournaments.actions.history.stale_previews import latest_step_id
from tournaments.actions.history.undo import restore_before, restore_to, undo_step
from tournaments.forms import parse_number, problem_text
from tournaments.models import Event, Stage, UndoStep
from tournaments.queries.history.undo_steps import (
    CORRECTIONS,
    OTHER,
    RESULTS,
    ROUNDS,
    HistoryRow,
    effective_steps_from,
    history_rows,
)
from tournaments.web.try_action import try_action

_get_or_post = require_http_methods(["GET", "HEAD", "POST"])

# Labels of the topics, by the value of `?show=`.
_TOPIC_LABELS = {
    "": gettext_lazy("All"),
    ROUNDS: gettext_lazy("Rounds"),
    RESULTS: gettext_lazy("Results"),
    CORRECTIONS: gettext_lazy("Corrections"),
    OTHER: gettext_lazy("Other"),
}


@never_cache
@login_required
@require_safe
def history_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """List the latest steps, newest first; `?show=` filters them by topic."""
    event = get_event_or_404(request, event_id)
    rows = history_rows(event, user_id_or_404(request))
    topic = request.GET.get("show", "")
    topic = topic if topic in _TOPIC_LABELS else ""
    context = {
        "club": event.club,
        "event": event,
        "rows": [row for row in rows if topic in ("", row.topic)],
        "latest_step_id": rows[0].step_id if rows else 0,
        "topics": _TOPIC_LABELS.items(),
        "shown_topic": topic,
    }
    return render(request, "history/index.html", context)


class _Reversal(NamedTuple):
    """How a step is to be undone, with the texts of the preview.

    `apply` gets the id of the latest step that the page had shown, None for a preview. `first_step`
    is the first of several steps to be undone, 0 if only one step is undone. The form is sent to
    the URL named `url_name`.
    """

    title: str
    button: str
    success_text: str
    apply: Callable[[int | None], object]
    first_step: int = 0
    url_name: str = "undo_step"


@never_cache
@login_required
@_get_or_post
def undo_view(request: HttpRequest, event_id: int, step_id: int) -> HttpResponse:
    """Preview undoing a step; a POST undoes it, or redoes it if it undid another."""
    event = get_event_or_404(request, event_id)
    row = _get_row_or_404(request, event, step_id)

    def undo(_last_seen_step: int | None) -> object:
        """Undo the single step; `undo_step` itself checks conflicts with later steps."""
        return undo_step(step_id, member_actor(request))

    if row.is_undo:
        redo = _("Redo")
        return _preview_or_reverse(
            request, event, row, _Reversal(redo, redo, _("Done again."), undo)
        )
    return _preview_or_reverse(
        request, event, row, _Reversal(_("Undo"), _("Undo"), _("Undone."), undo)
    )


@never_cache
@login_required
@_get_or_post
def restore_view(request: HttpRequest, event_id: int, step_id: int) -> HttpResponse:
    """Preview undoing everything after a step; a POST does it."""
    event = get_event_or_404(request, event_id)
    row = _get_row_or_404(request, event, step_id)
    restore = partial(restore_to, step_id, member_actor(request))
    reversal = _restore_reversal(_("Back to after this"), restore, step_id + 1, "restore_to_step")
    return _preview_or_reverse(request, event, row, reversal)


@never_cache
@login_required
@_get_or_post
def restore_before_view(request: HttpRequest, event_id: int, step_id: int) -> HttpResponse:
    """Preview undoing a step and everything after it; a POST does it."""
    event = get_event_or_404(request, event_id)
    row = _get_row_or_404(request, event, step_id)
    return _preview_or_reverse(request, event, row, _restore_before_reversal(request, step_id))


def _restore_before_reversal(request: HttpRequest, step_id: int) -> _Reversal:
    restore = partial(restore_before, step_id, member_actor(request))
    return _restore_reversal(_("Back to before this"), restore, step_id, "restore_before_step")


def _restore_reversal(
    title: str, restore: Callable[..., object], first: int, url_name: str
) -> _Reversal:
    return _Reversal(
        title,
        _("Undo everything since then"),
        _("Everything since then is undone."),
        lambda last_seen_step: restore(last_seen_step=last_seen_step),
        first,
        url_name,
    )


def _get_row_or_404(request: HttpRequest, event: Event, step_id: int) -> HistoryRow:
    """Return the step as the history shows it; 404 if it is hidden from the reader."""
    rows = (row for row in history_rows(event, user_id_or_404(request)) if row.step_id == step_id)
    row = next(rows, None)
    if row is None:
        raise Http404
    return row


def _preview_or_reverse(
    request: HttpRequest, event: Event, row: HistoryRow, reversal: _Reversal
) -> HttpResponse:
    """Show the preview; on POST undo, and redirect to the page in `back` or to the history."""
    if request.method != "POST":
        return _render_preview(request, event, row, reversal)
    last_seen_step = parse_number(request.POST.get("seen"))
    if problems := try_action(lambda: reversal.apply(last_seen_step)):
        return _render_preview(request, event, row, reversal, problems)
    messages.success(request, reversal.success_text)
    return redirect(_requested_page(request.POST) or reverse("history", args=[event.pk]))


def _requested_page(parameters: QueryDict) -> str:
    """Return the path in `back`, on which the undo button was pressed; "" for another site."""
    path = parameters.get("back", "")
    is_own = path.startswith("/") and url_has_allowed_host_and_scheme(path, allowed_hosts=None)
    return path if is_own else ""


def _render_preview(
    request: HttpRequest,
    event: Event,
    row: HistoryRow,
    reversal: _Reversal,
    problems: Sequence[Problem] = (),
) -> HttpResponse:
    # Read before the undo is tried out: a step stored meanwhile has not been seen by anybody.
    last_seen_step = latest_step_id(event.pk)
    stage, reader = _stage_of_step(event, row), user_id_or_404(request)
    preview = preview_action(stage, lambda: reversal.apply(None), reader)
    single_undo_problems: Sequence[Problem] = ()
    if preview.problems and not reversal.first_step and not row.is_undone:
        # A step that cannot be undone alone may be undone together with all later steps.
        restore_reversal = _restore_before_reversal(request, row.step_id)
        restore_preview = preview_action(stage, lambda: restore_reversal.apply(None), reader)
        if not restore_preview.problems:
            single_undo_problems, problems = problems or preview.problems, ()
            reversal, preview = restore_reversal, restore_preview
    # The page lists the steps that are undone; if only one is, or undoing fails, the later steps.
    first_step = (reversal.first_step if not preview.problems else 0) or row.step_id + 1
    shown_problems = single_undo_problems or problems or preview.problems
    blocking = _blocking_rows(request, event, shown_problems)
    is_undone_alone = not reversal.first_step and (not preview.problems or blocking)
    context = {
        "club": event.club,
        "event": event,
        "row": row,
        "undo_title": row.undo_title if is_undone_alone else None,
        "reversal": reversal,
        "action": reverse(reversal.url_name, args=[event.pk, row.step_id]),
        "other_rows": _effective_rows(request, event, first_step),
        "blocking": blocking,
        "seen": last_seen_step,
        "back": _requested_page(request.POST or request.GET),
        "ranking_changes": preview.ranking_changes,
        "places_changed": preview.places_changed,
        "withheld": preview.withheld,
        "can_be_undone_alone": not single_undo_problems,
        "is_possible": not preview.problems,
        "sentences": [problem_text(problem) for problem in shown_problems],
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "history/preview.html", context, status=status)


def _effective_rows(request: HttpRequest, event: Event, first_step: int) -> tuple[HistoryRow, ...]:
    """Return the visible steps that are in effect, from `first_step` on."""
    effective = {step.pk for step in effective_steps_from(event.pk, first_step)}
    return tuple(
        row for row in history_rows(event, user_id_or_404(request)) if row.step_id in effective
    )


def _blocking_rows(
    request: HttpRequest, event: Event, problems: Sequence[Problem]
) -> tuple[HistoryRow, ...]:
    """Return the visible steps that must be undone first, newest first.

    These are the steps that the problems name, and the steps that block those in turn.
    """
    steps = {problem.params.get("step") for problem in problems} - {None}
    rows = history_rows(event, user_id_or_404(request)) if steps else ()
    for row in reversed(rows):  # a step is blocked by later ones only
        if row.step_id in steps:
            steps |= {problem.params.get("step") for problem in row.undo_problems} - {None}
    return tuple(row for row in rows if row.step_id in steps)


def _stage_of_step(event: Event, row: HistoryRow) -> Stage:
    """Return the stage of the step's session, or the last stage of the event."""
    session = get_object_or_404(
        UndoStep.objects.select_related("session__stage"), pk=row.step_id
    ).session
    stages = event.stages.order_by("number")
    return session.stage if session else stages.reverse()[0]
