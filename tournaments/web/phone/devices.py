"""Views of the phones of a table: a linked phone invites others by a QR code, or unlinks them."""

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
from tournaments.web.phone.page_contexts import table_context, table_page, table_state_context
from tournaments.web.phone.phone_user import SHARED_PHONE, set_phone_user
from tournaments.web.phone.views import allow_get_and_post, resolve_table_code
from tournaments.web.qr_code import qr_code


@never_cache
@require_safe
@resolve_table_code
def table_phones_view(request: HttpRequest, table: Table) -> HttpResponse:
    """Show which phones are linked to this phone's side or table, and how to link this one."""
    context = table_state_context(request, table)
    if context["device_status"] is None:
        return redirect("table", code_of(table))
    return render(request, "phone/phones.html", context)


@never_cache
@require_safe
@resolve_table_code
def table_device_invite_view(request: HttpRequest, table: Table, device_id: int) -> HttpResponse:
    """Show the QR code with which this linked phone invites another one."""
    link = get_object_or_404(
        _devices(table).linked().exclude(role=LinkedDevice.Role.BOARDS), pk=device_id
    )
    if link.device != device_access(request, table.section.session).device:
        return redirect("table", code_of(table))
    path = reverse("table_invitation", args=[code_of(table), device_invitation(link)])
    url = request.build_absolute_uri(path)
    context = table_context(table) | {"link": link, "qr": qr_code(url), "url": url}
    return render(request, "phone/invite_device.html", context)


@never_cache
@allow_get_and_post
@resolve_table_code
def table_invitation_view(request: HttpRequest, table: Table, token: str) -> HttpResponse:
    """Ask whether to link the invited phone; on POST link it."""
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
    except ValidationFailed as error:
        return table_page(request, table, error.problems, status=422)
    messages.success(request, _("This phone is linked."))
    return redirect("table", code_of(table))


@require_POST
@resolve_table_code
def table_device_unlink_view(request: HttpRequest, table: Table, device_id: int) -> HttpResponse:
    """Unlink a phone that does not belong to the table's contestants, and call the director."""
    link, actor = get_object_or_404(_devices(table), pk=device_id), table_actor(request, table, "")
    try:
        unlink_device(link, actor)
    except ValidationFailed as error:
        return table_page(request, table, error.problems, status=422)
    params = {"phone": link.number, "name": link.contestant or link.table}
    text = _("Phone %(phone)s is not ours (%(name)s): it has been unlinked.") % params
    # The call can be refused, for example after the session; the desk lists the phone anyway.
    with suppress(ValidationFailed):
        call_director(table, "", text, actor, new_idempotency_key())
    messages.success(request, _("Phone %(phone)s is unlinked, and the director sees it.") % params)
    return redirect("table", code_of(table))


def _devices(table: Table) -> LinkedDeviceQuerySet:
    devices = LinkedDevice.objects.filter(session=table.section.session_id)
    return devices.select_related("contestant", "table__section", "session__stage__event")
