"""Trying a game: the start of a trial, and its page, which follows from its address alone."""

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
from tournaments.web.trials.table import (
    TrialTable,
    forbidden_cards,
    seats_around,
    trial_end,
    violation_text,
)

_MAX_ACTIONS_LENGTH = 2_000
"""Letters of all that somebody has done: no game comes to a fifth of it."""

_MAX_DEAL_NAME_LENGTH, _RANDOM_DEAL_NAME_LENGTH = 40, 8
_TOO_LONG = Problem("too_long", _("The address is too long for one deal: its end was left out."))


@require_safe
@cache_control(no_cache=True)
def trial_new_view(request: HttpRequest, game: str) -> HttpResponse:
    """What a trial is and under which options; with `deal` in the address, on to a deal of a
    random name."""
    form = TrialForm(_get_game_or_404(game), request.GET.dict())
    if not form.is_valid():
        return _start_page(request, form, 422)
    if "deal" in request.GET:
        return HttpResponseRedirect(
            _trial_url(form, get_random_string(_RANDOM_DEAL_NAME_LENGTH).lower())
        )
    return _start_page(request, form)


# Not among the answers that are kept (access/page_cache.py): nobody asks twice for the same, and
# those of a room would make room for it.
@require_safe
@cache_control(no_cache=True)
def trial_view(request: HttpRequest, game: str, deal: str) -> HttpResponse:
    """The trial after what the address says was done; what is not legal there is named, and
    nothing done."""
    form = TrialForm(_get_game_or_404(game), request.GET.dict())
    if len(deal) > _MAX_DEAL_NAME_LENGTH:
        raise Http404
    if not form.is_valid():
        return _start_page(request, form, 422)
    said = request.GET.get("did", "")
    is_long = len(said) > _MAX_ACTIONS_LENGTH
    trial = derive_trial(
        form.game, deal, said[:_MAX_ACTIONS_LENGTH].split()[: -1 if is_long else None]
    )
    refused = [*([_TOO_LONG] if is_long else []), *([trial.rejection] if trial.rejection else [])]
    facts = _trial_context(trial) | {
        "form": form,
        "sentences": [violation_text(each, form.game.pack) for each in refused],
    }
    facts |= {"deal": deal, "again": _trial_url(form, deal)}
    return _page(request, "trials/trial.html", facts, 422 if refused else 200)


def _get_game_or_404(key: str) -> Game:
    """The game of an address, if it can be played."""
    try:
        return get_playable_game(key)
    except UnknownName as unknown:
        raise Http404 from unknown


def _trial_url(form: TrialForm, deal: str) -> str:
    query = urlencode(form.unusual)
    return reverse("trial", args=[form.of.key, deal]) + (f"?{query}" if query else "")


def _start_page(request: HttpRequest, form: TrialForm, status: int = 200) -> HttpResponse:
    around = seats_around(form.of, learner_seat(form.of))
    return _page(request, "trials/new.html", {"form": form, "around": around}, status)


def _page(request: HttpRequest, template: str, facts: dict[str, Any], status: int) -> HttpResponse:
    return render(request, template, facts | site_links(request), status=status)


def _trial_context(trial: Trial) -> dict[str, Any]:
    """The trial, and once it is over what it came to and what everybody was dealt."""
    names = {trial.seat: pgettext("who tries a game", "you")}
    facts = {"trial": trial, "table": TrialTable(trial), "names": names}
    if not trial.is_over:
        return facts | {"barred": forbidden_cards(trial)}
    return facts | {
        "end": trial_end(trial),
        "cards": sorted_deal(trial.game, trial.board.known_deal),
    }
