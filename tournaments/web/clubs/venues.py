"""The owner's pages of a club's venues: what they are called, and who looks after each."""

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
from tournaments.web.try_action import attempt, attempt_and_say, page_with_problems


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def venues_view(request: HttpRequest, club: int) -> HttpResponse:
    """The venues of a club; sent, one more."""
    own = get_owned_club_or_404(request, club)
    if request.method != "POST":
        return _all(request, own)
    name = request.POST.get("name", "")
    if problems := attempt(lambda: add_venue(own, name, member_actor(request))):
        return _all(request, own, problems)
    messages.success(request, _("The venue is added. Choose its staff."))
    return redirect("venue", own.pk, own.venues.latest("pk").pk)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def venue_view(request: HttpRequest, club: int, venue: int) -> HttpResponse:
    """One venue; sent, its name and who looks after it."""
    found = _venue(request, club, venue)
    if request.method != "POST":
        staff = found.staff.values_list("pk", flat=True)
        return _one(request, found, found.name, list(staff))
    name, staff_sent = request.POST.get("name", ""), request.POST.getlist("staff")
    chosen = [parse_number(each) for each in staff_sent]
    if problems := attempt(lambda: change_venue(found, name, chosen, member_actor(request))):
        found.refresh_from_db()
        return _one(request, found, name, chosen, problems)
    messages.success(request, _("Saved."))
    return redirect("venues", club)


@login_required
@require_POST
def venue_remove_view(request: HttpRequest, club: int, venue: int) -> HttpResponse:
    """A venue less."""
    found = _venue(request, club, venue)
    removed = _("%(name)s is no longer a venue.") % {"name": found.name}
    attempt_and_say(request, lambda: remove_venue(found, member_actor(request)), removed)
    return redirect("venues", club)


def _venue(request: HttpRequest, club: int, venue: int) -> Venue:
    own = get_owned_club_or_404(request, club)
    return get_object_or_404(own.venues.select_related("club"), pk=venue)


def _all(request: HttpRequest, club: Club, problems: Sequence[Problem] = ()) -> HttpResponse:
    context = {
        "club": club,
        "venues": club.venues.prefetch_related("staff__user"),
        "name": request.POST.get("name", ""),
    }
    return page_with_problems(request, "clubs/venues.html", context, problems)


def _one(
    request: HttpRequest,
    venue: Venue,
    name: str,
    chosen: Sequence[int],
    problems: Sequence[Problem] = (),
) -> HttpResponse:
    members = venue.club.memberships.filter(role__in=VENUE_ROLES).select_related("user")
    context = {
        "club": venue.club,
        "venue": venue,
        "name": name,
        "members": sorted(members, key=lambda member: name_sort_key(member.user.get_username())),
        "chosen": chosen,
    }
    return page_with_problems(request, "clubs/venue.html", context, problems)
