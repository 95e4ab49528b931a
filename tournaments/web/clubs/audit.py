"""The owner's page of the club's audit."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.access.request_access import get_owned_club_or_404, member_actor, user_id_or_404
from tournaments.actions.audit import redact_audit_text
from tournaments.queries.history.audit import audit_page
from tournaments.web.clubs.forms import AuditForm
from tournaments.web.try_action import try_action_with_message


@never_cache
@login_required
@require_safe
def audit_view(request: HttpRequest, club_id: int) -> HttpResponse:
    """Show the newest entries of the audit, or those that match the filter."""
    club = get_owned_club_or_404(request, club_id)
    form = AuditForm(club, request.GET)
    page = (
        audit_page(club, user_id_or_404(request), form.audit_filter()) if form.is_valid() else None
    )
    context = {"club": club, "form": form, "page": page}
    return render(request, "clubs/audit.html", context, status=200 if page else 422)


@login_required
@require_POST
def audit_redact_view(request: HttpRequest, club_id: int, entry_id: int) -> HttpResponse:
    """Remove the free text from an entry of the audit."""
    club = get_owned_club_or_404(request, club_id)
    try_action_with_message(
        request,
        lambda: redact_audit_text(club, entry_id, member_actor(request)),
        _("The words are blank now."),
    )
    return redirect("audit", club.pk)
