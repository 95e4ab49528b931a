"""Events archived, the list of them, and the way back."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.access.request_access import director, own_archived_event, own_event, user_id
from tournaments.actions.events.archive import archive_event, restore_event
from tournaments.permissions.roles import (
    MAY_ENTER_IN_A_SECTION,
    MAY_RUN,
    Role,
    archived_events_run_by,
    clubs_run_by,
)
from tournaments.web.try_action import attempt, say_problems


@login_required
@require_safe
def archived_events_view(request: HttpRequest) -> HttpResponse:
    """The archived events in which the reader has a role, with what the role allows to do about
    each."""
    reader = user_id(request)
    context = {
        "events": archived_events_run_by(reader, MAY_ENTER_IN_A_SECTION),
        "run": set(clubs_run_by(reader, MAY_RUN).values_list("pk", flat=True)),
        "owned": set(clubs_run_by(reader, [Role.OWNER]).values_list("pk", flat=True)),
    }
    return render(request, "events/archived.html", context)


@login_required
@require_POST
def event_archive_view(request: HttpRequest, event: int) -> HttpResponse:
    """Archive an event; what is being played is named, and then nothing is done."""
    own, actor = own_event(request, event), director(request)
    if problems := attempt(lambda: archive_event(own.pk, actor)):
        say_problems(request, problems)
        return redirect("event_edit", own.pk)
    messages.success(request, _("The event is archived. You can restore it here."))
    return redirect("archived_events")


@login_required
@require_POST
def event_restore_view(request: HttpRequest, event: int) -> HttpResponse:
    """Restore an archived event, to its desk."""
    own, actor = own_archived_event(request, event), director(request)
    restore_event(own.pk, actor)
    messages.success(request, _("The event is restored: everybody can find it again."))
    return redirect("event_desk", own.pk)
