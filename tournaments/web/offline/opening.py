"""On the laptop of a venue: the file of a section is opened, and the file of its results is
stored."""

import json

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.problems import Refused
from tournaments.access.request_access import director, own_event, user_id
from tournaments.actions.offline.opening import open_section
from tournaments.actions.offline.result_upload import written_delivery
from tournaments.forms import sentence
from tournaments.permissions.roles import MAY_RUN, clubs_run_by
from tournaments.web.offline.file_answer import file_answer
from tournaments.web.offline.forms import OpenForm, values_in


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def section_open_view(request: HttpRequest) -> HttpResponse:
    """Asked for, a field for the file; sent, the section is an event of this club."""
    clubs = clubs_run_by(user_id(request), MAY_RUN)
    if request.method != "POST":
        return _page(request, OpenForm(clubs, initial={"club": clubs.first()}))
    form = OpenForm(clubs, request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, form, status=422)
    said = form.cleaned_data
    try:
        event = open_section(
            said["club"], values_in(said["file"]), said["phrase"], director(request)
        )
    except Refused as refused:
        return _page(request, form, [sentence(problem) for problem in refused.problems], 422)
    messages.success(
        request, _("The section is here. Print the table sheets, and start when everybody sits.")
    )
    return redirect("event_desk", event.pk)


@login_required
@require_safe
def results_file_view(request: HttpRequest, event: int) -> HttpResponse:
    """Everything that was said here, for the organiser alone to read."""
    own = own_event(request, event)
    try:
        text = json.dumps(written_delivery(own), indent=1) + "\n"
    except Refused:
        raise Http404 from None
    return file_answer(f"{own.slug}.manilla-results", text)


def _page(
    request: HttpRequest, form: OpenForm, sentences: list[str] | None = None, status: int = 200
) -> HttpResponse:
    return render(
        request, "offline/open.html", {"form": form, "sentences": sentences}, status=status
    )
