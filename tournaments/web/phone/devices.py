"""Phones let in by phones: the code on the screen of one, and what the other sees of it."""

from contextlib import suppress

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.problems import ValidationFailed
from tournaments.access.request_access import device_access, table_actor
from tournaments.actions.calls.calls import call_director
from tournaments.actions.results.devices import (
    accept_device_invitation,
    device_invitation,
    inviting_device,
    unlink_device,
)
from tournaments.forms import new_idempotency_key
from tournaments.models import LinkedDevice, Table
from tournaments.models.phones import LinkedDeviceQuerySet
from tournaments.queries.phone.table_codes import code_of
from tournaments.web.phone.page_contexts import table_context, table_page
from tournaments.web.phone.phone_user import SHARED_PHONE, set_phone_user
from tournaments.web.phone.views import allow_get_and_post, resolve_table_code
from tournaments.web.qr_code import qr_code


@never_cache
@require_safe
@resolve_table_code
def table_device_invite_view(request: HttpRequest, table: Table, device: int) -> HttpResponse:
    """Show the code by which this bound phone lets another one in."""
    bound = get_object_or_404(
        _devices(table).bound().exclude(role=LinkedDevice.Role.BOARDS), pk=device
    )
    if bound.device != device_access(request, table.section.session).device:
        return redirect("table", code_of(table))
    path = reverse("table_invitation", args=[code_of(table), device_invitation(bound)])
    address = request.build_absolute_uri(path)
    context = table_context(table) | {"bound": bound, "qr": qr_code(address), "address": address}
    return render(request, "phone/invite_device.html", context)


@never_cache
@allow_get_and_post
@resolve_table_code
def table_invitation_view(request: HttpRequest, table: Table, token: str) -> HttpResponse:
    """Ask whether to let this phone in; sent, it is."""
    try:
        if request.method != "POST":
            inviting = inviting_device(token, table)
            return render(
                request, "phone/invitation.html", table_context(table) | {"inviting": inviting}
            )
        inviting = accept_device_invitation(token, table, table_actor(request, table, ""))
        set_phone_user(
            request, table, str(inviting.contestant.number) if inviting.contestant else SHARED_PHONE
        )
    except ValidationFailed as refused:
        return table_page(request, table, refused.problems, status=422)
    messages.success(request, _("This phone is linked."))
    return redirect("table", code_of(table))


@require_POST
@resolve_table_code
def table_device_unlink_view(request: HttpRequest, table: Table, device: int) -> HttpResponse:
    """Release a phone that is not ours, and call the director."""
    row, actor = get_object_or_404(_devices(table), pk=device), table_actor(request, table, "")
    try:
        unlink_device(row, actor)
    except ValidationFailed as refused:
        return table_page(request, table, refused.problems, status=422)
    which = {"phone": row.number, "name": row.contestant or row.table}
    words = _("Phone %(phone)s is not ours (%(name)s): it has been unlinked.") % which
    # The call may be full, or the evening over: the desk lists the phone all the same.
    with suppress(ValidationFailed):
        call_director(table, "", words, actor, new_idempotency_key())
    messages.success(request, _("Phone %(phone)s is unlinked, and the director sees it.") % which)
    return redirect("table", code_of(table))


def _devices(table: Table) -> LinkedDeviceQuerySet:
    devices = LinkedDevice.objects.filter(session=table.section.session_id)
    return devices.select_related("contestant", "table__section", "session__stage__event")
