"""The desk's page of phones: which is bound to whom, which asks to be let in."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.access.request_access import (
    get_event_or_404,
    latest_session,
    member_actor,
    sections_with_role,
    user_id,
)
from tournaments.actions.results.devices import acknowledge_unlinking, link_device, unlink_device
from tournaments.models import LinkedDevice
from tournaments.permissions.roles import SECTION_DIRECTOR_ROLES
from tournaments.permissions.visibility.playing_members import is_player_of_event
from tournaments.queries.desk.phones import devices_at_desk
from tournaments.web.try_action import try_action_with_message


@login_required
@never_cache
@require_safe
def desk_phones_view(request: HttpRequest, event: int) -> HttpResponse:
    """Show the phones of the session, each with the way to let it in or to release it."""
    own = get_event_or_404(request, event, SECTION_DIRECTOR_ROLES)
    session = latest_session(own)
    phones = devices_at_desk(session, sections_with_role(request, own, SECTION_DIRECTOR_ROLES))
    context = {
        "club": own.club,
        "event": own,
        "session": session,
        "phones": phones,
        "in_use": sum(len(each.bound) for each in phones),
        "plays": is_player_of_event(user_id(request), own.pk),
    }
    return render(request, "desk/phones.html", context)


@login_required
@require_POST
def desk_phone_let_in_view(request: HttpRequest, event: int, device: int) -> HttpResponse:
    """Let a phone in that asks for it."""
    row = _device(request, event, device)
    done = _("Phone %(phone)s is linked.") % {"phone": row.number}
    try_action_with_message(request, lambda: link_device(row, member_actor(request)), done)
    return redirect("desk_phones", event)


@login_required
@require_POST
def desk_phone_leave_view(request: HttpRequest, event: int, device: int) -> HttpResponse:
    """Leave a phone unlinked that another phone has unlinked."""
    acknowledge_unlinking(_device(request, event, device))
    return redirect("desk_phones", event)


@login_required
@require_POST
def desk_phone_release_view(request: HttpRequest, event: int, device: int) -> HttpResponse:
    """Release a phone: it can still enter results."""
    row = _device(request, event, device)
    done = _("Phone %(phone)s is no longer linked.") % {"phone": row.number}
    try_action_with_message(request, lambda: unlink_device(row, member_actor(request)), done)
    return redirect("desk_phones", event)


def _device(request: HttpRequest, event: int, device: int) -> LinkedDevice:
    own = get_event_or_404(request, event, SECTION_DIRECTOR_ROLES)
    here = sections_with_role(request, own, SECTION_DIRECTOR_ROLES)
    devices = LinkedDevice.objects.filter(table__section__in=here)
    return get_object_or_404(
        devices.select_related("contestant", "table__section", "session__stage__event__club"),
        pk=device,
    )
