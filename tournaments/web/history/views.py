"""What was done about an event, and what undoing it would come to before it is undone."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.problems import Problem
from tournaments.access.request_access import get_event_or_404, member_actor, user_id
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
from tournaments.web.try_action import attempt

_page = require_http_methods(["GET", "HEAD", "POST"])

_TOPICS = {
    "": gettext_lazy("All"),
    ROUNDS: gettext_lazy("Rounds"),
    RESULTS: gettext_lazy("Results"),
    CORRECTIONS: gettext_lazy("Corrections"),
    OTHER: gettext_lazy("Other"),
}
"""Filters of the history, as `?show=` names them."""


@never_cache
@login_required
@require_safe
def history_view(request: HttpRequest, event: int) -> HttpResponse:
    """The last acts, newest first; `?show=` keeps those of one topic."""
    own = get_event_or_404(request, event)
    acts = history_rows(own, user_id(request))
    topic = request.GET.get("show", "")
    topic = topic if topic in _TOPICS else ""
    context = {
        "club": own.club,
        "event": own,
        "acts": [act for act in acts if topic in ("", act.topic)],
        "newest": acts[0].number if acts else 0,
        "topics": _TOPICS.items(),
        "shown_topic": topic,
    }
    return render(request, "history/index.html", context)


class _Reversal(NamedTuple):
    """What is about to be done about an act: how it is called, the key that does it, what is said
    then.

    `do` is given the last act that was seen, None while it is tried out. `first` is the act from
    which on all is undone, 0 where it is one alone.
    """

    title: str
    key: str
    done: str
    do: Callable[[int | None], object]
    first: int = 0


@never_cache
@login_required
@_page
def undo_view(request: HttpRequest, event: int, act: int) -> HttpResponse:
    """What undoing an act would come to; sent, it is undone. What undid another does that again."""
    own = get_event_or_404(request, event)
    shown = _shown(request, own, act)

    def undo(_seen: int | None) -> object:
        """Whoever has touched the same since stands in its way, and nothing else is undone with
        it."""
        return undo_step(act, member_actor(request))

    if shown.undoes:
        again = _("Redo")
        return _tried_or_done(request, own, shown, _Reversal(again, again, _("Done again."), undo))
    return _tried_or_done(request, own, shown, _Reversal(_("Undo"), _("Undo"), _("Undone."), undo))


@never_cache
@login_required
@_page
def restore_view(request: HttpRequest, event: int, act: int) -> HttpResponse:
    """What going back to an act would come to; sent, all that was done since is undone."""
    own = get_event_or_404(request, event)
    shown, back = _shown(request, own, act), partial(restore_to, act, member_actor(request))
    return _tried_or_done(request, own, shown, _going_back(_("Back to after this"), back, act + 1))


@never_cache
@login_required
@_page
def restore_before_view(request: HttpRequest, event: int, act: int) -> HttpResponse:
    """What going back to before an act would come to; sent, it is undone with all that was done
    since."""
    own = get_event_or_404(request, event)
    shown, back = _shown(request, own, act), partial(restore_before, act, member_actor(request))
    return _tried_or_done(request, own, shown, _going_back(_("Back to before this"), back, act))


def _going_back(title: str, back: Callable[..., object], first: int) -> _Reversal:
    done = _("Everything since then is undone.")
    return _Reversal(
        title, _("Undo everything since then"), done, lambda seen: back(seen=seen), first
    )


def _shown(request: HttpRequest, event: Event, act: int) -> HistoryRow:
    """The act as the list has it; to who may not read of it there it does not exist."""
    found = (each for each in history_rows(event, user_id(request)) if each.number == act)
    shown = next(found, None)
    if shown is None:
        raise Http404
    return shown


def _tried_or_done(
    request: HttpRequest, event: Event, shown: HistoryRow, reversal: _Reversal
) -> HttpResponse:
    """The page that says what it would come to; sent, the page that sent it, or the list of what
    was done."""
    if request.method != "POST":
        return _preview(request, event, shown, reversal)
    seen = parse_number(request.POST.get("seen"))
    if problems := attempt(lambda: reversal.do(seen)):
        return _preview(request, event, shown, reversal, problems)
    messages.success(request, reversal.done)
    back = request.POST.get("back", "")
    is_ours = back.startswith("/") and url_has_allowed_host_and_scheme(back, allowed_hosts=None)
    return redirect(back) if is_ours else redirect("acts", event.pk)


def _preview(
    request: HttpRequest,
    event: Event,
    shown: HistoryRow,
    reversal: _Reversal,
    problems: Sequence[Problem] = (),
) -> HttpResponse:
    seen = latest_step_id(event.pk)  # what is done while it is tried out, nobody has seen
    preview = preview_action(_stage_of(event, shown), lambda: reversal.do(None), user_id(request))
    context = {
        "club": event.club,
        "event": event,
        "act": shown,
        "reversal": reversal,
        "undone": _to_be_undone(request, event, reversal.first) if reversal.first else (),
        "seen": seen,
        "moved": preview.moved,
        "places_changed": preview.places_changed,
        "withheld": preview.withheld,
        "possible": not preview.problems,
        "sentences": [problem_text(each) for each in problems or preview.problems],
    }
    return render(request, "history/preview.html", context, status=422 if problems else 200)


def _to_be_undone(request: HttpRequest, event: Event, first: int) -> tuple[HistoryRow, ...]:
    """The acts from a number on that have an effect now, as far as the reader may know of them."""
    lasting = {each.pk for each in effective_steps_from(event.pk, first)}
    return tuple(each for each in history_rows(event, user_id(request)) if each.number in lasting)


def _stage_of(event: Event, shown: HistoryRow) -> Stage:
    """The stage whose rounds it changed, else the last one."""
    session = get_object_or_404(
        UndoStep.objects.select_related("session__stage"), pk=shown.number
    ).session
    stages = event.stages.order_by("number")
    return session.stage if session else stages.reverse()[0]
