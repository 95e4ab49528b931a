"""A member's own account: his password, his second factor, and where he is signed in."""

from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.problems import Problem
from tournaments.access.request_access import director, user_id
from tournaments.actions.accounts.login_sessions import end_visit, end_visits
from tournaments.actions.people.persons import make_person_code
from tournaments.models import Player
from tournaments.queries.accounts.login_sessions import name_of_visit, visits_of
from tournaments.queries.accounts.second_factors import has_second_factor, recovery_codes_left
from tournaments.queries.people.names import by_name
from tournaments.web.attempt import attempt, page_with_problems


@never_cache
@login_required
@require_safe
def account_view(request: HttpRequest) -> HttpResponse:
    """What somebody can do about his own account."""
    return _page(request)


@never_cache
@login_required
@require_POST
def account_code_view(request: HttpRequest, player: int) -> HttpResponse:
    """A code by which another club knows who somebody is, shown to himself this once."""
    own = get_object_or_404(_own_players(request), pk=player)
    return _page(request, given=(own, make_person_code(own, director(request))))


@login_required
@require_POST
def visit_end_view(request: HttpRequest) -> HttpResponse:
    """One browser is signed out: this one, or another."""
    name = request.POST.get("visit", "")
    if problems := attempt(lambda: end_visit(user_id(request), name)):
        return _page(request, problems)
    if name == _here(request):
        return _signed_out(request)
    messages.success(request, _("That browser is signed out."))
    return redirect("account")


@login_required
@require_POST
def visits_end_view(request: HttpRequest) -> HttpResponse:
    """Every browser is signed out, this one too."""
    end_visits(user_id(request))
    return _signed_out(request)


def _here(request: HttpRequest) -> str:
    return name_of_visit(request.session.session_key or "")


def _signed_out(request: HttpRequest) -> HttpResponse:
    request.session.flush()
    return redirect("sign_in")


def _own_players(request: HttpRequest) -> QuerySet[Player]:
    """Who somebody is in the clubs that have said so."""
    return Player.objects.filter(user=user_id(request)).select_related("club")


def _page(
    request: HttpRequest,
    problems: Sequence[Problem] = (),
    given: tuple[Player, str] | None = None,
) -> HttpResponse:
    """The account; `given` is a player who he is, and the code made for him just now."""
    context = {
        "recovery_codes": recovery_codes_left(user_id(request)),
        "has_second_factor": has_second_factor(user_id(request)),
        "visits": visits_of(user_id(request)),
        "here": _here(request),
        "players": sorted(
            _own_players(request), key=lambda player: (by_name(player.club.name), player.pk)
        ),
        "given": given,
    }
    return page_with_problems(request, "accounts/account.html", context, problems)
