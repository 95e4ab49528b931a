"""The owner's pages of a club's venues: their names and staff."""

from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.problems import Problem
from tournaments.access.request_access import get_owned_club_or_404, member_actor
from tournaments.actions.clubs.venues import add_venue, change_venue, remove_venue
from tournaments.forms import parse_number
from tournaments.models import Club, Venue
from tournaments.permissions.roles import VENUE_ROLES
from tournaments.queries.people.names import name_sort_key
from tournaments.web.try_action import page_with_problems, try_action, try_action_with_message


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def venues_view(request: HttpRequest, club_id: int) -> HttpResponse:
    """List the venues; on POST add one."""
    club = get_owned_club_or_404(request, club_id)
    if request.method != "POST":
        return _list_page(request, club)
    name = request.POST.get("name", "")
    if problems := try_action(lambda: add_venue(club, name, member_actor(request))):
        return _list_page(request, club, problems)
    messages.success(request, _("The venue is added. Choose its staff."))
    return redirect("venue", club.pk, club.venues.latest("pk").pk)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def venue_view(request: HttpRequest, club_id: int, venue_id: int) -> HttpResponse:
    """Show one venue; on POST store its name and staff."""
    venue = _get_venue_or_404(request, club_id, venue_id)
    if request.method != "POST":
        staff = venue.staff.values_list("pk", flat=True)
        return _venue_page(request, venue, venue.name, list(staff))
    name, submitted_staff = request.POST.get("name", ""), request.POST.getlist("staff")
    chosen_member_ids = [parse_number(pk) for pk in submitted_staff]
    if problems := try_action(
        lambda: change_venue(venue, name, chosen_member_ids, member_actor(request))
    ):
        venue.refresh_from_db()
        return _venue_page(request, venue, name, chosen_member_ids, problems)
    messages.success(request, _("Saved."))
    return redirect("venues", club_id)


@login_required
@require_POST
def venue_remove_view(request: HttpRequest, club_id: int, venue_id: int) -> HttpResponse:
    """Remove a venue; its sections then belong to the club's own staff."""
    venue = _get_venue_or_404(request, club_id, venue_id)
    message = _("%(name)s is no longer a venue.") % {"name": venue.name}
    try_action_with_message(request, lambda: remove_venue(venue, member_actor(request)), message)
    return redirect("venues", club_id)


def _get_venue_or_404(request: HttpRequest, club_id: int, venue_id: int) -> Venue:
    club = get_owned_club_or_404(request, club_id)
    return get_object_or_404(club.venues.select_related("club"), pk=venue_id)


def _list_page(request: HttpRequest, club: Club, problems: Sequence[Problem] = ()) -> HttpResponse:
    context = {
        "club": club,
        "venues": club.venues.prefetch_related("staff__user"),
        "name": request.POST.get("name", ""),
    }
    return page_with_problems(request, "clubs/venues.html", context, problems)


def _venue_page(
    request: HttpRequest,
    venue: Venue,
    name: str,
    chosen_member_ids: Sequence[int],
    problems: Sequence[Problem] = (),
) -> HttpResponse:
    members = venue.club.memberships.filter(role__in=VENUE_ROLES).select_related("user")
    context = {
        "club": venue.club,
        "venue": venue,
        "name": name,
        "members": sorted(members, key=lambda member: name_sort_key(member.user.get_username())),
        "chosen_member_ids": chosen_member_ids,
    }
    return page_with_problems(request, "clubs/venue.html", context, problems)
