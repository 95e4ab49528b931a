"""The players of a club: a page for all of them, and one for each."""

from collections.abc import Callable, Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.problems import Problem, ValidationFailed
from games.typed_text import clean_text
from tournaments.access.guess_limits import link_by_code_limited
from tournaments.access.request_access import member_actor, user_id_or_404
from tournaments.actions.people import merging
from tournaments.actions.people import players as player_actions
from tournaments.actions.people.person_links import (
    create_person_code,
    set_licence,
    unlink_person,
)
from tournaments.forms import parse_number, problem_text
from tournaments.models import Club, Player
from tournaments.permissions.actor import Actor
from tournaments.permissions.roles import DIRECTOR_ROLES, clubs_of_user
from tournaments.permissions.visibility.other_clubs import published_contestants_elsewhere
from tournaments.queries.clubs.player_results import (
    latest_partner,
    played_events,
)
from tournaments.queries.people.names import MAX_NAME_LENGTH, contains_words, name_sort_key
from tournaments.queries.people.players import (
    club_players,
    contestants_played_for,
    player_summaries,
    possible_duplicates,
)
from tournaments.web.try_action import page_with_problems, try_action


@login_required
@require_safe
def people_view(request: HttpRequest, club_slug: str) -> HttpResponse:
    """List the club's players, or with `q` only those whose names contain its words."""
    club = _get_club_or_404(request, club_slug)
    people = player_summaries(club)
    query = clean_text(request.GET.get("q", ""))[:MAX_NAME_LENGTH]
    context = {
        "club": club,
        "words": query,
        "player_count": len(people),
        "people": [summary for summary in people if contains_words(summary.player.name, query)],
        "possible_duplicates": []
        if query
        else possible_duplicates(summary.player for summary in people),
    }
    return render(request, "clubs/people.html", context)


@login_required
@require_safe
def person_view(request: HttpRequest, club_slug: str, player_id: int) -> HttpResponse:
    """Show one player, with the events they played and what can be corrected."""
    return _person_page(request, _get_player_or_404(request, club_slug, player_id))


@login_required
@require_POST
def person_rename_view(request: HttpRequest, club_slug: str, player_id: int) -> HttpResponse:
    """Rename a player."""
    player = _get_player_or_404(request, club_slug, player_id)
    name = request.POST.get("name", "")
    return _run_and_redirect(
        request,
        player,
        lambda: player_actions.rename_player(player, name, member_actor(request)),
        _("Renamed."),
    )


