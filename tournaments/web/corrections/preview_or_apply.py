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
from tournaments.actions.corrections.repairing import Repair
from tournaments.actions.history.preview import Preview, previewed
from tournaments.actions.history.stale_previews import last_act, quicker_since
from tournaments.forms import new_idempotency_key, parse_number, problem_text
from tournaments.models import Event, Stage, UndoStep
from tournaments.permissions.visibility.results_shown import hidden_board_numbers
from tournaments.queries.contestants.late_arrival_seats import SIT_OUT
from tournaments.queries.corrections.choices import not_played_in_words
from tournaments.queries.history.actions import done_alike
from tournaments.queries.rounds.rounds import Turn
from tournaments.web.results.entry_form import sent_key
from tournaments.web.try_action import saying_done

_OPENED = gettext_noop(
    "Everybody will see the cards of these boards, and that cannot be undone: %(boards)s."
)


class Mishap(NamedTuple):
    """What went wrong in which stage, in a word, and the repair of it.

    `what` says what is to be so instead, `told` what else is to be known of what the repair answers
    while it is tried out. `planned` is what was searched before, as its form sends it back, `turns`
    what that is for somebody. `then` is the address of the page after it, by what was answered;
    else the desk.
    """

    stage: Stage
    title: str
    mend: Callable[[Repair], object]
    what: str = ""
    told: Callable[[object], Sequence[Text]] = not_played_in_words
    planned: str = ""
    turns: Sequence[Turn] = ()
    then: Callable[[Any], str] | None = None


def tried_or_done(request: HttpRequest, mishap: Mishap) -> HttpResponse:
    """What a repair would come to; sent, it is done, and the desk says so."""
    event = mishap.stage.event
    if request.method != "POST":
        return _preview(request, mishap, ())
    reason, seen = request.POST.get("reason", ""), parse_number(request.POST.get("seen"))
    said = Repair(member_actor(request), sent_key(request), reason, seen)
    say = saying_done(request, event)
    try:
        answer = mishap.mend(said)
    except ValidationFailed as refused:
        since = quicker_since(event.pk, seen, refused.problems)
        return _preview(request, mishap, [*since, *refused.problems], 422)
    say(gettext("Correction applied."))
    return redirect(mishap.then(answer) if mishap.then else reverse("event_desk", args=[event.pk]))


def asked(
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


def _tried(mishap: Mishap, how: Repair) -> _Tried:
    event, seen = mishap.stage.event_id, last_act(mishap.stage.event_id)
    hidden = _hidden(mishap.stage)
    answer = mishap.mend(how)
    act = UndoStep.objects.filter(event=event, pk__gt=seen).first()
    opened = sorted({number for _session, number in hidden - _hidden(mishap.stage)})
    return _Tried(answer, done_alike(act) if act else (), opened)


def _hidden(stage: Stage) -> set[tuple[int, int]]:
    sessions = stage.sessions.select_related("stage__event")
    return {
        (session.pk, number) for session in sessions for number in hidden_board_numbers(session)
    }


def _told(mishap: Mishap, tried: _Tried) -> list[Text]:
    """What else is to be known; what is open then, no undoing closes again."""
    boards = {"boards": ", ".join(map(str, tried.opened))}
    return [*mishap.told(tried.answer), *([Text(_OPENED, boards)] if tried.opened else [])]


def _preview(
    request: HttpRequest, mishap: Mishap, problems: Sequence[Problem], status: int = 200
) -> HttpResponse:
    event, key = mishap.stage.event, new_idempotency_key()
    seen = last_act(event.pk)  # what is done while it is tried out, nobody has seen
    preview = previewed(
        mishap.stage, lambda: _tried(mishap, Repair(member_actor(request), key)), user_id(request)
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


def _comes_to(mishap: Mishap, preview: Preview) -> dict[str, object]:
    """What the page says of a repair that was tried out."""
    tried = preview.answer if isinstance(preview.answer, _Tried) else _Tried()
    told = _told(mishap, tried)
    return {
        "title": mishap.title,
        "what": mishap.what,
        "turns": mishap.turns,
        "planned": mishap.planned,
        "moved": preview.moved,
        "places_changed": preview.places_changed,
        "withheld": preview.withheld,
        "told": [each for each in told if each.template != SIT_OUT],
        "sit_outs": [each.params for each in told if each.template == SIT_OUT],
        "again": tried.again,
    }
