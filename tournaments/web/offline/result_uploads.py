"""The organiser's page of sections that travel: who has each, and what came back."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.problems import Refused
from tournaments.access.request_access import director, latest_session, own_event
from tournaments.actions.offline.result_upload import take_delivery
from tournaments.forms import form_key, sentence
from tournaments.models import Event
from tournaments.queries.offline.sections import section_travels
from tournaments.web.offline.forms import DeliveryForm, values_in


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def deliveries_view(request: HttpRequest, event: int) -> HttpResponse:
    """Every section with what it has delivered; sent, another file of results is taken in."""
    own = own_event(request, event)
    if request.method != "POST":
        return _page(request, own, _fresh())
    form = DeliveryForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, own, form, status=422)
    said = form.cleaned_data
    try:
        answer = take_delivery(own, values_in(said["file"]), director(request), said["key"])
    except Refused as refused:
        return _page(
            request, own, _fresh(), [sentence(problem) for problem in refused.problems], 422
        )
    done = _("%(section)s: %(plays)s boards in the file, %(entries)s new entries.") % answer
    messages.success(request, done)
    return redirect("deliveries", own.pk)


def _fresh() -> DeliveryForm:
    return DeliveryForm(initial={"key": form_key()})


def _page(
    request: HttpRequest,
    event: Event,
    form: DeliveryForm,
    sentences: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    session = latest_session(event)
    context = {
        "club": event.club,
        "event": event,
        "session": session,
        "travels": section_travels(session),
        "form": form,
        "sentences": sentences,
    }
    return render(request, "offline/deliveries.html", context, status=status)
