"""The events somebody runs, where the desk begins; a rehearsal begun, made anew and removed."""

from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.access.request_access import get_event_or_404, member_actor, user_id
from tournaments.actions.rehearsal.rehearsal import (
    get_or_create_rehearsal,
    remove_rehearsal,
    restart_rehearsal,
)
from tournaments.models import Club, Event, Session
from tournaments.permissions.roles import (
    DIRECTOR_ROLES,
    SECTION_SCORER_ROLES,
    Role,
    archived_events_of_user,
    clubs_of_user,
)
from tournaments.queries.clubs.demo import with_demo
from tournaments.queries.clubs.members import pending_invitations, venues_of_user
from tournaments.queries.desk.events import desks
from tournaments.web.try_action import add_problem_messages, try_action


class ClubOfDirector(NamedTuple):
    """A club that the reader directs; `has_demo` says so to its owner alone."""

    club: Club
    is_owned: bool
    has_demo: bool


@login_required
@require_safe
def desk_view(request: HttpRequest) -> HttpResponse:
    """The events of the clubs in which the user has a role, open ones first, and the clubs he
    owns."""
    owned = {club.pk: club for club in with_demo(clubs_of_user(user_id(request), [Role.OWNER]))}
    sessions = desks(user_id(request), SECTION_SCORER_ROLES)
    context = {
        "sessions": sessions,
        "running": [each for each in sessions if each.state == Session.State.RUNNING],
        "others": [each for each in sessions if each.state != Session.State.RUNNING],
        "archived": archived_events_of_user(user_id(request), SECTION_SCORER_ROLES).count(),
        "clubs": [
            ClubOfDirector(club, club.pk in owned, bool(getattr(owned.get(club.pk), "has_demo", 0)))
            for club in clubs_of_user(user_id(request), DIRECTOR_ROLES)
        ],
        "venues": venues_of_user(user_id(request)),
        "invitations": pending_invitations(user_id(request)),
    }
    return render(request, "desk/events.html", context)


@login_required
@require_POST
def rehearse_view(request: HttpRequest, club: int) -> HttpResponse:
    """To the rehearsal that the director has in a club, made where he has none."""
    own = get_object_or_404(clubs_of_user(user_id(request), DIRECTOR_ROLES), pk=club)
    return redirect("event_desk", get_or_create_rehearsal(own, member_actor(request)).pk)


@login_required
@require_POST
def rehearsal_again_view(request: HttpRequest, event: int) -> HttpResponse:
    """To a new rehearsal in place of this one."""
    own, made = _own_rehearsal(request, event), list[Event]()
    if problems := try_action(lambda: made.append(restart_rehearsal(own, member_actor(request)))):
        add_problem_messages(request, problems)
        return redirect("event_desk", own.pk)
    return redirect("event_desk", made[0].pk)


@login_required
@require_POST
def rehearsal_remove_view(request: HttpRequest, event: int) -> HttpResponse:
    """To the events, without the rehearsal."""
    own = _own_rehearsal(request, event)
    if problems := try_action(lambda: remove_rehearsal(own, member_actor(request))):
        add_problem_messages(request, problems)
        return redirect("event_desk", own.pk)
    messages.success(request, _("The rehearsal is removed."))
    return redirect("desk")


def _own_rehearsal(request: HttpRequest, number: int) -> Event:
    own = get_event_or_404(request, number)
    return get_object_or_404(
        Event.objects.select_related("club"), pk=own.pk, rehearsal__isnull=False
    )
