"""A repair that is shown before it is done: the same page asks for it, tries it out and does it."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext

from games.problems import Problem, Refused
from games.text import Words
from tournaments.access.who_asks import director
from tournaments.actions.acts.preview import previewed
from tournaments.actions.idempotency import Answer
from tournaments.actions.repairs.repair import Repair, last_act
from tournaments.forms import form_key, number_in, sentence
from tournaments.models import Event, Stage
from tournaments.queries.comings import comings_in_words
from tournaments.queries.paper import Turn
from tournaments.queries.repairs import not_played_in_words, shorter_in_words
from tournaments.web.results.entry_form import sent_key


class Mishap(NamedTuple):
    """What went wrong in which stage, in a word, and the repair of it; `told` is what else is to be known.

    `planned` is what was searched before, as its form sends it back, `turns` what that is for somebody.
    `then` is the address of the page after it, by what was answered; else the desk.
    """

    stage: Stage
    title: str
    mend: Callable[[Repair], Answer]
    told: Sequence[str] = ()
    planned: str = ""
    turns: Sequence[Turn] = ()
    then: Callable[[Answer], str] | None = None


def tried_or_done(request: HttpRequest, mishap: Mishap) -> HttpResponse:
    """What a repair would come to; sent, it is done, and the desk says so."""
    event = mishap.stage.event
    if request.method != "POST":
        return _preview(request, mishap, ())
    reason, seen = request.POST.get("reason", ""), number_in(request.POST.get("seen"))
    said = Repair(director(request), sent_key(request), reason, seen)
    try:
        answer = mishap.mend(said)
    except Refused as refused:
        return _preview(request, mishap, refused.problems, 422)
    messages.success(request, gettext("It is mended. What was done can be undone, under “What was done”."))
    return redirect(mishap.then(answer) if mishap.then else reverse("event_desk", args=[event.pk]))


def asked(request: HttpRequest, event: Event, template: str, context: Mapping[str, object]) -> HttpResponse:
    """A page on which something has yet to be chosen."""
    status = 422 if request.method == "POST" else 200
    return render(request, template, {"club": event.club, "event": event, **context}, status=status)


def _preview(
    request: HttpRequest, mishap: Mishap, problems: Sequence[Problem], status: int = 200
) -> HttpResponse:
    event, key = mishap.stage.event, form_key()
    seen = last_act(event.pk)  # what is done while it is tried out, nobody has seen
    preview = previewed(mishap.stage, lambda: mishap.mend(Repair(director(request), key)))
    context = {
        "club": event.club,
        "event": event,
        "title": mishap.title,
        "moved": preview.moved,
        "told": mishap.told,
        "turns": mishap.turns,
        "planned": mishap.planned,
        "not_played": _words_of(preview.answer),
        "sentences": [sentence(each) for each in problems or preview.problems],
        "possible": not preview.problems,
        "again": request.get_full_path() if preview.problems and problems else "",
        "key": key,
        "reason": request.POST.get("reason", ""),
        "seen": seen,
    }
    return render(request, "repairs/preview.html", context, status=status)


def _words_of(answer: object) -> list[Words]:
    """What else a repair would come to, as it answers."""
    return [*comings_in_words(answer), *shorter_in_words(answer), *not_played_in_words(answer)]
