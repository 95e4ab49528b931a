"""Views of offline sections: export one, import one on a laptop, upload its results."""

import json

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.problems import ValidationFailed
from tournaments.access.request_access import (
    get_event_or_404,
    get_latest_session_or_404,
    member_actor,
    user_id_or_404,
)
from tournaments.actions.offline.result_upload import build_result_upload, receive_result_upload
from tournaments.actions.offline.section_export import export_section, void_exported_section
from tournaments.actions.offline.section_import import import_section
from tournaments.forms import new_idempotency_key, problem_text
from tournaments.models import Event, Section
from tournaments.permissions.roles import DIRECTOR_ROLES, clubs_of_user
from tournaments.queries.offline.sections import offline_sections
from tournaments.support.readable_secrets import generate_secret
from tournaments.web.offline.forms import (
    ExportForm,
    ImportForm,
    ResultUploadForm,
    read_uploaded_json,
)
from tournaments.web.try_action import try_action_with_message


def file_response(name: str, text: str) -> HttpResponse:
    """Return a response that is saved as a file; `name` must have no characters to quote."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return HttpResponse(text, content_type="application/octet-stream", headers=headers)


_PHRASE_GROUPS = 5


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def section_export_view(request: HttpRequest, event_id: int, section_id: int) -> HttpResponse:
    """Show the export form with a generated pass phrase; on POST return the file."""
    event = get_event_or_404(request, event_id)
    section = get_object_or_404(Section, pk=section_id, session__stage__event=event)
    if request.method != "POST":
        return _export_page(
            request,
            event,
            section,
            ExportForm(initial={"phrase": generate_secret(_PHRASE_GROUPS)}),
        )
    form = ExportForm(request.POST)
    if not form.is_valid():
        return _export_page(request, event, section, form, 422)
    cleaned = form.cleaned_data
    try:
        file = export_section(
            section.pk,
            cleaned["holder"],
            cleaned["phrase"],
            cleaned["opens_at"],
            member_actor(request),
        )
    except ValidationFailed as error:
        for problem in error.problems:
            form.add_error(problem.field, problem_text(problem))
        return _export_page(request, event, section, form, 422)
    except ObjectDoesNotExist:  # the session was divided anew after the section was read
        raise Http404 from None
    return file_response(file.name, file.text)


@login_required
@require_POST
def exported_section_void_view(
    request: HttpRequest, event_id: int, identifier: str
) -> HttpResponse:
    """Void an exported section, and redirect to the list of offline sections."""
    event = get_event_or_404(request, event_id)
    try:
        message = _("The copy is cancelled: its results will not be imported.")
        try_action_with_message(
            request,
            lambda: void_exported_section(event, identifier, member_actor(request)),
            message,
        )
    except ObjectDoesNotExist:
        raise Http404 from None
    return redirect("result_uploads", event.pk)


def _export_page(
    request: HttpRequest, event: Event, section: Section, form: ExportForm, status: int = 200
) -> HttpResponse:
    context = {"club": event.club, "event": event, "section": section, "form": form}
    return render(request, "offline/export.html", context, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def section_import_view(request: HttpRequest) -> HttpResponse:
    """Show the import form; on POST create an event of the club from the file."""
    clubs = clubs_of_user(user_id_or_404(request), DIRECTOR_ROLES)
    if request.method != "POST":
        return _import_page(request, ImportForm(clubs, initial={"club": clubs.first()}))
    form = ImportForm(clubs, request.POST, request.FILES)
    if not form.is_valid():
        return _import_page(request, form, status=422)
    cleaned = form.cleaned_data
    try:
        event = import_section(
            cleaned["club"],
            read_uploaded_json(cleaned["file"]),
            cleaned["phrase"],
            member_actor(request),
        )
    except ValidationFailed as error:
        return _import_page(
            request, form, [problem_text(problem) for problem in error.problems], 422
        )
    messages.success(
        request, _("Section imported. Print the table sheets, and start when everybody is seated.")
    )
    return redirect("event_desk", event.pk)


@login_required
@require_safe
def results_file_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Return a file with all results of an imported section, encrypted for the organiser."""
    event = get_event_or_404(request, event_id)
    try:
        text = json.dumps(build_result_upload(event), indent=1) + "\n"
    except ValidationFailed:
        raise Http404 from None
    return file_response(f"{event.slug}.manilla-results", text)


def _import_page(
    request: HttpRequest, form: ImportForm, sentences: list[str] | None = None, status: int = 200
) -> HttpResponse:
    return render(
        request, "offline/import.html", {"form": form, "sentences": sentences}, status=status
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def result_uploads_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """List the offline sections with their uploads; on POST store a result file."""
    event = get_event_or_404(request, event_id)
    if request.method != "POST":
        return _upload_page(request, event, _empty_form())
    form = ResultUploadForm(request.POST, request.FILES)
    if not form.is_valid():
        return _upload_page(request, event, form, status=422)
    cleaned = form.cleaned_data
    try:
        answer = receive_result_upload(
            event, read_uploaded_json(cleaned["file"]), member_actor(request), cleaned["key"]
        )
    except ValidationFailed as error:
        return _upload_page(
            request,
            event,
            _empty_form(),
            [problem_text(problem) for problem in error.problems],
            422,
        )
    message = _("%(section)s: boards in the file: %(plays)s, new entries: %(entries)s.") % answer
    messages.success(request, message)
    return redirect("result_uploads", event.pk)


def _empty_form() -> ResultUploadForm:
    return ResultUploadForm(initial={"key": new_idempotency_key()})


def _upload_page(
    request: HttpRequest,
    event: Event,
    form: ResultUploadForm,
    sentences: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    session = get_latest_session_or_404(event)
    context = {
        "club": event.club,
        "event": event,
        "session": session,
        "offline_sections": offline_sections(session),
        "form": form,
        "sentences": sentences,
    }
    return render(request, "offline/result_uploads.html", context, status=status)
