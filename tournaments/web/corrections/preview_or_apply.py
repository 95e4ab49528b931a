"""A repair that is shown before it is done: the same page asks for it, tries it out and does it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext

from games.problems import Problem, ValidationFailed
from games.text import Text, gettext_noop
from tournaments.access.request_access import member_actor, user_id
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.history.preview import ActionPreview, preview_action
from tournaments.actions.history.stale_previews import latest_step_id, stale_preview_problems
from tournaments.forms import new_idempotency_key, parse_number, problem_text
from tournaments.models import Event, Stage, UndoStep
from tournaments.permissions.visibility.results_shown import hidden_board_numbers
from tournaments.queries.contestants.late_arrival_seats import SIT_OUT
from tournaments.queries.corrections.choices import void_play_texts
from tournaments.queries.history.undo_steps import already_done_notices
from tournaments.queries.rounds.rounds import Turn
from tournaments.web.results.entry_form import sent_key
from tournaments.web.try_action import saying_done

_OPENED = gettext_noop(
    "Everybody will see the cards of these boards, and that cannot be undone: %(boards)s."
)


class Correction(NamedTuple):
    """What went wrong in which stage, in a word, and the repair of it.

    `what` says what is to be so instead, `notices` what else is to be known of what the repair
    answers
    while it is tried out. `planned` is what was searched before, as its form sends it back, `turns`
    what that is for somebody. `next_url` is the address of the page after it, by what was answered;
    else the desk.
    """

    stage: Stage
    title: str
    apply: Callable[[CorrectionRequest], object]
    what: str = ""
    notices: Callable[[object], Sequence[Text]] = void_play_texts
    planned: str = ""
    turns: Sequence[Turn] = ()
    next_url: Callable[[Any], str] | None = None


def preview_or_apply(request: HttpRequest, mishap: Correction) -> HttpResponse:
    """What a repair would come to; sent, it is done, and the desk says so."""
    event = mishap.stage.event
    if request.method != "POST":
        return _preview(request, mishap, ())
    reason, seen = request.POST.get("reason", ""), parse_number(request.POST.get("seen"))
    said = CorrectionRequest(member_actor(request), sent_key(request), reason, seen)
    say = saying_done(request, event)
    try:
        answer = mishap.apply(said)
    except ValidationFailed as refused:
        since = stale_preview_problems(event.pk, seen, refused.problems)
        return _preview(request, mishap, [*since, *refused.problems], 422)
    say(gettext("Correction applied."))
    return redirect(
        mishap.next_url(answer) if mishap.next_url else reverse("event_desk", args=[event.pk])
    )


def choice_page(
    request: HttpRequest, event: Event, template: str, context: Mapping[str, object]
) -> HttpResponse:
    """A page on which something has yet to be chosen."""
    status = 422 if request.method == "POST" else 200
    about = {"club": event.club, "event": event}
    return render(request, template, {**about, **context}, status=status)


class _Tried(NamedTuple):
    """What a repair would answer, that the like of it is done already, and which boards it would
    open."""

    answer: object = None
    again: Sequence[Text] = ()
    opened: Sequence[int] = ()


def _tried(mishap: Correction, how: CorrectionRequest) -> _Tried:
    event, seen = mishap.stage.event_id, latest_step_id(mishap.stage.event_id)
    hidden = _hidden(mishap.stage)
    answer = mishap.apply(how)
    act = UndoStep.objects.filter(event=event, pk__gt=seen).first()
    opened = sorted({number for _session, number in hidden - _hidden(mishap.stage)})
    return _Tried(answer, already_done_notices(act) if act else (), opened)


def _hidden(stage: Stage) -> set[tuple[int, int]]:
    sessions = stage.sessions.select_related("stage__event")
    return {
        (session.pk, number) for session in sessions for number in hidden_board_numbers(session)
    }


def _told(mishap: Correction, tried: _Tried) -> list[Text]:
    """What else is to be known; what is open then, no undoing closes again."""
    boards = {"boards": ", ".join(map(str, tried.opened))}
    return [*mishap.notices(tried.answer), *([Text(_OPENED, boards)] if tried.opened else [])]


def _preview(
    request: HttpRequest, mishap: Correction, problems: Sequence[Problem], status: int = 200
) -> HttpResponse:
    event, key = mishap.stage.event, new_idempotency_key()
    seen = latest_step_id(event.pk)  # what is done while it is tried out, nobody has seen
    preview = preview_action(
        mishap.stage,
        lambda: _tried(mishap, CorrectionRequest(member_actor(request), key)),
        user_id(request),
    )
    asked_again = {"key": key, "seen": seen, "reason": request.POST.get("reason", "")}
    context = {
        "club": event.club,
        "event": event,
        "sentences": [problem_text(each) for each in problems or preview.problems],
        "possible": not preview.problems,
        "anew": request.get_full_path() if preview.problems and problems else "",
        **_comes_to(mishap, preview),
        **asked_again,
    }
    return render(request, "corrections/preview.html", context, status=status)


def _comes_to(mishap: Correction, preview: ActionPreview) -> dict[str, object]:
    """What the page says of a repair that was tried out."""
    tried = preview.answer if isinstance(preview.answer, _Tried) else _Tried()
    notices = _told(mishap, tried)
    return {
        "title": mishap.title,
        "what": mishap.what,
        "turns": mishap.turns,
        "planned": mishap.planned,
        "moved": preview.moved,
        "places_changed": preview.places_changed,
        "withheld": preview.withheld,
        "notices": [each for each in notices if each.template != SIT_OUT],
        "sit_outs": [each.params for each in notices if each.template == SIT_OUT],
        "again": tried.again,
    }
