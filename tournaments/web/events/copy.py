"""The page that makes the same event again, on another day."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from games.problems import ValidationFailed
from tournaments.access.request_access import director, own_event
from tournaments.actions.events.copy import EventCopy, copy_event
from tournaments.actions.idempotency import Conflict
from tournaments.actions.limits import MAX_EVENT_NAME_LENGTH
from tournaments.forms import form_key, sentence
from tournaments.models import Event
from tournaments.web.events.shared_form_fields import WhenAndWhere, a_week_later


class EventCopyForm(WhenAndWhere):
    """What the copy is called, when it begins, and whether the same contestants play; the place
    stays."""

    place = None  # type: ignore[assignment]
    key = forms.CharField(max_length=80, widget=forms.HiddenInput)
    name = forms.CharField(
        required=False,
        label=_("Name"),
        widget=forms.TextInput({"autocomplete": "off", "maxlength": MAX_EVENT_NAME_LENGTH}),
    )
    same_contestants = forms.BooleanField(
        required=False,
        label=_("With the same contestants"),
        help_text=_("Otherwise the numbers stay, and you add the names later."),
    )

    field_order = ("key", "name", "starts_at", "same_contestants")

    def clean_name(self) -> Any:
        """The name; what the act would refuse is said at once."""
        return self._approved("name")

    def copy(self) -> EventCopy:
        """What a valid form says."""
        said = self.cleaned_data
        return EventCopy(said["name"], said["starts_at"], said["same_contestants"])


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_copy_view(request: HttpRequest, event: int) -> HttpResponse:
    """The same name, a week later; sent, the event is made."""
    own = own_event(request, event)
    if request.method != "POST":
        proposed = {"key": form_key(), "name": own.name, "starts_at": a_week_later(own.starts_at)}
        return _page(request, own, EventCopyForm(initial=proposed))
    form = EventCopyForm(request.POST)
    return _copy(request, own, form) if form.is_valid() else _page(request, own, form, 422)


def _copy(request: HttpRequest, event: Event, form: EventCopyForm) -> HttpResponse:
    try:
        made = copy_event(event.pk, form.copy(), director(request), form.cleaned_data["key"])
    except ValidationFailed as refused:
        for problem in refused.problems:
            form.add_error(
                problem.field if problem.field in form.fields else None, sentence(problem)
            )
        return _page(request, event, form, 409 if isinstance(refused, Conflict) else 422)
    messages.success(request, gettext("The event is created. Deal it when everybody is ready."))
    return redirect("event_desk", made["event"])


def _page(
    request: HttpRequest, event: Event, form: EventCopyForm, status: int = 200
) -> HttpResponse:
    context = {"club": event.club, "event": event, "form": form}
    return render(request, "events/copy.html", context, status=status)
