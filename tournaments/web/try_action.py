"""Run an action for a view, and show its problems or a success message."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.problems import Problem, ValidationFailed
from tournaments.access.request_access import user_id_or_404
from tournaments.forms import problem_text
from tournaments.models import Event, UndoStep
from tournaments.permissions.roles import can_direct
from tournaments.queries.history.undo_steps import ROUND_BOUNDARY_ACTIONS, latest_step_id_of_user
from tournaments.templatetags.desks import undo_message_tag, undo_preview_message_tag


def try_action(action: Callable[[], object]) -> list[Problem]:
    """Run an action and return its problems; an empty list if it succeeded."""
    try:
        action()
    except ValidationFailed as error:
        return error.problems
    return []


def page_with_problems(
    request: HttpRequest,
    template: str,
    context: Mapping[str, object],
    problems: Sequence[Problem] = (),
) -> HttpResponse:
    """Render a page with the problems of its form as `sentences`; 422 if there are any."""
    full_context = {**context, "sentences": [problem_text(problem) for problem in problems]}
    return render(request, template, full_context, status=422 if problems else 200)


def add_problem_messages(request: HttpRequest, problems: Iterable[Problem]) -> None:
    """Add every problem as an error message to the next page."""
    for problem in problems:
        messages.error(request, problem_text(problem))


def try_action_with_message(
    request: HttpRequest, action: Callable[[], object], success_text: str
) -> None:
    """Run an action and add a success message, or its problems, to the next page."""
    if problems := try_action(action):
        add_problem_messages(request, problems)
    else:
        messages.success(request, success_text)


def success_notifier(request: HttpRequest, event: Event) -> Callable[[str], None]:
    """Return a function that adds a success message with an undo button to the next page.

    Call this before the action, and the returned function after it. The button is added if the user
    made a step in between and may undo it. If the step started or ended a round, the button leads
    to a preview, because the undoing changes every phone in the room.
    """
    reader_id, step_before = (
        user_id_or_404(request),
        latest_step_id_of_user(event, user_id_or_404(request)),
    )

    def notify(text: str) -> None:
        step_id = latest_step_id_of_user(event, reader_id)
        tag = ""
        if step_id != step_before and can_direct(reader_id, event):
            steps = UndoStep.objects.filter(pk=step_id, kind__in=ROUND_BOUNDARY_ACTIONS)
            get_tag = undo_preview_message_tag if steps.exists() else undo_message_tag
            tag = get_tag(event.pk, step_id)
        messages.success(request, text, extra_tags=tag)

    return notify
