"""An act that a page tries: what it refuses is shown, what it has done is said on the next page."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.problems import Problem, ValidationFailed
from tournaments.access.request_access import user_id
from tournaments.forms import problem_text
from tournaments.models import Event, UndoStep
from tournaments.permissions.roles import can_direct
from tournaments.queries.history.undo_steps import ROUND_BOUNDARY_ACTIONS, latest_step_of_user
from tournaments.templatetags.desks import undo_preview_tag, undo_tag


def try_action(act: Callable[[], object]) -> list[Problem]:
    """Why the act was refused; nothing where it is done."""
    try:
        act()
    except ValidationFailed as refused:
        return refused.problems
    return []


def page_with_problems(
    request: HttpRequest,
    template: str,
    context: Mapping[str, object],
    problems: Sequence[Problem] = (),
) -> HttpResponse:
    """The page on which something was sent, with every reason why it was refused, in
    `sentences`."""
    shown = {**context, "sentences": [problem_text(problem) for problem in problems]}
    return render(request, template, shown, status=422 if problems else 200)


def add_problem_messages(request: HttpRequest, problems: Iterable[Problem]) -> None:
    """Every reason as a notice on the next page, in the reader's language."""
    for problem in problems:
        messages.error(request, problem_text(problem))


def try_action_with_message(request: HttpRequest, act: Callable[[], object], done: str) -> None:
    """Try the act and say on the next page what came of it: `done`, or every reason why not."""
    if problems := try_action(act):
        add_problem_messages(request, problems)
    else:
        messages.success(request, done)


def success_notifier(request: HttpRequest, event: Event) -> Callable[[str], None]:
    """To be asked for before an act: what it answers says on the next page what was done.

    Where the reader has done since what he may undo, a key that undoes it stands beside the words;
    for a round it leads to what would change, because every phone in the room follows.
    """
    reader, before = user_id(request), latest_step_of_user(event, user_id(request))

    def say(done: str) -> None:
        step_id = latest_step_of_user(event, reader)
        tag = ""
        if step_id != before and can_direct(reader, event):
            steps = UndoStep.objects.filter(pk=step_id, kind__in=ROUND_BOUNDARY_ACTIONS)
            get_tag = undo_preview_tag if steps.exists() else undo_tag
            tag = get_tag(event.pk, step_id)
        messages.success(request, done, extra_tags=tag)

    return say
