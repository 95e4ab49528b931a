"""Views of the list of the reader's events, and of rehearsals."""

from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.access.request_access import get_event_or_404, member_actor, user_id_or_404
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
from tournaments.queries.desk.events import latest_sessions_of_user
from tournaments.web.try_action import add_problem_messages, try_action


class DirectedClub(NamedTuple):
    """A club that the reader directs; `has_demo` is only set for its owner."""

    club: Club
    is_owned: bool
    has_demo: bool


@login_required
@require_safe
def desk_view(request: HttpRequest) -> HttpResponse:
    """List the events in which the reader has a role, and the clubs that they direct."""
    owned_clubs = {
        club.pk: club for club in with_demo(clubs_of_user(user_id_or_404(request), [Role.OWNER]))
    }
    sessions = latest_sessions_of_user(user_id_or_404(request), SECTION_SCORER_ROLES)
    context = {
        "sessions": sessions,
        "running": [session for session in sessions if session.state == Session.State.RUNNING],
        "others": [session for session in sessions if session.state != Session.State.RUNNING],
        "archived": archived_events_of_user(user_id_or_404(request), SECTION_SCORER_ROLES).count(),
        "clubs": [
            DirectedClub(
                club, club.pk in owned_clubs, bool(getattr(owned_clubs.get(club.pk), "has_demo", 0))
            )
            for club in clubs_of_user(user_id_or_404(request), DIRECTOR_ROLES)
        ],
        "venues": venues_of_user(user_id_or_404(request)),
        "invitations": pending_invitations(user_id_or_404(request)),
    }
    return render(request, "desk/events.html", context)


@login_required
@require_POST
def rehearse_view(request: HttpRequest, club_id: int) -> HttpResponse:
    """Redirect to the reader's rehearsal in a club, created if there is none."""
    club = get_object_or_404(clubs_of_user(user_id_or_404(request), DIRECTOR_ROLES), pk=club_id)
    return redirect("event_desk", get_or_create_rehearsal(club, member_actor(request)).pk)


@login_required
@require_POST
def restart_rehearsal_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Replace a rehearsal by a new one."""
    event, created = _get_rehearsal_or_404(request, event_id), list[Event]()
    if problems := try_action(
        lambda: created.append(restart_rehearsal(event, member_actor(request)))
    ):
        add_problem_messages(request, problems)
        return redirect("event_desk", event.pk)
    return redirect("event_desk", created[0].pk)


@login_required
@require_POST
def remove_rehearsal_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Delete a rehearsal."""
    event = _get_rehearsal_or_404(request, event_id)
    if problems := try_action(lambda: remove_rehearsal(event, member_actor(request))):
        add_problem_messages(request, problems)
        return redirect("event_desk", event.pk)
    messages.success(request, _("The rehearsal is removed."))
    return redirect("desk")


def _get_rehearsal_or_404(request: HttpRequest, event_id: int) -> Event:
    event = get_event_or_404(request, event_id)
    return get_object_or_404(
        Event.objects.select_related("club"), pk=event.pk, rehearsal__isnull=False
    )
