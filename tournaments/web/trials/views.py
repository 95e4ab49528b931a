"""Pages to try a game: the start page, and the trial itself.

The URL of a trial names the game, the deal and all actions of the reader; nothing is stored.
"""

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.utils.translation import pgettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.catalogue import get_playable_game
from games.game import Game
from games.options import UnknownName
from games.problems import Problem
from games.text import gettext_noop as _
from games.trial import Trial, learner_seat
from tournaments.queries.boards.travellers import sorted_deal
from tournaments.queries.boards.trial_deals import derive_trial
from tournaments.web.public.page_context import site_links
from tournaments.web.trials.forms import TrialForm
from tournaments.web.trials.trial_page import (
    TrialTable,
    forbidden_cards,
    seats_around,
    trial_end,
    violation_text,
)

# Most characters of all actions in a URL. The longest game needs less than a fifth of this.
_MAX_ACTIONS_LENGTH = 2_000

_MAX_DEAL_NAME_LENGTH, _RANDOM_DEAL_NAME_LENGTH = 40, 8
_TOO_LONG = Problem("too_long", _("The address is too long for one deal: its end was left out."))


@require_safe
@cache_control(no_cache=True)
def new_trial_view(request: HttpRequest, game: str) -> HttpResponse:
    """Show the options of a trial; with `deal` in the query, redirect to a new random deal."""
    form = TrialForm(_get_game_or_404(game), request.GET.dict())
    if not form.is_valid():
        return _start_page(request, form, 422)
    if "deal" in request.GET:
        return HttpResponseRedirect(
            _trial_url(form, get_random_string(_RANDOM_DEAL_NAME_LENGTH).lower())
        )
    return _start_page(request, form)


# Not in the page cache (access/page_cache.py): each URL is requested only once, and its page would
# evict pages that are requested often.
@require_safe
@cache_control(no_cache=True)
def trial_view(request: HttpRequest, game: str, deal: str) -> HttpResponse:
    """Show the trial after the actions in the URL; report the first illegal one."""
    form = TrialForm(_get_game_or_404(game), request.GET.dict())
    if len(deal) > _MAX_DEAL_NAME_LENGTH:
        raise Http404
    if not form.is_valid():
        return _start_page(request, form, 422)
    actions = request.GET.get("did", "")
    is_too_long = len(actions) > _MAX_ACTIONS_LENGTH
    trial = derive_trial(
        form.game, deal, actions[:_MAX_ACTIONS_LENGTH].split()[: -1 if is_too_long else None]
    )
    problems = [
        *([_TOO_LONG] if is_too_long else []),
        *([trial.rejection] if trial.rejection else []),
    ]
    context = _trial_context(trial) | {
        "form": form,
        "sentences": [violation_text(problem, form.game.pack) for problem in problems],
    }
    context |= {"deal": deal, "restart_url": _trial_url(form, deal)}
    return _render_page(request, "trials/trial.html", context, 422 if problems else 200)


def _get_game_or_404(key: str) -> Game:
    """Return the game of a URL if it can be played, else raise `Http404`."""
    try:
        return get_playable_game(key)
    except UnknownName as error:
        raise Http404 from error


def _trial_url(form: TrialForm, deal: str) -> str:
    query = urlencode(form.changed_values)
    return reverse("trial", args=[form.base_game.key, deal]) + (f"?{query}" if query else "")


def _start_page(request: HttpRequest, form: TrialForm, status: int = 200) -> HttpResponse:
    seats_in_order = seats_around(form.base_game, learner_seat(form.base_game))
    return _render_page(
        request, "trials/new.html", {"form": form, "around": seats_in_order}, status
    )


def _render_page(
    request: HttpRequest, template: str, context: dict[str, Any], status: int
) -> HttpResponse:
    return render(request, template, context | site_links(request), status=status)


def _trial_context(trial: Trial) -> dict[str, Any]:
    """Return the template context of a trial; once it is over, also its result and all hands."""
    names = {trial.seat: pgettext("who tries a game", "you")}
    context = {"trial": trial, "table": TrialTable(trial), "names": names}
    if not trial.is_over:
        return context | {"forbidden_cards": forbidden_cards(trial)}
    return context | {
        "trial_end": trial_end(trial),
        "cards": sorted_deal(trial.game, trial.board.known_deal),
    }
