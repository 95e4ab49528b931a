"""Views of the phones of a session, with the contestant or table that each is linked to."""

from datetime import timedelta

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.access.request_access import (
    get_event_or_404,
    get_latest_session_or_404,
    member_actor,
    sections_with_role,
    user_id_or_404,
)
from tournaments.actions.results.devices import acknowledge_unlinking, link_device, unlink_device
from tournaments.forms import parse_number
from tournaments.models import LinkedDevice
from tournaments.permissions.roles import SECTION_DIRECTOR_ROLES
from tournaments.permissions.visibility.playing_members import is_player_of_event
from tournaments.queries.desk.phones import phone_groups
from tournaments.web.try_action import try_action_with_message

# Phones linked longer ago are shown with the day, since they were not linked this evening.
_EVENING = timedelta(hours=12)


@login_required
@never_cache
@require_safe
def desk_phones_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the phones of the session, with buttons to link or unlink each."""
    event = get_event_or_404(request, event_id, SECTION_DIRECTOR_ROLES)
    session = get_latest_session_or_404(event)
    groups = phone_groups(session, sections_with_role(request, event, SECTION_DIRECTOR_ROLES))
    context = {
        "club": event.club,
        "event": event,
        "session": session,
        "phone_groups": groups,
        "evening_start": timezone.now() - _EVENING,
        "in_use": sum(len(group.linked) for group in groups),
        "plays": is_player_of_event(user_id_or_404(request), event.pk),
    }
    return render(request, "desk/phones.html", context)


@login_required
@require_POST
def link_phone_view(request: HttpRequest, event_id: int, device_id: int) -> HttpResponse:
    """Link a phone to the contestant or table that it has asked for."""
    phone = _get_device_or_404(request, event_id, device_id)
    message = _("Phone %(phone)s is linked.") % {"phone": phone.number}
    try_action_with_message(request, lambda: link_device(phone, member_actor(request)), message)
    return redirect("desk_phones", event_id)


@login_required
@require_POST
def link_phones_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Link the phones that sent the results of a table, and show the desk again."""
    get_event_or_404(request, event_id, SECTION_DIRECTOR_ROLES)
    phones = [
        _get_device_or_404(request, event_id, parse_number(value))
        for value in request.POST.getlist("phone")
    ]

    def link_phones() -> None:
        for phone in phones:
            link_device(phone, member_actor(request))

    if not phones:
        return redirect("event_desk", event_id)
    message = ngettext("The phone is linked.", "The phones are linked.", len(phones))
    try_action_with_message(request, link_phones, message)
    return redirect("event_desk", event_id)


@login_required
@require_POST
def acknowledge_unlinked_phone_view(
    request: HttpRequest, event_id: int, device_id: int
) -> HttpResponse:
    """Accept that another phone has unlinked this one."""
    acknowledge_unlinking(_get_device_or_404(request, event_id, device_id))
    return redirect("desk_phones", event_id)


@login_required
@require_POST
def unlink_phone_view(request: HttpRequest, event_id: int, device_id: int) -> HttpResponse:
    """Unlink a phone; it can still enter results."""
    phone = _get_device_or_404(request, event_id, device_id)
    message = _("Phone %(phone)s is no longer linked.") % {"phone": phone.number}
    try_action_with_message(request, lambda: unlink_device(phone, member_actor(request)), message)
    return redirect("desk_phones", event_id)


def _get_device_or_404(request: HttpRequest, event_id: int, device_id: int) -> LinkedDevice:
    event = get_event_or_404(request, event_id, SECTION_DIRECTOR_ROLES)
    sections = sections_with_role(request, event, SECTION_DIRECTOR_ROLES)
    devices = LinkedDevice.objects.filter(table__section__in=sections)
    return get_object_or_404(
        devices.select_related("contestant", "table__section", "session__stage__event__club"),
        pk=device_id,
    )
