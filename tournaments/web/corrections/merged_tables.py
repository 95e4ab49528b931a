"""View that lets contestants who sit out in the same rounds play each other."""

from functools import partial

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.access.request_access import get_event_or_404, sections_with_role
from tournaments.actions.corrections.merged_tables import merge_tables
from tournaments.models import Section
from tournaments.permissions.roles import SECTION_DIRECTOR_ROLES
from tournaments.queries.contestants.late_arrival_seats import (
    ProposedTable,
    attendance_notices,
    table_notices,
    tables_for_sitting_out,
)
from tournaments.web.corrections.planned_tables import decode_tables, encode_tables
from tournaments.web.corrections.preview_or_apply import Correction, preview_or_apply


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def correction_merge_tables_view(
    request: HttpRequest, event_id: int, section_id: int
) -> HttpResponse:
    """Preview and apply the tables proposed for contestants who sit out."""
    sections = sections_with_role(
        request, get_event_or_404(request, event_id, SECTION_DIRECTOR_ROLES), SECTION_DIRECTOR_ROLES
    )
    started = sections.filter(session__started_at__isnull=False).select_related(
        "session__stage__event__club"
    )
    section = get_object_or_404(started, pk=section_id)
    tables, title = _proposed_tables(request, section), _("Those who sit out play each other")
    seat_notices, action = table_notices(section, tables), partial(merge_tables, section.pk, tables)
    button, encoded_tables = _("Add these tables"), encode_tables(tables)
    correction = Correction(section.session.stage, title, button, action, planned=encoded_tables)
    return preview_or_apply(
        request,
        correction._replace(notices=lambda answer: [*seat_notices, *attendance_notices(answer)]),
    )


def _proposed_tables(request: HttpRequest, section: Section) -> list[ProposedTable]:
    """Return the tables that the preview showed, on GET the tables that are possible now."""
    if request.method == "POST":
        return decode_tables(request.POST.get("planned", ""))
    return [] if section.session.stage.is_drawn else tables_for_sitting_out(section)