@login_required
@require_POST
def person_member_view(request: HttpRequest, club_slug: str, player_id: int) -> HttpResponse:
    """Link a player to a member of the club, or unlink them if none is chosen."""
    player, chosen = (
        _get_player_or_404(request, club_slug, player_id),
        request.POST.get("member", ""),
    )
    return _run_and_redirect(
        request,
        player,
        lambda: _set_member(player, chosen, member_actor(request)),
        _("Saved."),
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def person_merge_view(request: HttpRequest, club_slug: str, player_id: int) -> HttpResponse:
    """Show two players side by side; on POST merge them."""
    kept_player = _get_player_or_404(request, club_slug, player_id)
    params = request.POST if request.method == "POST" else request.GET
    duplicate = get_object_or_404(
        kept_player.club.players.select_related("user"), pk=parse_number(params.get("other", ""))
    )
    if request.method != "POST":
        return _merge_page(request, kept_player, duplicate)
    try:
        merging.merge_players(kept_player, duplicate, member_actor(request))
    except ValidationFailed:
        return _merge_page(request, kept_player, duplicate, status=422)
    messages.success(request, _("%(name)s is now one player.") % {"name": kept_player.name})
    return redirect("person", kept_player.club.slug, kept_player.pk)


@login_required
@require_POST
def person_unmerge_view(
    request: HttpRequest, club_slug: str, player_id: int, merge_id: int
) -> HttpResponse:
    """Undo a merge."""
    kept_player = _get_player_or_404(request, club_slug, player_id)
    player_merge = get_object_or_404(kept_player.merges, pk=merge_id)
    message = _("%(name)s is a separate player again.") % {"name": player_merge.name}
    return _run_and_redirect(
        request,
        kept_player,
        lambda: merging.unmerge_players(player_merge, member_actor(request)),
        message,
    )


@login_required
@require_POST
def person_licence_view(request: HttpRequest, club_slug: str, player_id: int) -> HttpResponse:
    """Set a player's licence number, or clear it."""
    player, typed_licence = (
        _get_player_or_404(request, club_slug, player_id),
        request.POST.get("licence", ""),
    )
    return _run_and_redirect(
        request,
        player,
        lambda: set_licence(player, typed_licence, member_actor(request)),
        _("Saved."),
    )


@never_cache
@login_required
@require_POST
def person_code_view(request: HttpRequest, club_slug: str, player_id: int) -> HttpResponse:
    """Create a code with which another club can link this player, and show it this once."""
    player = _get_player_or_404(request, club_slug, player_id)
    return _person_page(request, player, code=create_person_code(player, member_actor(request)))


@login_required
@require_POST
def person_join_view(request: HttpRequest, club_slug: str, player_id: int) -> HttpResponse:
    """Link a player to the same person in another club by the code from there."""
    player, typed_code = (
        _get_player_or_404(request, club_slug, player_id),
        request.POST.get("code", ""),
    )
    message = _("%(name)s is known in another club as the same person.") % {"name": player.name}
    return _run_and_redirect(
        request,
        player,
        lambda: link_by_code_limited(player, typed_code, user_id_or_404(request)),
        message,
    )


@login_required
@require_POST
def person_leave_view(request: HttpRequest, club_slug: str, player_id: int) -> HttpResponse:
    """Unlink a player from the players of other clubs."""
    player = _get_player_or_404(request, club_slug, player_id)
    message = _("%(name)s is known in this club alone.") % {"name": player.name}
    return _run_and_redirect(
        request, player, lambda: unlink_person(player, member_actor(request)), message
    )


def _set_member(player: Player, chosen: str, actor: Actor) -> None:
    if chosen:
        player_actions.link_member(player, parse_number(chosen), actor)
    else:
        player_actions.unlink_member(player, actor)


def _get_club_or_404(request: HttpRequest, slug: str) -> Club:
    """Return a club that the user directs, else raise `Http404`."""
    return get_object_or_404(clubs_of_user(user_id_or_404(request), DIRECTOR_ROLES), slug=slug)


def _get_player_or_404(request: HttpRequest, slug: str, player_id: int) -> Player:
    players = _get_club_or_404(request, slug).players.select_related("club", "user")
    return get_object_or_404(players, pk=player_id)


def _run_and_redirect(
    request: HttpRequest, player: Player, action: Callable[[], None], message: str
) -> HttpResponse:
    """Run an action and redirect to the player; if it is refused, show problems and input."""
    if problems := try_action(action):
        player.refresh_from_db()
        return _person_page(request, player, problems)
    messages.success(request, message)
    return redirect("person", player.club.slug, player.pk)


def _person_page(
    request: HttpRequest,
    player: Player,
    problems: Sequence[Problem] = (),
    code: str = "",
) -> HttpResponse:
    """Render a player; `code` is the code created by this request for another club."""
    club = player.club
    played = played_events(contestants_played_for(player), player.name)
    ranks = [event.result.rank for event in played if event.result and event.result.rank]
    context = {
        "club": club,
        "player": player,
        "played": played,
        "partner": latest_partner(played),
        "best_place": min(ranks, default=None),
        "name": request.POST.get("name", player.name),
        "licence": request.POST.get("licence", player.licence),
        "code": code,
        "elsewhere": published_contestants_elsewhere(player),
        "members": sorted(
            club.memberships.select_related("user"),
            key=lambda member: name_sort_key(member.user.get_username()),
        ),
        "others": sorted(
            club_players(club).exclude(pk=player.pk),
            key=lambda other: (name_sort_key(other.name), other.pk),
        ),
        "merges": player.merges.all(),
    }
    return page_with_problems(request, "clubs/person.html", context, problems)


def _merge_page(
    request: HttpRequest, kept_player: Player, duplicate: Player, status: int = 200
) -> HttpResponse:
    context = {
        "club": kept_player.club,
        "keep": kept_player,
        "other": duplicate,
        "histories": [
            (player, contestants_played_for(player)) for player in (kept_player, duplicate)
        ],
        "sentences": [
            problem_text(problem) for problem in merging.merge_problems(kept_player, duplicate)
        ],
    }
    return render(request, "clubs/merge.html", context, status=status)
