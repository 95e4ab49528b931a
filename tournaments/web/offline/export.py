"""The page that sends a section as a file."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.problems import Refused
from tournaments.access.request_access import director, own_event
from tournaments.actions.offline.export import send_section, void_copy
from tournaments.forms import sentence
from tournaments.models import Event, Section
from tournaments.support.readable_codes import draw_secret
from tournaments.web.attempt import attempt_and_say
from tournaments.web.offline.file_answer import file_answer
from tournaments.web.offline.forms import SendForm

_GROUPS = 5


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def section_send_view(request: HttpRequest, event: int, section: int) -> HttpResponse:
    """Asked for, who takes it and a fresh pass phrase; sent, the file."""
    own = own_event(request, event)
    found = get_object_or_404(Section, pk=section, session__stage__event=own)
    if request.method != "POST":
        return _page(request, own, found, SendForm(initial={"phrase": draw_secret(_GROUPS)}))
    form = SendForm(request.POST)
    if not form.is_valid():
        return _page(request, own, found, form, 422)
    said = form.cleaned_data
    try:
        file = send_section(
            found.pk, said["holder"], said["phrase"], said["opens_at"], director(request)
        )
    except Refused as refused:
        for problem in refused.problems:
            form.add_error(problem.field, sentence(problem))
        return _page(request, own, found, form, 422)
    except ObjectDoesNotExist:  # divided otherwise since it was looked up
        raise Http404 from None
    return file_answer(file.name, file.text)


@login_required
@require_POST
def copy_void_view(request: HttpRequest, event: int, copy: str) -> HttpResponse:
    """Call a copy void; what travels is shown again."""
    own = own_event(request, event)
    try:
        done = _("The copy is void: nothing is taken in from it.")
        attempt_and_say(request, lambda: void_copy(own, copy, director(request)), done)
    except ObjectDoesNotExist:
        raise Http404 from None
    return redirect("deliveries", own.pk)


def _page(
    request: HttpRequest, event: Event, section: Section, form: SendForm, status: int = 200
) -> HttpResponse:
    context = {"club": event.club, "event": event, "section": section, "form": form}
    return render(request, "offline/send.html", context, status=status)
