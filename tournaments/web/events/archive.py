"""Archive and restore events, and list archived ones."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.access.request_access import (
    get_archived_event_or_404,
    get_event_or_404,
    member_actor,
    user_id_or_404,
)
from tournaments.actions.events.archive import archive_event, restore_event
from tournaments.permissions.roles import (
    DIRECTOR_ROLES,
    SECTION_SCORER_ROLES,
    Role,
    archived_events_of_user,
    clubs_of_user,
)
from tournaments.web.try_action import add_problem_messages, try_action


@login_required
@require_safe
def archived_events_view(request: HttpRequest) -> HttpResponse:
    """List the archived events in which the user has a role.

    Directors of the club (`run`) can restore them; its owners (`owned`) can also delete them.
    """
    reader_id = user_id_or_404(request)
    context = {
        "events": archived_events_of_user(reader_id, SECTION_SCORER_ROLES),
        "run": set(clubs_of_user(reader_id, DIRECTOR_ROLES).values_list("pk", flat=True)),
        "owned": set(clubs_of_user(reader_id, [Role.OWNER]).values_list("pk", flat=True)),
    }
    return render(request, "events/archived.html", context)


@login_required
@require_POST
def event_archive_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Archive an event; if it is refused, show the reasons on the page of its details."""
    event, actor = get_event_or_404(request, event_id), member_actor(request)
    if problems := try_action(lambda: archive_event(event.pk, actor)):
        add_problem_messages(request, problems)
        return redirect("event_edit", event.pk)
    messages.success(request, _("The event is archived. You can restore it here."))
    return redirect("archived_events")


@login_required
@require_POST
def event_restore_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Restore an archived event and open its desk."""
    event, actor = get_archived_event_or_404(request, event_id), member_actor(request)
    restore_event(event.pk, actor)
    messages.success(request, _("The event is restored: everybody can find it again."))
    return redirect("event_desk", event.pk)
